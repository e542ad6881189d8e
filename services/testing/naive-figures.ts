// The figures of a range of days, counted the slow way: fact by fact, with nothing remembered
// between two questions. What the sums of the read models are held against.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import { isSurplusCause } from '#events/order/evolve.ts'

import type { Told } from './story.ts'

type Sale = { orderId: string; day: string; cents: number; method: string; buyer: string | null }

export type NaiveFigures = {
  revenueCents: number
  orders: number
  grossCents: number
  byMethod: Record<string, number>
  byProduct: Record<string, number>
  tickets: number
  totalCustomers: number
  newCustomers: number
  returningCustomers: number
}

/** Null is open. Both days are included. */
export type Days = { startDate: string | null; endDate: string | null }

export function naiveFigures(told: readonly Told[], { startDate, endDate }: Days): NaiveFigures {
  const isIn = (day: string) =>
    (startDate === null || day >= startDate) && (endDate === null || day <= endDate)
  const isUntil = (day: string) => endDate === null || day <= endDate
  const sales = salesOf(told)
  const here = sales.filter(({ day }) => isIn(day))
  const refunds = refundsOf(told).filter(({ day }) => isIn(day))
  const methodOf = new Map(sales.map(({ orderId, method }) => [orderId, method]))

  const byMethod: Record<string, number> = {}
  for (const { method, cents } of here) byMethod[method] = (byMethod[method] ?? 0) + cents
  for (const { orderId, cents } of refunds) {
    const method = methodOf.get(orderId) ?? ''
    byMethod[method] = (byMethod[method] ?? 0) - cents
  }
  const grossCents = here.reduce((sum, { cents }) => sum + cents, 0)
  const buyers = new Set(here.flatMap(({ buyer }) => (buyer === null ? [] : [buyer])))
  const known = [...buyers].filter((one) =>
    sales.some(({ buyer, day }) => buyer === one && startDate !== null && day < startDate),
  )
  return {
    revenueCents: grossCents - refunds.reduce((sum, { cents }) => sum + cents, 0),
    orders: here.length,
    grossCents,
    byMethod,
    byProduct: productsOf(told, new Set(here.map(({ orderId }) => orderId))),
    tickets: ticketsOf(told, isIn),
    totalCustomers: told.filter(
      ({ event, at }) => event.type === 'CustomerRegistered' && isUntil(beirutDayOf(at ?? '')),
    ).length,
    newCustomers: buyers.size - known.length,
    returningCustomers: known.length,
  }
}

export type NaiveBuyers = {
  /** In the days: how many known buyers, and what they paid. */
  buyers: number
  cents: number
  /** Of all time, by months (`yyyy-MM`) in which anybody known bought. */
  months: Record<string, { fresh: number; cameBack: number }>
  everybody: number
  boughtAgain: number
}

export function naiveBuyers(told: readonly Told[], { startDate, endDate }: Days): NaiveBuyers {
  const sales = salesOf(told).filter(({ buyer }) => buyer !== null)
  const here = sales.filter(
    ({ day }) => (startDate === null || day >= startDate) && (endDate === null || day <= endDate),
  )
  const byBuyer = [...Map.groupBy(sales, ({ buyer }) => buyer).values()]
  const months: NaiveBuyers['months'] = {}
  for (const own of byBuyer) {
    const bought = [...new Set(own.map(({ day }) => day.slice(0, 'yyyy-MM'.length)))].toSorted()
    for (const [index, month] of bought.entries()) {
      const known = (months[month] ??= { fresh: 0, cameBack: 0 })
      known[index === 0 ? 'fresh' : 'cameBack'] += 1
    }
  }
  return {
    buyers: new Set(here.map(({ buyer }) => buyer)).size,
    cents: here.reduce((sum, { cents }) => sum + cents, 0),
    months,
    everybody: byBuyer.length,
    boughtAgain: byBuyer.filter((own) => own.length > 1).length,
  }
}

const idOf = ({ stream }: Told) => stream.slice(stream.indexOf('/') + 1)

function salesOf(told: readonly Told[]): Sale[] {
  const buyers = new Map<string, string | null>()
  for (const fact of told) {
    if (fact.event.type === 'OrderPlaced') buyers.set(idOf(fact), fact.event.data.customerId)
    if (fact.event.type === 'OrdersClaimed')
      for (const orderId of fact.event.data.orderIds) buyers.set(orderId, idOf(fact))
  }
  const unpaid = new Set(
    told.flatMap((fact) => {
      const { type, data } = fact.event
      return type === 'RefundWithdrawn' && data.reason === 'never_paid' ? [idOf(fact)] : []
    }),
  )
  return told.flatMap((fact) => {
    if (fact.event.type !== 'PaymentConfirmed' || fact.event.data.sale === null) return []
    if (unpaid.has(idOf(fact))) return []
    const { paidAt, method, sale } = fact.event.data
    const cents = sale.subtotalCents + sale.shippingCents
    const orderId = idOf(fact)
    const buyer = buyers.get(orderId) ?? null
    return [{ orderId, day: beirutDayOf(paidAt), cents, method, buyer }]
  })
}

function refundsOf(told: readonly Told[]) {
  const surplus = new Set<string>()
  for (const fact of told)
    if (fact.event.type === 'RefundDue' && isSurplusCause(fact.event.data.cause))
      surplus.add(`${idOf(fact)} ${fact.event.data.refundId}`)
  return told.flatMap((fact, index) => {
    if (fact.event.type !== 'RefundPaid') return []
    const isWithdrawn = told
      .slice(index)
      .some(
        ({ event, ...other }) =>
          event.type === 'RefundPaymentWithdrawn' &&
          other.stream === fact.stream &&
          fact.event.type === 'RefundPaid' &&
          event.data.refundId === fact.event.data.refundId,
      )
    if (isWithdrawn) return []
    const { refundId, amountCents: cents } = fact.event.data
    if (surplus.has(`${idOf(fact)} ${refundId}`)) return []
    return [{ orderId: idOf(fact), day: beirutDayOf(fact.at ?? ''), cents }]
  })
}

function productsOf(told: readonly Told[], paid: ReadonlySet<string>): Record<string, number> {
  const revenue: Record<string, number> = {}
  for (const fact of told) {
    if (fact.event.type !== 'OrderPlaced' || !paid.has(idOf(fact))) continue
    for (const { productId, unitPriceCents, quantity } of fact.event.data.lines)
      revenue[productId] = (revenue[productId] ?? 0) + unitPriceCents * quantity
  }
  return revenue
}

function ticketsOf(told: readonly Told[], isIn: (day: string) => boolean): number {
  let tickets = 0
  for (const { event, at } of told) {
    if (!isIn(beirutDayOf(at ?? ''))) continue
    if (event.type === 'TicketsIssued') tickets += event.data.last - event.data.first + 1
    if (event.type === 'TicketsVoided')
      for (const [first, last] of event.data.ranges) tickets -= last - first + 1
  }
  return tickets
}
