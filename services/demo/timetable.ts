// The demo's past as a plan: who does what, when. The same shop gives the same plan, so two first
// starts differ in ids and in the day alone.
import { demoPerson, demoRaffles } from './shop.ts'
import type { DemoPerson, DemoProduct, DemoRaffle } from './shop.ts'

export const pastDays = 75

export type PlannedOrder = {
  at: Date
  raffle: DemoRaffle
  product: DemoProduct
  variant: number
  quantity: number
  person: DemoPerson
  personIndex: number
  method: 'whishpay' | 'montypay'
  isDelivery: boolean
  /** What the buyer does on the provider's page. */
  outcome: 'approve' | 'decline' | 'decline_then_approve' | 'leave'
}

export type Plan = {
  openings: { at: Date; raffle: DemoRaffle }[]
  orders: PlannedOrder[]
  /** The first so many of the people have an account; the others buy as guests. */
  accounts: number
}

const DAY_MS = 86_400_000
const ACCOUNTS = 60
const PEOPLE = 420

export function planPast(now: Date): Plan {
  const random = generator(20_261)
  const openings = demoRaffles
    .map((raffle) => ({ at: openingOf(raffle, now), raffle }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const orders = demoRaffles
    .flatMap((raffle) => ordersOf(raffle, now, random))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return { openings, orders, accounts: ACCOUNTS }
}

/** Everything is announced by its first day; what opens later is announced a little before now. */
function openingOf({ opensOnDay }: DemoRaffle, now: Date): Date {
  return new Date(now.getTime() + Math.min(opensOnDay * DAY_MS, -DAY_MS) - 600_000)
}

function ordersOf(raffle: DemoRaffle, now: Date, random: () => number): PlannedOrder[] {
  const [product] = raffle.products
  if (product === undefined) return []
  const from = openingOf(raffle, now).getTime() + DAY_MS / 2
  const until = now.getTime() + Math.min(raffle.endsOnDay * DAY_MS, 0) - 3_600_000
  let units = Math.floor((raffle.totalTickets * raffle.soldShare) / product.tickets)
  const orders: PlannedOrder[] = []
  while (units > 0) {
    const quantity = Math.min(units, 1 + Math.floor(random() ** 2 * 7))
    const outcome = outcomeOf(random())
    if (outcome === 'approve' || outcome === 'decline_then_approve') units -= quantity
    // Sales quicken towards the end.
    const at = openHours(new Date(from + (until - from) * Math.sqrt(random())), until)
    const personIndex = Math.floor(random() ** 1.6 * PEOPLE)
    orders.push({
      at,
      raffle,
      product,
      quantity,
      outcome,
      personIndex,
      person: demoPerson(personIndex),
      variant: Math.floor(random() * Math.max(1, product.variants.length)),
      method: random() < 0.63 ? 'whishpay' : 'montypay',
      isDelivery: random() < 0.42,
    })
  }
  return orders
}

function outcomeOf(chance: number): PlannedOrder['outcome'] {
  if (chance < 0.9) return 'approve'
  if (chance < 0.93) return 'decline_then_approve'
  return chance < 0.97 ? 'leave' : 'decline'
}

/** Between 9 in the morning and midnight in Beirut (UTC+2 or +3: near enough for a demo). */
function openHours(at: Date, until: number): Date {
  const isNight = at.getUTCHours() < 6
  const moved = isNight ? at.getTime() + 9 * 3_600_000 : at.getTime()
  return new Date(Math.min(moved, until))
}

/** Mulberry32: small, seeded, good enough to scatter a demo. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
}
