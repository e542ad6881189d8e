// How this shop is set up, for who answers for it. Everything here is set where the service is
// started (docs/operate.md) and only read; keys, passwords and addresses of machines are not in it.
import * as z from 'zod/mini'

import { count, money } from './shared.ts'

/** As the pages of each language say it. */
const said = z.strictObject({ en: z.string(), ar: z.string(), fr: z.string() })

export const smsGateways = ['sandbox', 'generic', 'twilio', 'infobip'] as const

export const adminSettings = z.strictObject({
  mode: z.enum(['demo', 'production']),
  /** Null: no raffle can be published. */
  licence: z.nullable(
    z.strictObject({ number: z.string(), authority: z.string(), date: z.string() }),
  ),
  shop: z.strictObject({
    name: z.string(),
    origin: z.string(),
    address: said,
    hours: said,
    phone: z.string(),
    whatsapp: z.string(),
    instagram: z.nullable(z.string()),
    facebook: z.nullable(z.string()),
    tiktok: z.nullable(z.string()),
  }),
  limits: z.strictObject({
    mode: z.enum(['strict', 'relaxed']),
    /** Purchases under way from which on newcomers wait; 0: never. */
    waitingRoomAt: count(),
    holdSeconds: count(),
    manualHoldSeconds: count(),
    settlementSeconds: count(),
    retentionYears: count(),
  }),
  security: z.strictObject({
    mode: z.enum(['strict', 'basic']),
    isHttps: z.boolean(),
    /** Staff come from listed addresses only. */
    hasAddressList: z.boolean(),
    /** A manual payment above it needs a second person; null: in this mode nobody is asked. */
    approvalAbove: z.nullable(money()),
  }),
  messages: z.strictObject({
    sms: z.enum(smsGateways),
    whatsapp: z.boolean(),
    email: z.boolean(),
  }),
  payments: z.strictObject({
    whishpay: z.boolean(),
    montypay: z.boolean(),
    isSandbox: z.boolean(),
  }),
  system: z.strictObject({
    processes: count(),
    /** Of our own, beside the service, or a server elsewhere. */
    database: z.enum(['own', 'server']),
    pictures: z.enum(['folder', 'bucket']),
    beacon: z.enum(['quicknet', 'sandbox']),
    witnesses: count(),
    quorum: count(),
  }),
  versions: z.strictObject({
    service: z.string(),
    node: z.string(),
    postgresql: z.string(),
    /** The newest change of the database, by its name. */
    schema: z.string(),
  }),
})
export type AdminSettings = z.infer<typeof adminSettings>
