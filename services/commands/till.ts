// The till: what each cashier has taken by hand on one day of Beirut, and the count at its end.
import * as z from 'zod/mini'

import { wallClockOf } from '#events/kernel/beirut-clock.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { manualMethods } from '#events/order/words.ts'

import type { Till, TillDay } from '../contract/money-desk.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { conflictWith } from './audit.ts'
import type { Actor } from './audit.ts'
import { moneyOf } from './price-purchase.ts'
import { actWithRows } from './staff-acts.ts'
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
  /** Which of the counts of this till it is: 1 is the first. */
  version: z.int(),
  expected_cents: z.int(),
  counted_cents: z.int(),
  expected_lbp: z.nullable(z.int()),
  counted_lbp: z.nullable(z.int()),
  note: z.nullable(z.string()),
  closed_by: z.string(),
  closed_at: z.date(),
})

const counts = `
  version, expected_cents, counted_cents, expected_lbp, counted_lbp, note, closed_by, closed_at`

type Taken = { cashier: string; moment: string }

/** A condition: this cashier's till of the day in Beirut on which the moment lies was counted. */
export const isTillCounted = ({ cashier, moment }: Taken) => `exists (
  select from cash_ups as count
   where count.cashier_id = ${cashier}
     and count.day = (${moment} at time zone 'Asia/Beirut')::date)`

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
  // One after the other: a count is read again in the transaction that writes it.
  const taken = await database.query({
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
  })
  const given = await database.query({
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
  })
  const closed = await database.query({
    name: 'till_closed',
    text: `select cashier_id, ${counts} from cash_ups where day = $1`,
    values,
  })
  const earlier = await database.query({
    name: 'till_counted_before',
    text: `select cashier_id, ${counts} from earlier_cash_ups where day = $1
              order by version desc`,
    values,
  })
  const tills = {
    taken: taken.rows.map((row) => takenRow.parse(row)),
    given: given.rows.map((row) => givenRow.parse(row)),
    closed: closed.rows.map((row) => closedRow.parse(row)),
    earlier: earlier.rows.map((row) => closedRow.parse(row)),
  }
  return { day, tills: await tillsOf(database, tills) }
}

type Rows = {
  taken: z.infer<typeof takenRow>[]
  given: z.infer<typeof givenRow>[]
  closed: z.infer<typeof closedRow>[]
  /** Newest first. */
  earlier: z.infer<typeof closedRow>[]
}

async function tillsOf(database: Queryable, rows: Rows): Promise<Till[]> {
  const { taken, given, closed, earlier } = rows
  const ids = new Set([...taken, ...given, ...closed].map(({ cashier_id }) => cashier_id))
  const counters = [...closed, ...earlier].map(({ closed_by }) => closed_by)
  const names = await namesOf(database, [...ids, ...counters])
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
      earlier: earlier
        .filter(({ cashier_id }) => cashier_id === cashierId)
        .map((before) => cashUpOf(before, names)),
    }
  })
}

function cashUpOf(count: Rows['closed'][number], names: ReadonlyMap<string, string>) {
  const { expected_lbp: expectedLbp, counted_lbp: countedLbp } = count
  return {
    version: count.version,
    expected: signed(count.expected_cents),
    expectedLbp: textOf(expectedLbp),
    counted: signed(count.counted_cents),
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
  /** Of the count that was seen; 0: there was none. */
  version: number
  countedCents: number
  /** Null: none was counted. */
  countedLbp: number | null
  note: string | null
  actor: Actor
}

type CashUpNeeds = ActNeeds & { database: Database; now: () => Date }

/**
 * What was expected is kept as it stood: a payment entered later shows as what it is. Another count
 * takes the place of the first, which stays readable; it is for somebody else than whose till it
 * is, because nobody mends his own difference alone (ADR 37). Rejects a day that has not come, and
 * a count of which another one was not seen.
 */
export async function cashUp(needs: CashUpNeeds, closing: CashUp): Promise<TillDay> {
  const { day, cashierId, version, countedCents, countedLbp, note, actor } = closing
  if (day > wallClockOf(needs.now()).slice(0, 'yyyy-MM-dd'.length)) throw notCome()
  const till = ({ tills }: TillDay) => tills.find((one) => one.cashierId === cashierId)
  const before = till(await readTills(needs.database, day))
  const standing = before?.cashUp ?? null
  if ((standing?.version ?? 0) !== version) throw conflictWith(standing?.closedBy)
  if (standing !== null && cashierId === actor.personId) throw countedAlready()
  const expected = before?.expected ?? '0.00'
  const expectedLbp = before?.expectedLbp ?? null
  const hasPounds = expectedLbp !== null || countedLbp !== null
  const count = {
    ...closing,
    expectedCents: Math.round(Number(expected) * 100),
    countedCents,
    expectedLbp: hasPounds ? Number(expectedLbp ?? 0) : null,
    countedLbp: hasPounds ? (countedLbp ?? 0) : null,
    note,
  }
  return actWithRows(needs, { kind: 'till_counted', actor }, async (tx, noteIt) => {
    const isCounted = await writeCount(tx, count)
    const now = await readTills(tx, day)
    // Somebody else was faster, between what was read and what was to be written.
    if (!isCounted) throw conflictWith(till(now)?.cashUp?.closedBy)
    const after = { expected, expectedLbp, ...told(till(now)?.cashUp) }
    await noteIt({ day, cashier: before?.cashier ?? null, before: told(standing), after })
    return now
  })
}

const notCome = () =>
  new Rejection('invalid_request', 'This day has not come yet.', {
    fields: [{ path: 'day', message: 'must not be after today' }],
  })

const countedAlready = () =>
  new Rejection(
    'not_allowed',
    'This till was counted. Its cashier does not count it again: a manager or the owner does.',
  )

/** For the audit trail, whose entries have an order of their own. */
const told = (count: Till['cashUp'] | undefined) =>
  count ? { ...count, version: undefined } : null

type Count = CashUp & { expectedCents: number; expectedLbp: number | null }

/**
 * The count that stood moves aside in the same statement. Of two that saw the same one the second
 * waits for the first, then finds another version and writes nothing: false.
 */
async function writeCount(database: Queryable, count: Count): Promise<boolean> {
  const { day, cashierId, version, expectedCents, countedCents, expectedLbp, countedLbp } = count
  const values = [
    day,
    cashierId,
    expectedCents,
    countedCents,
    expectedLbp,
    countedLbp,
    count.note,
    count.actor.personId,
  ]
  const { rowCount } =
    version === 0
      ? await database.query({ ...firstCount, values: [...values, newId<string>()] })
      : await database.query({ ...nextCount, values: [...values, version] })
  return rowCount === 1
}

const firstCount = {
  name: 'cash_up',
  text: `
    insert into cash_ups
      (day, cashier_id, expected_cents, counted_cents, expected_lbp, counted_lbp, note, closed_by,
       cash_up_id, closed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_now())
    on conflict (day, cashier_id) do nothing`,
}

const nextCount = {
  name: 'cash_up_again',
  text: `
    with earlier as (
           insert into earlier_cash_ups (day, cashier_id, ${counts})
           select day, cashier_id, ${counts} from cash_ups
            where day = $1 and cashier_id = $2 and version = $9
           on conflict do nothing
         )
    update cash_ups
       set expected_cents = $3, counted_cents = $4, expected_lbp = $5, counted_lbp = $6, note = $7,
           closed_by = $8, closed_at = clock_now(), version = version + 1
     where day = $1 and cashier_id = $2 and version = $9`,
}
