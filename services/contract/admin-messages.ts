// Texts and e-mails to customers as staff see them: what became of each, and sending one once more.
// Sign-in codes are not among them.
import * as z from 'zod/mini'

import { count, id, instantOut, pageQuery, pagination, words } from './shared.ts'

export const messageStates = ['waiting', 'sent', 'delivered', 'failed', 'unknown'] as const

/** What goes to a phone, by whichever gateway, is a text. */
export const messageChannels = ['text', 'email'] as const

export const adminMessagesQuery = z.strictObject({
  ...pageQuery,
  state: z.optional(z.enum(messageStates)),
  /** Part of a phone or an address. */
  search: z.optional(words(60)),
})

export const adminMessage = z.strictObject({
  ref: z.string(),
  channel: z.enum(messageChannels),
  /** A phone, or the address of an e-mail. */
  to: z.string(),
  /** As it was sent, without the link and the code that open the order. */
  text: z.nullable(z.string()),
  purpose: z.enum(['receipt', 'notice']),
  state: z.enum(messageStates),
  tries: count(),
  failure: z.nullable(z.string()),
  createdAt: instantOut(),
  sentAt: z.nullable(instantOut()),
  /** By the gateway's own report; of an e-mail there is none. */
  deliveredAt: z.nullable(instantOut()),
  nextTryAt: z.nullable(instantOut()),
  orderId: z.nullable(id()),
})
export type AdminMessage = z.infer<typeof adminMessage>

export const adminMessagePage = z.strictObject({
  data: z.array(adminMessage),
  pagination,
  /** More fit the search than are counted. */
  isCapped: z.boolean(),
})

export const resendMessageRequest = z.strictObject({ ref: words(200, 1) })
export const messageResent = z.strictObject({ state: z.enum([...messageStates, 'sent_before']) })
