// Which acts of staff need a second person, and what exactly each of them is.
import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId, RaffleId } from '#events/kernel/ids.ts'
import { decimalOf } from '#events/kernel/money.ts'
import type { WithdrawReason } from '#events/order/withdraw.ts'
import type { PublishedRaffle } from '#events/raffle/decide.ts'

import type { ChangeOrderRequest, ManualOrderRequest } from '../contract/admin-orders.ts'
import type { ChangeRaffleForm } from '../contract/admin-raffles.ts'
import { newId } from '../ids.ts'
import type { Agreement, SecondPerson } from './approvals.ts'
import { staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { checkoutPhone } from './checkout-phone.ts'
import type { Correction, Phones } from './correct-holder.ts'
import { dayRateFarFrom } from './far-rate.ts'
import type { Proven } from './manual-payment.ts'
import { requireMayPay } from './may-pay.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { pricePurchase } from './price-purchase.ts'
import { usualRate } from './refund-rate.ts'
import { isCashCounted } from './withdraw-refund.ts'
import { isCashRefundCounted } from './withdraw-refund-payment.ts'
import type { RefundOfOrder } from './withdraw-refund-payment.ts'

export type DelicateNeeds = {
  secondPerson: SecondPerson
  /**
   * A manual payment above it needs a second person. Pounds at a rate far from that of the day need
   * one at any sum.
   */
  aboveCents: number
}

export type TakenOrder = {
  request: ManualOrderRequest
  key: string | null
  sessionId: string
  actor: Actor
}

/** `raffle`: as it stands; the change has been judged already. */
export type Resized = {
  raffleId: RaffleId
  raffle: PublishedRaffle
  form: ChangeRaffleForm
  actor: Actor
}

/** Cash that goes back; `rate`: as it was said. */
export type InPounds = {
  orderId: OrderId
  refundId: string
  reference: string | null
  rate: string | null
  actor: Actor
}

export type RefundPaying = RefundOfOrder & {
  method: string
  reference: string | null
  actor: Actor
}

export type Withdrawn = {
  orderId: OrderId
  refundId: string
  reason: WithdrawReason
  actor: Actor
}

/** How money by hand is written down, said later. */
export type Rebooked = { orderId: OrderId; proven: Proven; isCounted: boolean; actor: Actor }

export type DelicateActs = ReturnType<typeof delicateActs>

export function delicateActs({ secondPerson, aboveCents }: DelicateNeeds) {
  return {
    /** After the first ticket another size of the raffle is another chance for who has one. */
    async capacity({ raffleId, raffle, form, actor }: Resized): Promise<Agreement | undefined> {
      const { totalTickets: wanted } = form
      const { ticketsMax } = raffle.terms
      if (wanted === undefined || wanted === ticketsMax || raffle.issued === 0) return undefined
      return secondPerson.require({
        kind: 'capacity_change',
        subject: `raffle/${raffleId}`,
        request: { from: ticketsMax, to: wanted },
        details: { from: ticketsMax, to: wanted, issued: raffle.issued },
        actor,
      })
    },

    async manualOrder(
      desk: OrderDesk,
      { request, key, sessionId, actor }: TakenOrder,
    ): Promise<Agreement | undefined> {
      if (request.status !== 'paid' || (await wasPlaced(desk, { key, sessionId }))) return undefined
      const { items, shippingMethod, paymentMethod: method } = request
      const orderId = newId<OrderId>()
      const now = desk.now().toISOString()
      const priced = pricePurchase(desk.catalogue, { orderId, items, shippingMethod, now })
      const dayRate = await dayRateFarFrom(desk.database, request)
      if (priced.totalCents <= aboveCents && dayRate === null) return undefined
      const total = decimalOf(priced.totalCents)
      const customer = checkoutPhone(request.customerPhone)
      return secondPerson.require({
        kind: 'manual_payment',
        subject: '-',
        // Its hash is a fact: of a bare phone it would tell the phone.
        request: { ...request, customerPhone: desk.personKeyOf(customer), total },
        details: { total, method, customer, ...proofIn(request), ...beside(dayRate) },
        actor,
      })
    },

    async markPaid(
      desk: OrderDesk,
      { orderId, change, actor }: { orderId: OrderId; change: ChangeOrderRequest; actor: Actor },
    ): Promise<Agreement | undefined> {
      if (change.status !== 'paid') return undefined
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const known = requirePlaced(order)
      const { totalCents, paymentMethod, status } = known
      if (status === 'paid' || status === 'completed') return undefined
      const dayRate = await dayRateFarFrom(desk.database, change)
      if (totalCents <= aboveCents && dayRate === null) return undefined
      // What is refused anyhow asks nobody in vain.
      await requireMayPay(desk, { orderId, actor: staffActor(actor) }, known)
      const total = decimalOf(totalCents)
      const method = change.paymentMethod ?? paymentMethod
      const { reference = null, collector = null } = change
      return secondPerson.require({
        kind: 'manual_payment',
        subject: `order/${orderId}`,
        request: { total, method, reference, collector, ...bookedIn(change) },
        details: { total, method, ...proofIn(change), ...beside(dayRate) },
        actor,
      })
    },

    /**
     * Of money that needed two: its currency, its rate and its method, said later, need two as
     * well. So do, whatever the sum, cash of a till that was counted already (ADR 37) and a rate
     * far from that of the day on which the money came.
     */
    async rebooking(
      desk: OrderDesk,
      { orderId, proven, isCounted, actor }: Rebooked,
    ): Promise<Agreement | undefined> {
      const { before, after } = proven
      const was = bookedAs(before)
      const booked = bookedAs(after)
      const isMoved = before.method !== after.method
      if (was === booked && !isMoved) return undefined
      const { order } = await desk.orders.load(orderId)
      const { totalCents, payments, paymentMethod } = requirePlaced(order)
      const dayRate = await dayRateFarFrom(desk.database, { ...after, takenFor: orderId })
      if (totalCents <= aboveCents && !isCounted && dayRate === null) return undefined
      const total = decimalOf(totalCents)
      const subject = `order/${orderId}`
      if (isMoved) {
        const { currency, rate } = after
        const methods = { total, was: before.method, booked: after.method }
        const moved = { ...methods, ...(was !== booked && { currency: currency ?? 'USD', rate }) }
        return secondPerson.require({
          kind: 'manual_payment',
          subject,
          request: moved,
          details: { ...moved, ...(dayRate !== null && { currency, rate, dayRate }) },
          actor,
        })
      }
      const method = payments.find(({ attemptId }) => attemptId === null)?.method ?? paymentMethod
      return secondPerson.require({
        kind: 'manual_payment',
        subject,
        request: { total, method, was, booked },
        details: { total, method, was, booked, ...beside(dayRate) },
        actor,
      })
    },

    /** Answers the rate that is written beside the refund; null: that of its day. */
    async refundInPounds(
      desk: OrderDesk,
      { orderId, refundId, reference, rate: said, actor }: InPounds,
    ): Promise<{ rate: string | null; agreed: Agreement | undefined }> {
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const known = requirePlaced(order)
      const duty = known.refunds.find((one) => one.refundId === refundId)
      const { usual, isOfPayment, isSaid } = await usualRate(desk.database, orderId, {
        order: known,
        said,
      })
      if (said === null) return { rate: isOfPayment ? usual : null, agreed: undefined }
      const isFew = Math.max(known.totalCents, duty?.amountCents ?? 0) <= aboveCents
      if (isSaid === true || duty?.isPaid !== false) return { rate: said, agreed: undefined }
      const dayRate = await dayRateFarFrom(desk.database, { currency: 'LBP', rate: said })
      if (isFew && dayRate === null) return { rate: said, agreed: undefined }
      const refund = decimalOf(duty.amountCents)
      const booked = { method: 'cash', reference, currency: 'LBP', rate: said, usual }
      const usualOf = isOfPayment ? 'payment' : 'day'
      const told = { refund, ...booked, ...(usual !== null && { usualOf }) }
      const agreed = await secondPerson.require({
        kind: 'manual_payment',
        subject: `order/${orderId}`,
        request: { refundId, refund, ...booked },
        details: { ...told, ...(isOfPayment && beside(dayRate)) },
        actor,
      })
      return { rate: said, agreed }
    },

    /**
     * Money that was promised, or was said to have come, and does not go back after all; cash of a
     * till that was counted already whatever its sum.
     */
    async withdrawal(
      desk: OrderDesk,
      { orderId, refundId, reason, actor }: Withdrawn,
    ): Promise<Agreement | undefined> {
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const known = requirePlaced(order)
      const duty = known.refunds.find((one) => one.refundId === refundId)
      if (duty === undefined) return undefined
      const isFew = Math.max(known.totalCents, duty.amountCents) <= aboveCents
      const isOfTill = reason === 'never_paid' && (await isCashCounted(desk.database, orderId))
      if (isFew && !isOfTill) return undefined
      const withdrawn = decimalOf(duty.amountCents)
      return secondPerson.require({
        kind: 'manual_payment',
        subject: `order/${orderId}`,
        request: { refundId, withdrawn, reason },
        details: { withdrawn, cause: reason },
        actor,
      })
    },

    /**
     * Money that leaves the shop, as money that comes: a refund with which more than the limit has
     * gone back of its order, so that many small ones are no way around it.
     */
    async refundPayment(
      desk: OrderDesk,
      { orderId, refundId, method, reference, actor }: RefundPaying,
    ): Promise<Agreement | undefined> {
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const { refunds } = requirePlaced(order)
      const duty = refunds.find((one) => one.refundId === refundId)
      if (duty === undefined || duty.isPaid) return undefined
      const gone = refunds.filter((one) => one === duty || one.isPaid)
      const backCents = gone.reduce((sum, { amountCents }) => sum + amountCents, 0)
      if (backCents <= aboveCents) return undefined
      const repaid = decimalOf(duty.amountCents)
      const nth = duty.withdrawnPayments ?? 0
      return secondPerson.require({
        kind: 'manual_payment',
        subject: `order/${orderId}`,
        request: { refundId, repaid, method, reference, nth },
        details: { repaid, method, reference },
        actor,
      })
    },

    /** Money that was said to have gone back, and had not; cash of a counted till at any sum. */
    async refundPaymentWithdrawal(
      desk: OrderDesk,
      { orderId, refundId, actor }: RefundOfOrder & { actor: Actor },
    ): Promise<Agreement | undefined> {
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const known = requirePlaced(order)
      const duty = known.refunds.find((one) => one.refundId === refundId)
      if (duty === undefined || !duty.isPaid) return undefined
      const isFew = Math.max(known.totalCents, duty.amountCents) <= aboveCents
      if (isFew && !(await isCashRefundCounted(desk.database, { orderId, refundId })))
        return undefined
      const withdrawn = decimalOf(duty.amountCents)
      const nth = duty.withdrawnPayments ?? 0
      return secondPerson.require({
        kind: 'manual_payment',
        subject: `order/${orderId}`,
        request: { refundId, withdrawn, reason: 'not_paid', nth },
        details: { withdrawn, cause: 'not_paid' },
        actor,
      })
    },

    /** Whoever holds the phone holds the tickets. */
    async holder(
      desk: Pick<OrderDesk, 'personKeyOf'>,
      { orderId, cause, phones, actor }: Correction & { phones: Phones; actor: Actor },
    ): Promise<Agreement | undefined> {
      const { from, to } = phones
      return secondPerson.require({
        kind: 'holder_correction',
        subject: `order/${orderId}`,
        // As above.
        request: { from: desk.personKeyOf(from), to: desk.personKeyOf(to), cause },
        details: { ...phones, cause },
        actor,
      })
    },
  }
}

type Booked = Pick<ChangeOrderRequest, 'currency' | 'rate'>

/** What is not said is left out: an approval of before they were asked for is the same one. */
const bookedIn = ({ currency = null, rate = null }: Booked) => ({
  ...(currency !== null && { currency }),
  ...(rate !== null && { rate }),
})

/** As the second person sees it. What is not said counts as dollars. */
const proofIn = (said: ChangeOrderRequest | ManualOrderRequest) => ({
  reference: said.reference ?? null,
  collector: said.collector ?? null,
  currency: said.currency ?? 'USD',
  rate: said.currency === 'LBP' ? (said.rate ?? null) : null,
})

/** Told, not agreed to: what the typed rate is far from. */
const beside = (dayRate: string | null) => (dayRate === null ? {} : { dayRate })

/** Dollars have no rate; pounds without one count at that of the day. */
const bookedAs = ({ currency, rate }: Proven['after']): string =>
  currency === 'LBP' ? ['LBP', rate ?? ''].join(' ').trim() : 'USD'

/** A retry of what was placed already is answered with it, and asks nobody again. */
async function wasPlaced(
  desk: OrderDesk,
  { key, sessionId }: { key: string | null; sessionId: string },
): Promise<boolean> {
  if (key === null) return false
  const { rows } = await desk.database.query<{ order_id: string }>({
    name: 'manual_placed',
    text: 'select order_id from purchases where session_id = $1 and key = $2',
    values: [sessionId, `manual:${key}`],
  })
  const [row] = rows
  if (row === undefined) return false
  const { order } = await desk.orders.load(orderIdSchema.parse(row.order_id), { fresh: true })
  return order.status !== 'none'
}
