// A second factor, of staff and of customers: code app, passkeys, recovery codes.
import * as z from 'zod/mini'

import { count, id, instantOut, words } from './shared.ts'

/** Bytes as base64url, without padding. */
const bytesIn = (bytesMax: number) =>
  z.string().check(z.regex(/^[\w-]+$/, 'must be base64url'), z.maxLength((bytesMax / 3) * 4 + 4))

export const passkey = z.strictObject({
  id: id(),
  name: z.string(),
  createdAt: instantOut(),
  lastUsedAt: z.nullable(instantOut()),
})
export type Passkey = z.infer<typeof passkey>

export const totpStarted = z.strictObject({
  /** Base32, to be typed by hand. */
  secret: z.string(),
  /** `otpauth://…`, to be shown as a QR code. */
  uri: z.string(),
})

/** Six digits of the app, or a recovery code. */
export const codeRequest = z.strictObject({
  code: z.string().check(z.regex(/^[0-9A-Za-z\s-]{6,40}$/, 'Please enter the code of your app.')),
})

export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const passkeyQuestion = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  algorithms: z.array(z.int()),
  /** Passkeys the person has already. */
  credentialIds: z.array(z.string()),
  timeoutMs: count(),
})
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>

export const addPasskeyRequest = z.strictObject({
  name: words(80, 1),
  clientDataJson: bytesIn(2_000),
  attestationObject: bytesIn(8_000),
})
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>

export const passkeyProofRequest = z.strictObject({
  credentialId: bytesIn(1_023),
  clientDataJson: bytesIn(2_000),
  authenticatorData: bytesIn(2_000),
  signature: bytesIn(1_000),
})
export type PasskeyProofRequest = z.infer<typeof passkeyProofRequest>
