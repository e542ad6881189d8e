// The till: what each cashier has taken by hand on one day of Beirut, and the count at its end.
import * as z from 'zod/mini'

import { manualMethods } from '#events/order/words.ts'

import type { Till, TillDay } from '../contract/money-desk.ts'
import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import type { Actor } from './audit.ts'
import { moneyOf } from './price-purchase.ts'
import { recordAct } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'

const takenRow = z.object({
  cashier_id: z.string(),
  method: z.enum(manualMethods),
  payments: z.int(),
  amount: z.int(),
  /** Null: taken in dollars. */
  lbp: z.nullable(z.int()),
})
const givenRow = z.object({
  cashier_id: z.string(),
  amount: z.int(),
  /** Null: given back in dollars. */
  lbp: z.nullable(z.int()),
})
const closedRow = z.object({
  cashier_id: z.string(),
  expected_cents: z.int(),
  counted_cents: z.int(),
  expected_lbp: z.nullable(z.int()),
  counted_lbp: z.nullable(z.int()),
  note: z.nullable(z.string()),
  closed_by: z.string(),
  closed_at: z.date(),
})

const onDay = (column: string) => `
  ${column} >= $1::date::timestamp at time zone 'Asia/Beirut'
  and ${column} < ($1::date + 1)::timestamp at time zone 'Asia/Beirut'`

/** What `paid` was in pounds, at its own rate or that of the day; null: in dollars. */
const poundsOf = (cents: string) => `
  case when paid.currency = 'LBP' then
    round(${cents} * coalesce(nullif(paid.rate::numeric, 0), (
      select lbp_per_usd from exchange_rates
       where from_day <= $1::date order by from_day desc limit 1)) / 100)
  end`

export async function readTills(database: Queryable, day: string): Promise<TillDay> {
  const values = [day]
  const [taken, given, closed] = await Promise.all([
    database.query({
      name: 'till_taken',
      // Pounds of which nobody knows the rate are told as dollars. A payment that was written down
      // and came to nothing is none; its method is what the facts say, corrected or not (ADR 37).
      text: `select cashier_id, method, count(*) as payments,
                    sum(total_cents)::bigint as amount, sum(lbp)::bigint as lbp
               from (
                 select paid.taken_by as cashier_id, money ->> 'method' as method,
                        orders.total_cents, ${poundsOf('orders.total_cents')} as lbp
                   from manual_payments as paid
                   join order_status as orders using (order_id)
                  cross join json_array_elements(orders.state -> 'payments') as money
                  where ${onDay('paid.created_at')} and orders.paid_at is not null
                    and money ->> 'attemptId' is null and money ->> 'method' = any($2)
               ) as taken
              group by cashier_id, method, lbp is null
              order by method, lbp is null desc`,
      values: [day, manualMethods],
    }),
    database.query({
      name: 'till_given',
      text: `select cashier_id, sum(amount_cents)::bigint as amount, sum(lbp)::bigint as lbp
               from (
                 select paid.paid_by as cashier_id, duty.amount_cents,
                        ${poundsOf('duty.amount_cents')} as lbp
                   from refund_payments as paid
                   join refund_duties as duty using (order_id, refund_id)
                  where ${onDay('paid.created_at')} and paid.method = 'cash'
                    and duty.paid_at is not null
               ) as given
              group by cashier_id, lbp is null`,
      values,
    }),
    database.query({
      name: 'till_closed',
      text: `select cashier_id, expected_cents, counted_cents, expected_lbp, counted_lbp, note,
                    closed_by, closed_at
               from cash_ups where day = $1`,
      values,
    }),
  ])
  const tills = {
    taken: taken.rows.map((row) => takenRow.parse(row)),
    given: given.rows.map((row) => givenRow.parse(row)),
    closed: closed.rows.map((row) => closedRow.parse(row)),
  }
  return { day, tills: await tillsOf(database, tills) }
}

type Rows = {
  taken: z.infer<typeof takenRow>[]
  given: z.infer<typeof givenRow>[]
  closed: z.infer<typeof closedRow>[]
}

async function tillsOf(database: Queryable, { taken, given, closed }: Rows): Promise<Till[]> {
  const ids = new Set([...taken, ...given, ...closed].map(({ cashier_id }) => cashier_id))
  const names = await namesOf(database, [...ids, ...closed.map(({ closed_by }) => closed_by)])
  return [...ids].toSorted().map((cashierId) => {
    const own = taken.filter(({ cashier_id }) => cashier_id === cashierId)
    const cash = own.filter(({ method }) => method === 'cash')
    const dollars = cash.find(({ lbp }) => lbp === null)?.amount ?? 0
    const pounds = cash.find(({ lbp }) => lbp !== null)?.lbp ?? null
    const back = given.filter(({ cashier_id }) => cashier_id === cashierId)
    const dollarsBack = back.find(({ lbp }) => lbp === null)?.amount ?? 0
    const poundsBack = back.find(({ lbp }) => lbp !== null)?.lbp ?? null
    const hasPounds = pounds !== null || poundsBack !== null
    const count = closed.find(({ cashier_id }) => cashier_id === cashierId)
    return {
      cashierId,
      cashier: names.get(cashierId) ?? null,
      methods: own.map(({ method, payments, amount, lbp }) => ({
        method,
        payments,
        amount: moneyOf(amount),
        lbp: textOf(lbp),
      })),
      cashRefunds: moneyOf(dollarsBack),
      cashRefundsLbp: textOf(poundsBack),
      expected: signed(dollars - dollarsBack),
      expectedLbp: hasPounds ? String((pounds ?? 0) - (poundsBack ?? 0)) : null,
      cashUp: count === undefined ? null : cashUpOf(count, names),
    }
  })
}

function cashUpOf(count: Rows['closed'][number], names: ReadonlyMap<string, string>) {
  const { expected_lbp: expectedLbp, counted_lbp: countedLbp } = count
  return {
    expected: signed(count.expected_cents),
    expectedLbp: textOf(expectedLbp),
    counted: moneyOf(count.counted_cents),
    difference: signed(count.counted_cents - count.expected_cents),
    countedLbp: textOf(countedLbp),
    differenceLbp: countedLbp === null ? null : String(countedLbp - (expectedLbp ?? 0)),
    note: count.note,
    closedBy: names.get(count.closed_by) ?? null,
    closedAt: count.closed_at.toISOString(),
  }
}

const textOf = (pounds: number | null) => (pounds === null ? null : String(pounds))

const signed = (cents: number) => (cents < 0 ? `-${moneyOf(-cents)}` : moneyOf(cents))

async function namesOf(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await database.query<{ person_id: string; name: string }>({
    name: 'names_of_cashiers',
    text: `select person_id, coalesce(full_name, email, '') as name
             from people where person_id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map(({ person_id, name }) => [person_id, name]))
}

type CashUp = {
  day: string
  cashierId: string
  countedCents: number
  /** Null: none was counted. */
  countedLbp: number | null
  note: string | null
  actor: Actor
}

/**
 * What was expected is kept as it stood: a payment entered later shows as what it is. Another count
 * takes the place of the first, which the audit trail keeps.
 */
export async function cashUp(needs: ActNeeds, closing: CashUp): Promise<TillDay> {
  const { day, cashierId, countedCents, countedLbp, note, actor } = closing
  const till = ({ tills }: TillDay) => tills.find((one) => one.cashierId === cashierId)
  const before = till(await readTills(needs.database, day))
  const expected = before?.expected ?? '0.00'
  const expectedLbp = before?.expectedLbp ?? null
  const hasPounds = expectedLbp !== null || countedLbp !== null
  await needs.database.query({
    name: 'cash_up',
    text: `
      insert into cash_ups
        (cash_up_id, day, cashier_id, expected_cents, counted_cents, expected_lbp, counted_lbp,
         note, closed_by, closed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_now())
      on conflict (day, cashier_id) do update
         set expected_cents = excluded.expected_cents, counted_cents = excluded.counted_cents,
             expected_lbp = excluded.expected_lbp, counted_lbp = excluded.counted_lbp,
             note = excluded.note, closed_by = excluded.closed_by, closed_at = excluded.closed_at`,
    values: [
      newId<string>(),
      day,
      cashierId,
      Math.round(Number(expected) * 100),
      countedCents,
      hasPounds ? Number(expectedLbp ?? 0) : null,
      hasPounds ? (countedLbp ?? 0) : null,
      note,
      actor.personId,
    ],
  })
  const now = await readTills(needs.database, day)
  const after = { expected, expectedLbp, ...till(now)?.cashUp }
  const details = { day, cashier: before?.cashier ?? null, before: before?.cashUp ?? null, after }
  await recordAct(needs, { kind: 'till_counted', actor, details })
  return now
}
