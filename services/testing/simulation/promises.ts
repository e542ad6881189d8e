// What must be true when a simulated world has come to rest, whatever happened in it: the
// invariants of `npm run verify` that concern sales (I1-I11, I13-I17, I21), held against what
// buyers were told and what providers know. Written against the tables and the facts, not with the
// rules that made them.
import { evolveOrder, initialOrder, lineTotalCents, saleLeftCents } from '#events/order/evolve.ts'
import type { OrderEvent } from '#events/order/events.ts'
import type { PlacedOrder } from '#events/order/evolve.ts'
import { ticketsOfLine } from '#events/order/evolve.ts'

import type { Buyer } from './buyers.ts'
import { booksBroken } from './promises-books.ts'
import { rafflesBroken } from './promises-raffles.ts'
import { workBroken } from './promises-work.ts'
import { HOLD_SECONDS } from './shop.ts'
import type { EventRow, IssueRow, Tables } from './tables.ts'
import type { World } from './world.ts'

export type WalkedOrder = {
  orderId: string
  order: PlacedOrder
  facts: OrderEvent[]
  /** When each of the facts was recorded, in milliseconds. */
  times: number[]
}

/** One line for each promise that was broken; none is as it should be. */
export function brokenPromises(world: World, buyers: readonly Buyer[]): string[] {
  const { tables } = world.server
  const orders = ordersOf(tables.streams.entries())
  const issues = new Map([...tables.issues.values()].map((row) => [row.order_line_id, row]))
  return [
    ...world.broken,
    ...rafflesBroken(tables),
    ...orders.flatMap((order) => graphBroken(order)),
    ...orders.flatMap((order) => ticketsBroken(order, issues)),
    ...orders.flatMap((order) => lateSaleBroken(order)),
    ...orders.flatMap((order) => cancelledSaleBroken(tables, order)),
    ...orphanedIssues(world, orders),
    ...booksBroken(orders, world.outside),
    ...wishesBroken(world, buyers),
    ...workBroken(world, orders),
  ]
}

function ordersOf(streams: Iterable<[string, readonly EventRow[]]>): WalkedOrder[] {
  return [...streams].flatMap(([key, rows]) => {
    const orderId = key.slice(key.indexOf(' order/') + ' order/'.length)
    if (!key.includes(' order/')) return []
    // The codec checked type and data against the catalogue before they were stored.
    const facts = rows.map(
      ({ type, payload }) => ({ type, data: JSON.parse(payload) }) as OrderEvent,
    )
    let order = initialOrder as ReturnType<typeof evolveOrder>
    for (const fact of facts) order = evolveOrder(order, fact)
    const times = rows.map(({ recorded_at }) => recorded_at.getTime())
    return order.status === 'none' ? [] : [{ orderId, order, facts, times }]
  })
}

/** I16, as a table: what each fact may follow. */
const mayFollow: Record<OrderEvent['type'], readonly string[]> = {
  OrderPlaced: ['none'],
  PaymentAttempted: ['pending'],
  PaymentDeclined: ['pending', 'cancelled', 'paid', 'completed'],
  PaymentMismatched: ['pending', 'cancelled', 'paid', 'completed'],
  PaymentConfirmed: ['pending', 'cancelled', 'paid', 'completed'],
  TicketsGranted: ['paid', 'completed'],
  RefundDue: ['paid', 'completed', 'cancelled', 'pending'],
  RefundPaid: ['paid', 'completed', 'cancelled', 'pending'],
  RefundPaymentWithdrawn: ['paid', 'completed', 'cancelled', 'pending'],
  RefundWithdrawn: ['paid', 'completed', 'cancelled', 'pending'],
  PaymentMethodCorrected: ['paid', 'completed', 'cancelled'],
  HoldExtended: ['pending'],
  HolderCorrected: ['pending', 'paid', 'completed'],
  ContactCorrected: ['pending', 'paid', 'completed'],
  OrderMadeReady: ['paid'],
  OrderSentOut: ['paid'],
  OrderCancelled: ['pending', 'paid', 'completed'],
  OrderCompleted: ['paid'],
  OrderCameBack: ['paid', 'completed'],
}

function graphBroken({ orderId, facts }: WalkedOrder): string[] {
  const broken: string[] = []
  const confirmed = new Set<string | null>()
  let order: ReturnType<typeof evolveOrder> = initialOrder
  for (const fact of facts) {
    if (!mayFollow[fact.type].includes(order.status))
      broken.push(`I16 order ${orderId}: ${fact.type} when it was ${order.status}`)
    if (fact.type === 'PaymentConfirmed') {
      if (confirmed.has(fact.data.attemptId))
        broken.push(`I15 order ${orderId}: one payment was confirmed twice`)
      confirmed.add(fact.data.attemptId)
    }
    order = evolveOrder(order, fact)
  }
  return broken
}

/** I4: what is paid has its numbers or the duty to give the money back; never both or neither. */
function ticketsBroken(
  { orderId, order }: WalkedOrder,
  issues: ReadonlyMap<string, IssueRow>,
): string[] {
  const broken: string[] = []
  const isPaid = order.status === 'paid' || order.status === 'completed'
  for (const line of order.lines) {
    const grant = order.grants.find(({ lineId }) => lineId === line.lineId)
    const isOwed = order.refunds.some(
      ({ lineId, cause }) => lineId === line.lineId && cause === 'not_issuable',
    )
    const name = `I4 order ${orderId} line ${line.lineId}`
    const n = ticketsOfLine(line)
    if (isPaid && n > 0 && grant === undefined && !isOwed) broken.push(`${name}: paid for nothing`)
    if (grant !== undefined && isOwed) broken.push(`${name}: has its tickets and a refund`)
    if (grant === undefined) continue
    const issue = issues.get(line.lineId)
    if (issue?.first !== grant.first || issue.last !== grant.last)
      broken.push(`${name}: was told other numbers than it was given`)
    if (grant.last - grant.first + 1 !== n) broken.push(`${name}: has not ${n} tickets`)
    if (!order.payments.some(({ isSale }) => isSale)) broken.push(`${name}: tickets for nothing`)
  }
  return broken
}

/** For so long the room of a late payment is kept for it (`late-payment.ts`). */
const ROOM_FOR_LATE_MS = 5 * 60_000

/** Money that comes after the reservation is a sale only if every line has room again. */
function lateSaleBroken({ orderId, facts, times }: WalkedOrder): string[] {
  let holdUntil = ''
  let soldAt = Infinity
  return facts.flatMap((fact, index) => {
    if (fact.type === 'OrderPlaced' || fact.type === 'HoldExtended') holdUntil = fact.data.holdUntil
    if (fact.type === 'PaymentConfirmed' && fact.data.sale !== null)
      soldAt = fact.data.paidAt >= holdUntil ? times[index]! : Infinity
    const isEmpty = fact.type === 'RefundDue' && fact.data.cause === 'not_issuable'
    return isEmpty && soldAt < Infinity && times[index]! - soldAt < ROOM_FOR_LATE_MS
      ? [`order ${orderId}: late money was taken for a sale that had no room`]
      : []
  })
}

/** A raffle that was cancelled owes each of its paid lines the money, once. */
function cancelledSaleBroken(tables: Tables, { orderId, order }: WalkedOrder): string[] {
  if (order.status !== 'paid' && order.status !== 'completed') return []
  return order.grants.flatMap(({ lineId, raffleId }) => {
    const log = tables.events.get(`raffle/${raffleId}`) ?? []
    if (!log.some(({ type }) => type === 'RaffleCancelled')) return []
    const line = order.lines.find((each) => each.lineId === lineId)!
    const duties = order.refunds.filter((refund) => refund.lineId === lineId)
    const name = `order ${orderId} line ${lineId} of a cancelled raffle`
    if (duties.length > 1) return [`${name}: its money is owed ${duties.length} times`]
    const isKept = duties.length === 0 && lineTotalCents(line) > 0 && saleLeftCents(order) > 0
    return isKept ? [`${name}: its money is kept`] : []
  })
}

/** Numbers belong to a line that was granted them; or they are void. I21: the opening names it. */
function orphanedIssues({ server: { tables } }: World, orders: readonly WalkedOrder[]): string[] {
  const granted = new Map(
    orders.flatMap(({ order }) => order.grants.map((grant) => [grant.lineId as string, order])),
  )
  const byId = new Map(orders.map(({ orderId, order }) => [orderId, order]))
  return [...tables.issues.values()].flatMap((issue) => {
    const name = `I21 line ${issue.order_line_id}`
    const text = JSON.parse(issue.order_text) as Record<string, unknown>
    const line = byId
      .get(issue.order_id)
      ?.lines.find(({ lineId }) => lineId === issue.order_line_id)
    if (line === undefined) return [`${name}: numbers for a line of no order`]
    const isRight =
      text['orderId'] === issue.order_id && text['totalMinor'] === String(lineTotalCents(line))
    const broken = isRight ? [] : [`${name}: its opening says something else`]
    const isKept = granted.has(issue.order_line_id) || isVoid(tables.events, issue)
    return isKept ? broken : [...broken, `${name}: numbers that nobody has`]
  })
}

function isVoid(events: World['server']['tables']['events'], issue: IssueRow): boolean {
  return (events.get(issue.log_id) ?? []).some(({ type, payload }) => {
    if (type !== 'TicketsVoided') return false
    const { ranges } = (JSON.parse(payload) as { data: { ranges: [number, number][] } }).data
    return ranges.some(([first, last]) => first <= issue.first && last >= issue.last)
  })
}

/** I9: what was acknowledged is there, once; I10: who was answered first stands first. */
function wishesBroken({ server: { tables } }: World, buyers: readonly Buyer[]): string[] {
  const broken: string[] = []
  const placed = new Map(
    [...tables.streams.entries()].flatMap(([key, rows]) =>
      key.includes(' order/') ? [[key.split('order/')[1]!, rows[0]!]] : [],
    ),
  )
  const wishes = buyers.flatMap((buyer) => buyer.wishes)
  const told = wishes.filter(({ orderIds }) => orderIds.size > 0)
  for (const { buyer, orderIds, request } of told) {
    for (const orderId of orderIds)
      if (!placed.has(orderId)) broken.push(`I9 order ${orderId} was acknowledged and is gone`)
    if (request.idempotencyKey !== null && isTwiceAtOnce([...orderIds], placed))
      broken.push(`I9 buyer ${buyer}: one request became ${orderIds.size} orders`)
  }
  // Without a key the same cart is answered with the order that is there already.
  const first = told.filter(
    ({ request, orderIds }) => request.idempotencyKey !== null && orderIds.size === 1,
  )
  for (const earlier of first)
    for (const later of first)
      if (isBefore(earlier, later) && positionOf(earlier) > positionOf(later))
        broken.push(`I10 buyer ${later.buyer} came later and stands before`)
  return broken

  function positionOf({ orderIds }: (typeof told)[number]): number {
    return placed.get([...orderIds][0]!)?.position ?? 0
  }
}

/** A second order of one request is right only when the reservation of the first was over. */
function isTwiceAtOnce(
  orderIds: readonly string[],
  placed: ReadonlyMap<string, EventRow>,
): boolean {
  const times = orderIds
    .map((orderId) => placed.get(orderId)?.recorded_at.getTime() ?? 0)
    .toSorted((a, b) => a - b)
  return times.some((at, index) => index > 0 && at - times[index - 1]! < HOLD_SECONDS * 1_000)
}

const isBefore = (earlier: { answeredAt: number | null }, later: { askedAt: number }): boolean =>
  earlier.answeredAt !== null && earlier.answeredAt < later.askedAt
