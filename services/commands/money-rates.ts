// Dated rates: of the pound, and of the VAT that prices include. A rate holds from its day on until
// the next; what an invoice was issued with stays on it.
import type { MoneySettings } from '../contract/money-desk.ts'
import type { Queryable } from '../io/database.ts'

const LISTED_MAX = 60
/** Lebanon's rate, until the shop has written down another. */
export const VAT_BASIS_POINTS_DEFAULT = 1_100

export async function readMoneySettings(database: Queryable): Promise<MoneySettings> {
  const [rates, taxes] = await Promise.all([
    database.query<{ day: string; rate: string }>({
      name: 'exchange_rates',
      text: `select from_day::text as day, lbp_per_usd::text as rate
               from exchange_rates order by from_day desc limit ${LISTED_MAX}`,
    }),
    database.query<{ day: string; points: number; vat_number: string | null }>({
      name: 'tax_rates',
      text: `select from_day::text as day, vat_basis_points as points, vat_number
               from tax_rates order by from_day desc limit ${LISTED_MAX}`,
    }),
  ])
  return {
    rates: rates.rows.map(({ day, rate }) => ({ day, lbpPerUsd: rate })),
    taxes: taxes.rows.map(({ day, points, vat_number }) => ({
      day,
      vatPercent: percentOf(points),
      vatNumber: vat_number,
    })),
  }
}

export async function setRate(
  database: Queryable,
  { day, lbpPerUsd, personId }: { day: string; lbpPerUsd: string; personId: string },
): Promise<void> {
  await database.query({
    name: 'set_exchange_rate',
    text: `insert into exchange_rates (from_day, lbp_per_usd, set_by, set_at)
           values ($1, $2, $3, clock_now())
           on conflict (from_day) do update
              set lbp_per_usd = excluded.lbp_per_usd, set_by = excluded.set_by,
                  set_at = excluded.set_at`,
    values: [day, lbpPerUsd, personId],
  })
}

type Tax = { day: string; vatPercent: string; vatNumber: string | null; personId: string }

export async function setTax(database: Queryable, tax: Tax): Promise<void> {
  const { day, vatPercent, vatNumber, personId } = tax
  await database.query({
    name: 'set_tax_rate',
    text: `insert into tax_rates (from_day, vat_basis_points, vat_number, set_by, set_at)
           values ($1, $2, $3, $4, clock_now())
           on conflict (from_day) do update
              set vat_basis_points = excluded.vat_basis_points, vat_number = excluded.vat_number,
                  set_by = excluded.set_by, set_at = excluded.set_at`,
    values: [day, basisPointsOf(vatPercent), vatNumber, personId],
  })
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
