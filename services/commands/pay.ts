// "Try again": another payment attempt on the same order while its tickets are reserved. A link
// that can still be paid is given out again instead; only a declined one is followed by a new
// attempt. Which of the two it is, the provider says: its callback may have been lost, and whoever
// pays a link that failed would wait before the failure of his last try.
import type { AttemptId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { OnlineMethod, OrderAttempt } from '#events/order/evolve.ts'

import type { Queryable } from '../io/database.ts'
import { deriveId } from '../ids.ts'
import { TimedOut, timeout } from '../io/timers.ts'
import { nextCheckAt } from './check-schedule.ts'
import { extendHolds } from './hold-tickets.ts'
import { inTime } from './in-time.ts'
import { requireMayPay } from './may-pay.ts'
import { shared } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { settleAnew } from './settle-payment.ts'
import { startPayment } from './start-payment.ts'

export type PayAgain = {
  orderId: OrderId
  actor: string
  /** Another method than before; the order's own when it is left out. */
  method?: OnlineMethod | undefined
}

/** Less than this and a provider's page would end before anybody has found his card. */
const MINUTES_TO_PAY_MIN = 20
/** However often somebody tries: the tickets are not reserved for longer than this. */
const HOLDS_MAX = 2

export function payAgain(desk: OrderDesk, request: PayAgain): Promise<{ redirectUrl: string }> {
  const { orderId, method } = request
  return shared(desk.placing, `pay ${orderId} ${method ?? ''}`, () => pay(desk, request))
}

async function pay(desk: OrderDesk, request: PayAgain): Promise<{ redirectUrl: string }> {
  const { orderId } = request
  const before = await desk.orders.load(orderId, { fresh: true })
  await inTime(desk, () => requirePayable(requirePlaced(before.order), desk.now()))
  await askAboutLast(desk, orderId, requirePlaced(before.order))
  const { order, placedAt } = await desk.orders.load(orderId)
  const placed = requirePlaced(order)
  await inTime(desk, () => requirePayable(placed, desk.now()))
  const last = placed.attempts.at(-1)
  const method = request.method ?? last?.method ?? requireOnline(placed)

  const open = last?.state === 'open' && last.method === method ? last : undefined
  if (open !== undefined) return giveOutAgain(desk, { orderId, order: placed, attempt: open })
  await requireMayPay(desk, request, placed)
  const holdUntil = await extendHold(desk, { orderId, order: placed, placedAt, request })
  return startAnother(desk, { request, order: placed, method, holdUntil })
}

/** A provider that is slow or silent keeps nobody from paying: then what is known counts. */
async function askAboutLast(
  desk: OrderDesk,
  orderId: OrderId,
  { attempts }: PlacedOrder,
): Promise<void> {
  const last = attempts.at(-1)
  if (last?.state !== 'open' && last?.state !== 'declined') return
  const { attemptId } = last
  try {
    await timeout('payment status', desk.startTimeoutMs, () =>
      settleAnew(desk, { attemptId, orderId }),
    )
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error
  }
}

function requirePayable(order: PlacedOrder, now: Date): void {
  if (order.status === 'cancelled' && order.cancelReason !== 'expired')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  if (order.status === 'paid' || order.status === 'completed')
    throw new Rejection('order_paid', 'This order is already paid')
  if (order.status === 'cancelled' || now.toISOString() >= order.holdUntil)
    throw new Rejection('hold_expired', 'Your reservation has ended. Please order again.')
}

function requireOnline({ paymentMethod }: PlacedOrder): OnlineMethod {
  if (paymentMethod === 'whishpay' || paymentMethod === 'montypay') return paymentMethod
  throw new Rejection('order_not_payable', 'This order is paid at the counter')
}

/** A link cannot be cancelled at the provider: a second one beside it would be paid twice. */
async function giveOutAgain(
  desk: OrderDesk,
  { orderId, order, attempt }: { orderId: OrderId; order: PlacedOrder; attempt: OrderAttempt },
): Promise<{ redirectUrl: string }> {
  const known = await knownLink(desk.database, attempt.attemptId)
  if (known !== null) return { redirectUrl: known }
  const holdUntil = new Date(order.holdUntil)
  const started = await startPayment(desk, { ...attempt, orderId, holdUntil })
  await keepLink(desk.database, { attemptId: attempt.attemptId, ...started })
  return { redirectUrl: started.redirectUrl }
}

async function extendHold(
  desk: OrderDesk,
  {
    orderId,
    order,
    placedAt,
    request,
  }: { orderId: OrderId; order: PlacedOrder; placedAt: Date | null; request: PayAgain },
): Promise<Date> {
  const current = new Date(order.holdUntil)
  const now = desk.now()
  const last = (placedAt ?? now).getTime() + HOLDS_MAX * desk.holdSeconds * 1_000
  const wanted = new Date(Math.min(last, now.getTime() + MINUTES_TO_PAY_MIN * 60_000))
  if (wanted <= current) return current
  // The tickets first: an order must not promise longer than its reservation lives.
  await extendHolds(desk.store, order.lines, wanted)
  await desk.orders.change(orderId, {
    actor: request.actor,
    commands: () => [{ type: 'ExtendHold', holdUntil: wanted.toISOString() }],
  })
  await desk.database.query({
    name: 'extend_purchase',
    text: 'update purchases set hold_until = $2 where order_id = $1 and hold_until < $2',
    values: [orderId, wanted],
  })
  return wanted
}

/** The row before the fact, the fact before the question: whatever is lost can be asked for. */
async function startAnother(
  desk: OrderDesk,
  {
    request,
    order,
    method,
    holdUntil,
  }: { request: PayAgain; order: PlacedOrder; method: OnlineMethod; holdUntil: Date },
): Promise<{ redirectUrl: string }> {
  const { orderId, actor } = request
  const now = desk.now()
  // One id per place in the order: two clicks at once in two processes make one attempt.
  const place = String(order.attempts.length)
  const attemptId = deriveId<AttemptId>('further-attempt', orderId, place)
  const ref = await openAttempt(desk.database, {
    attemptId,
    ref: await desk.nextRef(),
    orderId,
    method,
    amountCents: order.totalCents,
    expiresAt: holdUntil,
    nextCheckAt: nextCheckAt(now, now),
    now,
  })
  const { order: after } = await desk.orders.change(orderId, {
    actor,
    commands: () => [{ type: 'AttemptPayment', now: now.toISOString(), attemptId, ref, method }],
  })
  const attempt = requirePlaced(after).attempts.find((known) => known.attemptId === attemptId)
  if (attempt === undefined) throw new Error(`attempt ${attemptId} was not recorded`)
  const started = await startPayment(desk, { ...attempt, orderId, holdUntil })
  await keepLink(desk.database, { attemptId, ...started })
  return { redirectUrl: started.redirectUrl }
}

type AttemptToOpen = {
  attemptId: AttemptId
  ref: string
  orderId: OrderId
  method: OnlineMethod
  amountCents: number
  expiresAt: Date
  nextCheckAt: Date | null
  now: Date
}

/** Answers the ref under which the attempt is on record: an earlier one stands. */
async function openAttempt(database: Queryable, attempt: AttemptToOpen): Promise<string> {
  const { rows } = await database.query<{ ref: string }>({
    name: 'open_attempt',
    text: `
      insert into payment_attempts as known
        (attempt_id, ref, order_id, method, amount_cents, currency, state, created_at, expires_at,
         next_check_at)
      values ($1, $2, $3, $4, $5, 'USD', 'opened', $6, $7, $8)
      on conflict (attempt_id) do update set ref = known.ref
      returning ref`,
    values: [
      attempt.attemptId,
      attempt.ref,
      attempt.orderId,
      attempt.method,
      attempt.amountCents,
      attempt.now,
      attempt.expiresAt,
      attempt.nextCheckAt,
    ],
  })
  const [row] = rows
  if (row === undefined) throw new Error('the attempt was neither written nor found')
  return row.ref
}

/** Of the first attempt it stands in the answer that was given for the purchase. */
async function knownLink(database: Queryable, attemptId: AttemptId): Promise<string | null> {
  const { rows } = await database.query<{ link: string | null }>({
    name: 'known_payment_link',
    text: `
      select coalesce(attempt.redirect_url, purchase.answer::json ->> 'redirectUrl') as link
        from payment_attempts as attempt
        left join purchases as purchase
          on purchase.order_id = attempt.order_id
         and attempt.attempt_id = (
               select first.attempt_id
                 from payment_attempts as first
                where first.order_id = attempt.order_id
                order by first.created_at
                limit 1
             )
       where attempt.attempt_id = $1`,
    values: [attemptId],
  })
  return rows[0]?.link ?? null
}

async function keepLink(
  database: Queryable,
  link: { attemptId: AttemptId; redirectUrl: string; providerRef: string | null },
): Promise<void> {
  await database.query({
    name: 'keep_payment_link',
    text: `
      update payment_attempts
         set redirect_url = $2,
             provider_ref = coalesce($3, provider_ref),
             state = case when state = 'opened' then 'started' else state end
       where attempt_id = $1`,
    values: [link.attemptId, link.redirectUrl, link.providerRef],
  })
}
