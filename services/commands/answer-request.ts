// What staff answer to a buyer who wants to cancel, to bring goods back, or to keep what a
// cancelled raffle owes him as store credit. Accepting one of the first two ends the order, with a
// duty to give its money back; its tickets become void where the raffle is not frozen yet
// (docs/raffle-rules.md, rule 4), and while a draw holds them neither can be accepted. The request
// is claimed before the facts, closed after them, and told last: of a process that dies in between,
// a sweep does the rest (`answered-requests.ts`). One that is declined is closed together with the
// note of who did it.
import * as z from 'zod/mini'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderEvent } from '#events/order/events.ts'

import { requestKinds } from '../contract/order-page.ts'
import type { Queryable } from '../io/database.ts'
import { tellAnswer } from './answered-requests.ts'
import { afterCancelled, recordCancelled } from './cancel-order.ts'
import { payRefunds } from './complete-refund.ts'
import { creditDuties, isAbout } from './credit-duties.ts'
import type { CreditDuty } from './credit-duties.ts'
import type { OrderDesk } from './order-desk.ts'
import { closeRequest, requestClosed } from './order-requests.ts'
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
  guard: Guard & { commandId: CommandId }
  /** Declined: what stands in the trail of it, written with the answer or not at all. */
  noteIn?: (tx: Queryable, done: void) => Promise<void>
}

const openRow = z.object({
  kind: z.enum(requestKinds),
  state: z.string(),
  created_at: z.date(),
})
type OpenRow = z.infer<typeof openRow>

export async function answerRequest(desk: OrderDesk, given: RequestAnswer): Promise<void> {
  const { orderId, answer } = given
  const request = await openRequest(desk, given)
  const { kind } = request
  if (kind === 'credit') return answerChoice(desk, { ...given, request })
  if (answer === 'accepted') await accept(desk, { ...given, kind })
  else await decline(desk, given)
  await tellAnswer(desk, orderId, { requestId: given.requestId, kind, answer })
}

/**
 * The request is closed first, in a transaction that ends after the fact. Until then its row is
 * locked: who withdraws or declines it at this moment waits, and is refused or finds it open again.
 * Nothing of it is durable before the fact: of a cancelling that is refused, or of a process that
 * dies here, the request is open as it was. Where the fact is durable and the transaction is not,
 * the sweep closes it.
 */
async function accept(
  desk: OrderDesk,
  { kind, ...given }: RequestAnswer & { kind: 'cancel' | 'return' },
): Promise<void> {
  const { orderId, staffId, restock, guard } = given
  const actor = `staff:${staffId}`
  // Once: the fact stays when the transaction does not.
  const once = { retries: 0 }
  await desk.database.transaction(async (tx) => {
    if (!(await closeRequest(tx, given))) throw requestClosed()
    await recordCancelled(desk, { orderId, actor, restock, guard, ...reasonOf(kind) })
  }, once)
  // Not under the lock: tickets and goods of many lines take their time.
  await afterCancelled(desk, orderId)
}

/** Refused when somebody else was faster: he has told the buyer another word. */
async function decline({ database }: OrderDesk, given: RequestAnswer): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await closeRequest(tx, given))) throw requestClosed()
    await given.noteIn?.(tx, undefined)
  })
}

type ChoiceAnswer = RequestAnswer & { request: OpenRow }

/**
 * Accepted: all that was owed when he chose becomes credit, by one act. The request is closed with
 * the proofs, before the facts: where these are refused it is open again, and what a process that
 * dies leaves unpaid is paid from then on as credit alone (`credit-choice.ts`).
 */
async function answerChoice(desk: OrderDesk, given: ChoiceAnswer): Promise<void> {
  const { orderId, requestId, request, answer, words, staffId, guard } = given
  if (answer === 'accepted') {
    const duties = await chosenDuties(desk, given)
    await payRefunds(desk, {
      orderId,
      refundIds: duties.map(({ refundId }) => refundId),
      method: 'credit',
      reference: null,
      paidBy: staffId,
      actor: `staff:${staffId}`,
      answering: { requestId, words },
      guard,
    })
    // What became credit is told by its own facts, with the sum.
    return
  }
  await decline(desk, given)
  await tellAnswer(desk, orderId, { requestId, kind: request.kind, answer })
}

async function chosenDuties(
  { store }: OrderDesk,
  { orderId, request }: ChoiceAnswer,
): Promise<CreditDuty[]> {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  const duties = creditDuties(facts).filter((duty) => isAbout(request, duty))
  if (duties.length === 0)
    throw new Rejection('request_not_possible', 'What was owed is paid back: nothing is left.')
  return duties
}

const reasonOf = (kind: RequestKind) =>
  kind === 'return'
    ? { reason: 'returned' as const }
    : { reason: 'staff' as const, staffReason: 'request_accepted' as const }

async function openRequest(
  { database }: OrderDesk,
  { orderId, requestId }: RequestAnswer,
): Promise<OpenRow> {
  const { rows } = await database.query({
    name: 'order_request_to_answer',
    text: `select kind, state, created_at
             from order_requests where request_id = $1 and order_id = $2`,
    values: [requestId, orderId],
  })
  const [row] = rows
  if (row === undefined) throw new Rejection('not_found', 'There is no such request.')
  const request = openRow.parse(row)
  if (request.state !== 'open') throw requestClosed()
  return request
}
