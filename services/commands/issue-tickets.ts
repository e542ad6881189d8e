// From paid to done: each line takes its pieces of counted goods and gets its tickets from its
// raffle, or a duty to give its money back. Every step can be taken again by anybody, so whoever
// finds an order half done finishes it. A line whose raffle is halted stays as it is, and owed:
// only what a raffle refuses for good becomes a duty.
import { holderText, orderText } from '#events/ledger/commitments.ts'
import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { Order, OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import type { Grant, OrderLine } from '#events/order/events.ts'
import {
  lineTotalCents,
  linesToSettle,
  saleLeftCents,
  ticketsOfLine,
} from '#events/order/evolve.ts'

import type { Issue, Issued } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import { expectToFinish, expectUnlessMarked } from './finish-due.ts'
import { countedLines, takeGoods, untakeGoods } from './hold-goods.ts'
import { shared } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'
import { holderOf } from './order-holder.ts'
import { requirePlaced } from './orders.ts'
import { isHalted, isPassing } from './passing.ts'
import type { ContactRow } from './purchase-rows.ts'
import { voidNumbers } from './void-numbers.ts'

/**
 * `isTaken`: goods without tickets; `isWaiting`: the raffle is halted. Of neither there is anything
 * to record.
 */
type Outcome = { line: OrderLine; grant: Grant | null; isTaken?: true; isWaiting?: true }

/**
 * Idempotent. Throws only when something is out of order: then it is to be tried again. Lines that
 * wait for a halted raffle are still owed in what is answered (`linesOwed`): whoever asked comes
 * again later.
 */
export function finishOrder(desk: OrderDesk, orderId: OrderId): Promise<PlacedOrder | null> {
  return shared(desk.finishing, orderId, () => finish(desk, orderId))
}

async function finish(desk: OrderDesk, orderId: OrderId): Promise<PlacedOrder | null> {
  const { order, placedAt } = await desk.orders.load(orderId)
  if (order.status === 'none' || placedAt === null) return null
  const settled = await settleLines(desk, { orderId, placedAt, order })
  await takeBackRefused(desk, orderId, settled)
  return settled
}

type Placed = { orderId: OrderId; placedAt: Date; order: PlacedOrder }

async function settleLines(
  desk: OrderDesk,
  { orderId, placedAt, order }: Placed,
): Promise<PlacedOrder> {
  const lines = [...linesOwed(order), ...goodsOwed(order)]
  if (lines.length === 0) return order

  const contact = linesOwed(order).length === 0 ? null : await holderOf(desk, orderId, order)
  const outcomes = await Promise.all(
    lines.map((line) => settleLine(desk, { orderId, placedAt, order, line, contact })),
  )
  const unsettled = outcomes.filter(({ isTaken, isWaiting }) => !isTaken && !isWaiting)
  if (unsettled.length === 0) return isKnownTaken(outcomes) ? order : readAnew(desk, orderId)
  // Another process may be giving numbers to what is refused here, and die: somebody looks again.
  if (unsettled.some(({ grant }) => grant === null)) await expectToFinish(desk, orderId)
  const changed = await desk.orders.change(orderId, {
    actor: 'system:issue-tickets',
    commands: (now) => commandsFor(orderId, now, unsettled),
  })
  desk.log.info({ orderId, version: changed.version }, 'tickets granted')
  return requirePlaced(changed.order)
}

/** Goods without tickets are taken without a fact: another process may have refused them. */
const isKnownTaken = (outcomes: readonly Outcome[]) => outcomes.every(({ isTaken }) => !isTaken)

const readAnew = async ({ orders }: OrderDesk, orderId: OrderId): Promise<PlacedOrder> =>
  requirePlaced((await orders.load(orderId, { fresh: true })).order)

/** Only what is paid is owed tickets. */
export function linesOwed(order: Order): OrderLine[] {
  const isPaid = order.status === 'paid' || order.status === 'completed'
  return isPaid ? linesToSettle(order) : []
}

/** Counted goods without tickets; that they were taken is known to their rows alone. */
function goodsOwed(order: Order): OrderLine[] {
  if (order.status !== 'paid' && order.status !== 'completed') return []
  const refunded = new Set(order.refunds.map(({ lineId }) => lineId))
  return countedLines(order.lines).filter(
    (line) => ticketsOfLine(line) === 0 && !refunded.has(line.lineId),
  )
}

/** The piece first: tickets whose goods are gone would have to be void. */
async function settleLine(desk: OrderDesk, sold: SoldLine): Promise<Outcome> {
  const { orderId, placedAt, line } = sold
  if (!(await takeGoods(desk.stock, { orderId, placedAt, line, now: desk.now() })))
    return { line, grant: null }
  if (ticketsOfLine(line) === 0 || line.raffleId === null)
    return { line, grant: null, isTaken: true }
  const issued = await issueLine(desk, sold)
  if (issued === 'waiting') return { line, grant: null, isWaiting: true }
  // Its piece goes back behind the fact (`takeBackRefused`): another process may be granting it.
  if (issued === null) return { line, grant: null }
  const { first, last } = issued
  return { line, grant: { lineId: line.lineId, raffleId: line.raffleId, first, last } }
}

type SoldLine = {
  orderId: OrderId
  placedAt: Date
  order: PlacedOrder
  line: OrderLine
  /** Null once the person was erased: the holder is then nobody. */
  contact: ContactRow | null
}

/**
 * First from the reservation, which counts even after the raffle's end; if it is gone, from what is
 * free. Null: the raffle refuses, so the money goes back. Waiting: it is halted and says nothing;
 * the numbers may even be given already, by a process that died before it could grant them.
 */
async function issueLine(desk: OrderDesk, sold: SoldLine): Promise<Issued | 'waiting' | null> {
  const { raffleId } = sold.line
  if (raffleId === null) return null
  const writer = desk.store.raffle(raffleId)
  for (const capacity of ['held', 'room'] as const) {
    try {
      return await writer.issue(issueOf(desk, sold, capacity))
    } catch (error) {
      const { orderId } = sold
      if (isHalted(error)) {
        desk.log.info({ orderId, raffleId, code: 'raffle_halted' }, 'paid order waits')
        return 'waiting'
      }
      if (!(error instanceof Rejection) || isPassing(error)) throw error
      desk.log.info({ orderId, raffleId, code: error.code, capacity }, 'not issued')
    }
  }
  return null
}

function issueOf(desk: OrderDesk, sold: SoldLine, capacity: Issue['capacity']): Issue {
  const { orderId, order, line, contact } = sold
  const { customerId = null, name = '', phone = '' } = contactOf(contact)
  const paidAt = order.payments.find(({ isSale }) => isSale)?.paidAt ?? desk.now().toISOString()
  return {
    orderLineId: line.lineId,
    orderId,
    productId: line.productId,
    quantity: line.quantity,
    ticketsPerUnit: line.ticketsPerUnit,
    channel: order.orderType === 'online' ? 'online' : 'manual',
    personKey: desk.personKeyOf(phone),
    orderText: orderText({
      orderId,
      lineId: line.lineId,
      productId: line.productId,
      quantity: line.quantity,
      ticketsPerUnit: line.ticketsPerUnit,
      totalMinor: String(lineTotalCents(line)),
      currency: order.currency,
      paidAt,
    }),
    holderText: holderText({ customerId, name, phone }),
    capacity,
    meta: {
      commandId: newId<CommandId>(),
      correlationId: orderId,
      actor: 'system:issue-tickets',
      orderId,
    },
  }
}

const contactOf = (contact: ContactRow | null) =>
  contact === null
    ? {}
    : { customerId: contact.customer_id, name: contact.name, phone: contact.phone }

/** Decided again on what the order is now: somebody else may have finished some lines. */
function commandsFor(orderId: OrderId, order: Order, outcomes: readonly Outcome[]) {
  const owed = new Set([...linesOwed(order), ...goodsOwed(order)].map(({ lineId }) => lineId))
  const open = outcomes.filter(({ line }) => owed.has(line.lineId))
  const grants = open.flatMap(({ grant }) => (grant === null ? [] : [grant]))
  const refused = open.filter(({ grant }) => grant === null).map(({ line }) => line)
  const commands: OrderCommand[] = grants.length > 0 ? [{ type: 'GrantTickets', grants }] : []
  // Part of the money may be promised back already: a line then ends with what is left of it, be it
  // nothing, because only its own duty ends the work on it.
  let leftCents = order.status === 'none' ? 0 : saleLeftCents(order)
  for (const line of refused) {
    const amountCents = Math.min(lineTotalCents(line), leftCents)
    leftCents -= amountCents
    commands.push(refundOf(line, amountCents))
  }
  const shipping = shippingRefund(order, { orderId, refused, leftCents })
  return shipping === null ? commands : [...commands, shipping]
}

const refundOf = ({ lineId }: OrderLine, amountCents: number): OrderCommand => ({
  type: 'OweRefund',
  refundId: `not_issuable:${lineId}`,
  lineId,
  attemptId: null,
  amountCents,
  cause: 'not_issuable',
})

/** Nothing is left to deliver: what delivery cost goes back as well, as far as there is money. */
function shippingRefund(
  order: Order,
  {
    orderId,
    refused,
    leftCents,
  }: { orderId: OrderId; refused: readonly OrderLine[]; leftCents: number },
): OrderCommand | null {
  if (order.status === 'none' || refused.length === 0) return null
  const amountCents = Math.min(order.shippingCents, leftCents)
  if (amountCents <= 0) return null
  const refunded = new Set(order.refunds.map(({ lineId }) => lineId))
  for (const { lineId } of refused) refunded.add(lineId)
  if (!order.lines.every(({ lineId }) => refunded.has(lineId))) return null
  return {
    type: 'OweRefund',
    refundId: `not_issuable_shipping:${orderId}`,
    lineId: null,
    attemptId: null,
    amountCents,
    cause: 'not_issuable',
  }
}

/** Nobody has to come back: no line is owed tickets, and none may have numbers that are not its. */
export const isFinished = (order: PlacedOrder): boolean =>
  linesOwed(order).length === 0 && refundedLines(order).length === 0

type EntryLine = OrderLine & { raffleId: NonNullable<OrderLine['raffleId']> }

/** Their money is owed back, and they were granted no tickets. */
const refundedLines = (order: PlacedOrder): EntryLine[] =>
  refusedLines(order).filter((line): line is EntryLine => ticketsOfLine(line) > 0)

/** Found to have no room, or no piece. */
const refusedLines = ({ lines, grants, refunds }: PlacedOrder): OrderLine[] =>
  lines.filter(
    (line) =>
      refunds.some(({ lineId, cause }) => lineId === line.lineId && cause === 'not_issuable') &&
      !grants.some(({ lineId }) => lineId === line.lineId),
  )

/**
 * Two processes finished the same line and disagreed: one found no room and owes the money, the
 * other was given numbers, and may have died over it. The duty stands; the piece is for others, the
 * numbers become void and are never drawn. True: those of a halted raffle wait, and the order is
 * marked to be finished.
 */
export async function takeBackRefused(
  desk: OrderDesk,
  orderId: OrderId,
  order: PlacedOrder,
): Promise<boolean> {
  let isWaiting = false
  for (const line of refusedLines(order)) {
    await untakeGoods(desk.stock, line)
    if (ticketsOfLine(line) === 0) continue
    const entry = line as EntryLine // what has tickets has a raffle
    const numbers = await numbersOf(desk, entry)
    if (numbers === null) continue
    // Before it is tried: who dies over it leaves it to the sweep.
    await expectUnlessMarked(desk, orderId)
    try {
      await voidNumbers(desk, { orderId, ...entry, ...numbers }, 'refunded')
    } catch (error) {
      if (!isHalted(error)) throw error
      // Whoever had read the mark that stood may be clearing it.
      await expectToFinish(desk, orderId)
      isWaiting = true
    }
  }
  return isWaiting
}

type Numbers = { first: number; last: number }

async function numbersOf(
  { database }: OrderDesk,
  { raffleId, lineId }: EntryLine,
): Promise<Numbers | null> {
  const { rows } = await database.query<Numbers>({
    name: 'issue_of_line',
    text: 'select first, last from issues where log_id = $1 and order_line_id = $2',
    values: [`raffle/${raffleId}`, lineId],
  })
  return rows[0] ?? null
}
