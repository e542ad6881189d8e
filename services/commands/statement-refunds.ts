// Money that a provider gave back, held against our books: a refund or a chargeback in a statement
// has a duty that we paid by that provider, of the same amount, on the order of its payment. Duties
// paid with one reference are one transfer: a line may tell it whole, and then none of its parts.
// Of several lines of one amount each needs a duty, or a transfer, of its own. A line that an
// earlier statement of the provider tells already is judged in the place of that one, so that both
// sheets say the same; what stands under another provider says nothing.
import { keyOf } from './statement-lines.ts'

/**
 * A condition, for a refund line `told` of a statement of `provider`; `attempt` is our payment that
 * it is about, one of that provider, if we know one.
 */
export const isRefundUnknown = (told: string, provider: string) => `(
  attempt.attempt_id is null
  or ${told}.currency <> 'USD'
  or (select placed.place
        from (select counted.statement_id, counted.line,
                     min(counted.place) over (
                       partition by ${keyOf('counted')}, counted.nth) as place
                from (${countedLines(told, provider)}) as counted) as placed
       where placed.statement_id = ${told}.statement_id and placed.line = ${told}.line)
     > (select count(*)
          from (select duty.amount_cents,
                       sum(duty.amount_cents) over transfer as transfer_cents,
                       row_number() over (transfer order by duty.refund_id) as place
                  from refund_duties as duty
                  left join refund_payments as proof
                    on proof.order_id = duty.order_id and proof.refund_id = duty.refund_id
                   and proof.method = duty.method
                 where duty.order_id = attempt.order_id
                   and duty.paid_at is not null
                   and duty.method = ${provider}
                window transfer as (
                  partition by coalesce('reference ' || proof.reference, duty.refund_id))) as paid
         where case when exists (
                      select ${refundLines('whole', provider)}
                         and whole.amount_cents = paid.transfer_cents)
                    then paid.place = 1 and paid.transfer_cents = ${told}.amount_cents
                    else paid.amount_cents = ${told}.amount_cents end))`

/**
 * The order's refunds of this amount as the provider tells them. `place`: which of them it is, in
 * the order in which they were imported; `nth`: of those in its statement that look the same.
 */
const countedLines = (told: string, provider: string) => `
  select earlier.*,
         count(*) filter (where not earlier.is_repeated) over (
           order by source.imported_at, earlier.statement_id, earlier.line) as place,
         row_number() over (
           partition by earlier.statement_id, ${keyOf('earlier')} order by earlier.line) as nth
    ${refundLines('earlier', provider)}
     and earlier.amount_cents = ${told}.amount_cents`

/** Of the order of `attempt`, in any statement of the provider. */
const refundLines = (line: string, provider: string) => `
  from payment_attempts as theirs
  join settlement_lines as ${line} on ${line}.attempt_ref = theirs.ref and ${line}.kind = 'refund'
  join settlement_statements as source
    on source.statement_id = ${line}.statement_id and source.provider = ${provider}
 where theirs.order_id = attempt.order_id and theirs.method = ${provider}`
