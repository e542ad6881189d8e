// Orders that staff take at the counter or by telephone. The same rules as online: the same list,
// the same reservations, the same raffle writers; only the money comes by hand.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import { customerIdSchema } from '#events/kernel/ids.ts'
import type { CommandId, CustomerId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import type { OrderLine } from '#events/order/events.ts'

import type { ManualOrderRequest } from '../contract/admin-orders.ts'
import { newId } from '../ids.ts'
import { requireMayBuy } from './account-limits.ts'
import type { Agreement } from './approvals.ts'
import { changeStream } from './change-stream.ts'
import { checkoutPhone } from './checkout-phone.ts'
import { mayGiveBack, requireInTime } from './claimed-request.ts'
import type { Claim } from './claimed-request.ts'
import { finishOrder } from './issue-tickets.ts'
import { forgetUnplaced, writeFirstPayment } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { placeCommandId } from './place-order.ts'
import { pricePurchase } from './price-purchase.ts'
import type { PricedPurchase } from './price-purchase.ts'
import type { Contact, Opened } from './purchase-rows.ts'
import { releaseLines, reserveLines } from './reserve-lines.ts'
import { markStaffPurchase, requireMayEnter } from './staff-entries.ts'

export type ManualOrder = {
  staff: { personId: string; sessionId: string }
  request: ManualOrderRequest
  idempotencyKey: string | null
  /** Of a second person, where one is needed. */
  agreed?: Agreement | undefined
}

export type ManuallyPlaced = { orderId: OrderId; order: PlacedOrder; isNew: boolean }

type Draft = ManualOrder & { contact: Contact; startedAt: Date; holdUntil: Date }
type Claimed = Draft & Claim

export async function placeManualOrder(
  desk: OrderDesk,
  manual: ManualOrder,
): Promise<ManuallyPlaced> {
  const newOrderId = newId<OrderId>()
  const contact = await contactOf(desk, manual, newOrderId)
  const startedAt = desk.now()
  const holdUntil = new Date(startedAt.getTime() + desk.manualHoldSeconds * 1_000)
  const draft = { ...manual, contact, startedAt, holdUntil }
  priceOf(desk, draft, newOrderId) // refused before anything is written
  const opened = await openRows(desk, draft, newOrderId)
  switch (opened.outcome) {
    case 'opened':
    case 'resumed': {
      const claimed = { ...draft, isResumed: opened.outcome === 'resumed' }
      return carryOut(desk, claimed, opened.orderId ?? newOrderId)
    }
    case 'answered':
      return placedBefore(desk, opened.orderId)
    case 'reused':
      throw new Rejection(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another order.',
      )
    default:
      throw new Rejection('request_in_flight', 'This order is being placed. Please wait a moment.')
  }
}

function priceOf(desk: OrderDesk, draft: Draft, orderId: OrderId): PricedPurchase {
  const { request } = draft
  const { items, shippingMethod } = request
  const now = desk.now().toISOString()
  const priced = pricePurchase(desk.catalogue, { orderId, items, shippingMethod, now })
  requireMayEnter(desk, entrantOf(draft, priced))
  return priced
}

const entrantOf = ({ contact: { phone, email } }: Draft, { lines }: PricedPurchase) => ({
  lines,
  buyer: { phones: [phone], email },
})

async function openRows(desk: OrderDesk, draft: Draft, orderId: OrderId): Promise<Opened> {
  const { staff, request, idempotencyKey, contact, holdUntil } = draft
  const requestHash = desk.bodyHashOf('manual-order', request)
  const { sessionId } = staff
  const key =
    idempotencyKey === null
      ? await keyOfBody(desk, { sessionId, requestHash })
      : `manual:${idempotencyKey}`
  return desk.rows.open.add({
    sessionId,
    key,
    requestHash,
    orderId,
    holdUntil,
    contact,
    attempt: null,
  })
}

const MINUTE_MS = 60_000

/**
 * Of a request without a key: the same order, asked for again in the same minute, is one order. A
 * minute that has just begun makes no second one of it: the key of the minute before stands for as
 * long as what it opened is younger than 60 seconds.
 */
async function keyOfBody(
  { database, now }: OrderDesk,
  { sessionId, requestHash }: { sessionId: string; requestHash: string },
): Promise<string> {
  const minute = Math.floor(now().getTime() / MINUTE_MS)
  const [current, before] = [minute, minute - 1].map((at) => `manual:body:${at}:${requestHash}`)
  const { rows } = await database.query<{ key: string }>({
    name: 'manual_order_of_minute_before',
    text: `
      select key from purchases
       where session_id = $1 and key = $2 and created_at > clock_now() - interval '60 seconds'`,
    values: [sessionId, before],
  })
  return rows[0]?.key ?? current!
}

/** Every step may have been done before: the ids are the order's. */
async function carryOut(
  desk: OrderDesk,
  draft: Claimed,
  orderId: OrderId,
): Promise<ManuallyPlaced> {
  const known = await desk.orders.load(orderId, { fresh: true })
  if (known.order.status === 'none') await reserveAndRecord(desk, draft, orderId)
  const order = (await finishOrder(desk, orderId)) ?? requirePlaced(known.order)
  await desk.rows.answer.add({
    orderId,
    answer: JSON.stringify({ id: orderId }),
    isSettled: order.status !== 'pending',
  })
  return { orderId, order, isNew: true }
}

async function reserveAndRecord(desk: OrderDesk, draft: Claimed, orderId: OrderId): Promise<void> {
  const priced = priceOf(desk, draft, orderId)
  let held: readonly OrderLine[] = []
  try {
    await reserve(desk, draft, { orderId, priced })
    held = priced.lines
    await markStaffPurchase(desk, { orderId, ...entrantOf(draft, priced) })
    await record(desk, draft, { orderId, priced })
  } catch (error) {
    // Only a refusal is certain: after anything else the order may be there.
    if (!(error instanceof Rejection)) throw error
    const { order } = await desk.orders.load(orderId, { fresh: true })
    // Another request with its key has placed it meanwhile: that is the answer.
    if (order.status !== 'none') return
    await giveUp(desk, draft, { orderId, held })
    throw error
  }
}

type Priced = { orderId: OrderId; priced: PricedPurchase }

async function reserve(
  desk: OrderDesk,
  draft: Claimed,
  { orderId, priced }: Priced,
): Promise<void> {
  const { request, staff, contact, holdUntil: expiresAt } = draft
  const { customerId, phone } = contact
  const { lines, totalCents } = priced
  await requireMayBuy(desk, { phones: [phone], customerId, totalCents, isHimself: false })
  if (request.status === 'paid')
    await writeFirstPayment(desk, { orderId, takenBy: staff.personId, ...proofOf(request) })
  await reserveLines(desk, {
    orderId,
    lines,
    personKey: desk.personKeyOf(phone),
    expiresAt,
    mayGiveBack: () => mayGiveBack(desk, { ...draft, orderId }),
  })
}

const proofOf = ({ paymentMethod: method, ...request }: ManualOrderRequest) => ({
  method,
  reference: request.reference ?? null,
  collector: request.collector ?? null,
  currency: request.currency ?? null,
  rate: request.rate ?? null,
})

/** Refused, and no order is there. */
async function giveUp(
  desk: OrderDesk,
  draft: Claimed,
  { orderId, held }: { orderId: OrderId; held: readonly OrderLine[] },
): Promise<void> {
  if (!(await mayGiveBack(desk, { ...draft, orderId }))) return
  await releaseLines(desk, held)
  await forgetUnplaced(desk, orderId)
}

async function record(
  desk: OrderDesk,
  { request, staff, contact, startedAt, holdUntil, agreed }: Draft,
  { orderId, priced }: Priced,
): Promise<void> {
  const place: OrderCommand = {
    type: 'PlaceOrder',
    order: {
      reference: await desk.nextReference(),
      orderType: 'offline',
      customerId: contact.customerId,
      lines: priced.lines,
      shippingMethod: request.shippingMethod,
      subtotalCents: priced.subtotalCents,
      shippingCents: priced.shippingCents,
      totalCents: priced.totalCents,
      currency: 'USD',
      paymentMethod: request.paymentMethod,
      holdUntil: holdUntil.toISOString(),
    },
  }
  const pay: OrderCommand = {
    type: 'TakeManualPayment',
    now: desk.now().toISOString(),
    method: request.paymentMethod,
    reference: request.reference ?? null,
    room: 'none',
  }
  await desk.orders.change(orderId, {
    commandId: placeCommandId(orderId),
    actor: `staff:${staff.personId}`,
    isNew: true,
    agreed,
    commands: (known) => {
      if (known.status !== 'none') return []
      requireInTime(desk, startedAt)
      return request.status === 'paid' ? [place, pay] : [place]
    },
  })
}

async function placedBefore(desk: OrderDesk, orderId: OrderId | null): Promise<ManuallyPlaced> {
  if (orderId === null) throw new Error('an answered purchase without its order')
  const { order } = await desk.orders.load(orderId, { fresh: true })
  return { orderId, order: requirePlaced(order), isNew: false }
}

async function contactOf(
  desk: OrderDesk,
  { request, staff }: ManualOrder,
  orderId: OrderId,
): Promise<Contact> {
  const phone = checkoutPhone(request.customerPhone)
  const address = request.deliveryAddress?.trim() ?? ''
  if (request.shippingMethod === 'delivery' && address === '')
    throw new Rejection('invalid_request', 'Please provide a delivery address.', {
      fields: [{ path: 'deliveryAddress', message: 'Please provide a delivery address.' }],
    })
  const given = {
    name: blankToNull(request.customerName),
    email: blankToNull(request.customerEmail),
  }
  const by = { staffId: staff.personId, actId: placeCommandId(orderId) }
  const customer = await findOrRegister(desk, { phone, ...given, ...by })
  return {
    customerId: customer.customerId,
    sessionId: staff.sessionId,
    name: given.name ?? customer.name ?? '',
    email: given.email ?? customer.email,
    phone,
    address: request.shippingMethod === 'delivery' ? address : null,
    language: request.language ?? (await languageOf(desk, phone)) ?? 'en',
  }
}

/** Of the last order of this phone; null when there is none, or it was erased. */
async function languageOf(desk: OrderDesk, phone: string): Promise<Contact['language'] | null> {
  const { rows } = await desk.database.query<{ language: Contact['language'] }>({
    name: 'language_of_phone',
    text: `
      select language
        from order_contacts
       where phone = $1
       order by created_at desc
       limit 1`,
    values: [phone],
  })
  return rows[0]?.language ?? null
}

const blankToNull = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

type Known = {
  customerId: CustomerId
  name: string | null
  email: string | null
  isStaff: boolean
}

type Given = {
  phone: string
  name: string | null
  email: string | null
  staffId: string
  /** Whose note tells from where. Of an order that is refused there is none. */
  actId: CommandId | undefined
}

/** A phone that is known keeps its name and e-mail; one that is not becomes a customer. */
export async function findOrRegister(desk: OrderDesk, given: Given): Promise<Known> {
  await desk.database.query({
    name: 'person_of_manual_order',
    text: `
      insert into people (person_id, full_name, email, phone, created_at)
      values ($1, $2, $3, $4, clock_now())
      on conflict (phone) do nothing`,
    values: [newId<CustomerId>(), given.name, given.email, given.phone],
  })
  const known = await personOf(desk, given.phone)
  if (known === null) throw new Error('a person was written and is not there')
  const { customerId } = known
  await changeStream(desk.store, {
    streamId: `customer/${customerId}`,
    decider: customerDecider,
    actor: `staff:${given.staffId}`,
    correlationId: given.actId,
    commands: ({ status }): CustomerCommand[] =>
      status === 'none' ? [{ type: 'RegisterCustomer', via: 'manual_order' }] : [],
  })
  return known
}

/** Whose number it is, as his profile has him; null: nobody's. */
export async function personOf(
  { database }: Pick<OrderDesk, 'database'>,
  phone: string,
): Promise<Known | null> {
  const { rows } = await database.query<{
    person_id: string
    full_name: string | null
    email: string | null
    is_staff: boolean
  }>({
    name: 'person_of_number',
    text: `
      select person_id, full_name, email, role is not null as is_staff
        from people
       where phone = $1`,
    values: [phone],
  })
  const [row] = rows
  if (row === undefined) return null
  const { full_name: name, email, is_staff: isStaff } = row
  return { customerId: customerIdSchema.parse(row.person_id), name, email, isStaff }
}
