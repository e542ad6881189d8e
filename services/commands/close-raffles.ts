// A raffle closes by the clock or by its last ticket without anybody doing anything; this writes
// the fact down. The board says which raffles may be due and may be a second behind; the writer
// decides, and closes nothing twice.
import type { CommandId, RaffleId } from '#events/kernel/ids.ts'
import { raffleIdSchema } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import type { OrderDesk } from './order-desk.ts'
import { isHalted } from './passing.ts'

export async function closeDueRaffles(desk: OrderDesk): Promise<void> {
  const now = desk.now().toISOString()
  for (const raffle of desk.catalogue.raffles()) {
    const isDue = now >= raffle.closesAt || raffle.issued >= raffle.ticketsMax
    if (raffle.status !== 'active' || raffle.closedCause !== null || !isDue) continue
    const raffleId = raffleIdSchema.parse(raffle.raffleId)
    await closeRaffle(desk, raffleId, now)
  }
}

/** One that is halted is closed when it is resumed, and keeps no other one open. */
async function closeRaffle({ store }: OrderDesk, raffleId: RaffleId, now: string): Promise<void> {
  const meta = {
    commandId: newId<CommandId>(),
    correlationId: raffleId,
    actor: 'system:close-raffles',
  }
  try {
    await store.raffle(raffleId).command({ type: 'CloseRaffle', now }, meta)
  } catch (error) {
    if (!isHalted(error)) throw error
  }
}
