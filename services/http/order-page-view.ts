// The page of one order on the wire: made from its facts, with the raffles as they stand beside it.
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent, OrderLine } from '#events/order/events.ts'
import { evolveOrder, initialOrder } from '#events/order/evolve.ts'
import type { Order, PlacedOrder } from '#events/order/evolve.ts'
import { rafflePhase } from '#events/raffle/phase.ts'
import { raffleEntriesOfOrder } from '#projections/raffle-entries/queries.ts'
import type { RaffleEntryRow } from '#projections/raffle-entries/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { correctionsIn } from '../commands/link-generation.ts'
import type { OrderDesk } from '../commands/order-desk.ts'
import { requestsAllowed, requestsOf, standingOf } from '../commands/order-requests.ts'
import type { RequestRow } from '../commands/order-requests.ts'
import { pickupCode } from '../commands/pickup-code.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import type {
  OrderPageResponse,
  OrderRequest,
  OrderStep,
  OrderTickets,
} from '../contract/order-page.ts'
import type { OrderEntry } from '../contract/orders.ts'
import type { Recorded } from '../event-store/types.ts'
import { ask } from '../io/ask.ts'
import {
  goodsOf,
  imagePath,
  linesIn,
  paymentStatus,
  ticketNumbers,
  wonTicketOf,
} from './order-view.ts'
import { notFound } from './problem.ts'

export async function readOrderPage(desk: OrderDesk, orderId: OrderId): Promise<OrderPageResponse> {
  const facts = await desk.store.readStream<OrderEvent>(`order/${orderId}`)
  const order = orderOf(facts)
  const placedAt = facts[0]?.recordedAt
  if (order === null || placedAt === undefined) throw notFound()
  const [entries, requests, contact] = await Promise.all([
    ask(desk.database, raffleEntriesOfOrder(orderId)),
    requestsOf(desk.database, orderId),
    desk.rows.contact.add(orderId),
  ])

  const generation = correctionsIn(facts.map(({ event }) => event))
  const status = paymentStatus(orderId, order, placedAt)
  const now = desk.now()
  const standing = standingOf(facts, requests)
  const mayRequest = requestsAllowed({ ...standing, order, now })
  const mayKeep = mayRequest.includes('credit')
  return {
    ...status,
    orderType: order.orderType,
    raffleEntries: ticketsOf(status.raffleEntries, {
      entries,
      raffles: desk.catalogue.raffles(),
      now: now.toISOString(),
      order,
    }),
    timeline: timelineOf(facts),
    pickupCode: isWaiting(order) ? pickupCode(desk.links, { orderId, generation }) : null,
    phoneEnding: contact?.phone.slice(-2) ?? null,
    requests: requests.map(requestOnWire),
    mayRequest,
    creditChoiceUntil: mayKeep ? (standing.creditUntil?.toISOString() ?? null) : null,
  }
}

const isWaiting = ({ status, handover }: PlacedOrder) => status === 'paid' && handover === 'ready'

function orderOf(facts: readonly Recorded<OrderEvent>[]): PlacedOrder | null {
  let order: Order = initialOrder
  for (const { event } of facts) order = evolveOrder(order, event)
  return order.status === 'none' ? null : order
}

/**
 * Tickets that came line by line are one step: the last of them. Of goods that came back there are
 * the steps since then. What was withdrawn, a duty or its payment, never was.
 */
export function timelineOf(facts: readonly Recorded<OrderEvent>[]): OrderStep[] {
  const cameBack = facts.findLastIndex(({ event }) => event.type === 'OrderCameBack')
  const withdrawn = facts.flatMap(({ event }) =>
    event.type === 'RefundWithdrawn' ? [event.data] : [],
  )
  const lines = linesIn(facts)
  const steps = facts
    .filter(({ event }, index) => index > cameBack || !onTheWay.has(event.type))
    .filter(({ event }) => !withdrawn.some((one) => isUndone(event, one)))
    .filter((fact) => !isPaidAnew(fact, facts.slice(facts.indexOf(fact) + 1)))
    .flatMap((fact) => stepOf(fact, lines))
  const lastTickets = steps.findLastIndex(({ step }) => step === 'tickets')
  return steps.filter(({ step }, index) => step !== 'tickets' || index === lastTickets)
}

type Withdrawn = Extract<OrderEvent, { type: 'RefundWithdrawn' }>['data']

const isUndone = ({ type, data }: OrderEvent, { refundId, reason }: Withdrawn): boolean =>
  type === 'RefundDue'
    ? data.refundId === refundId
    : type === 'PaymentConfirmed' && data.sale !== null && reason === 'never_paid'

/** A payment of a refund that is no payment any more. */
const isPaidAnew = ({ event }: Recorded<OrderEvent>, later: readonly Recorded<OrderEvent>[]) =>
  event.type === 'RefundPaid' &&
  later.some(
    (fact) =>
      fact.event.type === 'RefundPaymentWithdrawn' &&
      fact.event.data.refundId === event.data.refundId,
  )

const onTheWay: ReadonlySet<OrderEvent['type']> = new Set([
  'OrderMadeReady',
  'OrderSentOut',
  'OrderCompleted',
])

function stepOf(
  { event, recordedAt }: Recorded<OrderEvent>,
  lines: readonly OrderLine[],
): OrderStep[] {
  const at = recordedAt.toISOString()
  switch (event.type) {
    case 'OrderPlaced':
      return [{ step: 'placed', at }]
    case 'PaymentDeclined':
      return [{ step: 'declined', at }]
    case 'PaymentConfirmed':
      return event.data.sale === null ? [] : [{ step: 'paid', at }]
    case 'TicketsGranted':
      return [{ step: 'tickets', at }]
    case 'OrderMadeReady':
      return [{ step: 'ready', at }]
    case 'OrderSentOut':
      return [{ step: 'sent_out', at }]
    case 'OrderCompleted':
      return [{ step: 'completed', at }]
    case 'OrderCancelled':
      return [{ step: 'cancelled', at, reason: event.data.reason }]
    case 'RefundDue': {
      const { amountCents, cause, lineId } = event.data
      const goods = goodsOf({ lines }, lineId)
      return [{ step: 'refund_due', at, amount: moneyOf(amountCents), cause, goods }]
    }
    case 'RefundPaid': {
      const { amountCents, creditUntil = null } = event.data
      return [{ step: 'refund_paid', at, amount: moneyOf(amountCents), creditUntil }]
    }
    default:
      return []
  }
}

type Beside = {
  entries: readonly RaffleEntryRow[]
  raffles: readonly BoardRow[]
  now: string
  order: PlacedOrder
}

/** The read model may be a moment behind the facts: numbers are there before their picture is. */
function ticketsOf(
  granted: readonly OrderEntry[],
  { entries, raffles, now, order }: Beside,
): OrderTickets[] {
  const entryOf = new Map(entries.map((entry) => [entry.lineId as string, entry]))
  const raffleOf = new Map(raffles.map((raffle) => [raffle.raffleId, raffle]))
  const lineOf = new Map(order.lines.map((line) => [line.lineId as string, line]))
  return granted.map((entry) => {
    const raffle = raffleOf.get(entry.raffleId)
    const worthCents = raffle?.prizeValueCents ?? lineOf.get(entry.id)?.prizeValueCents ?? 0
    return {
      ...entry,
      raffleImage: imagePath(raffle?.image ?? null),
      raffleValue: moneyOf(worthCents),
      raffleEndsAt: raffle?.closesAt ?? null,
      rafflePhase: raffle === undefined ? 'closing' : rafflePhase(raffle, now),
      voidNumbers: (entryOf.get(entry.id)?.voided ?? []).flatMap(([first, last]) =>
        ticketNumbers(first, last),
      ),
      won: wonTicketOf(entryOf.get(entry.id)?.won ?? null),
    }
  })
}

const requestOnWire = (row: RequestRow): OrderRequest => ({
  id: row.request_id,
  kind: row.kind,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answer: row.answer,
})
