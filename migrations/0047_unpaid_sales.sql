-- What a provider's statement says was paid, and we take for unpaid, needs somebody's attention.
-- The mark of such lines went as soon as we had asked for the payment, whatever had become of it;
-- from now on it goes when the payment has come (`services/commands/open-money.ts`). Nearly all
-- lines are of payments that have: few rows are written. Older code runs on it unchanged, and takes
-- these marks away again while it runs.

-- allowed: backfill: few rows, found by the index of the attempts' numbers.
update settlement_lines as line
   set is_open = true
  from payment_attempts as attempt
 where line.kind = 'sale' and not line.is_open
   and attempt.ref = line.attempt_ref and attempt.state <> 'settled';
