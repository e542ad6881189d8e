// What waits for a person: one list of everything that no program may end by itself.
import * as z from 'zod/mini'

import { count, id, instantOut, money, pageQuery, pagination, words } from './shared.ts'

export const attentionKinds = [
  /** A raffle that has stopped selling by itself. */
  'writer_halted',
  /** A read model that has stopped or is behind. */
  'projection',
  /** Acts of the shop that fail again and again. */
  'reactor',
  /** Paid, and still without its tickets. */
  'unfinished',
  'mismatched',
  'paid_late',
  'paid_twice',
  /** Any other duty to give money back. */
  'refund_due',
  'request',
  /** The provider has not decided for two days, or says something that only a person can judge. */
  'undecided',
  /** A provider reports money for no order of ours, or gave some back that we did not. */
  'unmatched',
  'unproven',
  /** A member of staff has bought tickets. */
  'staff_bought',
  'message_failed',
  /** Few pieces of a variant are left, or none. */
  'stock_low',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Of an `unmatched` item whose money went the other way. */
export const REFUND_CODE = 'refund'
/** Of an `unmatched` item whose payment we have asked for, and which we take for unpaid. */
export const NOT_PAID_CODE = 'not_paid'

export const HANDLED_NOTE_MAX = 500

/** What only a person can end: `handled` takes them off the list. */
export const handledKinds = [
  /** Settled with its buyer otherwise than by giving the money back. */
  'mismatched',
  'undecided',
  'unmatched',
  'staff_bought',
  'message_failed',
] as const

export const attentionItem = z.strictObject({
  kind: z.enum(attentionKinds),
  /** Its name within its kind. */
  item: z.string(),
  since: instantOut(),
  orderId: z.nullable(id()),
  reference: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  amount: z.nullable(money()),
  /** What an `unmatched` amount counts in, where that is not dollars. */
  currency: z.optional(z.string()),
  /** Of a payment that did not fit: what came in. */
  received: z.nullable(money()),
  method: z.nullable(z.string()),
  /** Cause, the provider's word, the gateway's reason. */
  code: z.nullable(z.string()),
  /** What a program had to say. */
  detail: z.nullable(z.string()),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const attentionQuery = z.strictObject({
  ...pageQuery,
  kind: z.optional(z.enum(attentionKinds)),
})

export const attentionPage = z.strictObject({ data: z.array(attentionItem), pagination })

export const attentionCounts = z.strictObject({
  total: count(),
  kinds: z.array(z.strictObject({ kind: z.enum(attentionKinds), count: count() })),
})
export type AttentionCounts = z.infer<typeof attentionCounts>

export const handledRequest = z.strictObject({
  kind: z.enum(handledKinds),
  item: words(300, 1),
  /** What was done about it, or why nothing: it leaves the list for good. */
  note: words(HANDLED_NOTE_MAX, 1),
})
