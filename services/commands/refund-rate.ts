// At what rate pounds go back: that at which they came, or that of the day. Another one moves what
// a till is expected to hold: above the limit, or far from the rate of the day, it is for two
// people (`delicate-acts.ts`).
import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import type { Queryable } from '../io/database.ts'
import { isPaidByHand } from './manual-payment.ts'
import { rateOn } from './money-rates.ts'

export type UsualRate = {
  /** Pounds for a dollar; null: none was ever written down. */
  usual: string | null
  /** The payment's: it is written beside the refund. */
  isOfPayment: boolean
  /** Whether it is the one that was said; null: none was. */
  isSaid: boolean | null
}

export async function usualRate(
  database: Queryable,
  orderId: OrderId,
  { order, said }: { order: Pick<PlacedOrder, 'payments'>; said: string | null },
): Promise<UsualRate> {
  const { rows } = await database.query<UsualRate>({
    name: 'usual_refund_rate',
    text: `
      with paid as (
        select coalesce(nullif(rate::numeric, 0), ${rateOn('created_at')}) as rate
          from manual_payments
         where order_id = $1 and currency = 'LBP' and $2)
      select known.rate::text as usual, known."isOfPayment",
             case when $3::numeric is not null
                  then known.rate is not null and known.rate = $3::numeric end as "isSaid"
        from (select coalesce((select rate from paid), ${rateOn('clock_now()')}) as rate,
                     exists (select from paid where rate is not null) as "isOfPayment") as known`,
    // What is left of a payment that came to nothing is none.
    values: [orderId, isPaidByHand(order), said],
  })
  return rows[0] ?? { usual: null, isOfPayment: false, isSaid: said === null ? null : false }
}
