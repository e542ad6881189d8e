// Facts of one order: stream `order/<orderId>` in the shop log. No personal datum is in any of
// them: name, phone, e-mail and address live in the erasable table `order_contacts`.
import * as z from 'zod/mini'

import {
  attemptIdSchema,
  customerIdSchema,
  lineIdSchema,
  productIdSchema,
  raffleIdSchema,
  variantIdSchema,
} from '../kernel/ids.ts'
import { cents, count, currency, instant, positive, text } from '../kernel/shapes.ts'
import {
  cancelReasons,
  contactFields,
  holderReasons,
  manualMethods,
  onlineMethods,
  paymentMethods,
  recordedReasons,
  refundCauses,
  withdrawReasons,
} from './words.ts'

/** Prices, names and prizes as they stood when the order was placed: they never change again. */
export const orderLine = z.strictObject({
  lineId: lineIdSchema,
  productId: productIdSchema,
  productName: text(200),
  productImage: z.nullable(text(200)),
  variantId: z.nullable(variantIdSchema),
  variantName: z.nullable(text(200)),
  quantity: positive(),
  unitPriceCents: cents(),
  /** Null for goods without tickets. */
  raffleId: z.nullable(raffleIdSchema),
  raffleName: z.nullable(text(200)),
  prizeValueCents: z.nullable(cents()),
  ticketsPerUnit: count(),
  /** Its pieces were counted when it was ordered: held with the order, taken when it is paid. */
  holdsStock: z.optional(z.literal(true)),
})
export type OrderLine = z.infer<typeof orderLine>

/** A line's tickets, `first` to `last` inclusive. */
export const grant = z.strictObject({
  lineId: lineIdSchema,
  raffleId: raffleIdSchema,
  first: positive(),
  last: positive(),
})
export type Grant = z.infer<typeof grant>

export const orderEvents = {
  OrderPlaced: z.strictObject({
    /** Spoken reference for people, unique, for instance `QR-7K3M9P`. */
    reference: text(16),
    orderType: z.enum(['online', 'offline']),
    customerId: z.nullable(customerIdSchema),
    lines: z.array(orderLine),
    shippingMethod: z.enum(['pickup', 'delivery']),
    subtotalCents: cents(),
    shippingCents: cents(),
    totalCents: cents(),
    currency: currency(),
    paymentMethod: z.enum(paymentMethods),
    /** The holds of the order's lines end here. */
    holdUntil: instant(),
  }),
  /** Written before the provider is asked. `ref` is the provider's key for this attempt, digits. */
  PaymentAttempted: z.strictObject({
    attemptId: attemptIdSchema,
    ref: text(15),
    method: z.enum(onlineMethods),
    amountCents: cents(),
    currency: currency(),
  }),
  /** The provider says this attempt failed; the link may still be paid later. */
  PaymentDeclined: z.strictObject({ attemptId: attemptIdSchema, providerStatus: text(40) }),
  /** Money arrived, exactly the order's total. `isRevival`: it had been cancelled by expiry. */
  PaymentConfirmed: z.strictObject({
    /** Null for a payment taken by staff. */
    attemptId: z.nullable(attemptIdSchema),
    method: z.enum(paymentMethods),
    amountCents: cents(),
    currency: currency(),
    providerRef: z.nullable(text(200)),
    providerStatus: text(40),
    paidAt: instant(),
    isRevival: z.boolean(),
    /** What the money pays for; null for money on top (paid late or twice), which is owed back. */
    sale: z.nullable(z.strictObject({ subtotalCents: cents(), shippingCents: cents() })),
  }),
  /** Money arrived that is not the order's total or currency. Never paid, never tickets. */
  PaymentMismatched: z.strictObject({
    attemptId: attemptIdSchema,
    method: z.enum(onlineMethods),
    expectedCents: cents(),
    receivedCents: z.nullable(cents()),
    receivedCurrency: z.nullable(text(8)),
  }),
  TicketsGranted: z.strictObject({ grants: z.array(grant) }),
  /** A duty to give money back. `lineId` null: it concerns a whole payment. */
  RefundDue: z.strictObject({
    refundId: text(60),
    lineId: z.nullable(lineIdSchema),
    attemptId: z.nullable(attemptIdSchema),
    amountCents: cents(),
    currency: currency(),
    cause: z.enum(refundCauses),
    /** Of a line that came back: its counted pieces go back on the shelf. */
    restock: z.optional(z.literal(true)),
  }),
  RefundPaid: z.strictObject({
    refundId: text(60),
    amountCents: cents(),
    currency: currency(),
    method: z.enum([...paymentMethods, 'credit']),
    /** Of credit: the last day in Beirut on which it counts. Older facts have none. */
    creditUntil: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
  }),
  /** It was not paid after all, or otherwise than was written down: it is due again. */
  RefundPaymentWithdrawn: z.strictObject({
    refundId: text(60),
    amountCents: cents(),
    currency: currency(),
    /** As it was said to have been paid. */
    method: z.enum([...paymentMethods, 'credit']),
  }),
  /** An unpaid duty that never was one: what it is about beyond that, a note beside it says. */
  RefundWithdrawn: z.strictObject({
    refundId: text(60),
    amountCents: cents(),
    currency: currency(),
    cause: z.enum(refundCauses),
    /** `never_paid`: the payment, too, was written down by mistake. */
    reason: z.enum(withdrawReasons),
    /** With `never_paid`: how the money was said to have come; null otherwise. */
    method: z.nullable(z.enum(manualMethods)),
    /** With `never_paid`: the payment's own instant; facts of before do not say it. */
    paidAt: z.optional(instant()),
  }),
  /**
   * What staff took came another way than was written down; the only payment by hand an order has.
   * Amount and instant are the payment's own.
   */
  PaymentMethodCorrected: z.strictObject({
    from: z.enum(manualMethods),
    to: z.enum(manualMethods),
    amountCents: cents(),
    currency: currency(),
    paidAt: instant(),
  }),
  HoldExtended: z.strictObject({ holdUntil: instant() }),
  /** Another phone stands in `order_contacts` from now on, before any register has its tickets. */
  HolderCorrected: z.strictObject({ cause: z.enum(holderReasons) }),
  /** Another name, e-mail or address stands in `order_contacts` from now on. */
  ContactCorrected: z.strictObject({ fields: z.array(z.enum(contactFields)) }),
  /** The goods stand ready to be fetched. */
  OrderMadeReady: z.strictObject({}),
  /** The goods have left for the buyer's address. */
  OrderSentOut: z.strictObject({}),
  /** The goods are with us again, or had never left: they are packed anew. A note says why. */
  OrderCameBack: z.strictObject({}),
  OrderCancelled: z.strictObject({
    reason: z.enum(cancelReasons),
    /** With `staff`: what moved them. */
    staffReason: z.optional(z.enum(recordedReasons)),
    /** The counted pieces it has taken go back on the shelf. */
    restock: z.optional(z.literal(true)),
  }),
  OrderCompleted: z.strictObject({}),
}

type Schemas = typeof orderEvents
export type OrderEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
