// `POST /api/purchases`: one straight line from a cart to a provider's page.
//
//   claim the key, write the rows beside the order   purchases, order_contacts, payment_attempts
//   reserve goods and tickets, raffle by raffle      refused: give back, forget the rows, no order
//   record OrderPlaced and PaymentAttempted          from here on the order exists
//   ask the provider for its page                    no lock, no connection held
//   write the answer beside the key                  from here on it is repeated
//
// A process may die between any two of them. The same key then takes the journey up where it ended,
// under the same ids; without the key a sweep gives the tickets back (`expire-holds.ts`).
import type { AttemptId, CommandId, CustomerId, OrderId } from '#events/kernel/ids.ts'
import { isPlanted } from '#events/kernel/planted.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import { ticketsOfOrder } from '#events/order/evolve.ts'

import type { PurchaseRequest, PurchaseResponse } from '../contract/purchases.ts'
import { deriveId, newId } from '../ids.ts'
import { pauseBeforeRetry } from '../io/retries.ts'
import { requireMayBuy, requireUnderCap } from './account-limits.ts'
import type { Spender } from './account-limits.ts'
import { checkoutPhone } from './checkout-phone.ts'
import { nextCheckAt } from './check-schedule.ts'
import { isAlone, mayGiveBack, requireInTime } from './claimed-request.ts'
import type { Claim } from './claimed-request.ts'
import { expireOrder } from './expire-holds.ts'
import { requireUnsold } from './hold-tickets.ts'
import { inTime } from './in-time.ts'
import { finishOrder } from './issue-tickets.ts'
import { shared } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { isOwnPhone, withoutHoldings } from './own-phone.ts'
import { payAgain } from './pay.ts'
import { pricePurchase, requireExpectedTickets, requireExpectedTotal } from './price-purchase.ts'
import type { PricedPurchase } from './price-purchase.ts'
import { freeKey, letGo, recallPurchase } from './purchase-keys.ts'
import type { Contact, Opened } from './purchase-rows.ts'
import { reserveLines } from './reserve-lines.ts'
import { markStaffPurchase, requireMayEnter } from './staff-entries.ts'
import { startPayment } from './start-payment.ts'

export type Buyer = {
  sessionId: string
  customerId: CustomerId | null
  /** Of the account; the order may name another. */
  accountPhone?: string | null
}

export type PlaceOrder = {
  buyer: Buyer
  purchase: PurchaseRequest
  /** From the browser; null: one is made of the body. */
  idempotencyKey: string | null
  correlationId?: string
}

export type PlacedPurchase = PurchaseResponse & {
  /** False: this browser had placed it before. */
  isNew: boolean
}

export async function placeOrder(desk: OrderDesk, request: PlaceOrder): Promise<PlacedPurchase> {
  const { buyer, idempotencyKey, purchase } = request
  const requestHash = desk.bodyHashOf('purchase', purchase)
  const key =
    idempotencyKey === null ? `body:${requestHash}` : `key:${idempotencyKey}${notTheSame()}`
  const place = `${buyer.sessionId} ${key}`
  if (idempotencyKey !== null && desk.placing.has(place)) throw inFlight()
  // A double click without a key is one order: the second click waits for the first one's answer.
  return shared(desk.placing, place, () => openAndPlace(desk, { ...request, requestHash, key }))
}

/** Nothing, unless a bug is planted: then no request is the same one again. */
const notTheSame = () => (isPlanted('purchase_retried_without_key') ? newId<string>() : '')

type KeyedRequest = PlaceOrder & {
  requestHash: string
  key: string
  /** How often it has given way to another one of the same person. */
  waysGiven?: number
}

/** What is known before anything is written. */
type Draft = KeyedRequest & Claim & { orderId: OrderId; contact: Contact; holdUntil: Date }

async function openAndPlace(desk: OrderDesk, request: KeyedRequest): Promise<PlacedPurchase> {
  const startedAt = desk.now()
  const draft: Draft = {
    ...request,
    orderId: newId<OrderId>(),
    contact: contactOf(request),
    holdUntil: new Date(startedAt.getTime() + desk.holdSeconds * 1_000),
    startedAt,
    isResumed: false,
  }
  const allowed = await requireAllowed(desk, draft)
  if ('outcome' in allowed) return answerAgain(desk, draft, allowed)

  const opened = await openRows(desk, draft, allowed.priced)
  switch (opened.outcome) {
    case 'opened':
      if (!(await givesWay(desk, draft, allowed)))
        return carryOut(desk, draft, { priced: allowed.priced, ref: opened.ref })
      return openAndPlace(desk, { ...request, waysGiven: (request.waysGiven ?? 0) + 1 })
    case 'resumed':
      return takeUp(desk, draft, opened)
    default:
      return answerAgain(desk, draft, opened)
  }
}

type Allowed = { priced: PricedPurchase; capCents: number | null }

/** What was answered once is answered again, even where the rules would refuse it today. */
async function requireAllowed(desk: OrderDesk, draft: Draft): Promise<Allowed | Opened> {
  let priced: PricedPurchase | null = null
  try {
    priced = await inTime(desk, () => priceOf(desk, draft))
    await requireUnsold(desk, priced.lines)
    return { priced, capCents: await requireMayBuy(desk, spenderOf(draft, priced)) }
  } catch (refusal) {
    const earlier = await recallPurchase(desk.rows, draft)
    if (earlier === null) throw refusal
    const { outcome, orderId } = earlier
    if (outcome !== 'in_flight' || orderId === null) return earlier
    if (priced === null) throw refusal
    // His own first try, cut off on its way, has an attempt to pay: it is no other purchase.
    const spender = { ...spenderOf(draft, priced), orderId }
    return { priced, capCents: await requireMayBuy(desk, spender) }
  }
}

const WAYS_GIVEN_MAX = 4

/**
 * Of several of one person at one moment each sees the others: all forget their rows, and after a
 * pause by chance (at most 160 ms, then twice that, and so on) the first has room.
 */
async function givesWay(
  desk: OrderDesk,
  draft: Draft,
  { priced, capCents }: Allowed,
): Promise<boolean> {
  if (capCents === null) return false
  const { orderId, waysGiven = 0 } = draft
  try {
    await requireUnderCap(desk, { ...spenderOf(draft, priced), orderId, capCents })
    return false
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    await desk.rows.forget.add(orderId)
    if (waysGiven === WAYS_GIVEN_MAX) throw error
    await pauseBeforeRetry(3 + waysGiven)
    return true
  }
}

function spenderOf({ buyer, contact }: Draft, { totalCents }: PricedPurchase): Spender {
  const { phone } = contact
  const { customerId } = buyer
  const phones = [...new Set([phone, buyer.accountPhone ?? phone])]
  return { phones, customerId, totalCents, isHimself: isOwnPhone({ buyer, phone }) }
}

function priceOf(desk: OrderDesk, draft: Draft): PricedPurchase {
  const { orderId, purchase } = draft
  const { items, shippingMethod, expectedTotal, expectedTickets } = purchase
  const now = desk.now().toISOString()
  const priced = pricePurchase(desk.catalogue, { orderId, items, shippingMethod, now })
  requireExpectedTotal(priced, expectedTotal)
  requireExpectedTickets(priced, expectedTickets)
  // Last: a cart that is refused in any case must not tell of the person whose number it names.
  requireMayEnter(desk, entrantOf(draft, priced))
  return priced
}

function entrantOf({ buyer, contact }: Draft, { lines }: PricedPurchase) {
  const phones = [contact.phone, ...(buyer.accountPhone ? [buyer.accountPhone] : [])]
  return { lines, buyer: { phones, email: contact.email } }
}

async function openRows(
  desk: OrderDesk,
  { orderId, buyer, contact, holdUntil, purchase, requestHash, key }: Draft,
  priced: PricedPurchase,
): Promise<Opened> {
  const now = desk.now()
  const attempt = {
    attemptId: firstAttemptId(orderId),
    method: purchase.paymentMethod,
    amountCents: priced.totalCents,
    expiresAt: holdUntil,
    nextCheckAt: nextCheckAt(now, now) ?? holdUntil,
  }
  return desk.rows.open.add({
    sessionId: buyer.sessionId,
    key,
    requestHash,
    orderId,
    holdUntil,
    contact,
    attempt: priced.totalCents === 0 ? null : { ...attempt, ref: await desk.nextRef() },
  })
}

const firstAttemptId = (orderId: OrderId) => deriveId<AttemptId>('first-attempt', orderId)
export const placeCommandId = (orderId: OrderId) => deriveId<CommandId>('place-order', orderId)

/** The rows are ours: reserve, record, start, answer. Every step may have been done before. */
async function carryOut(
  desk: OrderDesk,
  draft: Draft,
  { priced, ref }: { priced: PricedPurchase; ref: string | null },
): Promise<PlacedPurchase> {
  await reserve(desk, draft, priced)
  await markStaffPurchase(desk, { orderId: draft.orderId, ...entrantOf(draft, priced) })
  const order = await record(desk, draft, { priced, ref })
  rememberContact(desk, draft)
  return startAndAnswer(desk, draft, order)
}

function rememberContact(desk: OrderDesk, { orderId, contact }: Draft): void {
  const { customerId: customer_id, name, email, phone, address, language } = contact
  desk.rememberContact({ order_id: orderId, customer_id, name, email, phone, address, language })
}

async function reserve(desk: OrderDesk, draft: Draft, { lines }: PricedPurchase): Promise<void> {
  const { orderId, buyer, holdUntil: expiresAt } = draft
  const { phone } = draft.contact
  try {
    const reservation = { orderId, lines, personKey: desk.personKeyOf(phone), expiresAt }
    await reserveLines(desk, { ...reservation, mayGiveBack: () => mayGiveBack(desk, draft) })
  } catch (error) {
    // A refusal is not remembered. After an outage the rows stay: the key takes the order up again.
    // So do rows on which another request may be at work: they go with the sweep.
    if (error instanceof Rejection && isAlone(desk, draft)) await desk.rows.forget.add(orderId)
    throw isOwnPhone({ buyer, phone }) ? error : withoutHoldings(error)
  }
}

async function record(
  desk: OrderDesk,
  draft: Draft,
  { priced, ref }: { priced: PricedPurchase; ref: string | null },
): Promise<PlacedOrder> {
  const { orderId, buyer, purchase, contact, holdUntil, correlationId } = draft
  const now = desk.now().toISOString()
  const place: OrderCommand = {
    type: 'PlaceOrder',
    order: {
      reference: await desk.nextReference(),
      orderType: 'online',
      customerId: contact.customerId,
      lines: priced.lines,
      shippingMethod: purchase.shippingMethod,
      subtotalCents: priced.subtotalCents,
      shippingCents: priced.shippingCents,
      totalCents: priced.totalCents,
      currency: 'USD',
      paymentMethod: purchase.paymentMethod,
      holdUntil: holdUntil.toISOString(),
    },
  }
  const pay: OrderCommand =
    ref === null
      ? { type: 'ConfirmFreeOrder', now }
      : {
          type: 'AttemptPayment',
          now,
          attemptId: firstAttemptId(orderId),
          ref,
          method: purchase.paymentMethod,
        }
  const { order } = await desk.orders.change(orderId, {
    commandId: placeCommandId(orderId),
    actor: actorOf(buyer),
    ...(correlationId !== undefined && { correlationId }),
    isNew: true,
    commands(known) {
      if (known.status !== 'none') return []
      requireInTime(desk, draft.startedAt)
      return [place, pay]
    },
  })
  return requirePlaced(order)
}

export const actorOf = ({ customerId, sessionId }: Buyer) =>
  customerId === null ? `guest:${sessionId}` : `customer:${customerId}`

async function startAndAnswer(
  desk: OrderDesk,
  { orderId }: Draft,
  order: PlacedOrder,
): Promise<PlacedPurchase> {
  const attempt = order.attempts[0]
  if (order.status === 'pending' && attempt !== undefined) {
    const holdUntil = new Date(order.holdUntil)
    const started = await startPayment(desk, { ...attempt, orderId, holdUntil }).catch(
      // The buyer may try again at once: the same key asks the provider the same question.
      (error) => letGo(desk.database, orderId).then(() => Promise.reject(error)),
    )
    return answer(desk, { orderId, order, redirectUrl: started.redirectUrl })
  }
  if (order.status === 'cancelled')
    throw new Rejection('hold_expired', 'Your reservation has ended. Please order again.')
  await finishOrder(desk, orderId)
  return answer(desk, { orderId, order, redirectUrl: null })
}

async function answer(
  desk: OrderDesk,
  {
    orderId,
    order,
    redirectUrl,
  }: { orderId: OrderId; order: PlacedOrder; redirectUrl: string | null },
): Promise<PlacedPurchase> {
  const { generation } = await desk.orders.load(orderId)
  const kept: KeptAnswer = {
    id: orderId,
    totalTickets: ticketsOfOrder(order),
    ...(redirectUrl !== null && { redirectUrl }),
  }
  const isSettled = redirectUrl === null
  await desk.rows.answer.add({ orderId, answer: JSON.stringify(kept), isSettled })
  return { ...kept, orderPageUrl: desk.links.pageUrl({ orderId, generation }), isNew: true }
}

/** Without the link, which opens the order to whoever reads a backup: it is signed each time. */
type KeptAnswer = Omit<PurchaseResponse, 'orderPageUrl'>

/** With the link of the phone that the order has now: another process may have corrected it. */
async function repeat(
  desk: OrderDesk,
  orderId: OrderId,
  kept: KeptAnswer,
): Promise<PlacedPurchase> {
  const { generation } = await desk.orders.load(orderId, { fresh: true })
  return { ...kept, orderPageUrl: desk.links.pageUrl({ orderId, generation }), isNew: false }
}

/** An earlier request with this key died on its way: the same order, from where it stands. */
async function takeUp(desk: OrderDesk, draft: Draft, opened: Opened): Promise<PlacedPurchase> {
  const { orderId, ref } = opened
  if (orderId === null) throw inFlight()
  const { order } = await desk.orders.load(orderId, { fresh: true })
  const again = { ...draft, orderId, isResumed: true }
  if (order.status !== 'none') return startAndAnswer(desk, again, order)
  return carryOut(desk, again, { priced: priceOf(desk, again), ref })
}

async function answerAgain(desk: OrderDesk, draft: Draft, opened: Opened): Promise<PlacedPurchase> {
  if (opened.outcome === 'reused')
    throw new Rejection(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another purchase.',
    )
  if (opened.outcome === 'in_flight' || opened.orderId === null) throw inFlight()
  // It ended before it was ever answered: whoever asks with its key is told how.
  if (opened.answer === null) return takeUp(desk, draft, opened)

  // Our own text, written by `answer` above. Earlier builds kept a link in it: it is replaced.
  const kept = JSON.parse(opened.answer) as KeptAnswer
  if (draft.idempotencyKey !== null) return repeat(desk, opened.orderId, kept)
  try {
    const again = await payAgain(desk, { orderId: opened.orderId, actor: actorOf(draft.buyer) })
    return await repeat(desk, opened.orderId, { ...kept, ...again })
  } catch (error) {
    if (!(error instanceof Rejection) || !ENDED.has(error.code)) throw error
    // Paid or over since the row was read: the same cart is a new order now.
    if (error.code === 'hold_expired') await expireOrder(desk, opened.orderId)
    await freeKey(desk.database, opened.orderId)
    return openAndPlace(desk, draft)
  }
}

const ENDED = new Set(['order_paid', 'order_cancelled', 'hold_expired'])

const inFlight = () =>
  new Rejection('request_in_flight', 'Your order is being placed. Please wait a moment.')

function contactOf({ buyer, purchase }: KeyedRequest): Contact {
  const { shippingMethod, deliveryAddress } = purchase
  const address = deliveryAddress?.trim() ?? ''
  if (shippingMethod === 'delivery' && address === '')
    throw new Rejection('invalid_request', 'Please fill in all delivery address fields.', {
      fields: [{ path: 'deliveryAddress', message: 'Please fill in all delivery address fields.' }],
    })
  return {
    customerId: buyer.customerId,
    sessionId: buyer.sessionId,
    name: purchase.customerName,
    email: purchase.customerEmail,
    phone: checkoutPhone(purchase.customerPhone),
    address: shippingMethod === 'delivery' ? address : null,
    language: purchase.language ?? 'en',
  }
}
