// Made-up weeks of a shop for tests of its figures: orders of a few people and products, around the
// night in which Beirut sets its clocks back, paid late or never, paid back, claimed and voided.
import fc from 'fast-check'

import { manualMethods } from '#events/order/words.ts'

import {
  customerIdOf,
  line,
  order,
  orderIdOf,
  productListed,
  raffleIdOf,
  rafflePublished,
  registered,
  type Told,
} from './story.ts'

export const PEOPLE = 4
export const PRODUCTS = 5
/** The night of 24 to 25 October 2026 has 25 hours. */
const START = Date.parse('2026-10-18T20:00:00.000Z')
const MINUTES = 14 * 24 * 60

const methods = ['whishpay', 'montypay', 'whish', 'omt', 'card', 'cash'] as const

const plannedOrder = fc.record({
  person: fc.integer({ min: 0, max: PEOPLE }), // 0 is a guest
  placedAt: fc.integer({ min: 0, max: MINUTES }),
  paidAfter: fc.option(fc.integer({ min: 1, max: 3 * 24 * 60 }), { nil: null }),
  product: fc.integer({ min: 1, max: PRODUCTS }),
  second: fc.option(fc.integer({ min: 1, max: PRODUCTS }), { nil: null }),
  quantity: fc.integer({ min: 1, max: 3 }),
  method: fc.constantFrom(...methods),
  paidWith: fc.constantFrom(...methods),
  isDelivery: fc.boolean(),
  refundAfter: fc.option(fc.integer({ min: 1, max: 4 * 24 * 60 }), { nil: null }),
  isSurplus: fc.boolean(),
  wasNeverPaid: fc.boolean(),
  claimedBy: fc.option(fc.integer({ min: 1, max: PEOPLE }), { nil: null }),
})
type PlannedOrder = typeof plannedOrder extends fc.Arbitrary<infer Value> ? Value : never

/** Facts in the order in which they happened. */
export const salesTale: fc.Arbitrary<Told[]> = fc
  .array(plannedOrder, { minLength: 8, maxLength: 40 })
  .map((orders) => [...beginning(), ...orders.flatMap(factsOf).toSorted(byTime)])

export const dayOfTale = fc
  .integer({ min: -2, max: 20 })
  .map((days) => new Date(START + days * 86_400_000).toISOString().slice(0, 10))

const instantAt = (minute: number) => new Date(START + minute * 60_000).toISOString()
const byTime = (one: Told, other: Told) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1)
const at = (facts: Told[], instant: string) => facts.map((fact) => ({ ...fact, at: instant }))

function beginning(): Told[] {
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    registered(index + 1, instantAt(index * 2_000)),
  )
  const products = Array.from({ length: PRODUCTS }, (_, index) =>
    productListed(index + 1, index === 0 ? 1 : null),
  )
  return [...at(rafflePublished(1), instantAt(0)), ...at(products.flat(), instantAt(0)), ...people]
}

let ticketsIssued = 0

function factsOf(planned: PlannedOrder, index: number): Told[] {
  if (index === 0) ticketsIssued = 0
  const n = index + 1
  const { person, placedAt, paidAfter, method, paidWith, isDelivery, refundAfter } = planned
  const first = line(2 * n, {
    product: planned.product,
    raffle: planned.product === 1 ? 1 : null,
    quantity: planned.quantity,
  })
  const others =
    planned.second === null ? [] : [line(2 * n + 1, { product: planned.second, raffle: null })]
  const isOnline = method === 'whishpay' || method === 'montypay'
  const bought = order(n, {
    lines: [first, ...others],
    customerId: person === 0 ? null : customerIdOf(person),
    orderType: isOnline ? 'online' : 'offline',
    paymentMethod: method,
    shippingMethod: isDelivery ? 'delivery' : 'pickup',
    shippingCents: isDelivery ? 500 : 0,
  })
  const facts = [bought.placed(instantAt(placedAt))]
  if (planned.claimedBy !== null && person === 0)
    facts.push({
      stream: `customer/${customerIdOf(planned.claimedBy)}`,
      event: { type: 'OrdersClaimed', data: { orderIds: [orderIdOf(n)] } },
      at: instantAt(placedAt + 5),
    })
  if (paidAfter === null) return facts
  const paidAt = instantAt(placedAt + paidAfter)
  facts.push({ ...bought.paid(paidAt, { attemptId: null, method: paidWith }), at: paidAt })
  if (first.raffleId !== null) {
    const from = ticketsIssued + 1
    ticketsIssued += 2 * planned.quantity
    facts.push(...at(bought.granted(first, from, ticketsIssued), paidAt))
    if (planned.isSurplus) facts.push(voided(from, instantAt(placedAt + paidAfter + 900)))
  }
  if (refundAfter !== null) {
    const backAt = instantAt(placedAt + paidAfter + refundAfter)
    const method = manualMethods.find((known) => known === paidWith)
    if (planned.wasNeverPaid && method !== undefined)
      facts.push(...at(unpaid(bought, { method, paidAt }), backAt))
    else facts.push(...refund(bought, { planned, at: backAt }))
  }
  return facts
}

const voided = (ticket: number, instant: string): Told => ({
  stream: `raffle/${raffleIdOf(1)}`,
  event: { type: 'TicketsVoided', data: { ranges: [[ticket, ticket]], reason: 'returned' } },
  at: instant,
})

function refund(
  bought: ReturnType<typeof order>,
  { planned, at: instant }: { planned: PlannedOrder; at: string },
): Told[] {
  const cause = planned.isSurplus ? ('paid_twice' as const) : ('returned' as const)
  const money = { refundId: cause, amountCents: 300, currency: 'USD' as const }
  return [
    bought.tell(
      { type: 'RefundDue', data: { ...money, lineId: null, attemptId: null, cause } },
      instant,
    ),
    bought.tell({ type: 'RefundPaid', data: { ...money, method: 'cash' } }, instant),
  ]
}

/** The payment was written down by mistake; two duties end with it. */
export function unpaid(
  bought: Pick<ReturnType<typeof order>, 'tell' | 'totalCents'>,
  payment: { method: (typeof manualMethods)[number]; paidAt: string },
): Told[] {
  const duties = [
    { refundId: 'staff', amountCents: 300, cause: 'staff' as const },
    { refundId: 'rest', amountCents: bought.totalCents - 300, cause: 'cancelled' as const },
  ].map((duty) => ({ ...duty, currency: 'USD' as const }))
  return [
    ...duties.map((duty) => {
      const about = { lineId: null, attemptId: null }
      return bought.tell({ type: 'RefundDue', data: { ...duty, ...about } })
    }),
    ...duties.map((duty) =>
      bought.tell({
        type: 'RefundWithdrawn',
        data: { ...duty, reason: 'never_paid', ...payment },
      }),
    ),
  ]
}
