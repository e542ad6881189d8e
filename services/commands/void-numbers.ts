// Numbers of a line that is not to be drawn: its order ended, or its money is owed back.
import type { CommandId, LineId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { deriveId } from '../ids.ts'
import type { OrderDesk } from './order-desk.ts'
import { isPassing } from './passing.ts'

const causes = {
  order_cancelled: { act: 'void-cancelled', actor: 'system:cancel-order' },
  refunded: { act: 'void-refunded', actor: 'system:issue-tickets' },
} as const

type Numbers = {
  orderId: OrderId
  raffleId: RaffleId
  lineId: LineId
  first: number
  last: number
}

/** However often it is asked for. A halted raffle refuses it for now: that is thrown. */
export async function voidNumbers(
  desk: Pick<OrderDesk, 'store' | 'now' | 'log'>,
  { orderId, raffleId, lineId, first, last }: Numbers,
  reason: keyof typeof causes,
): Promise<void> {
  const { act, actor } = causes[reason]
  const now = desk.now().toISOString()
  try {
    await desk.store
      .raffle(raffleId)
      .command(
        { type: 'VoidTickets', now, ranges: [[first, last]], reason },
        { commandId: deriveId<CommandId>(act, lineId), correlationId: orderId, actor },
      )
  } catch (error) {
    // Void already, of a raffle that is cancelled, or in a register that is drawn or was sealed a
    // moment ago: there they stay.
    if (!(error instanceof Rejection) || isPassing(error)) throw error
    desk.log.info({ orderId, raffleId, code: error.code }, 'tickets not voided')
  }
}
