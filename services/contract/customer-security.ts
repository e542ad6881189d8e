// How a customer's sign-in is protected beside the code by SMS, and where he is signed in.
import * as z from 'zod/mini'

import { liveSession } from './live-sessions.ts'
import { passkey } from './second-factor.ts'
import { count } from './shared.ts'

export const customerSecurity = z.strictObject({
  hasTotp: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: count(),
  /** In the last five minutes he gave his second factor; who has none, signed in or gave a code. */
  isFresh: z.boolean(),
})
export type CustomerSecurity = z.infer<typeof customerSecurity>

/** The newest first. */
export const customerSessions = z.strictObject({ sessions: z.array(liveSession) })
export type CustomerSessions = z.infer<typeof customerSessions>
