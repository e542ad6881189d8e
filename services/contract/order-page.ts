// The page of one order: how it stands, what has happened to it, its tickets, and what its buyer
// has asked for. Like the payment status it names nobody: a link may be passed on.
import * as z from 'zod/mini'

import { cancelReasons, refundCauses } from '#events/order/words.ts'
import { rafflePhases } from '#events/raffle/phase.ts'

import { wonTicket } from './entries.ts'
import { lineGoods, orderEntry } from './orders.ts'
import { paymentStatusResponse } from './payment-status.ts'
import { id, image, instantOut, money, ticketNumber, words } from './shared.ts'

/** In the order in which things happened; the last ticket of an order is when it has them all. */
export const orderStep = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.enum(['placed', 'declined', 'paid', 'tickets', 'ready', 'sent_out', 'completed']),
    at: instantOut(),
  }),
  z.strictObject({
    step: z.literal('cancelled'),
    at: instantOut(),
    reason: z.enum(cancelReasons),
  }),
  z.strictObject({
    step: z.literal('refund_due'),
    at: instantOut(),
    amount: money(),
    cause: z.enum(refundCauses),
    /** The line it is for; null: it is of a whole payment. */
    goods: z.nullable(lineGoods),
  }),
  z.strictObject({
    step: z.literal('refund_paid'),
    at: instantOut(),
    amount: money(),
    /** The last day of store credit; null for money that went back. */
    creditUntil: z.nullable(z.string()),
  }),
])
export type OrderStep = z.infer<typeof orderStep>

/** The tickets of one line, and how their raffle stands. */
export const orderTickets = z.strictObject({
  ...orderEntry.shape,
  raffleImage: image(),
  raffleValue: money(),
  raffleEndsAt: z.nullable(instantOut()),
  rafflePhase: z.enum(rafflePhases),
  /** Of `ticketNumbers`, those that take no part in the draw any more. */
  voidNumbers: z.array(ticketNumber()),
  /** The one of `ticketNumbers` that has won, if it is among them. */
  won: z.nullable(wonTicket),
})
export type OrderTickets = z.infer<typeof orderTickets>

export const requestKinds = ['cancel', 'return', 'credit'] as const
/** `withdrawn`: by the buyer, or with the payment by credit that it was accepted for. */
export const requestStates = ['open', 'accepted', 'declined', 'withdrawn'] as const

export const orderRequest = z.strictObject({
  id: id(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  createdAt: instantOut(),
  answeredAt: z.nullable(instantOut()),
  /** What staff have written back. */
  answer: z.nullable(z.string()),
})
export type OrderRequest = z.infer<typeof orderRequest>

export const orderPageResponse = z.strictObject({
  ...paymentStatusResponse.shape,
  orderType: z.enum(['online', 'offline']),
  raffleEntries: z.array(orderTickets),
  timeline: z.array(orderStep),
  /** Read out at the counter; only while the goods stand ready there. */
  pickupCode: z.nullable(z.string()),
  /** The last two digits of the phone that receipts go to; null where there is none any more. */
  phoneEnding: z.nullable(z.string()),
  /** Newest first. */
  requests: z.array(orderRequest),
  /** What may be asked for now. */
  mayRequest: z.array(z.enum(requestKinds)),
  /** Until when `credit` may be asked for; null where it may not. */
  creditChoiceUntil: z.nullable(instantOut()),
})
export type OrderPageResponse = z.infer<typeof orderPageResponse>

export const receiptSent = z.strictObject({ sent: z.literal(true) })

export const NOTE_MAX = 1_000
export const newOrderRequest = z.strictObject({
  kind: z.enum(requestKinds),
  note: z.optional(z.nullable(words(NOTE_MAX))),
})
export type NewOrderRequest = z.infer<typeof newOrderRequest>
