// The randomness beacon (drand, scheme `bls-unchained-g1-rfc9380`): a chain of rounds, one every
// `periodSeconds` from `genesisTime` on, each the BLS signature of its own number. A round is not
// known before its time, by anybody, and proves itself afterwards with nothing but the public key.
//   time(R)     = genesis + (R - 1) * period                     round 1 comes at genesis
//   message     = SHA-256(u64be(R))
//   signature   = 48 bytes on G1, under the 96-byte key on G2,
//                 DST BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_
//   randomness  = SHA-256(signature)
//   chain hash  = SHA-256(u32be(period) || i64be(genesis) || publicKey || groupHash || beacon id)
// BLS is handed in like the hash functions: `message` is hashed to the curve by what is handed in.
import { assert } from '../kernel/assert.ts'
import { bytesOfHex, concat, hexOf, u32be, u64be, utf8 } from '../kernel/bytes.ts'
import type { Sha256, VerifyBls } from '../kernel/hash.ts'

export type BeaconChain = {
  /** Lower-case hex, like the others. */
  readonly chainHash: string
  /** 96 bytes. */
  readonly publicKey: string
  readonly groupHash: string
  /** Unix seconds. */
  readonly genesisTime: number
  readonly periodSeconds: number
}

/** drand quicknet, pinned (`raffle-draw/v1`, section 5). */
export const quicknet: BeaconChain = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c' +
    '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb' +
    '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  genesisTime: 1_692_803_367,
  periodSeconds: 3,
}

export type BeaconRound = {
  readonly round: number
  /** 48 bytes, lower-case hex. */
  readonly signature: string
}

/** `instant` is RFC 3339; the time of a round is a whole second. */
export function roundTime(chain: BeaconChain, round: number): string {
  assert(Number.isSafeInteger(round) && round >= 1, 'rounds are counted from 1')
  return new Date((chain.genesisTime + (round - 1) * chain.periodSeconds) * 1000).toISOString()
}

/** The newest round whose time is not after `instant`; 0 before the first. */
export function latestRoundAt(chain: BeaconChain, instant: string): number {
  const elapsed = Date.parse(instant) / 1000 - chain.genesisTime
  return elapsed < 0 ? 0 : Math.floor(elapsed / chain.periodSeconds) + 1
}

/**
 * R of a draw announced for `drawAt`: `ceil((T - genesis) / period) + 1`, so that time(R) ≥ T.
 */
export function roundForDraw(chain: BeaconChain, drawAt: string): number {
  const elapsed = Date.parse(drawAt) / 1000 - chain.genesisTime
  assert(elapsed >= 0, 'no draw before the beacon')
  return Math.ceil(elapsed / chain.periodSeconds) + 1
}

/** What the beacon signs for a round. */
export function roundMessage(round: number, sha256: Sha256): Uint8Array {
  return sha256(u64be(round))
}

/** `signature` in hex; the randomness in hex. */
export function randomnessOf(signature: string, sha256: Sha256): string {
  return hexOf(sha256(bytesOfHex(signature)))
}

/** The chain hash its parameters make. Quicknet's beacon id is `quicknet`; the sandbox keeps it. */
export function chainHashOf(
  chain: Omit<BeaconChain, 'chainHash'>,
  sha256: Sha256,
  beaconId = 'quicknet',
): string {
  const bytes = concat(
    u32be(chain.periodSeconds),
    u64be(chain.genesisTime), // never negative, so the same as i64be
    bytesOfHex(chain.publicKey),
    bytesOfHex(chain.groupHash),
    utf8(beaconId),
  )
  return hexOf(sha256(bytes))
}

const signaturePattern = /^[0-9a-f]{96}$/

/** Did the holders of the chain's key sign this round? False for anything malformed. */
export function isRoundSigned(
  chain: Pick<BeaconChain, 'publicKey'>,
  { round, signature }: BeaconRound,
  { sha256, verifyBls }: { sha256: Sha256; verifyBls: VerifyBls },
): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !signaturePattern.test(signature)) return false
  return verifyBls({
    signature: bytesOfHex(signature),
    message: roundMessage(round, sha256),
    publicKey: bytesOfHex(chain.publicKey),
  })
}
