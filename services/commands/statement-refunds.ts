// Money that a provider gave back, held against our books: a refund or a chargeback in a statement
// has a duty that we paid by that provider, of the same amount, on the order of its payment. Duties
// paid with one reference are one transfer: a line may tell it whole, and then none of its parts.
// Of several lines of one amount each needs a duty, or a transfer, of its own. A line that an
// earlier statement of the provider tells already is judged in the place of that one, so that both
// sheets say the same; what stands under another provider says nothing.
//
// What staff gave back by hand with the provider's means is told as well, and the line need not
// know of any payment of ours: the reference of its proof is either number of the line. It tells
// the transfer whole, and one line does.
import { handMethod } from './statement-hands.ts'
import { keyOf } from './statement-lines.ts'

/**
 * A condition, for a refund line `told` of a statement of `provider`; `attempt` is our payment that
 * it is about, one of that provider, if we know one.
 */
export const isRefundUnknown = (told: string, provider: string) => `(
  not ${isGivenByHand(told, provider)}
  and (attempt.attempt_id is null
    or ${told}.currency <> 'USD'
    or ${placeOf(told, { line: 'earlier', from: refundLines('earlier', provider) })}
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
                    else paid.amount_cents = ${told}.amount_cents end)))`

/** A condition: the first line to tell a transfer of staff, all of what has its reference. */
const isGivenByHand = (told: string, provider: string) => `(
  ${told}.currency = 'USD'
  and exists (
    select proof.reference
      from refund_payments as proof
      join refund_duties as duty
        on duty.order_id = proof.order_id and duty.refund_id = proof.refund_id
       and duty.method = proof.method and duty.paid_at is not null
     where proof.method = ${handMethod(provider)}
       and proof.reference is not null
       and proof.reference = any (array[${told}.attempt_ref, ${told}.provider_ref])
     group by proof.reference
    having sum(duty.amount_cents) = ${told}.amount_cents
       and ${placeOf(told, { line: 'named', from: namedLines('named', provider) })} = 1))`

/**
 * Of the lines that are counted together, those of its amount: which of them it is, in the order in
 * which they were imported; `nth`: of those in its statement that look the same.
 */
const placeOf = (told: string, { line, from }: { line: string; from: string }) => `
  (select placed.place
     from (select counted.statement_id, counted.line,
                  min(counted.place) over (
                    partition by ${keyOf('counted')}, counted.nth) as place
             from (select ${line}.*,
                          count(*) filter (where not ${line}.is_repeated) over (
                            order by source.imported_at, ${line}.statement_id, ${line}.line
                          ) as place,
                          row_number() over (
                            partition by ${line}.statement_id, ${keyOf(line)}
                                order by ${line}.line) as nth
                     ${from}
                      and ${line}.amount_cents = ${told}.amount_cents) as counted) as placed
    where placed.statement_id = ${told}.statement_id and placed.line = ${told}.line)`

/** Of the order of `attempt`, in any statement of the provider. */
const refundLines = (line: string, provider: string) => `
  from payment_attempts as theirs
  join settlement_lines as ${line} on ${line}.attempt_ref = theirs.ref and ${line}.kind = 'refund'
  join settlement_statements as source
    on source.statement_id = ${line}.statement_id and source.provider = ${provider}
 where theirs.order_id = attempt.order_id and theirs.method = ${provider}
   and not ${isGivenByHand(line, provider)}`

/** Of the reference of `proof`, in any statement of the provider. */
const namedLines = (line: string, provider: string) => `
  from settlement_lines as ${line}
  join settlement_statements as source
    on source.statement_id = ${line}.statement_id and source.provider = ${provider}
 where ${line}.kind = 'refund'
   and proof.reference in (${line}.attempt_ref, ${line}.provider_ref)`

const byReference = (number: 'attempt_ref' | 'provider_ref') => `
  select told.statement_id, told.line
    from refund_payments as proof
    join settlement_lines as told
      on told.kind = 'refund' and told.${number} is not null and told.${number} = proof.reference
   where proof.order_id = $1`

/** A query, $1 being the order: lines about its payments, or that name a refund of it. */
export const refundLinesOf = `
  select told.statement_id, told.line
    from payment_attempts as theirs
    join settlement_lines as told on told.kind = 'refund' and told.attempt_ref = theirs.ref
   where theirs.order_id = $1
   union ${byReference('attempt_ref')}
   union ${byReference('provider_ref')}`
