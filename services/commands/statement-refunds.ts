// Money that a provider gave back, held against our books: a refund or a chargeback in a statement
// has a duty that we paid by that provider, of the same amount, on the order of its payment. Duties
// paid with one reference are one transfer: a line may tell it whole, and then none of its parts.
// Of several lines of one amount each needs a duty, or a transfer, of its own; one that an earlier
// statement tells already needs none.

/**
 * A condition, for a refund line `told` of a statement of `provider`; `attempt` is our payment that
 * it is about, if we know one.
 */
export const isRefundUnknown = (told: string, provider: string) => `(
  attempt.attempt_id is null
  or ${told}.currency <> 'USD'
  or (select count(*)
        from payment_attempts as theirs
        join settlement_lines as earlier
          on earlier.attempt_ref = theirs.ref and earlier.kind = 'refund'
       where theirs.order_id = attempt.order_id
         and not earlier.is_repeated
         and earlier.amount_cents = ${told}.amount_cents
         and (earlier.happened_at, earlier.statement_id, earlier.line)
             <= (${told}.happened_at, ${told}.statement_id, ${told}.line))
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
                      select from payment_attempts as theirs
                        join settlement_lines as whole
                          on whole.attempt_ref = theirs.ref and whole.kind = 'refund'
                       where theirs.order_id = attempt.order_id
                         and whole.amount_cents = paid.transfer_cents)
                    then paid.place = 1 and paid.transfer_cents = ${told}.amount_cents
                    else paid.amount_cents = ${told}.amount_cents end))`
