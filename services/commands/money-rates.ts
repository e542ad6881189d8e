// Dated rates: of the pound, and of the VAT that prices include. A rate holds from its day on until
// the next; what an invoice was issued with stays on it.
import { isDeepStrictEqual } from 'node:util'

import { RATES_PER_PAGE } from '../contract/money-desk.ts'
import type { DatedRate, DatedTax, MoneySettings } from '../contract/money-desk.ts'
import type { Database, Queryable } from '../io/database.ts'
import { conflictWith } from './audit.ts'
import type { Actor } from './audit.ts'
import { actWithRows } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'

/** Lebanon's rate, until the shop has written down another. */
export const VAT_BASIS_POINTS_DEFAULT = 1_100

/** An expression: pounds for a dollar, on the day in Beirut on which the moment lies. */
export const rateOn = (moment: string) => `
  (select lbp_per_usd from exchange_rates
    where from_day <= (${moment} at time zone 'Asia/Beirut')::date
    order by from_day desc limit 1)`

/** The rates of the pound by pages, which a shop may set each day; of the VAT all there are. */
export async function readMoneySettings(database: Queryable, page = 1): Promise<MoneySettings> {
  const [rates, counted, taxes] = await Promise.all([
    database.query<RateRow>({
      name: 'exchange_rates',
      text: `select ${rateColumns}
               from exchange_rates
              order by from_day desc limit $1 offset $2`,
      values: [RATES_PER_PAGE, (page - 1) * RATES_PER_PAGE],
    }),
    database.query<{ count: number }>({
      name: 'exchange_rates_count',
      text: 'select count(*) as count from exchange_rates',
    }),
    database.query<TaxRow>({
      name: 'tax_rates',
      text: `select ${taxColumns} from tax_rates order by from_day desc`,
    }),
  ])
  return {
    rates: rates.rows.map(rateOf),
    rateCount: counted.rows[0]?.count ?? 0,
    taxes: taxes.rows.map(taxOf),
  }
}

type RateRow = { day: string; rate: string }
const rateColumns = 'from_day::text as day, lbp_per_usd::text as rate'
const rateOf = ({ day, rate }: RateRow): DatedRate => ({ day, lbpPerUsd: rate })

type TaxRow = { day: string; points: number; vat_number: string | null }
const taxColumns = 'from_day::text as day, vat_basis_points as points, vat_number'
const taxOf = ({ day, points, vat_number }: TaxRow): DatedTax => ({
  day,
  vatPercent: percentOf(points),
  vatNumber: vat_number,
})

type RateNeeds = ActNeeds & { database: Database }

/** `seen`: what the caller read as holding on that day; undefined: the caller does not mind. */
type Setting<Dated> = Dated & { seen?: Dated | null | undefined; actor: Actor }

/**
 * What held on that day until now stands in the audit trail. Throws `edit_conflict` when it is
 * another rate than the one that was seen.
 */
export async function setRate(
  needs: RateNeeds,
  { day, lbpPerUsd, seen, actor }: Setting<DatedRate>,
): Promise<void> {
  const after = { day, lbpPerUsd }
  await actWithRows(needs, { kind: 'rate_set', actor }, async (tx, note) => {
    await oneAfterTheOther(tx)
    const { rows } = await tx.query<RateRow & SetBy>({
      name: 'exchange_rate_held',
      text: `select ${rateColumns}, ${setBy}
               from exchange_rates where from_day <= $1
              order by from_day desc limit 1`,
      values: [day],
    })
    const before = rows.map(rateOf)[0] ?? null
    requireSeen({ seen, before, after, changedBy: rows[0]?.set_by })
    await tx.query({
      name: 'set_exchange_rate',
      text: `insert into exchange_rates (from_day, lbp_per_usd, set_by, set_at)
             values ($1, $2, $3, clock_now())
             on conflict (from_day) do update
                set lbp_per_usd = excluded.lbp_per_usd, set_by = excluded.set_by,
                    set_at = excluded.set_at`,
      values: [day, lbpPerUsd, actor.personId],
    })
    await note({ before, after })
  })
}

/** As `setRate`. The percentage may be written as somebody types it: `11.50` is kept as `11.5`. */
export async function setTax(
  needs: RateNeeds,
  { seen, actor, ...after }: Setting<DatedTax>,
): Promise<void> {
  const { day, vatPercent, vatNumber } = after
  const points = basisPointsOf(vatPercent)
  await actWithRows(needs, { kind: 'vat_set', actor }, async (tx, note) => {
    await oneAfterTheOther(tx)
    const { rows } = await tx.query<TaxRow & SetBy>({
      name: 'tax_rate_held',
      text: `select ${taxColumns}, ${setBy}
               from tax_rates where from_day <= $1
              order by from_day desc limit 1`,
      values: [day],
    })
    const before = rows.map(taxOf)[0] ?? null
    const kept = { ...after, vatPercent: percentOf(points) }
    requireSeen({ seen, before, after: kept, changedBy: rows[0]?.set_by })
    await tx.query({
      name: 'set_tax_rate',
      text: `insert into tax_rates (from_day, vat_basis_points, vat_number, set_by, set_at)
             values ($1, $2, $3, $4, clock_now())
             on conflict (from_day) do update
                set vat_basis_points = excluded.vat_basis_points, vat_number = excluded.vat_number,
                    set_by = excluded.set_by, set_at = excluded.set_at`,
      values: [day, points, vatNumber, actor.personId],
    })
    await note({ before, after })
  })
}

type SetBy = { set_by: string | null }
const setBy = `
  (select coalesce(full_name, email) from people where person_id = set_by) as set_by`

const RATES_LOCK = 7_173_416

/** Held to commit: of two who saw the same rate the second finds what the first has written. */
async function oneAfterTheOther(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [RATES_LOCK])
}

type Seen<Dated> = {
  seen: Dated | null | undefined
  before: Dated | null
  after: Dated
  changedBy: string | null | undefined
}

/** What stands already may be said again: the answer to it may have been lost. */
function requireSeen<Dated>({ seen, before, after, changedBy }: Seen<Dated>): void {
  if (seen === undefined) return
  if (isDeepStrictEqual(before, seen) || isDeepStrictEqual(before, after)) return
  throw conflictWith(changedBy)
}

/** `11.5` is 1150. */
function basisPointsOf(percent: string): number {
  const [whole = '0', part = ''] = percent.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** 1150 is `11.5`. Hundredths of whole numbers: exact as they are written. */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100)

/** The VAT inside a gross amount, rounded half up to the cent. */
export const vatIn = (grossCents: number, basisPoints: number): number =>
  Math.round((grossCents * basisPoints) / (10_000 + basisPoints))

/** In whole pounds, of an amount that is not negative, rounded half up. */
export const poundsOf = (cents: number, lbpPerUsd: number): number =>
  Math.round((cents * lbpPerUsd) / 100)
