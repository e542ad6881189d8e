// The people and machines of a made-up raffle, with their keys: the log, three witnesses, the
// representative, and a beacon of its own. All of them follow from words, so that every run is the
// same.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { ed25519 } from '@noble/curves/ed25519.js'

import { hexOf, utf8 } from '../../kernel/bytes.ts'
import type { VerifyBls } from '../../kernel/hash.ts'
import { chainHashOf, roundMessage, type BeaconChain } from '../../ledger/beacon.ts'
import { hmacSha256, sha256 } from '../../testing/hashes.ts'
import { logKey, verify, witnessKey, type TestKey } from '../../testing/notes.ts'
import type { Crypto } from '../needs.ts'

export const raffleId = '0f000000-0000-4000-8000-00000000a3a3'
export const origin = `shop.example/ledger/${raffleId}`

export const log = logKey(origin)
export const witnesses: readonly TestKey[] = ['one', 'two', 'three'].map((name) =>
  witnessKey(`witness-${name}.example`),
)
export const representative = logKey('lottery-directorate.example')
export const attackerLog: TestKey = (() => {
  const other = logKey(`${origin}/attacker`)
  return { ...other, key: { ...other.key, name: origin } }
})()

const { shortSignatures } = bls12_381

const verifyBls: VerifyBls = ({ signature, message, publicKey }) => {
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(message), publicKey)
  } catch {
    return false // not a point of the curve
  }
}

export const testCrypto: Crypto = {
  sha256,
  hmac: hmacSha256,
  verifyEd25519: verify,
  verifyBls,
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
  const sign = (round: number) => {
    const message = shortSignatures.hash(roundMessage(round, sha256))
    return hexOf(shortSignatures.sign(message, secret).toBytes(true))
  }
  return { chain, sign }
}

export const beacon = testBeacon('of the room')
export const otherBeacon = testBeacon('of a friend')

/** Hex, over these bytes. */
export const signedBy = ({ secret }: TestKey, message: Uint8Array): string =>
  hexOf(ed25519.sign(message, secret))
