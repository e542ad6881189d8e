// Signing in: customers by phone and code, staff by e-mail and password.
import * as z from 'zod/mini'

import { staffRoles } from '#events/staff/roles.ts'

import { id, language, words } from './shared.ts'

/** As typed: any usual way of writing a number; the server makes E.164 of it. */
export const phoneIn = () => words(32)

export const user = z.strictObject({
  id: id(),
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** E.164; null for staff without a phone. */
  phone: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isPhoneVerified: z.boolean(),
  role: z.nullable(z.enum(staffRoles)),
  /** Staff: nothing but the password can be changed until this is false. */
  mustChangePassword: z.boolean(),
})
export type User = z.infer<typeof user>

/** `user` is null for a visitor who has not signed in. */
export const meResponse = z.strictObject({ user: z.nullable(user) })
export type MeResponse = z.infer<typeof meResponse>

export const checkPhoneRequest = z.strictObject({ phone: phoneIn() })
export const checkPhoneResponse = z.strictObject({ exists: z.boolean() })

export const sendOtpRequest = z.strictObject({
  phone: phoneIn(),
  language: z.optional(language()),
})
/** The same answer for a known and an unknown phone. */
export const sendOtpResponse = z.strictObject({
  sent: z.literal(true),
  resendInSeconds: z.int(),
  expiresInSeconds: z.int(),
})

export const verifyOtpRequest = z.strictObject({
  phone: phoneIn(),
  code: z.string().check(z.regex(/^\d{6}$/, 'Please enter the 6-digit OTP code')),
  /** For a new account; ignored where the phone is known. */
  fullName: z.optional(z.nullable(words(200))),
})
export const signedInResponse = z.strictObject({ user })
export type SignedInResponse = z.infer<typeof signedInResponse>

export const logoutResponse = z.strictObject({ user: z.null() })

export const adminLoginRequest = z.strictObject({
  email: words(254),
  /** Longer ones are refused unread: a hash of a megabyte is a way to stop a server. */
  password: z.string().check(z.maxLength(256)),
})

export const adminPasswordRequest = z.strictObject({
  currentPassword: z.string().check(z.maxLength(256)),
  newPassword: z.string().check(z.maxLength(256)),
})
