// A large shop's year, as facts and as the erasable rows beside them: so many orders, customers and
// tickets. One seed, one year. Orders come by the hours of a day, more every month, with a rush now
// and then; most are paid, some never, some are paid back. It is a generator: a hundred thousand
// orders never stand in memory together.
import { drawsFrom, type Draws } from './scale-draws.ts'
import { cashierId, orderFacts } from './scale-order.ts'
import { openRaffles, shelfFacts } from './scale-shelf.ts'
import type { ScaleChunk, ScaleFact, ScaleShop, ScaleSize } from './scale-types.ts'

const DAYS = 365
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** By the hour of the day, UTC; Beirut wakes two or three hours earlier. */
const HOURS = [1, 1, 1, 2, 4, 6, 8, 9, 9, 9, 10, 10, 9, 9, 10, 12, 14, 16, 15, 12, 8, 4, 2, 1]

export function* scalePast(size: ScaleSize, until: Date): Generator<ScaleChunk> {
  const random = drawsFrom(size.orders + size.customers)
  const start = until.getTime() - DAYS * DAY_MS
  const shop: ScaleShop = {
    random,
    untilMs: until.getTime(),
    raffles: [],
    people: [],
    tickets: 0,
    orders: 0,
  }
  shop.raffles = openRaffles(random, { start, days: DAYS, tickets: size.tickets })
  const first = emptyChunk()
  first.facts.push(...shelfFacts(shop.raffles), ...cashierFacts(new Date(start), until))
  yield first
  const ordersOf = shares(size.orders, weightsOfDays(random))
  const peopleOf = shares(size.customers, weightsOfDays(random))
  for (let day = 0; day < DAYS; day++)
    yield dayOf(shop, {
      dayMs: start + day * DAY_MS,
      orders: ordersOf[day] ?? 0,
      people: peopleOf[day] ?? 0,
      size,
    })
}

function cashierFacts(from: Date, until: Date): ScaleFact[] {
  const stream = `staff/${cashierId}`
  return [
    { stream, at: from, event: { type: 'StaffInvited', data: { role: 'cashier' } } },
    { stream, at: until, event: { type: 'StaffDisabled', data: {} } },
  ]
}

const emptyChunk = (): ScaleChunk => ({
  facts: [],
  people: [],
  contacts: [],
  orders: 0,
  tickets: 0,
})

type Day = { dayMs: number; orders: number; people: number; size: ScaleSize }

function dayOf(shop: ScaleShop, { dayMs, orders, people, size }: Day): ScaleChunk {
  const chunk = emptyChunk()
  for (let n = 0; n < people; n++) register(shop, chunk, new Date(dayMs))
  for (const at of timesOf(shop.random, dayMs, orders)) {
    const before = shop.tickets
    const placed = orderFacts(shop, { at, ticketsWanted: wantedNow(shop, size) })
    chunk.facts.push(...placed.facts)
    chunk.contacts.push(placed.contact)
    chunk.orders += 1
    chunk.tickets += shop.tickets - before
  }
  for (const raffle of shop.raffles)
    if (!raffle.isClosed && raffle.closesMs < dayMs + DAY_MS) {
      raffle.isClosed = true
      const closed = { cause: 'ended' as const, issuedCount: raffle.issued }
      chunk.facts.push({
        stream: `raffle/${raffle.raffleId}`,
        event: { type: 'RaffleClosed', data: closed },
        at: new Date(dayMs + DAY_MS - 1),
      })
    }
  return chunk
}

/** So that the last order brings the last ticket, whatever the draws were before it. */
function wantedNow({ tickets, orders }: ScaleShop, size: ScaleSize): number {
  return Math.max(1, (size.tickets - tickets) / Math.max(1, size.orders - orders))
}

function register({ random, people }: ScaleShop, chunk: ScaleChunk, at: Date): void {
  const personId = random.uuid()
  const phone = `+96178${String(people.length).padStart(6, '0')}`
  const person = { personId, name: random.name(), phone, at }
  people.push(person)
  chunk.people.push(person)
  const stream = `customer/${personId}`
  const via = 'sign_up' as const
  chunk.facts.push({ stream, event: { type: 'CustomerRegistered', data: { via } }, at })
  chunk.facts.push({ stream, event: { type: 'PhoneVerified', data: {} }, at })
}

/** More every month, more at the end of the week, and five times as many on a day of rush. */
function weightsOfDays(random: Draws): number[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const growth = 0.4 + (1.2 * day) / DAYS
    const weekly = [1, 1, 1, 1.1, 1.4, 1.5, 0.9][day % 7] ?? 1
    const rush = random.below(40) === 0 ? 5 : 1
    return growth * weekly * rush * (0.8 + random.part() * 0.4)
  })
}

/** Whole numbers in these proportions, which add up to `total`. */
function shares(total: number, weights: readonly number[]): number[] {
  let sum = 0
  for (const weight of weights) sum += weight
  let given = 0
  let passed = 0
  return weights.map((weight) => {
    passed += weight
    const upTo = Math.round((total * passed) / sum)
    const share = upTo - given
    given = upTo
    return share
  })
}

function timesOf(random: Draws, dayMs: number, count: number): Date[] {
  return shares(count, HOURS).flatMap((inHour, hour) =>
    Array.from({ length: inHour }, () => random.below(HOUR_MS))
      .toSorted((a, b) => a - b)
      .map((ms) => new Date(dayMs + hour * HOUR_MS + ms)),
  )
}
