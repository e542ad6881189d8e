// A rate that staff type decides how many pounds their till is expected to hold (`till.ts`). One
// far from the rate of the day is for two people, however little the money (`delicate-acts.ts`).
import type { OrderId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import { rateOn } from './money-rates.ts'

/** Of the rate of the day; what is this far from it is near enough. */
const NEAR = '0.10'

type Typed = {
  currency?: string | null | undefined
  rate?: string | null | undefined
  /** The day is the one on which this order was paid by hand; left out: today. */
  takenFor?: OrderId
}

/**
 * The rate of the day, where the typed one is far from it. Null: it is near; or nothing in pounds
 * was typed, or a zero, which counts as the rate of the day; or none was ever written down.
 */
export async function dayRateFarFrom(
  database: Queryable,
  { currency, rate, takenFor }: Typed,
): Promise<string | null> {
  if (currency !== 'LBP' || rate === undefined || rate === null) return null
  const moment = `coalesce(
    (select created_at from manual_payments where order_id = $2::uuid), clock_now())`
  const { rows } = await database.query<{ day_rate: string }>({
    name: 'day_rate_far_from',
    text: `
      select known.rate::text as day_rate
        from (select ${rateOn(moment)} as rate) as known
       where abs(nullif($1::numeric, 0) - known.rate) > known.rate * ${NEAR}`,
    values: [rate, takenFor ?? null],
  })
  return rows[0]?.day_rate ?? null
}
