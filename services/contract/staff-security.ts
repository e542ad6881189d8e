// How a member of staff stands with his second factor, and how he is invited.
import * as z from 'zod/mini'

import { passkey } from './second-factor.ts'
import { count } from './shared.ts'

export const staffSession = z.strictObject({
  /**
   * What is asked of this session before the staff's area opens. `enrol`: there is no second factor
   * yet and there must be one; `prove`: it must be given; `nothing`: the area is open.
   */
  needs: z.enum(['enrol', 'prove', 'nothing']),
  /** A second factor was given less than five minutes ago, or none is asked for. */
  isFresh: z.boolean(),
  hasTotp: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: count(),
})
export type StaffSecurity = z.infer<typeof staffSession>

export const acceptInvitationRequest = z.strictObject({
  token: z.string().check(z.regex(/^[\w-]{43}$/, 'This link is not complete.')),
  newPassword: z.string().check(z.maxLength(256)),
})
export const invitationAccepted = z.strictObject({ email: z.string() })
