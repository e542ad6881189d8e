// Who bought when, without saying who: for each order of a known buyer the day on which it was
// paid and the day of the order that the same buyer paid before it. That is enough for any range of
// days: who bought in it is counted at his first order in it, the one with none before it in the
// range. It is read once, costs what all paid orders cost, and answers until a fact comes.
import type { Query } from '../sql.ts'
import type { Window } from './periods.ts'
import { owner } from './queries.ts'

/** Days are counted since 1970, by the clocks of Beirut; the lists are as long as each other. */
export type BuyersPast = {
  days: readonly number[]
  /** NEVER at a buyer's first order. */
  daysBefore: readonly number[]
  /** So many orders have these two days. */
  orders: readonly number[]
  /** So many of them were the second order of their buyers. */
  secondOrders: readonly number[]
}

const NEVER = -1
const DAY_MS = 86_400_000
const dayNumber = (instant: string) =>
  `(${instant} at time zone 'Asia/Beirut')::date - date '1970-01-01'`

export const buyersPast = (): Query<BuyersPast> => ({
  name: 'insight buyers past',
  text: `
  with paid as (
    select ${owner} as buyer_id, paid_at, ${dayNumber('paid_at')} as day
      from insight_orders
     where paid_at is not null and ${owner} is not null
  ),
  following as (
    select day, coalesce(lag(day) over own, ${NEVER}) as day_before, row_number() over own as nth
      from paid
    window own as (partition by buyer_id order by paid_at)
  ),
  counted as (
    select day, day_before, count(*) as orders, count(*) filter (where nth = 2) as second_orders
      from following
     group by day, day_before
  )
  select json_agg(day) as days, json_agg(day_before) as days_before, json_agg(orders) as orders,
         json_agg(second_orders) as second_orders
    from counted`,
  parse: (row) => ({
    days: listOf(row.days),
    daysBefore: listOf(row.days_before),
    orders: listOf(row.orders),
    secondOrders: listOf(row.second_orders),
  }),
})

/** Nothing was bought: no list. */
const listOf = (value: unknown) => (value ?? []) as number[]

/** Sums of single days, in any order. */
export type ByDay = readonly { day: number; sum: number }[]

/** What known buyers paid, before refunds. */
export const revenueOfBuyersByDay = (): Query<ByDay[number]> => ({
  name: 'insight buyers revenue',
  text: `
  select ${dayNumber('sale.paid_at')} as day,
         sum(sale.subtotal_cents + sale.shipping_cents)::bigint as sum
    from sales_orders as sale
    join insight_orders as orders using (order_id)
   where orders.paid_at is not null and ${owner} is not null
   group by 1`,
  parse: ofDay,
})

export const registeredByDay = (): Query<ByDay[number]> => ({
  name: 'insight registered',
  text: `
  select ${dayNumber('registered_at')} as day, count(*) as sum
    from customers
   where registered_at is not null
   group by 1`,
  parse: ofDay,
})

function ofDay(row: Record<string, unknown>): ByDay[number] {
  return { day: row.day as number, sum: row.sum as number }
}

export type BuyersIn = { newCustomers: number; returningCustomers: number }

export function buyersIn(past: BuyersPast, window: Window): BuyersIn {
  const { first, last } = numbersOf(window)
  let newCustomers = 0
  let returningCustomers = 0
  for (let index = 0; index < past.days.length; index++) {
    const [day, before] = [past.days[index]!, past.daysBefore[index]!]
    if (day < first || day > last) continue
    if (before === NEVER) newCustomers += past.orders[index]!
    else if (before < first) returningCustomers += past.orders[index]!
  }
  return { newCustomers, returningCustomers }
}

export function sumIn(sums: ByDay, window: Window): number {
  const { first, last } = numbersOf(window)
  let total = 0
  for (const { day, sum } of sums) if (day >= first && day <= last) total += sum
  return total
}

/** Both included. */
function numbersOf({ startDate, endDate }: Window): { first: number; last: number } {
  const numberOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00.000Z`) / DAY_MS)
  return {
    first: startDate === null ? 0 : numberOf(startDate),
    last: endDate === null ? Infinity : numberOf(endDate),
  }
}

/** `month` is its first day; `cameBack` had bought in an earlier month. */
export type MonthOfBuyers = { month: string; fresh: number; cameBack: number }

/** Every month in which anybody known bought, oldest first. */
export function buyersByMonth(past: BuyersPast): MonthOfBuyers[] {
  const months = new Map<string, MonthOfBuyers>()
  const monthOf = monthsOfDays()
  for (let index = 0; index < past.days.length; index++) {
    const [day, before] = [past.days[index]!, past.daysBefore[index]!]
    const month = monthOf(day)
    if (before !== NEVER && monthOf(before) === month) continue
    const known = months.get(month) ?? { month, fresh: 0, cameBack: 0 }
    known[before === NEVER ? 'fresh' : 'cameBack'] += past.orders[index]!
    months.set(month, known)
  }
  return [...months.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

/** Writing a date is dear, and there are many more orders than days. */
function monthsOfDays(): (day: number) => string {
  const known = new Map<number, string>()
  return (day) => {
    const month = known.get(day) ?? `${new Date(day * DAY_MS).toISOString().slice(0, 8)}01`
    known.set(day, month)
    return month
  }
}

export type Loyalty = { buyers: number; buyersWhoCameBack: number }

/** Of all time: everybody who bought, and who bought more than once. */
export function loyaltyOf(past: BuyersPast): Loyalty {
  let buyers = 0
  let buyersWhoCameBack = 0
  for (let index = 0; index < past.days.length; index++) {
    if (past.daysBefore[index] === NEVER) buyers += past.orders[index]!
    buyersWhoCameBack += past.secondOrders[index]!
  }
  return { buyers, buyersWhoCameBack }
}
