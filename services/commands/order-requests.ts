// What a buyer asks for about an order: to cancel it before its goods leave the shop, to bring
// goods back within a week of having them, or to keep what a cancelled raffle owes him as store
// credit. An unpaid order is cancelled at once; anything else is for staff.
import * as z from 'zod/mini'

import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { saleLeftCents } from '#events/order/evolve.ts'

import { requestKinds, requestStates } from '../contract/order-page.ts'
import { newId } from '../ids.ts'
import { sqlState } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { cancelOrder } from './cancel-order.ts'
import { choiceUntil } from './credit-duties.ts'
import type { ChosenWithin, OrderFact } from './credit-duties.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'

export type RequestKind = (typeof requestKinds)[number]

const requestRow = z.object({
  request_id: z.string(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  answer: z.nullable(z.string()),
  created_at: z.date(),
  answered_at: z.nullable(z.date()),
})
export type RequestRow = z.infer<typeof requestRow>

const RETURN_DAYS_MAX = 7
const DAY_MS = 86_400_000
const UNIQUE_VIOLATION = '23505'

type Standing = {
  order: PlacedOrder
  /** When it was handed over; null before. */
  completedAt: Date | null
  /** Until when he may keep what he is owed as credit; null: there is nothing to keep. */
  creditUntil: Date | null
  requests: readonly RequestRow[]
  now: Date
}

/**
 * One request at a time; none about what is over. Once all its money goes back there is only the
 * choice of how.
 */
export function requestsAllowed(standing: Standing): RequestKind[] {
  const { requests, creditUntil, now } = standing
  if (requests.some(({ state }) => state === 'open')) return []
  const isCreditInTime = creditUntil !== null && now.getTime() <= creditUntil.getTime()
  return [...saleRequests(standing), ...(isCreditInTime ? (['credit'] as const) : [])]
}

/** Of those about the sale itself. */
function saleRequests({ order, completedAt, requests, now }: Standing): RequestKind[] {
  const isSold = order.status === 'paid' || order.status === 'completed'
  if (isSold && order.totalCents > 0 && saleLeftCents(order) === 0) return []
  switch (order.status) {
    case 'pending':
      return ['cancel']
    case 'paid':
      // With the courier it can no longer be stopped: it is brought back once it has arrived.
      return order.handover === 'sent_out' ? [] : ['cancel']
    case 'completed': {
      const isInTime =
        completedAt !== null && now.getTime() - completedAt.getTime() < RETURN_DAYS_MAX * DAY_MS
      const wasReturned = requests.some(
        ({ kind, state }) => kind === 'return' && state === 'accepted',
      )
      return isInTime && !wasReturned ? ['return'] : []
    }
    case 'cancelled':
      return []
  }
}

/** What the facts of the order, and what was asked before, say of it. */
export const standingOf = (
  facts: readonly OrderFact[],
  requests: readonly RequestRow[],
): Pick<Standing, 'completedAt' | 'creditUntil' | 'requests'> => ({
  completedAt: completedAtOf(facts),
  creditUntil: choiceUntil(facts, requests),
  requests,
})

const completedAtOf = (facts: readonly OrderFact[]): Date | null =>
  facts.findLast(({ event }) => event.type === 'OrderCompleted')?.recordedAt ?? null

/** Newest first. */
export async function requestsOf(database: Queryable, orderId: OrderId): Promise<RequestRow[]> {
  const { rows } = await database.query({
    name: 'order_requests',
    text: requestsText,
    values: [orderId],
  })
  return rows.map((row) => requestRow.parse(row))
}

/** Until `tx` ends nobody answers or withdraws one of them. */
export async function lockRequests(tx: Queryable, orderId: OrderId): Promise<RequestRow[]> {
  const { rows } = await tx.query({
    name: 'order_requests_locked',
    text: `${requestsText} for update`,
    values: [orderId],
  })
  return rows.map((row) => requestRow.parse(row))
}

const requestsText = `
  select request_id, kind, state, answer, created_at, answered_at
    from order_requests where order_id = $1
   order by created_at desc, request_id`

type Asked = {
  orderId: OrderId
  kind: RequestKind
  note: string | null
  actor: string
}

export async function askAboutOrder(desk: OrderDesk, asked: Asked): Promise<void> {
  const { orderId, kind, note, actor } = asked
  const facts = await desk.store.readStream<OrderEvent>(`order/${orderId}`)
  const order = requirePlaced((await desk.orders.load(orderId, { fresh: true })).order)
  const requireAllowed = (requests: readonly RequestRow[]) => {
    const standing = { ...standingOf(facts, requests), order, now: desk.now() }
    if (!requestsAllowed(standing).includes(kind))
      throw new Rejection(
        'request_not_possible',
        'This cannot be asked for at this order any more.',
      )
  }
  if (order.status === 'pending') {
    requireAllowed(await requestsOf(desk.database, orderId))
    await cancelOrder(desk, { orderId, reason: 'customer', actor })
    return
  }
  await desk.database
    .transaction(async (tx) => {
      // One that was answered may be opened again in this moment (`reopenChoice`).
      requireAllowed(await lockRequests(tx, orderId))
      await tx.query({
        name: 'order_request_insert',
        text: `insert into order_requests (request_id, order_id, kind, note, state, created_at)
               values ($1, $2, $3, $4, 'open', clock_now())`,
        values: [newId<string>(), orderId, kind, note === '' ? null : note],
      })
    })
    .catch((error: unknown) => {
      // Two clicks at once: there is one open request, and that is what was asked for.
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    })
}

export async function withdrawRequest(database: Queryable, orderId: OrderId): Promise<void> {
  const { rowCount } = await database.query({
    name: 'order_request_withdraw',
    text: `update order_requests
              set state = 'withdrawn', answered_at = clock_now()
            where order_id = $1 and state = 'open'`,
    values: [orderId],
  })
  if (rowCount === 0)
    throw new Rejection('request_not_possible', 'There is no open request at this order.')
}

/**
 * Of credit that was no payment after all: the request that was accepted with it stands no longer,
 * nor do the words of its answer. What the buyer has asked for since then stays.
 */
export async function withdrawChoice(
  tx: Queryable,
  { orderId, from, until }: ChosenWithin & { orderId: OrderId },
): Promise<void> {
  await tx.query({
    name: 'order_choice_withdraw',
    text: `update order_requests
              set state = 'withdrawn', answer = null, answered_by = null, answered_at = clock_now()
            where order_id = $1 and kind = 'credit' and state = 'accepted'
              and created_at between $2 and $3`,
    values: [orderId, from, until],
  })
}

/**
 * Of credit that was refused, once its proofs are forgotten: the request that was accepted with it
 * waits for its answer again. It stays accepted where other credit of it is written down, or where
 * the buyer has asked for something else since then: one request of an order is open. `refundIds`:
 * about which he may choose.
 */
export async function reopenChoice(
  tx: Queryable,
  { orderId, refundIds }: { orderId: OrderId; refundIds: readonly string[] },
): Promise<void> {
  await tx.query({
    name: 'order_choice_reopen',
    text: `
      with chosen as (
        select request_id, created_at
          from order_requests
         where order_id = $1 and kind = 'credit' and state = 'accepted'
         order by created_at desc, request_id
         limit 1)
      update order_requests as asked
         set state = 'open', answer = null, answered_by = null, answered_at = null
        from chosen
       where asked.request_id = chosen.request_id
         and not exists (
               select from refund_payments as paid
                where paid.order_id = $1 and paid.method = 'credit'
                  and paid.refund_id = any ($2) and paid.created_at >= chosen.created_at)
         and not exists (
               select from order_requests as other
                where other.order_id = $1 and other.state = 'open')`,
    values: [orderId, refundIds],
  })
}

export type RequestClosing = {
  requestId: string
  answer: 'accepted' | 'declined'
  /** Shown to the buyer. */
  words: string | null
  staffId: string
}

/** By staff. False: it was answered or withdrawn in this moment. */
export async function closeRequest(
  database: Queryable,
  { requestId, answer, words, staffId }: RequestClosing,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'order_request_answer',
    text: `update order_requests
              set state = $2, answer = $3, answered_by = $4, answered_at = clock_now()
            where request_id = $1 and state = 'open'`,
    values: [requestId, answer, words, staffId],
  })
  return rowCount !== 0
}

export const requestClosed = () =>
  new Rejection('request_not_possible', 'This request is answered or withdrawn already.')
