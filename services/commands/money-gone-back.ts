// Payments that had come, and whose provider says that their money went back: a chargeback, a
// reversal, a refund that nobody here has paid. No program decides what follows: attempt, order and
// tickets stay as they are, also where these wait for a halted raffle, and people look
// (`/admin/attention`). A callback tells of it, and is a hint as any is, so the provider is asked.
// The row of the callback is open until he has answered: whoever dies in between, the next sweep
// asks.
import * as z from 'zod/mini'

import { attemptIdSchema, orderIdSchema } from '#events/kernel/ids.ts'

import { ordinaryWords, refundWords, unpaidWords } from '../providers/payments/port-words.ts'
import { askProvider } from './ask-provider.ts'
import { inTurns } from './in-turns.ts'
import type { OrderDesk } from './order-desk.ts'

const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/**
 * The item as the list of what needs attention names it: however many callbacks told of it, it is
 * one, until the provider has another word.
 */
export const goneBackItem = (attempt: string) =>
  `'callback:' || ${attempt}.method || ':' || ${attempt}.ref || ':' || ${attempt}.provider_status`

/**
 * A condition: its money has come. An attempt is not settled while its tickets wait for a halted
 * raffle; what was said of it tells then (`settle-payment.ts`). What stands before people already
 * is none of these.
 */
const hasCome = (attempt: string) => `(
  ${attempt}.state = 'settled'
  or (${attempt}.state <> 'attention'
      and coalesce(${attempt}.provider_status, '') not in ('', ${listed(unpaidWords)})))`

/** A condition, for a callback and our payment that it names: nobody has asked since it came. */
export const isUnasked = (heard: string, attempt: string) => `(
  ${hasCome(attempt)}
  and coalesce(${attempt}.checked_at <= ${heard}.last_received_at, false))`

/** A condition: the provider says that the money of this payment went back after it had come. */
export const isGoneBack = (attempt: string) => `(
  ${hasCome(attempt)}
  and coalesce(${attempt}.provider_status, '') not in ('', ${listed(ordinaryWords)})
  and not ${isPaidBack(attempt)})`

/**
 * As the shop's own refunds, paid by this provider, account for it; together with whatever else of
 * the order he says so of. What the bank has taken no refund accounts for.
 */
const isPaidBack = (attempt: string) => `(
  ${attempt}.provider_status in (${listed(refundWords)})
  and (select coalesce(sum(duty.amount_cents), 0)
         from refund_duties as duty
        where duty.order_id = ${attempt}.order_id
          and duty.paid_at is not null and duty.method = ${attempt}.method)
      >= (select sum(gone.amount_cents)
            from payment_attempts as gone
           where gone.order_id = ${attempt}.order_id and gone.method = ${attempt}.method
             and ${hasCome('gone')} and gone.provider_status in (${listed(refundWords)})))`

const ASKED_PER_SWEEP_MAX = 100

const settledRow = z.object({
  attempt_id: attemptIdSchema,
  order_id: orderIdSchema,
  ref: z.string(),
  method: z.enum(['whishpay', 'montypay']),
  amount_cents: z.int(),
  provider_ref: z.nullable(z.string()),
  /** As PostgreSQL writes it, to the microsecond. */
  asked_at: z.string(),
})
type SettledRow = z.infer<typeof settledRow>

/** Asks about every payment that has come of which something else was told since it was asked. */
export async function askOfSettled(desk: OrderDesk): Promise<void> {
  const { rows } = await desk.database.query({
    name: 'settled payments to ask about',
    text: `
      select distinct attempt.attempt_id, attempt.order_id, attempt.ref, attempt.method,
             attempt.amount_cents, attempt.provider_ref, (select clock_now())::text as asked_at
        from provider_callbacks as heard
        join payment_attempts as attempt on attempt.ref = heard.attempt_ref
       where heard.is_open and heard.is_authentic
         and attempt.method = any ($1)
         and ${isUnasked('heard', 'attempt')}
       limit ${ASKED_PER_SWEEP_MAX}`,
    values: [Object.keys(desk.providers)],
  })
  const settled = rows.map((row) => settledRow.parse(row))
  await inTurns(settled, (row) => askAbout(desk, row))
}

async function askAbout(desk: OrderDesk, row: SettledRow): Promise<void> {
  const { attempt_id: attemptId, order_id: orderId, asked_at: askedAt } = row
  const status = await askProvider(desk, {
    attemptId,
    orderId,
    ref: row.ref,
    method: row.method,
    amountCents: row.amount_cents,
    providerRef: row.provider_ref,
  })
  if (status === null) return
  const { state, providerStatus } = status
  if (state !== 'paid')
    desk.log.warn({ orderId, attemptId, providerStatus }, 'a payment that came is not called paid')
  await desk.database.query({
    name: 'settled payment asked about',
    // Counted from before the question: what is told while it is asked is asked about once more.
    text: `
      update payment_attempts as attempt
         set provider_status = $2, checked_at = $3::timestamptz, checks = checks + 1
       where attempt_id = $1 and ${hasCome('attempt')}`,
    values: [attemptId, providerStatus, askedAt],
  })
}
