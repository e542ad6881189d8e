// Everything that says "look again at this payment": a callback, a buyer's poll, the schedule. All
// of it comes down to asking the provider, at most once in two seconds for an order, a bounded
// number at once.
import type { OrderId } from '#events/kernel/ids.ts'

import { inTurns } from './in-turns.ts'
import { shared } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'
import { ATTEMPT_COLUMNS, parseAttempt } from './purchase-rows.ts'
import type { AttemptRow } from './purchase-rows.ts'
import { settleAnew, settlePayment } from './settle-payment.ts'
import type { AttemptToSettle } from './settle-payment.ts'

export type PaymentWatch = {
  /** A callback named this attempt. Never waits, never fails. */
  ringForCallback: (ref: string) => void
  /** A page polls: asks if nobody has for five seconds. Never waits, never fails. */
  ringForPoll: (orderId: OrderId) => void
  /** Asks, unless it was asked within the last two seconds; answers when that is done. */
  askNow: (orderId: OrderId) => Promise<void>
  /** One page of the schedule; how many attempts were due. */
  checkDue: () => Promise<number>
  /** Waits for what is being asked. */
  stop: () => Promise<void>
}

const ASKED_AGAIN_MS = 2_000
const POLLED_AGAIN_MS = 5_000
const DUE_PAGE = 100
const REMEMBERED_MAX = 20_000

export function openPaymentWatch(desk: OrderDesk): PaymentWatch {
  const askedAt = new Map<OrderId, number>()
  const asking = new Map<OrderId, Promise<unknown>>()
  const ringing = new Set<Promise<unknown>>()

  const isFresh = (orderId: OrderId, ms: number) =>
    performance.now() - (askedAt.get(orderId) ?? -Infinity) < ms

  function ask(orderId: OrderId): Promise<void> {
    return shared(asking, orderId, async () => {
      noteAsked(askedAt, orderId)
      await settleOpen(desk, orderId)
    })
  }

  function ring(act: () => Promise<unknown>) {
    if (ringing.size >= REMEMBERED_MAX) return // the schedule will come by
    const rung = act()
      .catch((error: unknown) => desk.log.warn({ err: error }, 'payment check failed'))
      .finally(() => ringing.delete(rung))
    ringing.add(rung)
  }

  return {
    ringForCallback: (ref) =>
      ring(async () => {
        // A stranger's number names nothing.
        const row = await desk.rows.attemptOfRef.add(ref)
        if (row !== null) await settleAnew(desk, toSettle(row))
      }),

    ringForPoll(orderId) {
      if (!asking.has(orderId) && !isFresh(orderId, POLLED_AGAIN_MS)) ring(() => ask(orderId))
    },

    async askNow(orderId) {
      if (asking.has(orderId) || !isFresh(orderId, ASKED_AGAIN_MS)) await ask(orderId)
    },

    async checkDue() {
      const due = await attemptsDue(desk)
      await inTurns(due, (row) => settlePayment(desk, toSettle(row)))
      return due.length
    },

    async stop() {
      await Promise.all(ringing)
    },
  }
}

function noteAsked(askedAt: Map<OrderId, number>, orderId: OrderId) {
  askedAt.delete(orderId)
  askedAt.set(orderId, performance.now())
  const [oldest] = askedAt.size > REMEMBERED_MAX ? askedAt.keys() : []
  if (oldest !== undefined) askedAt.delete(oldest)
}

/** Every attempt of the order that may still bring money, or whose money is not settled yet. */
export async function settleOpen(desk: OrderDesk, orderId: OrderId): Promise<void> {
  const { order } = await desk.orders.load(orderId)
  if (order.status === 'none') return
  for (const { attemptId, state } of order.attempts.toReversed())
    if (state !== 'mismatched') await settlePayment(desk, { attemptId, orderId })
}

const toSettle = (row: AttemptRow): AttemptToSettle => ({
  attemptId: row.attempt_id,
  orderId: row.order_id,
  row,
})

async function attemptsDue(desk: OrderDesk): Promise<AttemptRow[]> {
  const { rows } = await desk.database.query({
    name: 'attempts_due',
    text: `
      select ${ATTEMPT_COLUMNS}
        from payment_attempts
       where next_check_at <= (select clock_now())
       order by next_check_at
       limit ${DUE_PAGE}`,
  })
  return rows.map(parseAttempt)
}
