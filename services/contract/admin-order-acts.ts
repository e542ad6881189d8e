// One order as staff see it, with everything that has happened to it, and what they may do to it.
import * as z from 'zod/mini'

import { drawStandings } from '#events/order/at-draw.ts'
import { orderEvents } from '#events/order/events.ts'
import {
  holderReasons,
  manualMethods,
  onlineMethods,
  paymentMethods,
  refundCauses,
  withdrawReasons,
} from '#events/order/words.ts'

import { exclusion } from './admin-customers.ts'
import { ACT_NOTE_MAX, adminOrder, proof } from './admin-orders.ts'
import { requestKinds, requestStates } from './order-page.ts'
import { lineGoods, orderItem } from './orders.ts'
import { emailIn } from './purchases.ts'
import { count, id, instantOut, money, moneyIn, words } from './shared.ts'

const note = z.optional(z.nullable(words(ACT_NOTE_MAX)))

/** Who did it: a person of staff by name, anybody else by kind. */
export const orderActor = z.strictObject({
  kind: z.enum(['customer', 'staff', 'system']),
  name: z.nullable(z.string()),
})

const factTypes = Object.keys(orderEvents) as (keyof typeof orderEvents)[] // the record names them

/** What staff did that is no fact of the order's own. */
export const besideActs = [
  'resend_receipt',
  'accept_request',
  'decline_request',
  'prove_payment',
  'issue_invoice',
] as const

/** One line of an order's history; what it does not tell is null. */
export const orderHappening = z.strictObject({
  at: instantOut(),
  what: z.enum([...factTypes, ...besideActs]),
  who: orderActor,
  amount: z.nullable(money()),
  /** The line it is about. */
  goods: z.nullable(lineGoods),
  method: z.nullable(z.enum([...paymentMethods, 'credit'])),
  /** Reason, cause or the provider's word. */
  code: z.nullable(z.string()),
  /** Receipt or transfer number. */
  reference: z.nullable(z.string()),
  tickets: z.nullable(count()),
  until: z.nullable(instantOut()),
  /** Cancelled, and its pieces of counted goods went back on the shelf. */
  isRestocked: z.boolean(),
  note: z.nullable(z.string()),
})
export type OrderHappening = z.infer<typeof orderHappening>

export const staffPayment = z.strictObject({
  method: z.enum(paymentMethods),
  amount: money(),
  paidAt: instantOut(),
  /** False: on top of what was owed, paid late or twice. */
  isSale: z.boolean(),
})

/** Of a payment taken by staff. */
export const paymentProof = z.strictObject({
  method: z.enum(manualMethods),
  reference: z.nullable(z.string()),
  collector: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  takenBy: z.nullable(z.string()),
  takenAt: instantOut(),
  /** Another one when another proof is written down. */
  tag: z.string(),
})

export const staffAttempt = z.strictObject({
  id: id(),
  /** The provider's key for it. */
  ref: z.string(),
  method: z.enum(onlineMethods),
  amount: money(),
  state: z.enum(['open', 'declined', 'paid', 'mismatched']),
  providerStatus: z.nullable(z.string()),
  received: z.nullable(money()),
  /** Of `received`; null: that of `amount`, dollars. */
  receivedCurrency: z.nullable(z.string()),
  /** The most that may be promised back of it. */
  returnable: money(),
  checkedAt: z.nullable(instantOut()),
  /** A person must look at it. */
  needsAttention: z.boolean(),
})

/** What a cancelled raffle owes: as its buyer has chosen. */
export const refundWays = ['any', 'money', 'credit'] as const

export const staffRefund = z.strictObject({
  id: z.string(),
  amount: money(),
  cause: z.enum(refundCauses),
  /** The line it is for; null: it is of a whole payment. */
  goods: z.nullable(lineGoods),
  isPaid: z.boolean(),
  /** Why it may be withdrawn; null: its money is owed. */
  withdrawable: z.nullable(z.enum(withdrawReasons)),
  /** How it may be paid; of one that is paid it says nothing. */
  payableIn: z.enum(refundWays),
  method: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Of cash; null: dollars. */
  currency: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  /** Of credit: the last day in Beirut on which it counts. */
  creditUntil: z.nullable(z.string()),
})
export type StaffRefund = z.infer<typeof staffRefund>

export const staffRequest = z.strictObject({
  id: id(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  note: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  createdAt: instantOut(),
})
export type StaffRequest = z.infer<typeof staffRequest>

export const handoverSteps = ['ready', 'sent_out', 'handed_over', 'came_back'] as const

/** What may be done to it as it stands; who may do it is another question. */
export const staffMayDo = [
  'mark_paid',
  'extend_hold',
  'cancel',
  'correct_holder',
  'correct_contact',
  'owe_refund',
  'return_line',
  'resend_receipt',
  'prove_payment',
  'check_payment',
  'issue_invoice',
  ...handoverSteps,
] as const
export type StaffMayDo = (typeof staffMayDo)[number]

export const staffOrderItem = z.strictObject({
  ...orderItem.shape,
  /** The line came back while the rest of the order stayed. */
  isReturned: z.boolean(),
})

export const adminOrderDetail = z.strictObject({
  ...adminOrder.shape,
  items: z.array(staffOrderItem),
  /** Goes back in `If-Match` with the next act, as `seenOf` has it. */
  version: count(),
  userEmail: z.nullable(z.string()),
  language: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  holdUntil: z.nullable(instantOut()),
  handover: z.nullable(z.enum(['ready', 'sent_out'])),
  /** What can still be given back of the sale. */
  refundable: money(),
  /** What it has taken of counted goods: cancelling asks whether that can be sold again. */
  restockable: z.array(lineGoods),
  /** Lines that may come back while the rest of the order stays. */
  returnable: z.array(
    z.strictObject({
      lineId: id(),
      ...lineGoods.def.shape,
      amount: money(),
      tickets: count(),
      /** Its draw is over: they stay valid, and only the money goes back. */
      ticketsStay: z.boolean(),
      /** It has taken counted pieces: the return asks whether they can be sold again. */
      isCounted: z.boolean(),
    }),
  ),
  payments: z.array(staffPayment),
  proof: z.nullable(paymentProof),
  attempts: z.array(staffAttempt),
  refunds: z.array(staffRefund),
  requests: z.array(staffRequest),
  /** What the draws of its raffles mean for cancelling it; null: nothing. */
  drawStanding: z.nullable(z.enum(drawStandings)),
  /** Of the number that the order stands by; not told to who packs. */
  exclusion,
  history: z.array(orderHappening),
  mayDo: z.array(z.enum(staffMayDo)),
})
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>

/** What was read: the version of the facts, and the proof beside them, `3` or `3-<tag>`. */
export const seenOf = ({ version, proof: taken }: Pick<AdminOrderDetail, 'version' | 'proof'>) =>
  taken === null ? String(version) : `${version}-${taken.tag}`

export const handoverRequest = z
  .strictObject({
    step: z.enum(handoverSteps),
    /** Six digits that the buyer reads out; without it staff vouch for him. */
    code: z.optional(z.nullable(z.string().check(z.regex(/^\d{6}$/)))),
    /** Of what came back: why. */
    note,
  })
  .check(
    z.refine(({ step, note: why }) => step !== 'came_back' || (why ?? '') !== '', {
      path: ['note'],
      error: 'must be given: why it came back',
    }),
  )

export const HOLD_HOURS_MAX = 720
export const extendHoldRequest = z.strictObject({
  hours: z.int().check(z.minimum(1), z.maximum(HOLD_HOURS_MAX)),
  note,
})

/** The phone the order stands by, mistyped or another person's by now. */
export const correctHolderRequest = z.strictObject({
  phone: words(32, 1),
  cause: z.enum(holderReasons),
  note,
})
export type CorrectHolderRequest = z.infer<typeof correctHolderRequest>

/** As it is right; `address`, of goods that are delivered: left out, it stays as it is. */
export const correctContactRequest = z.strictObject({
  name: words(200),
  email: z.nullable(emailIn()),
  address: z.optional(words(1_000, 1)),
  note,
})

export const payRefundRequest = z
  .strictObject({
    refundId: words(60, 1),
    method: z.enum([...paymentMethods, 'credit']),
    /** Receipt or transfer number: the proof that the money went back. Credit needs none. */
    reference: z.optional(z.nullable(words(100, 1))),
    /** Of cash; left out: dollars. */
    currency: proof.currency,
    /** Of pounds; left out: that at which they came, else that of the day. */
    rate: proof.rate,
    note,
  })
  .check(
    z.refine(({ method, reference }) => method === 'credit' || typeof reference === 'string', {
      path: ['reference'],
      error: 'must be given: the receipt or transfer number',
    }),
    z.refine(({ method, currency }) => method === 'cash' || (currency ?? null) === null, {
      path: ['currency'],
      error: 'is that of cash',
    }),
    z.refine(({ currency, rate }) => currency === 'LBP' || (rate ?? null) === null, {
      path: ['rate'],
      error: 'is that of pounds',
    }),
  )

/** A mismatched payment goes back, or part of a sale by decision of staff. */
export const oweRefundRequest = z.strictObject({
  amount: moneyIn(),
  attemptId: z.optional(z.nullable(id())),
  note,
})

/** One line of several came back. */
export const returnLineRequest = z.strictObject({
  lineId: id(),
  /** What it has taken of counted goods goes back on the shelf. */
  restock: z.optional(z.boolean()),
  note,
})

/** A duty that never was one: as `withdrawable` has it. */
export const withdrawRefundRequest = z.strictObject({
  refundId: words(60, 1),
  reason: z.enum(withdrawReasons),
  /** What was wrong. */
  note: words(ACT_NOTE_MAX, 1),
})

/** A refund was not paid as it was written down: it is due again. */
export const withdrawRefundPaymentRequest = z.strictObject({
  refundId: words(60, 1),
  /** What was wrong. */
  note: words(ACT_NOTE_MAX, 1),
})

export const answerOrderRequest = z.strictObject({
  requestId: id(),
  answer: z.enum(['accepted', 'declined']),
  /** Shown to the buyer. */
  words: z.optional(z.nullable(words(ACT_NOTE_MAX))),
  /** Accepted: what the order has taken of counted goods goes back on the shelf. */
  restock: z.optional(z.boolean()),
})

/** A part that is left out stays as it was, and null takes out what stands there. */
export const provePaymentRequest = z.strictObject({
  ...proof,
  /** How the money came after all; left out, it stays as it was. */
  method: z.optional(z.nullable(z.enum(manualMethods))),
  note,
})
