// What a browser hands over when a passkey is made or used, checked as WebAuthn Level 3 says (7.1
// and 7.2). We ask for no attestation: which maker's device it is does not matter to us, that the
// same key answers does. Pure: the challenge, the origin and the stored key come from the caller.
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'

import { readCbor } from './cbor.ts'
import type { Cbor, CborMap } from './cbor.ts'

/** Algorithms of COSE (RFC 9053) that are offered, the best first. */
export const algorithms = [-8, -7, -257] as const
export type Algorithm = (typeof algorithms)[number]

export type Expected = {
  challenge: Uint8Array
  /** `https://shop.example`, as the browser names the page. */
  origin: string
  /** The host of the origin, without its port. */
  rpId: string
}

export type StoredKey = { publicKey: Uint8Array; algorithm: Algorithm; signCount: number }

export type Registered = StoredKey & { credentialId: string }

/** Thrown for whatever does not fit; the words are for our log, not for a person. */
export class PasskeyRefused extends Error {}

export function readRegistration(
  given: { clientDataJson: Uint8Array; attestationObject: Uint8Array },
  expected: Expected,
): Registered {
  requireClientData(given.clientDataJson, 'webauthn.create', expected)
  const attestation = mapOf(readCbor(given.attestationObject).value)
  const data = readAuthenticatorData(bytesOf(attestation.get('authData')), expected)
  const { credential } = data
  if (credential === null) throw new PasskeyRefused('no credential in the registration')
  const key = readCoseKey(mapOf(readCbor(credential.coseKey).value))
  return {
    ...key,
    credentialId: Buffer.from(credential.id).toString('base64url'),
    signCount: data.signCount,
  }
}

/** Answers the new count, to be stored. */
export function checkAssertion(
  given: { clientDataJson: Uint8Array; authenticatorData: Uint8Array; signature: Uint8Array },
  expected: Expected,
  key: StoredKey,
): { signCount: number } {
  requireClientData(given.clientDataJson, 'webauthn.get', expected)
  const { signCount } = readAuthenticatorData(given.authenticatorData, expected)
  const signed = Buffer.concat([given.authenticatorData, sha256(given.clientDataJson)])
  const publicKey = createPublicKey({
    key: Buffer.from(key.publicKey),
    format: 'der',
    type: 'spki',
  })
  const digest = key.algorithm === -8 ? null : 'sha256'
  if (!verify(digest, signed, publicKey, given.signature))
    throw new PasskeyRefused('the signature is not of this key')
  // A count that stands still or goes back is the mark of a copied key; zero counts nothing.
  if ((signCount > 0 || key.signCount > 0) && signCount <= key.signCount)
    throw new PasskeyRefused(`the count went from ${key.signCount} to ${signCount}`)
  return { signCount }
}

function requireClientData(
  json: Uint8Array,
  type: 'webauthn.create' | 'webauthn.get',
  { challenge, origin }: Expected,
): void {
  const data = parseObject(json)
  if (data.type !== type) throw new PasskeyRefused(`type ${String(data.type)}`)
  if (data.challenge !== Buffer.from(challenge).toString('base64url'))
    throw new PasskeyRefused('another challenge')
  if (data.origin !== origin) throw new PasskeyRefused(`origin ${String(data.origin)}`)
  if (data.crossOrigin === true) throw new PasskeyRefused('asked from a frame of another site')
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch (cause) {
    throw new PasskeyRefused('the client data is not JSON', { cause })
  }
  throw new PasskeyRefused('the client data is no object')
}

const RP_HASH_BYTES = 32
const HEAD_BYTES = 37
const AAGUID_BYTES = 16
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const CREDENTIAL_ID_BYTES_MAX = 1_023

type AuthenticatorData = {
  signCount: number
  credential: { id: Uint8Array; coseKey: Uint8Array } | null
}

/** The person was there and was recognised (fingerprint, PIN): a passkey is two factors by that. */
function readAuthenticatorData(bytes: Uint8Array, { rpId }: Expected): AuthenticatorData {
  const data = Buffer.from(bytes)
  if (data.length < HEAD_BYTES) throw new PasskeyRefused('authenticator data cut short')
  if (!data.subarray(0, RP_HASH_BYTES).equals(sha256(Buffer.from(rpId))))
    throw new PasskeyRefused('a passkey of another site')
  const flags = data.readUInt8(RP_HASH_BYTES)
  if ((flags & USER_PRESENT) === 0) throw new PasskeyRefused('nobody was there')
  if ((flags & USER_VERIFIED) === 0) throw new PasskeyRefused('nobody was recognised')
  const signCount = data.readUInt32BE(RP_HASH_BYTES + 1)
  if ((flags & HAS_CREDENTIAL) === 0) return { signCount, credential: null }

  const lengthAt = HEAD_BYTES + AAGUID_BYTES
  if (data.length < lengthAt + 2) throw new PasskeyRefused('credential cut short')
  const length = data.readUInt16BE(lengthAt)
  const idAt = lengthAt + 2
  if (length > CREDENTIAL_ID_BYTES_MAX || data.length < idAt + length)
    throw new PasskeyRefused('credential id of that length')
  const id = data.subarray(idAt, idAt + length)
  return { signCount, credential: { id, coseKey: data.subarray(idAt + length) } }
}

/** Parameters of COSE keys (RFC 9052 7, RFC 8230) by their numbers. */
function readCoseKey(key: CborMap): { publicKey: Uint8Array; algorithm: Algorithm } {
  const algorithm = algorithms.find((known) => known === key.get(3))
  if (algorithm === undefined) throw new PasskeyRefused(`algorithm ${String(key.get(3))}`)
  const publicKey = createPublicKey({ key: jwkOf(algorithm, key), format: 'jwk' })
  return { algorithm, publicKey: publicKey.export({ format: 'der', type: 'spki' }) }
}

const RSA_BITS_MIN = 2_048

function jwkOf(algorithm: Algorithm, key: CborMap): JsonWebKey {
  const text = (parameter: number) => Buffer.from(bytesOf(key.get(parameter))).toString('base64url')
  const require = (parameter: number, value: number) => {
    if (key.get(parameter) !== value) throw new PasskeyRefused(`key parameter ${parameter}`)
  }
  switch (algorithm) {
    case -8:
      require(1, 1)
      require(-1, 6)
      return { kty: 'OKP', crv: 'Ed25519', x: text(-2) }
    case -7:
      require(1, 2)
      require(-1, 1)
      return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
    case -257:
      require(1, 3)
      if (bytesOf(key.get(-1)).length * 8 < RSA_BITS_MIN) throw new PasskeyRefused('a short key')
      return { kty: 'RSA', n: text(-1), e: text(-2) }
  }
}

function mapOf(value: Cbor | undefined): CborMap {
  if (value instanceof Map) return value
  throw new PasskeyRefused('a map is missing')
}

function bytesOf(value: Cbor | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new PasskeyRefused('bytes are missing')
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
