// One order of the large shop, from its placing to whatever became of it.
import type { OrderEvent, OrderLine } from '#events/order/events.ts'

import type { ScaleContact, ScaleFact, ScalePerson, ScaleRaffle, ScaleShop } from './scale-types.ts'

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data']
type AttemptId = Extract<OrderEvent, { type: 'PaymentAttempted' }>['data']['attemptId']

/** Took every order of the counter, and has left since. */
export const cashierId = '5ca1ab1e-0000-4000-8000-000000000001'
/** Payments of the year are numbered from here on: no shop's own come so far. */
export const refsFrom = 500_000_000_000

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DELIVERY_CENTS = 500
const onlineMethods = ['whishpay', 'whishpay', 'montypay'] as const
const manualMethods = ['whish', 'omt', 'card', 'cash'] as const

type Given = { at: Date; ticketsWanted: number }
type Made = { facts: ScaleFact[]; contact: ScaleContact }

export function orderFacts(shop: ScaleShop, { at, ticketsWanted }: Given): Made {
  const { random } = shop
  shop.orders += 1
  const orderId = random.uuid()
  const stream = `order/${orderId}`
  const person = personFor(shop, at)
  const isGuest = person.personId === ''
  const raffle = raffleAt(shop, at)
  const line = lineOf(shop, raffle, ticketsWanted)
  const placed = placedOf(shop, { at, line, customerId: isGuest ? null : person.personId })
  const facts: ScaleFact[] = []
  const by = placed.orderType === 'offline' ? { actor: `staff:${cashierId}` } : {}
  const tell = (event: OrderEvent, minutes: number) =>
    facts.push({ stream, event, at: later(shop, at, minutes), ...by })

  tell({ type: 'OrderPlaced', data: placed }, 0)
  const attemptId = attempt(shop, placed, tell)
  const fate = random.below(100)
  const contact = { orderId, person, isGuest, at }
  if (fate < 8) {
    if (fate > 1) tell({ type: 'OrderCancelled', data: { reason: 'expired' } }, 31)
    return { facts, contact }
  }
  pay(placed, { attemptId, at, tell })
  facts.push(...issue(shop, { raffle, line, orderId, at }))
  tell(granted(raffle, line), 2)
  if (fate > 8 && fate < 20) tell(onItsWay(placed), 3)
  if (fate > 45) tell({ type: 'OrderCompleted', data: {} }, 3)
  if (fate === 8) payBack(placed, tell)
  return { facts, contact }
}

const onItsWay = ({ shippingMethod }: Placed): OrderEvent =>
  shippingMethod === 'pickup'
    ? { type: 'OrderMadeReady', data: {} }
    : { type: 'OrderSentOut', data: {} }

const later = ({ untilMs }: ScaleShop, at: Date, minutes: number) =>
  new Date(Math.min(untilMs, at.getTime() + minutes * MINUTE_MS))

type Tell = (event: OrderEvent, minutes: number) => void

/** Seven of ten are known customers, those of late more often; the others are guests. */
function personFor({ random, people }: ScaleShop, at: Date): ScalePerson {
  const isKnown = people.length > 0 && random.below(10) < 7
  const latest = 1 - (1 - random.part()) ** 1.5
  const known = isKnown ? people[Math.floor(latest * people.length)] : undefined
  if (known !== undefined) return known
  const phone = `+96171${String(random.below(1_000_000)).padStart(6, '0')}`
  return { personId: '', name: random.name(), phone, at }
}

function raffleAt({ random, raffles }: ScaleShop, at: Date): ScaleRaffle {
  const open = raffles.filter(
    ({ opensMs, closesMs, isClosed }) =>
      !isClosed && opensMs <= at.getTime() && at.getTime() < closesMs,
  )
  return random.one(open.length > 0 ? open : raffles.filter(({ isClosed }) => !isClosed))
}

function lineOf({ random }: ScaleShop, raffle: ScaleRaffle, ticketsWanted: number): OrderLine {
  const product = random.one(raffle.products)
  const quantity = 1 + random.below(3)
  // About an eighth of the orders never get their tickets.
  const perUnit = (ticketsWanted / 0.92 / 2) * (0.5 + random.part())
  return {
    lineId: random.uuid<OrderLine['lineId']>(),
    productId: product.productId,
    productName: product.name,
    productImage: null,
    variantId: null,
    variantName: null,
    quantity,
    unitPriceCents: product.priceCents,
    raffleId: raffle.raffleId,
    raffleName: raffle.name,
    prizeValueCents: 150_000,
    ticketsPerUnit: Math.max(1, Math.round(perUnit)),
  }
}

function placedOf(
  { random, orders }: ScaleShop,
  { at, line, customerId }: { at: Date; line: OrderLine; customerId: string | null },
): Placed {
  const isOnline = random.below(8) > 0
  const isDelivery = random.below(5) < 2
  const subtotalCents = line.unitPriceCents * line.quantity
  const shippingCents = isDelivery ? DELIVERY_CENTS : 0
  return {
    reference: `QS-${orders.toString(36).toUpperCase().padStart(6, '0')}`,
    orderType: isOnline ? 'online' : 'offline',
    // It has the form that its brand asks for.
    customerId: customerId as Placed['customerId'],
    lines: [line],
    shippingMethod: isDelivery ? 'delivery' : 'pickup',
    subtotalCents,
    shippingCents,
    totalCents: subtotalCents + shippingCents,
    currency: 'USD',
    paymentMethod: isOnline ? random.one(onlineMethods) : random.one(manualMethods),
    holdUntil: new Date(at.getTime() + 30 * MINUTE_MS).toISOString(),
  }
}

function attempt({ random, orders }: ScaleShop, placed: Placed, tell: Tell): AttemptId | null {
  const { paymentMethod: method, totalCents: amountCents, currency } = placed
  if (method !== 'whishpay' && method !== 'montypay') return null
  const attemptId = random.uuid<AttemptId>()
  const data = { attemptId, ref: String(refsFrom + orders), method, amountCents, currency }
  tell({ type: 'PaymentAttempted', data }, 0)
  return attemptId
}

function pay(
  { paymentMethod, totalCents, currency, subtotalCents, shippingCents }: Placed,
  { attemptId, at, tell }: { attemptId: AttemptId | null; at: Date; tell: Tell },
): void {
  tell(
    {
      type: 'PaymentConfirmed',
      data: {
        attemptId,
        method: paymentMethod,
        amountCents: totalCents,
        currency,
        providerRef: null,
        providerStatus: attemptId === null ? 'manual' : 'success',
        paidAt: new Date(at.getTime() + MINUTE_MS).toISOString(),
        isRevival: false,
        sale: { subtotalCents, shippingCents },
      },
    },
    1,
  )
}

type Issued = { raffle: ScaleRaffle; line: OrderLine; orderId: string; at: Date }

function issue(shop: ScaleShop, { raffle, line, orderId, at }: Issued): ScaleFact[] {
  const { random } = shop
  const first = raffle.issued + 1
  const tickets = line.quantity * line.ticketsPerUnit
  raffle.issued += tickets
  shop.tickets += tickets
  const data = {
    first,
    last: raffle.issued, // inclusive
    channel: 'online' as const,
    ticketsPerUnit: line.ticketsPerUnit,
    orderCommit: random.hex(32),
    holderCommit: random.hex(32),
  }
  const { lineId, productId } = line
  return [
    {
      stream: `raffle/${raffle.raffleId}`,
      event: { type: 'TicketsIssued', data },
      at: later(shop, at, 2),
      issued: { orderId, lineId, productId },
    },
  ]
}

function granted({ raffleId, issued }: ScaleRaffle, line: OrderLine): OrderEvent {
  const first = issued - line.quantity * line.ticketsPerUnit + 1
  return {
    type: 'TicketsGranted',
    data: { grants: [{ lineId: line.lineId, raffleId, first, last: issued }] },
  }
}

function payBack({ totalCents, currency }: Placed, tell: Tell): void {
  const minutes = (3 * DAY_MS) / MINUTE_MS
  const money = { refundId: 'returned', amountCents: totalCents, currency }
  const duty = { ...money, lineId: null, attemptId: null, cause: 'returned' as const }
  tell({ type: 'OrderCancelled', data: { reason: 'returned' } }, minutes)
  tell({ type: 'RefundDue', data: duty }, minutes)
  tell({ type: 'RefundPaid', data: { ...money, method: 'cash' } }, minutes)
}
