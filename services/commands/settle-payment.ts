// What became of a payment? Only the provider knows: whatever rang (a callback, a poll, the
// schedule) is a hint to come here and ask. What the provider says is matched with the order,
// recorded, and acted upon. May be called by anybody, any number of times, at the same time.
import type { AttemptId, CommandId, OrderId } from '#events/kernel/ids.ts'
import { isPlanted } from '#events/kernel/planted.ts'
import type { Order, OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import type { OrderAttempt } from '#events/order/evolve.ts'

import { deriveId } from '../ids.ts'
import { inSpan, isTracing } from '../io/tracing.ts'
import type { PaymentStatus } from '../providers/payments/port.ts'
import { NOT_FOUND, unpaidWords } from '../providers/payments/port-words.ts'
import { askProvider } from './ask-provider.ts'
import { againAt, nextCheckAt } from './check-schedule.ts'
import { finishOrder, linesOwed } from './issue-tickets.ts'
import { holdToIssue, isLate, reserveAgain } from './late-payment.ts'
import { shared } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'
import { isHalted } from './passing.ts'
import type { AttemptRow, AttemptState } from './purchase-rows.ts'
import { releaseLines } from './reserve-lines.ts'

const HALTED_AGAIN_MS = 30_000

export type Settlement =
  /** `moved`: something was recorded now. */
  | { kind: 'moved' | 'unchanged'; orderId: OrderId }
  | { kind: 'already_settled'; orderId: OrderId }
  /** The provider did not answer; the schedule asks again. */
  | { kind: 'no_answer'; orderId: OrderId }
  | { kind: 'unknown_attempt' }

/** `row`: as it was just read by whoever found it; otherwise it is read when it is needed. */
export type AttemptToSettle = { attemptId: AttemptId; orderId: OrderId; row?: AttemptRow }

export function settlePayment(desk: OrderDesk, asked: AttemptToSettle): Promise<Settlement> {
  return shared(desk.settling, asked.attemptId, () => settleInSpan(desk, asked))
}

/**
 * For who has news: what is being asked already may have been answered before it, and is asked once
 * more.
 */
export async function settleAnew(desk: OrderDesk, asked: AttemptToSettle): Promise<Settlement> {
  await desk.settling.get(asked.attemptId)?.catch(() => {}) // whoever began it hears of it
  return settlePayment(desk, asked)
}

async function settleInSpan(desk: OrderDesk, asked: AttemptToSettle): Promise<Settlement> {
  if (!isTracing()) return settle(desk, asked)
  const { placedIn } = await desk.orders.load(asked.orderId)
  return inSpan(
    { name: 'settle payment' },
    async ({ say }) => {
      const settlement = await settle(desk, asked)
      say({ 'qura.outcome': settlement.kind })
      return settlement
    },
    { kind: 'about', traceparent: placedIn },
  )
}

async function settle(desk: OrderDesk, asked: AttemptToSettle): Promise<Settlement> {
  try {
    return await settleKnown(desk, asked)
  } catch (error) {
    // Money that came late, or what is reserved for it: a halted raffle says nothing about either.
    if (!isHalted(error)) throw error
    desk.log.info({ ...idsOf(asked), code: 'raffle_halted' }, 'payment waits')
    return comeBack(desk, asked)
  }
}

const idsOf = ({ orderId, attemptId }: AttemptToSettle) => ({ orderId, attemptId })

async function settleKnown(desk: OrderDesk, asked: AttemptToSettle): Promise<Settlement> {
  const { orderId, row } = asked
  if (row?.state === 'settled') return { kind: 'already_settled', orderId }

  const { order, attempt } = await loadKnowing(desk, asked)
  // The row is written before the fact: nothing has been asked of the provider yet.
  if (order.status === 'none' || attempt === undefined) return checked(desk, asked, {})
  if (attempt.state === 'paid') return finishSettled(desk, asked)

  const question = { ...attempt, orderId, providerRef: row?.provider_ref ?? null }
  const status = isPlanted('callback_is_believed') ? believed : await askProvider(desk, question)
  if (status !== null) return act(desk, asked, status)
  await checked(desk, asked, { isUnanswered: true })
  return { kind: 'no_answer', orderId }
}

/** What a callback would have us believe. */
const believed: PaymentStatus = {
  state: 'paid',
  amountCents: null,
  currency: null,
  providerRef: null,
  providerStatus: 'success',
}

const attemptOf = (order: Order, attemptId: AttemptId): OrderAttempt | undefined =>
  order.status === 'none'
    ? undefined
    : order.attempts.find((attempt) => attempt.attemptId === attemptId)

/** Another process may have begun the attempt since this one last read the order. */
async function loadKnowing(desk: OrderDesk, { orderId, attemptId }: AttemptToSettle) {
  const { order } = await desk.orders.load(orderId)
  const attempt = attemptOf(order, attemptId)
  if (attempt !== undefined) return { order, attempt }
  const fresh = await desk.orders.load(orderId, { fresh: true })
  return { order: fresh.order, attempt: attemptOf(fresh.order, attemptId) }
}

function act(desk: OrderDesk, asked: AttemptToSettle, status: PaymentStatus): Promise<Settlement> {
  switch (status.state) {
    case 'paid':
      return confirm(desk, asked, status)
    case 'declined':
    case 'expired':
      return decline(desk, asked, status)
    case 'refunded':
      return needsAttention(desk, asked, status)
    case 'pending':
    case 'authorized':
      return checked(desk, asked, { providerStatus: status.providerStatus, isKnown: true })
    default:
      return unknownWord(desk, asked, status)
  }
}

/**
 * A word we do not know is no reason to do anything but to tell somebody (docs/providers.md), at
 * once: the attempt stands in the list of what needs attention, and is asked about all the same.
 */
function unknownWord(
  desk: OrderDesk,
  asked: AttemptToSettle,
  { providerStatus }: PaymentStatus,
): Promise<Settlement> {
  const { attemptId } = asked
  desk.log.warn({ attemptId, providerStatus }, 'unknown word of a payment provider')
  const isTold = providerStatus !== NOT_FOUND
  return checked(desk, asked, { providerStatus, ...(isTold && { state: 'attention' as const }) })
}

/**
 * Money has arrived. It is recorded first, then given its meaning; see `events/order/payment.ts`.
 */
async function confirm(
  desk: OrderDesk,
  asked: AttemptToSettle,
  status: PaymentStatus,
): Promise<Settlement> {
  const { orderId, attemptId } = asked
  // A row was read by who came because it is due; a poll may have come long before.
  if (asked.row === undefined) await makeDueSoon(desk, attemptId)
  const changed = await desk.orders.change(orderId, {
    commandId: deriveId<CommandId>('confirm-payment', attemptId),
    actor: 'system:settle-payment',
    commands: (order) => confirmation(desk, { orderId, attemptId, order, status }),
  })
  const attempt = attemptOf(changed.order, attemptId)
  if (attempt?.state === 'mismatched') return needsAttention(desk, asked, status)
  if (changed.facts.length > 0) desk.log.info({ orderId, attemptId }, 'payment confirmed')
  return finishSettled(desk, asked, status)
}

async function confirmation(
  desk: OrderDesk,
  {
    orderId,
    attemptId,
    order,
    status,
  }: { orderId: OrderId; attemptId: AttemptId; order: Order; status: PaymentStatus },
): Promise<OrderCommand[]> {
  const attempt = attemptOf(order, attemptId)
  if (order.status === 'none' || attempt === undefined) return []
  // What has its meaning already needs no room.
  if (attempt.state === 'paid' || attempt.state === 'mismatched') return []
  const now = desk.now().toISOString()
  const command = (room: 'held' | 'none'): OrderCommand => ({
    type: 'ConfirmPayment',
    attemptId: attempt.attemptId,
    amountCents: status.amountCents,
    currency: status.currency,
    providerRef: status.providerRef,
    providerStatus: status.providerStatus,
    now,
    room,
  })
  if (!isWholeAmount(attempt, status)) return [command('none')]
  if (!isLate(order, now)) {
    await holdToIssue(desk, order)
    return [command('none')]
  }
  if ((await reserveAgain(desk, orderId, order)) === undefined) return [command('held')]
  // No room any more: the order ends as expired, and the money is owed back. Never both.
  if (order.status === 'cancelled') return [command('none')]
  return [{ type: 'CancelOrder', now, reason: 'expired', refundId: null }, command('none')]
}

/**
 * Before the fact: if this process dies behind it, the next one gives out the tickets within a
 * minute (I4), not when the provider would have been asked again.
 */
async function makeDueSoon({ database }: OrderDesk, attemptId: AttemptId): Promise<void> {
  await database.query({
    name: 'attempt_due_soon',
    text: `
      update payment_attempts
         set next_check_at = clock_now() + interval '20 seconds'
       where attempt_id = $1 and state <> 'settled'
         and (next_check_at is null or next_check_at > clock_now() + interval '20 seconds')`,
    values: [attemptId],
  })
}

const isWholeAmount = (attempt: OrderAttempt, { amountCents, currency }: PaymentStatus) =>
  (amountCents ?? attempt.amountCents) === attempt.amountCents &&
  (currency ?? attempt.currency) === attempt.currency

/** Confirmed: what is owed is issued, and nobody watches the attempt any longer. */
async function finishSettled(
  desk: OrderDesk,
  asked: AttemptToSettle,
  status?: PaymentStatus,
): Promise<Settlement> {
  const { attemptId, orderId } = asked
  const order = await finishKnowing(desk, orderId, attemptId)
  if (order === undefined) return { kind: 'unchanged', orderId }
  // Reserved again for a payment that became none (paid twice): the room is free for others.
  if (order !== null && order.status === 'cancelled') await releaseLines(desk, order.lines)
  const said: Said = status ?? (await lastSaid(desk, asked, order))
  if (order !== null && linesOwed(order).length > 0) return comeBack(desk, asked, said)
  await desk.rows.checked.add({
    attemptId,
    state: 'settled',
    providerStatus: said.providerStatus,
    providerRef: said.providerRef,
    checkedAt: said.checkedAt ?? desk.now(),
    nextCheckAt: null,
  })
  return { kind: 'moved', orderId }
}

type Said = {
  /** Null: what is written down stands. */
  providerStatus: string | null
  providerRef: string | null
  /** Left out: now. */
  checkedAt?: Date
}

/**
 * Of money that is recorded nobody was asked now. When somebody was stays as it is, so that what
 * was heard since is asked about (`money-gone-back.ts`). A process that died behind the fact has
 * not written down what was said; the fact has it.
 */
async function lastSaid(
  desk: OrderDesk,
  { attemptId, row: known }: AttemptToSettle,
  order: PlacedOrder | null,
): Promise<Said> {
  const row = known ?? (await desk.rows.attempt.add(attemptId))
  const word = order === null ? null : (attemptOf(order, attemptId)?.providerStatus ?? null)
  const written = row?.provider_status ?? null
  const isWritten = written !== null && !unpaidWords.includes(written)
  return {
    providerStatus: isWritten ? null : word,
    providerRef: null,
    checkedAt: row?.checked_at ?? desk.now(),
  }
}

/**
 * A raffle is halted: looked at again in half a minute, for as long as that lasts. Later than now,
 * because whoever waits here must not stand before those whose raffles sell.
 */
async function comeBack(desk: OrderDesk, asked: AttemptToSettle, said?: Said): Promise<Settlement> {
  const { attemptId, orderId } = asked
  const row = asked.row ?? (await desk.rows.attempt.add(attemptId))
  if (row === null) return { kind: 'unknown_attempt' }
  const now = desk.now()
  await desk.rows.checked.add({
    attemptId,
    state: row.state,
    providerStatus: said?.providerStatus ?? null,
    providerRef: said?.providerRef ?? null,
    checkedAt: said?.checkedAt ?? now,
    nextCheckAt: new Date(now.getTime() + HALTED_AGAIN_MS),
  })
  return { kind: 'unchanged', orderId }
}

/**
 * Undefined: the order was finished as it stood before this money was recorded, by somebody who had
 * begun earlier. A second try begins now, so it knows; whatever is left is for the schedule.
 */
async function finishKnowing(
  desk: OrderDesk,
  orderId: OrderId,
  attemptId: AttemptId,
): Promise<PlacedOrder | null | undefined> {
  for (let tries = 1; tries <= 2; tries++) {
    const order = await finishOrder(desk, orderId)
    if (order === null || attemptOf(order, attemptId)?.state === 'paid') return order
  }
  return undefined
}

/** The provider's word about this try; the link may still be paid, so it stays watched. */
async function decline(
  desk: OrderDesk,
  asked: AttemptToSettle,
  { state, providerStatus }: PaymentStatus,
): Promise<Settlement> {
  const { orderId, attemptId } = asked
  const changed = await desk.orders.change(orderId, {
    commandId: deriveId<CommandId>('decline-payment', attemptId),
    actor: 'system:settle-payment',
    commands: () => [{ type: 'DeclineAttempt', attemptId, providerStatus }],
  })
  await checked(desk, asked, {
    state: state === 'expired' ? 'expired' : 'declined',
    providerStatus,
  })
  return { kind: changed.facts.length > 0 ? 'moved' : 'unchanged', orderId }
}

/** Nothing a program may decide: a person looks (`/admin/attention`). */
async function needsAttention(
  desk: OrderDesk,
  { orderId, attemptId }: AttemptToSettle,
  { providerStatus, providerRef }: PaymentStatus,
): Promise<Settlement> {
  desk.log.warn({ orderId, attemptId, providerStatus }, 'payment needs attention')
  await desk.rows.checked.add({
    attemptId,
    state: 'attention',
    providerStatus,
    providerRef,
    checkedAt: desk.now(),
    nextCheckAt: null,
  })
  return { kind: 'moved', orderId }
}

type Heard = {
  /** Left out: as it was. */
  state?: AttemptState
  /** Left out: the provider said nothing. */
  providerStatus?: string
  /** The provider knows the attempt. */
  isKnown?: boolean
  /** It was asked and did not answer. */
  isUnanswered?: boolean
}

/** Undecided: the schedule says when to ask again, until it says that a person must look. */
async function checked(
  desk: OrderDesk,
  asked: AttemptToSettle,
  { state, providerStatus, isKnown = false, isUnanswered = false }: Heard,
): Promise<Settlement> {
  const { attemptId, orderId } = asked
  const row = asked.row ?? (await desk.rows.attempt.add(attemptId))
  if (row === null) return { kind: 'unknown_attempt' }
  const now = desk.now()
  const scheduled = nextCheckAt(row.created_at, now)
  if (scheduled === null) desk.log.warn({ attemptId }, 'payment undecided for 48 hours')
  const next = isUnanswered ? (scheduled ?? againAt(row.created_at, now)) : scheduled
  // A word we know ends what an unknown one has begun.
  const isBack = row.state === 'attention' && providerStatus !== undefined
  const stays = isBack || (row.state === 'opened' && isKnown) ? 'started' : row.state
  await desk.rows.checked.add({
    attemptId,
    state: scheduled === null ? 'attention' : (state ?? stays),
    providerStatus: providerStatus ?? null,
    providerRef: null,
    checkedAt: now,
    nextCheckAt: next,
  })
  return { kind: 'unchanged', orderId }
}
