// How the shop does, by Beirut day: what was ordered, paid and earned, which products earned it and
// which raffles gave tickets. A row is a sum of facts of one log and keeps the position of the last
// fact in it, so nothing is ever added twice and no range of days is too long to be asked for.
// Beside them one narrow row for each order: whose it is, when it was placed and when it was paid.
// Refunds are not here: they are few, and `sales_refunds` has them by the moment they were paid.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import { lineTotalCents } from '#events/order/evolve.ts'

import { collect, idOf, logKind } from '../projection.ts'
import type { Load, Part, Previous, Projection, Recorded, Table } from '../projection.ts'
import { sums } from './sums.ts'

/** Three parts: placed, claimed, paid. */
export const insightOrdersTable: Table = {
  name: 'insight_orders',
  columns: {
    order_id: 'uuid',
    placed_at: 'timestamptz',
    order_type: 'text',
    // As it was chosen at the checkout; what it was paid with in the end may be another.
    method: 'text',
    placed_by: 'uuid',
    lines: 'json',
    claimed_by: 'uuid',
    paid_at: 'timestamptz',
    paid_method: 'text',
  },
  key: ['order_id'],
  // As in migration 0022: who bought in a few days, and all that each buyer bought. They hold what
  // is asked of them; an expression is read from an index alone when its columns are there too.
  indexes: [
    '(paid_at) include (claimed_by, placed_by) where paid_at is not null',
    '((coalesce(claimed_by, placed_by)), paid_at) include (claimed_by, placed_by)' +
      ' where paid_at is not null',
  ],
}

/** Days of two kinds: `placed` and `converted` count on the day an order was placed. */
export const insightDaysTable: Table = {
  name: 'insight_days',
  columns: {
    day: 'date',
    log_id: 'text',
    order_type: 'text',
    method: 'text',
    position: 'bigint',
    placed: 'bigint',
    // Of those placed on the day, whenever the money came.
    converted: 'bigint',
    // Sales whose money came on the day, and what they came to, shipping included.
    paid: 'bigint',
    gross_cents: 'bigint',
  },
  key: ['day', 'log_id', 'order_type', 'method'],
  indexes: [],
}

/** By the day of the payment, shipping left out. */
export const insightProductsTable: Table = {
  name: 'insight_products',
  columns: {
    day: 'date',
    log_id: 'text',
    product_id: 'uuid',
    position: 'bigint',
    quantity: 'bigint',
    revenue_cents: 'bigint',
  },
  key: ['day', 'log_id', 'product_id'],
  indexes: [],
}

export const insightTicketsTable: Table = {
  name: 'insight_tickets',
  columns: {
    day: 'date',
    raffle_id: 'uuid',
    position: 'bigint',
    issued: 'bigint',
    voided: 'bigint',
  },
  key: ['day', 'raffle_id'],
  indexes: [],
}

export const insight: Projection = {
  name: 'insight',
  version: 1,
  tables: [insightOrdersTable, insightDaysTable, insightProductsTable, insightTicketsTable],
  reads: {
    shop: [
      'OrderPlaced',
      'PaymentConfirmed',
      'PaymentMethodCorrected',
      'RefundWithdrawn',
      'OrdersClaimed',
    ],
    raffle: ['TicketsIssued', 'TicketsVoided'],
  },
  loads,
  loadsMore,
  fold: (page, previous) => [...foldOrders(page, previous), ...foldTickets(page, previous)],
}

/** The days a page adds to, and the orders whose payment it tells of that were placed before it. */
function loads(page: readonly Recorded[]): Load[] {
  const placed = new Set<string>()
  const earlier = new Set<string>()
  for (const { streamId, event } of page) {
    if (event.type === 'OrderPlaced') placed.add(streamId)
    if (isOfPayment(event) && !placed.has(streamId)) earlier.add(idOf(streamId))
  }
  const isRaffle = page[0] !== undefined && logKind(page[0].logId) === 'raffle'
  const summed = isRaffle ? [insightTicketsTable] : [insightDaysTable, insightProductsTable]
  const days = [...daysOf(page)]
  return [
    ...summed.map((table) => ({ table, column: 'day', values: days })),
    { table: insightOrdersTable, column: 'order_id', values: [...earlier] },
  ].filter(({ values }) => values.length > 0)
}

/** The other days on which those orders were placed and paid: a payment counts there, too. */
function loadsMore(page: readonly Recorded[], previous: Previous): Load[] {
  const known = daysOf(page)
  const days = new Set<string>()
  for (const { streamId, event } of page) {
    if (!isOfPayment(event)) continue
    const row = previous(insightOrdersTable, idOf(streamId))
    for (const at of [row?.placed_at, row?.paid_at])
      if (at && !known.has(dayOf(at as Date))) days.add(dayOf(at as Date))
  }
  if (days.size === 0) return []
  return [insightDaysTable, insightProductsTable].map((table) => {
    return { table, column: 'day', values: [...days] }
  })
}

function daysOf(page: readonly Recorded[]): ReadonlySet<string> {
  const days = new Set<string>()
  for (const { event, recordedAt } of page) {
    if (event.type === 'OrdersClaimed') continue
    days.add(dayOf(recordedAt))
    if (isOfPayment(event) && event.data.paidAt !== undefined) days.add(dayOf(event.data.paidAt))
  }
  return days
}

type OfPayment = 'PaymentConfirmed' | 'PaymentMethodCorrected' | 'RefundWithdrawn'
const isOfPayment = (event: Recorded['event']): event is Fact<OfPayment> =>
  event.type === 'PaymentConfirmed' ||
  event.type === 'PaymentMethodCorrected' ||
  (event.type === 'RefundWithdrawn' && event.data.reason === 'never_paid')

type Fact<Type extends Recorded['event']['type']> = Extract<Recorded['event'], { type: Type }>
type Basket = readonly (readonly [productId: string, quantity: number, cents: number])[]
type Placed = { placedAt: Date; orderType: string; method: string; lines: Basket }

function foldOrders(page: readonly Recorded[], previous: Previous): Part[] {
  const orders = ordersOf(previous)
  const days = sums(insightDaysTable, previous)
  const products = sums(insightProductsTable, previous)
  const payments = paymentsOf(previous)
  const claimed = collect(insightOrdersTable, ['claimed_by'])

  /** A sale comes in (1) or, of which nobody had paid anything, goes out again (-1). */
  function count(position: number, sign: 1 | -1, { logId, orderId, paidAt, method }: Sold) {
    const { placedAt, orderType, method: chosen, lines } = orders.of(orderId)
    days.add(position, [dayOf(placedAt), logId, orderType, chosen], { converted: sign })
    days.add(position, [dayOf(paidAt), logId, orderType, method], { paid: sign })
    for (const [productId, quantity, cents] of lines)
      products.add(position, [dayOf(paidAt), logId, productId], {
        quantity: sign * quantity,
        revenue_cents: sign * cents,
      })
  }

  for (const { logId, position, streamId, event, recordedAt } of page) {
    if (event.type === 'OrdersClaimed')
      for (const orderId of event.data.orderIds) claimed.set([orderId], [idOf(streamId)])
    const orderId = idOf(streamId)
    if (event.type === 'OrderPlaced') {
      const { orderType, paymentMethod } = event.data
      orders.place(orderId, recordedAt, event.data)
      const day = [dayOf(recordedAt), logId, orderType, paymentMethod]
      days.add(position, day, { placed: 1 })
    }
    if (!isOfPayment(event)) continue
    const { orderType } = orders.of(orderId)
    const earn = (paidAt: string | Date, method: string, amounts: Record<string, number>) =>
      days.add(position, [dayOf(paidAt), logId, orderType, method], amounts)
    if (event.type === 'PaymentMethodCorrected') {
      const { paidAt, from, to, amountCents } = event.data
      payments.set(orderId, { paidAt, method: to })
      earn(paidAt, from, { paid: -1, gross_cents: -amountCents })
      earn(paidAt, to, { paid: 1, gross_cents: amountCents })
    }
    if (event.type === 'PaymentConfirmed' && event.data.sale !== null) {
      const { paidAt, method, sale } = event.data
      payments.set(orderId, { paidAt, method })
      count(position, 1, { logId, orderId, paidAt, method })
      earn(paidAt, method, { gross_cents: sale.subtotalCents + sale.shippingCents })
    }
    if (event.type === 'RefundWithdrawn') {
      // Several duties may end with one payment: each takes its part, the first the sale.
      const payment = payments.of(orderId)
      const { amountCents, paidAt = payment?.paidAt, method } = event.data
      if (paidAt !== undefined && method !== null)
        earn(paidAt, method, { gross_cents: -amountCents })
      if (payment !== null) count(position, -1, { logId, orderId, ...payment })
      payments.set(orderId, null)
    }
  }
  const parts = [...orders.parts(), ...claimed.parts(), ...payments.parts()]
  return [...parts, ...days.parts(), ...products.parts()]
}

type Payment = { paidAt: string | Date; method: string }
type Sold = Payment & { logId: string; orderId: string }

/** What sales were paid with and when; null where nobody had paid, or nobody has yet. */
function paymentsOf(previous: Previous) {
  const known = new Map<string, Payment | null>()
  const rows = collect(insightOrdersTable, ['paid_at', 'paid_method'])
  return {
    set(orderId: string, payment: Payment | null) {
      known.set(orderId, payment)
      rows.set([orderId], [payment?.paidAt ?? null, payment?.method ?? null])
    },
    of(orderId: string): Payment | null {
      const here = known.get(orderId)
      if (here !== undefined) return here
      const row = previous(insightOrdersTable, orderId)
      if (!row?.paid_at) return null
      return { paidAt: row.paid_at as Date, method: row.paid_method as string }
    },
    parts: rows.parts,
  }
}

/** Orders of this page, and those that were placed in an earlier one. */
function ordersOf(previous: Previous) {
  const known = new Map<string, Placed>()
  const rows = collect(insightOrdersTable, [
    'placed_at',
    'order_type',
    'method',
    'placed_by',
    'lines',
  ])
  type Data = Fact<'OrderPlaced'>['data']
  return {
    place(orderId: string, placedAt: Date, data: Data) {
      const { orderType, paymentMethod: method, customerId } = data
      const lines = data.lines.map(
        (line) => [line.productId, line.quantity, lineTotalCents(line)] as const,
      )
      known.set(orderId, { placedAt, orderType, method, lines })
      rows.set([orderId], [placedAt, orderType, method, customerId, lines])
    },
    of(orderId: string): Placed {
      const here = known.get(orderId)
      if (here !== undefined) return here
      const row = previous(insightOrdersTable, orderId)
      // A claim alone makes a row too, but a payment is of the order's own stream, after it.
      if (row === undefined || row.placed_at === null)
        throw new Error(`order ${orderId} was paid but never placed`)
      return {
        placedAt: row.placed_at as Date,
        orderType: row.order_type as string,
        method: row.method as string,
        lines: row.lines as Basket,
      }
    },
    parts: rows.parts,
  }
}

function foldTickets(page: readonly Recorded[], previous: Previous): Part[] {
  const tickets = sums(insightTicketsTable, previous)
  for (const { logId, position, event, recordedAt } of page) {
    const day = [dayOf(recordedAt), idOf(logId)]
    if (event.type === 'TicketsIssued')
      tickets.add(position, day, { issued: event.data.last - event.data.first + 1 }) // inclusive
    if (event.type === 'TicketsVoided')
      for (const [first, last] of event.data.ranges)
        tickets.add(position, day, { voided: last - first + 1 })
  }
  return tickets.parts()
}

const HOUR_MS = 3_600_000
const daysByHour = new Map<number, string>()
const HOURS_KEPT_MAX = 50_000

/** Beirut is whole hours ahead, so an hour of UTC lies in one day: it is asked for once. */
function dayOf(at: Date | string): string {
  const hour = Math.floor(new Date(at).getTime() / HOUR_MS)
  const known = daysByHour.get(hour)
  if (known !== undefined) return known
  if (daysByHour.size >= HOURS_KEPT_MAX) daysByHour.clear()
  const day = beirutDayOf(new Date(hour * HOUR_MS).toISOString())
  daysByHour.set(hour, day)
  return day
}
