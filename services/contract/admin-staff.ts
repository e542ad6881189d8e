// Accounts of staff, as owners manage them.
import * as z from 'zod/mini'

import { staffRoles } from '#events/staff/roles.ts'

import { liveSession } from './live-sessions.ts'
import { emailIn } from './purchases.ts'
import { count, id, instantOut, paged, pageQuery, version, words } from './shared.ts'

export const staffMember = z.strictObject({
  id: id(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  /** E.164; by it a purchase of staff is known. Signs nobody in. */
  phone: z.nullable(z.string()),
  role: z.enum(staffRoles),
  /** `invited`: has not chosen a password yet; `link_over`: and can no more, by that link. */
  status: z.enum(['enabled', 'invited', 'link_over', 'disabled']),
  hasTotp: z.boolean(),
  passkeys: count(),
  sessions: count(),
  lastSignInAt: z.nullable(instantOut()),
  createdAt: instantOut(),
})
export type StaffMember = z.infer<typeof staffMember>
export const staffPage = paged(staffMember)

/** `version` goes back in `If-Match` with the next change. */
export const staffChanged = z.strictObject({ ...staffMember.shape, version: version() })
export type StaffChanged = z.infer<typeof staffChanged>

export const staffDetail = z.strictObject({
  ...staffChanged.shape,
  liveSessions: z.array(
    z.strictObject({
      ...liveSession.shape,
      expiresAt: instantOut(),
      /** When it last gave a second factor. */
      provenAt: z.nullable(instantOut()),
      address: z.nullable(z.string()),
    }),
  ),
})
export type StaffDetail = z.infer<typeof staffDetail>

/** Strangers make as many refused ones as they like: each kind can be looked at by itself. */
export const signInKinds = ['succeeded', 'refused'] as const
export type SignInKind = (typeof signInKinds)[number]
export const signInsQuery = z.strictObject({ ...pageQuery, kind: z.optional(z.enum(signInKinds)) })

/** Newest first. */
export const signInPage = paged(
  z.strictObject({
    at: instantOut(),
    outcome: z.enum(['signed_in', 'wrong_password', 'closed', 'proven', 'wrong_proof']),
    address: z.string(),
    device: z.string(),
  }),
)

const entry = z.enum(['link', 'password'])

export const inviteStaffRequest = z.strictObject({
  email: emailIn(),
  fullName: words(200, 1),
  /** Left out or blank: none is known. */
  phone: z.optional(words(32)),
  role: z.enum(staffRoles),
  entry,
})
export type InviteStaffRequest = z.infer<typeof inviteStaffRequest>

/** Shown once and kept nowhere: exactly one of the two is there. */
export const entryGiven = z.strictObject({
  link: z.nullable(z.string()),
  linkExpiresAt: z.nullable(instantOut()),
  oneTimePassword: z.nullable(z.string()),
})
export type EntryGiven = z.infer<typeof entryGiven>
export const staffInvited = z.strictObject({ member: staffMember, entry: entryGiven })

export const changeStaffRequest = z.strictObject({
  role: z.optional(z.enum(staffRoles)),
  fullName: z.optional(words(200, 1)),
  /** Blank: there is none. */
  phone: z.optional(words(32)),
  isEnabled: z.optional(z.boolean()),
})
export type ChangeStaffRequest = z.infer<typeof changeStaffRequest>

export const resetPasswordRequest = z.strictObject({ entry })
