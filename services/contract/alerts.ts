// Being told, once and by a text, that a raffle has opened or has tickets again.
import * as z from 'zod/mini'

import { phoneIn } from './auth.ts'
import { id, instantOut, language } from './shared.ts'

export const alertRequest = z.strictObject({
  /** Left out by who is signed in: his own number. */
  phone: z.optional(phoneIn()),
  /** Nobody is written to who has not agreed. */
  consent: z.literal(true),
  language: z.optional(language()),
})
export type AlertRequest = z.infer<typeof alertRequest>
export const alertAsked = z.strictObject({ asked: z.literal(true) })

export const raffleAlert = z.strictObject({
  id: id(),
  raffleId: id(),
  raffleName: z.string(),
  createdAt: instantOut(),
})
export type RaffleAlert = z.infer<typeof raffleAlert>
export const alertList = z.strictObject({ alerts: z.array(raffleAlert) })
export type AlertList = z.infer<typeof alertList>

/** The end of the address in the text. */
export const stopRequest = z.strictObject({ code: id() })
export const alertsStopped = z.strictObject({ stopped: z.literal(true) })
