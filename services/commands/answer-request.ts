// What staff answer to a buyer who wants to cancel, or to bring goods back. Accepting ends the
// order, with a duty to give its money back; its tickets become void where the raffle is not frozen
// yet (answers 110), and while a draw holds them nothing can be accepted. The request itself is
// closed last: a process that dies before is asked again.
import * as z from 'zod/mini'

import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { requestKinds } from '../contract/order-page.ts'
import { cancelOrder } from './cancel-order.ts'
import type { OrderDesk } from './order-desk.ts'
import { noticeTo } from './order-notices.ts'
import type { RequestKind } from './order-requests.ts'
import type { Guard } from './orders.ts'

export type RequestAnswer = {
  orderId: OrderId
  requestId: string
  answer: 'accepted' | 'declined'
  /** Shown to the buyer. */
  words: string | null
  /** Accepted: what the order has taken of counted goods goes back on the shelf. */
  restock: boolean
  staffId: string
  guard: Guard
}

const openRow = z.object({ kind: z.enum(requestKinds), state: z.string() })

export async function answerRequest(desk: OrderDesk, given: RequestAnswer): Promise<void> {
  const { orderId, answer, restock, guard, staffId } = given
  const kind = await openRequest(desk, given)
  if (answer === 'accepted')
    await cancelOrder(desk, {
      orderId,
      actor: `staff:${staffId}`,
      restock,
      guard,
      ...reasonOf(kind),
    })
  await close(desk, given)
  await noticeTo(desk, orderId, {
    ref: `request:${given.requestId}`,
    notice: { kind: answer === 'accepted' ? 'request_accepted' : 'request_declined' },
  })
}

const reasonOf = (kind: RequestKind) =>
  kind === 'return'
    ? { reason: 'returned' as const }
    : { reason: 'staff' as const, staffReason: 'request_accepted' as const }

async function openRequest(
  { database }: OrderDesk,
  { orderId, requestId }: RequestAnswer,
): Promise<RequestKind> {
  const { rows } = await database.query({
    name: 'order_request_to_answer',
    text: 'select kind, state from order_requests where request_id = $1 and order_id = $2',
    values: [requestId, orderId],
  })
  const [row] = rows
  if (row === undefined) throw new Rejection('not_found', 'There is no such request.')
  const { kind, state } = openRow.parse(row)
  if (state !== 'open')
    throw new Rejection('request_not_possible', 'This request is answered or withdrawn already.')
  return kind
}

async function close({ database }: OrderDesk, given: RequestAnswer): Promise<void> {
  const { requestId, answer, words, staffId } = given
  await database.query({
    name: 'order_request_answer',
    text: `update order_requests
              set state = $2, answer = $3, answered_by = $4, answered_at = clock_now()
            where request_id = $1 and state = 'open'`,
    values: [requestId, answer, words, staffId],
  })
}
