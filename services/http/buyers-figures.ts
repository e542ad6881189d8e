// What is known of the shop's buyers for any range of days. It costs as much as all orders, so it
// is read once and kept until a fact comes; it names nobody.
import {
  buyersByMonth,
  buyersIn,
  buyersPast,
  loyaltyOf,
  registeredByDay,
  revenueOfBuyersByDay,
  sumIn,
  type BuyersPast,
  type ByDay,
  type Loyalty,
  type MonthOfBuyers,
} from '#projections/insight/buyers-past.ts'
import type { Window } from '#projections/insight/periods.ts'
import { buyerFigures, isFewDays, type BuyerFigures } from '#projections/insight/queries.ts'
import { readModelMark } from '#projections/read-model-mark.ts'

import { ask, askOne } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { remembered } from './remembered.ts'

export type Buyers = {
  past: BuyersPast
  registered: ByDay
  /** Of all time, and so made of the past but once. */
  months: MonthOfBuyers[]
  loyal: Loyalty
}

export type KnownBuyers = {
  buyers: () => Promise<Buyers>
  revenue: () => Promise<ByDay>
}

export function openKnownBuyers(database: Queryable): KnownBuyers {
  const buyers = remembered<Buyers>(1)
  const revenue = remembered<ByDay>(1)
  const markOf = async (names: readonly string[]) =>
    (await askOne(database, readModelMark(names))) ?? ''
  return {
    buyers: async () => buyers('', await markOf(['insight', 'customers']), () => read(database)),
    revenue: async () =>
      revenue('', await markOf(['insight', 'sales']), () => ask(database, revenueOfBuyersByDay())),
  }
}

async function read(database: Queryable): Promise<Buyers> {
  const [past, registered] = await Promise.all([
    askOne(database, buyersPast()),
    ask(database, registeredByDay()),
  ])
  if (past === undefined) throw new Error('a row of lists always comes')
  return { past, registered, months: buyersByMonth(past), loyal: loyaltyOf(past) }
}

/** Few days are asked for: that is cheap, whatever has just been sold. */
export async function buyerFiguresOf(
  database: Queryable,
  { window, known }: { window: Window; known: KnownBuyers },
): Promise<BuyerFigures | undefined> {
  if (isFewDays(window)) return askOne(database, buyerFigures(window))
  const { past, registered } = await known.buyers()
  const totalCustomers = sumIn(registered, { startDate: null, endDate: window.endDate })
  return { totalCustomers, ...buyersIn(past, window) }
}
