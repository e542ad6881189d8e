// One order for staff, from its facts, with the rows beside it: who it is for, what providers were
// asked, how money was taken and given back, what the buyer has asked for.
import * as z from 'zod/mini'

import type { LineId, OrderId } from '#events/kernel/ids.ts'
import { drawStandingOf } from '#events/order/at-draw.ts'
import type { DrawStanding } from '#events/order/at-draw.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { manualMethods } from '#events/order/words.ts'
import {
  evolveOrder,
  initialOrder,
  linesToSettle,
  lineTotalCents,
  paidBy,
  returnableCents,
  saleLeftCents,
} from '#events/order/evolve.ts'
import type { Order, PlacedOrder } from '#events/order/evolve.ts'
import { isWhollyRefunded, publicStatus } from '#events/order/public-status.ts'
import { returnableLines, returnedLines } from '#events/order/return-line.ts'
import { withdrawableAs } from '#events/order/withdraw.ts'

import { readBars } from '../commands/account-limits.ts'
import { choiceOf, creditDuties } from '../commands/credit-duties.ts'
import { isPaidByHand } from '../commands/manual-payment.ts'
import { isInvoiced, isSomethingLeft } from '../commands/invoices.ts'
import { withoutLinks } from '../commands/masked-keys.ts'
import { namesOf } from '../commands/order-acts.ts'
import type { OrderDesk } from '../commands/order-desk.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import { proofTag } from '../commands/proof-seen.ts'
import type { ContactRow } from '../commands/purchase-rows.ts'
import { hasReceipt } from '../commands/resend-receipt.ts'
import { takenLines } from '../commands/restock.ts'
import { cancelledRafflesOf } from '../commands/withdraw-refund.ts'
import type {
  AdminOrderDetail,
  StaffMayDo,
  StaffRefund,
  StaffRequest,
} from '../contract/admin-order-acts.ts'
import { requestKinds, requestStates } from '../contract/order-page.ts'
import type { Order as OrderOnWire } from '../contract/orders.ts'
import type { Recorded } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { exclusionWire } from './customer-view.ts'
import { historyOf } from './order-history.ts'
import { goodsOf, orderEntries, orderItem } from './order-view.ts'
import { notFound } from './problem.ts'
import { withVoids } from './void-tickets.ts'

export async function readAdminOrder(desk: OrderDesk, orderId: OrderId): Promise<AdminOrderDetail> {
  const { database } = desk
  const facts = await desk.store.readStream<OrderEvent>(`order/${orderId}`)
  const order = foldOrder(facts)
  const placedAt = facts[0]?.recordedAt
  if (order === null || placedAt === undefined) throw notFound()
  const [contact, tickets, proof, attempts, refunds, requests, taken, history, invoiced] =
    await Promise.all([
      desk.rows.contact.add(orderId),
      withVoids(database, [{ raffleEntries: orderEntries(order.lines, order.grants) }]),
      isPaidByHand(order) ? proofOf(database, orderId) : null,
      attemptsOf(database, order, orderId),
      refundsOf(database, order, orderId),
      requestsOf(database, orderId),
      order.status === 'cancelled' ? [] : takenLines(database, orderId, order.lines),
      historyOf(database, orderId, facts),
      isInvoiced(database, orderId),
    ])
  const drawStanding = standingOf(desk, order)
  const returnable = returnableOf(desk, order, taken)
  const returned = new Set(returnedLines(order).map(({ lineId }) => lineId))
  const ours = taken.filter(({ lineId }) => !returned.has(lineId))
  return {
    ...orderFields(order, { orderId, placedAt, contact }),
    items: order.lines.map((line) => ({
      ...orderItem(line),
      isReturned: returned.has(line.lineId),
    })),
    ...tickets[0]!,
    version: facts.length,
    userEmail: contact?.email ?? null,
    language: contact?.language ?? null,
    cancelReason: order.cancelReason,
    holdUntil: order.status === 'pending' ? order.holdUntil : null,
    handover: order.handover ?? null,
    refundable: moneyOf(Math.max(0, saleLeftCents(order))),
    restockable: ours.map(({ productName, variantName, quantity }) => ({
      productName,
      variantName,
      quantity,
    })),
    returnable,
    payments: order.payments.map(({ method, amountCents, paidAt, isSale }) => ({
      method,
      amount: moneyOf(amountCents),
      paidAt,
      isSale,
    })),
    proof,
    attempts,
    refunds: refunds.map((refund) => ({
      ...refund,
      withdrawable: withdrawableOf(desk, order, refund.id),
      payableIn: wayOf(refund.id, { facts, requests }),
    })),
    requests,
    drawStanding,
    exclusion: exclusionWire(contact && (await readBars(desk, contact.phone))),
    history,
    mayDo: mayDo(order, {
      contact,
      drawStanding,
      isReturnable: returnable.length > 0,
      isSealed: isFrozen(desk, order),
      isInvoiced: invoiced,
    }),
  }
}

type Known = { orderId: OrderId; placedAt: Date; contact: ContactRow | null }

/** As the facts have it now: the list may be a moment behind. */
export function orderFields(
  order: PlacedOrder,
  { orderId, placedAt, contact }: Known,
): OrderOnWire {
  return {
    id: orderId,
    reference: order.reference,
    ...publicStatus(order),
    orderType: order.orderType,
    createdAt: placedAt.toISOString(),
    total: moneyOf(order.totalCents),
    subtotal: moneyOf(order.subtotalCents),
    shipping: moneyOf(order.shippingCents),
    userName: contact?.name ?? null,
    userPhone: contact?.phone ?? null,
    shippingMethod: order.shippingMethod,
    deliveryAddress: contact?.address ?? null,
    paymentMethod: paidBy(order),
    items: order.lines.map(orderItem),
    raffleEntries: orderEntries(order.lines, order.grants),
  }
}

function foldOrder(facts: readonly { event: OrderEvent }[]): PlacedOrder | null {
  let order: Order = initialOrder
  for (const { event } of facts) order = evolveOrder(order, event)
  return order.status === 'none' ? null : order
}

/** The register of one of its raffles is sealed: whose its tickets are stays as it is. */
function isFrozen({ catalogue }: Pick<OrderDesk, 'catalogue'>, { lines }: PlacedOrder): boolean {
  const entered = new Set<string | null>(lines.map(({ raffleId }) => raffleId))
  return catalogue.raffles().some((raffle) => raffle.isFrozen && entered.has(raffle.raffleId))
}

/** As the raffles are listed, a moment behind at most; the act itself asks their facts. */
function standingOf({ catalogue }: Pick<OrderDesk, 'catalogue'>, order: PlacedOrder) {
  if (order.status === 'pending' || order.status === 'cancelled') return null
  return drawStandingOf(order.grants, (raffleId) => {
    const raffle = catalogue.raffle(raffleId)
    return raffle?.status === 'cancelled' ? null : (raffle?.draw ?? null)
  })
}

/** Not of a line whose draw is under way, or with the ticket that holds its prize. */
function returnableOf(
  desk: Pick<OrderDesk, 'catalogue'>,
  order: PlacedOrder,
  taken: readonly { lineId: LineId }[],
): AdminOrderDetail['returnable'] {
  return returnableLines(order).flatMap((line) => {
    const { lineId, productName, variantName, quantity } = line
    const grants = order.grants.filter((grant) => grant.lineId === lineId)
    const standing = standingOf(desk, { ...order, grants })
    if (standing !== null && standing !== 'drawn') return []
    return {
      lineId,
      productName,
      variantName,
      quantity,
      amount: moneyOf(lineTotalCents(line)),
      tickets: grants.reduce((sum, one) => sum + one.last - one.first + 1, 0),
      ticketsStay: standing === 'drawn',
      isCounted: taken.some((one) => one.lineId === lineId),
    }
  })
}

type Standing = {
  contact: ContactRow | null
  drawStanding: DrawStanding | null
  isReturnable: boolean
  isSealed: boolean
  isInvoiced: boolean
}

function mayDo(order: PlacedOrder, standing: Standing): StaffMayDo[] {
  const { contact, drawStanding, isSealed } = standing
  const { status } = order
  const isPickup = order.shippingMethod === 'pickup'
  const isPaid = status === 'paid' || status === 'completed'
  const isExpired = status === 'cancelled' && order.cancelReason === 'expired'
  const isSettled = !isPaid || linesToSettle(order).length === 0
  const isOutOfDraw = drawStanding === null || drawStanding === 'drawn'
  const isLeft = isPaid && saleLeftCents(order) > 0
  const isHandable = publicStatus(order).status === 'paid' && !isWhollyRefunded(order)
  const isHandedOver = publicStatus(order).status === 'completed'
  const may: Record<StaffMayDo, boolean> = {
    mark_paid: status === 'pending' || isExpired,
    extend_hold: status === 'pending',
    cancel: status === 'pending' || (isPaid && isSettled && isOutOfDraw),
    correct_holder: status !== 'cancelled' && isSettled && contact !== null && !isSealed,
    correct_contact: status !== 'cancelled' && isSettled && contact !== null,
    owe_refund: isLeft,
    return_line: isSettled && standing.isReturnable,
    resend_receipt: hasReceipt(order) && contact !== null,
    prove_payment: isPaidByHand(order),
    check_payment: order.attempts.some(({ state }) => state === 'open' || state === 'declined'),
    issue_invoice: standing.isInvoiced || (isPaid && isSomethingLeft(order)),
    ready: isHandable && isPickup && order.handover === undefined,
    sent_out: isHandable && !isPickup && order.handover === undefined,
    handed_over: isHandable,
    came_back:
      (isHandedOver && !isWhollyRefunded(order)) || (isHandable && order.handover !== undefined),
  }
  return (Object.keys(may) as StaffMayDo[]).filter((act) => may[act]) // its keys are its type
}

const proofRow = z.object({
  method: z.enum(manualMethods),
  reference: z.nullable(z.string()),
  collector: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  taken_by: z.string(),
  created_at: z.date(),
})

async function proofOf(database: Queryable, orderId: OrderId): Promise<AdminOrderDetail['proof']> {
  const { rows } = await database.query({
    name: 'manual_payment_of_order',
    text: `select method, reference, collector, currency, rate, taken_by, created_at
             from manual_payments where order_id = $1`,
    values: [orderId],
  })
  const [row] = rows
  if (row === undefined) return null
  const { taken_by, created_at, ...proof } = proofRow.parse(row)
  const names = await namesOf(database, [`staff:${taken_by}`])
  return {
    ...proof,
    takenBy: names.get(`staff:${taken_by}`) ?? null,
    takenAt: created_at.toISOString(),
    tag: proofTag(proof),
  }
}

async function attemptsOf(
  database: Queryable,
  order: PlacedOrder,
  orderId: OrderId,
): Promise<AdminOrderDetail['attempts']> {
  if (order.attempts.length === 0) return []
  const { rows } = await database.query<{
    attempt_id: string
    state: string
    provider_status: string | null
    checked_at: Date | null
  }>({
    name: 'attempts_of_order',
    text: `select attempt_id, state, provider_status, checked_at
             from payment_attempts where order_id = $1`,
    values: [orderId],
  })
  const rowOf = new Map(rows.map((row) => [row.attempt_id, row]))
  return order.attempts.map((attempt) => {
    const row = rowOf.get(attempt.attemptId)
    return {
      id: attempt.attemptId,
      ref: attempt.ref,
      method: attempt.method,
      amount: moneyOf(attempt.amountCents),
      state: attempt.state,
      providerStatus: attempt.providerStatus ?? row?.provider_status ?? null,
      received: attempt.receivedCents === null ? null : moneyOf(attempt.receivedCents),
      receivedCurrency: attempt.receivedCurrency ?? null,
      returnable: moneyOf(attempt.state === 'mismatched' ? returnableCents(attempt) : 0),
      checkedAt: row?.checked_at?.toISOString() ?? null,
      needsAttention: row?.state === 'attention',
    }
  })
}

async function refundsOf(
  database: Queryable,
  order: PlacedOrder,
  orderId: OrderId,
): Promise<Omit<StaffRefund, 'payableIn' | 'withdrawable'>[]> {
  if (order.refunds.length === 0) return []
  const { rows } = await database.query<{
    refund_id: string
    method: string
    reference: string | null
    currency: string | null
    rate: string | null
    credit_until: string | null
  }>({
    name: 'refund_payments_of_order',
    text: `select refund_id, method, reference, currency, rate, credit_until::text
             from refund_payments where order_id = $1`,
    values: [orderId],
  })
  const paid = new Map(rows.map((row) => [row.refund_id, row]))
  return order.refunds.map(({ refundId, lineId, amountCents, cause, isPaid }) => {
    const proof = isPaid ? paid.get(refundId) : undefined
    return {
      id: refundId,
      amount: moneyOf(amountCents),
      cause,
      goods: goodsOf(order, lineId),
      isPaid,
      method: proof?.method ?? null,
      reference: proof?.reference ?? null,
      currency: proof?.currency ?? null,
      rate: proof?.rate ?? null,
      creditUntil: proof?.credit_until ?? null,
    }
  })
}

function withdrawableOf(desk: OrderDesk, order: PlacedOrder, refundId: string) {
  const duty = order.refunds.find((known) => known.refundId === refundId)
  return duty === undefined ? null : withdrawableAs(order, duty, cancelledRafflesOf(desk, order))
}

type Told = { facts: readonly Recorded<OrderEvent>[]; requests: readonly StaffRequest[] }

function wayOf(refundId: string, { facts, requests }: Told): StaffRefund['payableIn'] {
  const duty = creditDuties(facts).find((known) => known.refundId === refundId)
  if (duty === undefined) return 'any'
  const asked = requests.map(({ kind, state, createdAt }) => {
    return { kind, state, created_at: new Date(createdAt) }
  })
  return choiceOf(duty, asked) === undefined ? 'money' : 'credit'
}

const requestRow = z.object({
  request_id: z.string(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  note: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  created_at: z.date(),
})

async function requestsOf(database: Queryable, orderId: OrderId): Promise<StaffRequest[]> {
  const { rows } = await database.query({
    name: 'order_requests_for_staff',
    text: `select request_id, kind, state, note, answer, created_at
             from order_requests where order_id = $1
            order by created_at desc, request_id`,
    values: [orderId],
  })
  return rows.map((row) => {
    const { request_id, created_at, note, ...request } = requestRow.parse(row)
    // A buyer may have pasted his link.
    const own = note && withoutLinks(note)
    return { id: request_id, ...request, note: own, createdAt: created_at.toISOString() }
  })
}
