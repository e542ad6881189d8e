// Passkeys between the wire and the commands that judge them.
import type { Request } from 'express'

import type { PasskeyRow } from '../commands/passkeys.ts'
import { addPasskeyRequest, passkeyProofRequest } from '../contract/second-factor.ts'
import type { Passkey } from '../contract/second-factor.ts'

/** What a browser has made. */
export function madeIn({ body }: Request) {
  const { name, clientDataJson, attestationObject } = addPasskeyRequest.parse(body)
  return {
    name,
    clientDataJson: bytes(clientDataJson),
    attestationObject: bytes(attestationObject),
  }
}

/** What one of them has signed. */
export function signedIn({ body }: Request) {
  const signed = passkeyProofRequest.parse(body)
  return {
    credentialId: signed.credentialId,
    clientDataJson: bytes(signed.clientDataJson),
    authenticatorData: bytes(signed.authenticatorData),
    signature: bytes(signed.signature),
  }
}

export const passkeyWire = (row: PasskeyRow): Passkey => ({
  id: row.passkey_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const bytes = (text: string) => Buffer.from(text, 'base64url')
