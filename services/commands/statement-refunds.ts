// Money that a provider gave back, held against our books: a refund or a chargeback in a statement
// has a duty that we paid by that provider, of the same amount, on the order of its payment. Of
// several lines of one amount each needs a duty of its own.

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
         and earlier.amount_cents = ${told}.amount_cents
         and (earlier.happened_at, earlier.statement_id, earlier.line)
             <= (${told}.happened_at, ${told}.statement_id, ${told}.line))
     > (select count(*)
          from refund_duties as duty
         where duty.order_id = attempt.order_id
           and duty.paid_at is not null
           and duty.method = ${provider}
           and duty.amount_cents = ${told}.amount_cents))`
