// Money that staff took by hand with a provider's means, held against his statements: the proof of
// such a payment names the transaction by either number of its line. What is written down counts
// where the sale has that method: a proof that an outage left beside no payment is none. None of it
// is missing in a statement, since staff may take it on an account that he tells nothing of.
import { rateOn } from './money-rates.ts'

/** An expression: how staff take money by this provider. */
export const handMethod = (provider: string) =>
  `case ${provider} when 'whishpay' then 'whish' when 'montypay' then 'card' end`

/** A condition: the payment `taken`, written down by staff, is what the line tells. */
const isNamedBy = (told: string, provider: string) => `
  taken.method = ${handMethod(provider)}
  and taken.reference = any (array[${told}.attempt_ref, ${told}.provider_ref])`

const soldByHand =
  'join sales_orders as sold on sold.order_id = taken.order_id and sold.method = taken.method'

/** To join: payments by hand that the line of a statement of `provider` tells, as `taken`. */
export const withHands = (told: string, provider: string) => `
  join manual_payments as taken on ${isNamedBy(told, provider)}
  ${soldByHand}`

/** A condition, for a sale line of a statement of `provider`: staff took this money by hand. */
export const isByHand = (told: string, provider: string) => `exists (
  select from manual_payments as taken
  ${soldByHand}
   where ${isNamedBy(told, provider)})`

/** Of `taken`: as it was said, else that of its day, by which the till counts as well. */
const poundsForADollar = `coalesce(
               nullif(taken.rate::numeric, 0), ${rateOn('taken.created_at')})`

/**
 * Of one line at most one payment: `order_id`, `reference`, `cents` (null: not paid), and whether
 * the line tells its sum, in dollars or in the pounds that were taken.
 */
export const handOf = (told: string, provider: string) => `
  select taken.order_id, taken.reference, sold.subtotal_cents + sold.shipping_cents as cents,
         case ${told}.currency
           when 'USD' then sold.subtotal_cents + sold.shipping_cents = ${told}.amount_cents
           when taken.currency then
             100 * round((sold.subtotal_cents + sold.shipping_cents) * ${poundsForADollar} / 100)
               = ${told}.amount_cents
         end as "isSum"
    from manual_payments as taken
    left join sales_orders as sold
      on sold.order_id = taken.order_id and sold.method = taken.method
   where ${isNamedBy(told, provider)}
   order by sold.order_id is null, taken.reference = ${told}.attempt_ref desc nulls last
   limit 1`

/** A condition, for a line `other` of any statement: it tells the payment `hand` as well. */
export const tellsHand = `hand.reference in (other.attempt_ref, other.provider_ref)`

/**
 * A statement, $1 being the order: lines that its payment by hand accounts for are open until they
 * are looked at again. To be carried out before that payment, or its proof, becomes another one, in
 * the same transaction or the same statement: the sweep leaves alone what is locked.
 */
export const reopenHandSales = `
  update settlement_lines as line
     set is_open = true
    from manual_payments as taken, settlement_statements as statement
   where taken.order_id = $1 and line.statement_id = statement.statement_id
     and taken.method = ${handMethod('statement.provider')}
     and line.kind = 'sale'
     and (line.attempt_ref = taken.reference or line.provider_ref = taken.reference)`
