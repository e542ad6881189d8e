// What a signed-in customer may see and change of himself.
import * as z from 'zod/mini'

import { phoneIn } from './auth.ts'
import { emailIn } from './purchases.ts'
import { id, instantOut, language, money, moneyIn, words } from './shared.ts'

export const ADDRESSES_MAX = 10
/** A pause that was chosen ends by itself, never sooner. */
export const pauseDays = [1, 7, 30, 90, 180, 365] as const
/** A higher limit, or none, counts only after this many days. */
export const RAISE_DAYS = 7

export const addressFields = {
  label: words(60, 1),
  street: words(300, 1),
  city: words(120, 1),
  postalCode: words(10, 1),
}
export const newAddress = z.strictObject(addressFields)
export type NewAddress = z.infer<typeof newAddress>
export const savedAddress = z.strictObject({
  id: id(),
  label: z.string(),
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
})
export type SavedAddress = z.infer<typeof savedAddress>

export const messageChoices = z.strictObject({
  /** Receipts with the ticket numbers, by SMS. */
  receipts: z.boolean(),
  /** When a raffle one has tickets in closes and is drawn. */
  drawNews: z.boolean(),
  offers: z.boolean(),
  language: language(),
})
export type MessageChoices = z.infer<typeof messageChoices>

export const buyingLimits = z.strictObject({
  /** The most that may be spent in a month of Beirut; null: no limit. */
  monthlyCap: z.nullable(money()),
  /** A change that has been asked for and does not count yet. */
  next: z.nullable(z.strictObject({ monthlyCap: z.nullable(money()), from: instantOut() })),
  spentThisMonth: money(),
  /** Nothing is sold to this number until then. */
  pausedUntil: z.nullable(instantOut()),
})
export type BuyingLimits = z.infer<typeof buyingLimits>

export const account = z.strictObject({
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.string(),
  addresses: z.array(savedAddress),
  messages: messageChoices,
  limits: buyingLimits,
})
export type Account = z.infer<typeof account>

export const profileChange = z.strictObject({
  fullName: words(200, 1),
  /** Null: none. */
  email: z.nullable(emailIn()),
})
export type ProfileChange = z.infer<typeof profileChange>

export const capChange = z.strictObject({ monthlyCap: z.nullable(moneyIn()) })
export const pauseRequest = z.strictObject({ days: z.literal(pauseDays) })

const code = () => z.string().check(z.regex(/^\d{6}$/, 'Please enter the 6-digit OTP code'))

export const phoneCodesRequest = z.strictObject({
  phone: phoneIn(),
  language: z.optional(language()),
})
export const erasureCodeRequest = z.optional(z.strictObject({ language: z.optional(language()) }))
export const codesSent = z.strictObject({ sent: z.literal(true), resendInSeconds: z.int() })
export const phoneChange = z.strictObject({
  phone: phoneIn(),
  /** Sent to the number until now. */
  currentCode: code(),
  /** Sent to the number from now on. */
  newCode: code(),
})

export const erasureRequest = z.strictObject({
  code: code(),
  /** Tickets of raffles that are not drawn yet are given up: nobody could be told of a prize. */
  giveUpTickets: z.optional(z.boolean()),
})
export const erased = z.strictObject({ erased: z.literal(true) })

/** Everything the shop knows about the person, for the person. */
export const personalData = z.looseObject({
  exportedAt: instantOut(),
  account,
  orders: z.array(z.looseObject({ id: id(), reference: z.string() })),
  messages: z.array(z.looseObject({ purpose: z.string() })),
  sessions: z.array(z.looseObject({ createdAt: instantOut() })),
})
