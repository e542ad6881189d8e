// The people and machines of a made-up raffle, with their keys: the log, three witnesses, the
// representative, and a beacon of its own. All of them follow from words, so that every run is the
// same.
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

import { bls12_381 } from '@noble/curves/bls12-381.js'

import { concat, hexOf, utf8, bytesOfHex } from '../../kernel/bytes.ts'
import type { VerifyBls, VerifyEd25519 } from '../../kernel/hash.ts'
import { chainHashOf, roundMessage, type BeaconChain } from '../../ledger/beacon.ts'
import { hmacSha256, sha256 } from '../../testing/hashes.ts'
import { cosignatureLine, cosignatureMessage } from '../../ledger/cosignature.ts'
import { keyIdOf, verifierKeyOf, type NoteSignature } from '../../ledger/note.ts'
import { logKey, witnessKey, type TestKey } from '../../testing/notes.ts'
import type { Crypto } from '../needs.ts'

export const raffleId = '0f000000-0000-4000-8000-00000000a3a3'
export const origin = `shop.example/ledger/${raffleId}`

export const log = logKey(origin)
export const witnesses: readonly TestKey[] = ['one', 'two', 'three'].map((name) =>
  witnessKey(`witness-${name}.example`),
)
export const representative = logKey('lottery-directorate.example')
/** The log's next key, and one that somebody else made for it. */
export const nextLog = otherLogKey('next')
export const attackerLog = otherLogKey('attacker')

function otherLogKey(word: string): TestKey {
  const other = logKey(`${origin}/${word}`)
  const key = { ...other.key, name: origin }
  return { ...other, key, verifierKey: verifierKeyOf(key, sha256) }
}

const { shortSignatures } = bls12_381

const proved = new Map<string, boolean>()

type Claim = { signature: Uint8Array; message: Uint8Array; publicKey: Uint8Array }

/** Each claim is worked out once: two hundred bundles rest on the same round and signatures. */
function once(claim: Claim, work: (claim: Claim) => boolean): boolean {
  const parts = [claim.signature, claim.message, claim.publicKey]
  const key = parts.map((part) => Buffer.from(part).toString('latin1')).join('\u2014')
  const isProved = proved.get(key) ?? work(claim)
  proved.set(key, isProved)
  return isProved
}

const verifyBls: VerifyBls = (claim) => once(claim, isSignedBls)

const isSignedBls: VerifyBls = ({ signature, message, publicKey }) => {
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(message), publicKey)
  } catch {
    return false // not a point of the curve
  }
}

/** An Ed25519 key is a fixed prefix and 32 bytes (RFC 8410). */
const publicPrefix = bytesOfHex('302a300506032b6570032100')
const privatePrefix = bytesOfHex('302e020100300506032b657004220420')

const verifyEd25519: VerifyEd25519 = (signature, message, publicKey) =>
  once({ signature, message, publicKey }, isSignedEd25519)

function isSignedEd25519({ signature, message, publicKey }: Claim): boolean {
  const key = Buffer.from(concat(publicPrefix, publicKey))
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}

const keys = new Map<string, KeyObject>()

/** A key is read once: that takes about as long as to sign with it. */
function keyOf(secret: Uint8Array): KeyObject {
  const hex = hexOf(secret)
  const der = () => Buffer.from(concat(privatePrefix, secret))
  const key = keys.get(hex) ?? createPrivateKey({ key: der(), format: 'der', type: 'pkcs8' })
  keys.set(hex, key)
  return key
}

function signEd25519(message: Uint8Array, { secret }: Pick<TestKey, 'secret'>): Uint8Array {
  return concat(sign(null, message, keyOf(secret)))
}

export const testCrypto: Crypto = { sha256, hmac: hmacSha256, verifyEd25519, verifyBls }

/** A log's line under this body. */
export const lineBy = ({ key, secret }: TestKey, body: string): NoteSignature => ({
  name: key.name,
  keyId: keyIdOf(key, sha256),
  signature: signEd25519(utf8(body), { secret }),
})

/** A witness's line under this body, at this time in Unix seconds. */
export function cosignedBy({ key, secret }: TestKey, body: string, time: number): NoteSignature {
  const signature = signEd25519(cosignatureMessage({ body, time }), { secret })
  return cosignatureLine({ key, time, signature }, sha256)
}

export type TestBeacon = {
  chain: BeaconChain
  /** Hex. */
  sign: (round: number) => string
}

export function testBeacon(name: string): TestBeacon {
  const secret = sha256(utf8(`the secret of beacon ${name}`))
  secret[0] = secret[0]! & 0x3f // below the order of the group
  const publicKey = hexOf(shortSignatures.getPublicKey(secret).toBytes(true))
  const parameters = {
    publicKey,
    groupHash: hexOf(sha256(utf8(`group ${name}`))),
    genesisTime: 1_750_000_000,
    periodSeconds: 3,
  }
  const chain = { ...parameters, chainHash: chainHashOf(parameters, sha256) }
  const signed = new Map<number, string>()
  const signRound = (round: number) => {
    const known = signed.get(round)
    if (known !== undefined) return known
    const message = shortSignatures.hash(roundMessage(round, sha256))
    const signature = hexOf(shortSignatures.sign(message, secret).toBytes(true))
    signed.set(round, signature)
    return signature
  }
  return { chain, sign: signRound }
}

export const beacon = testBeacon('of the room')
export const otherBeacon = testBeacon('of a friend')

/** Hex, over these bytes. */
export const signedBy = ({ secret }: TestKey, message: Uint8Array): string =>
  hexOf(signEd25519(message, { secret }))
