// What the money desk says of a line of a settlement statement, by our own attempt with its number
// or by money that staff took or gave back. The sheet of a statement shows it, and `npm run verify`
// holds what is matched against the facts.
import { handOf, tellsHand } from './statement-hands.ts'
import { isPaidOutTwice } from './statement-lines.ts'
import { isRefundUnknown } from './statement-refunds.ts'

/**
 * What lines of the statement $1 are judged by: `attempt` and `hand`, either of which may be null.
 * Each is looked up by itself (`limit 1`), as is what a statement lacks: it is a small part of a
 * year, and nobody reads all payments of the shop for it. Ends in a condition.
 */
export const JUDGED_LINES = `
    from settlement_lines as line
    join settlement_statements as statement using (statement_id)
    left join lateral (
      select * from payment_attempts as known
       where known.ref = line.attempt_ref and known.method = statement.provider
       limit 1) as attempt on true
    left join lateral (
      select * from (${handOf('line', 'statement.provider')}) as found
       where line.kind = 'sale' and attempt.attempt_id is null) as hand on true
   where line.statement_id = $1`

/** An expression over these lines: `matched`, or how one differs. */
export const VERDICT = `
         case
           when line.kind = 'refund' then
             case when ${isRefundUnknown('line', 'statement.provider')}
                  then 'refund_unknown' else 'matched' end
           when attempt.attempt_id is null then
             case when hand.order_id is null then 'unknown'
                  when hand.cents is null then 'not_paid'
                  when not coalesce(hand."isSum", false) then 'amount'
                  when ${isPaidOutTwice('line', 'statement.provider', tellsHand)} then 'twice'
                  else 'matched' end
           when attempt.amount_cents <> line.amount_cents
             or attempt.currency <> line.currency then 'amount'
           when attempt.state <> 'settled' then 'not_paid'
           when ${isPaidOutTwice('line', 'statement.provider')} then 'twice'
           else 'matched'
         end`
