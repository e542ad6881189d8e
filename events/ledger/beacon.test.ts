import { readFileSync } from 'node:fs'

import { bls12_381 } from '@noble/curves/bls12-381.js'
import { describe, expect, it } from 'vitest'

import { hexOf } from '../kernel/bytes.ts'
import type { VerifyBls } from '../kernel/hash.ts'
import { sha256 } from '../testing/hashes.ts'
import {
  chainHashOf,
  isRoundSigned,
  latestRoundAt,
  quicknet,
  randomnessOf,
  roundForDraw,
  roundMessage,
  roundTime,
} from './beacon.ts'

type Vector = { rounds: { round: number; randomness: string; signature: string }[] }
const vector: Vector & Record<string, unknown> = JSON.parse(
  readFileSync(new URL('./vectors/quicknet.json', import.meta.url), 'utf8'),
)

const { shortSignatures } = bls12_381
const verifyBls: VerifyBls = ({ signature, message, publicKey }) => {
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(message), publicKey)
  } catch {
    return false
  }
}
const tools = { sha256, verifyBls }

describe('drand quicknet', () => {
  it('is pinned as published, and its hash is that of its parameters', () => {
    expect(vector).toMatchObject({ ...quicknet, scheme: 'bls-unchained-g1-rfc9380' })
    expect(chainHashOf(quicknet, sha256)).toBe(quicknet.chainHash)
  })

  it.each(vector.rounds)('round $round proves itself', ({ round, signature, randomness }) => {
    expect(isRoundSigned(quicknet, { round, signature }, tools)).toBe(true)
    expect(randomnessOf(signature, sha256)).toBe(randomness)
    expect(isRoundSigned(quicknet, { round: round + 1, signature }, tools)).toBe(false)
  })

  it('a signature that was touched, cut or invented proves nothing', () => {
    const { round, signature } = vector.rounds[0]!
    const other = vector.rounds[1]!.signature
    const bad = [other, signature.slice(2), signature.toUpperCase(), '', 'ab'.repeat(48)]
    const infinity = `c0${'00'.repeat(47)}`
    for (const wrong of [...bad, infinity])
      expect(isRoundSigned(quicknet, { round, signature: wrong }, tools)).toBe(false)
    expect(isRoundSigned(quicknet, { round: 0, signature }, tools)).toBe(false)
    expect(isRoundSigned(quicknet, { round: 1.5, signature }, tools)).toBe(false)
  })
})

describe('rounds and times', () => {
  const genesis = '2023-08-23T15:09:27.000Z'

  it('round 1 comes at genesis, and one every three seconds', () => {
    expect(roundTime(quicknet, 1)).toBe(genesis)
    expect(roundTime(quicknet, 31_089_008)).toBe('2026-08-07T02:39:48.000Z')
  })

  it('rounds are counted from 1', () => {
    for (const round of [0, 1.5]) expect(() => roundTime(quicknet, round)).toThrow(/from 1/)
    const signature = 'ab'.repeat(48)
    const believing = { sha256, verifyBls: () => true }
    expect(isRoundSigned(quicknet, { round: 1, signature }, believing)).toBe(true)
    for (const round of [0, 1.5, 2 ** 53])
      expect(isRoundSigned(quicknet, { round, signature }, believing)).toBe(false)
    for (const wrong of [`${signature}0`, `0${signature}`, 'AB'.repeat(48)])
      expect(isRoundSigned(quicknet, { round: 1, signature: wrong }, believing)).toBe(false)
  })

  it('what the beacon signs is the hash of the round’s number', () =>
    expect(hexOf(roundMessage(1, sha256))).toBe(
      'cd2662154e6d76b2b2b92e70c0cac3ccf534f9b74eb5b89819ec509083d00a50',
    ))

  it('the round of a draw comes at or after its time', () => {
    expect(roundForDraw(quicknet, genesis)).toBe(1)
    expect(roundForDraw(quicknet, '2023-08-23T15:09:27.001Z')).toBe(2)
    expect(roundForDraw(quicknet, '2023-08-23T15:09:30.000Z')).toBe(2)
    expect(() => roundForDraw(quicknet, '2023-08-23T15:09:26.000Z')).toThrow(/before the beacon/)
  })

  it('the newest round is the last whose time has come', () => {
    expect(latestRoundAt(quicknet, '2023-08-23T15:09:26.999Z')).toBe(0)
    expect(latestRoundAt(quicknet, '2023-08-23T15:09:00.000Z')).toBe(0)
    expect(latestRoundAt(quicknet, genesis)).toBe(1)
    expect(latestRoundAt(quicknet, '2023-08-23T15:09:29.999Z')).toBe(1)
    expect(latestRoundAt(quicknet, '2023-08-23T15:09:30.000Z')).toBe(2)
  })

  it('agree with each other at every offset of a period', () => {
    for (let offsetMs = 0; offsetMs <= 6000; offsetMs += 1) {
      const instant = new Date(Date.parse(genesis) + 86_400_000 + offsetMs).toISOString()
      const round = roundForDraw(quicknet, instant)
      expect(roundTime(quicknet, round) >= instant).toBe(true)
      expect(roundTime(quicknet, round - 1) < instant).toBe(true)
      expect(roundTime(quicknet, latestRoundAt(quicknet, instant)) <= instant).toBe(true)
    }
  })

  it('a chain hash depends on each parameter', () => {
    const changes = [
      { periodSeconds: 30 },
      { genesisTime: 1 },
      { publicKey: 'ab'.repeat(96) },
      { groupHash: 'ab'.repeat(32) },
    ]
    const hashes = changes.map((change) => chainHashOf({ ...quicknet, ...change }, sha256))
    hashes.push(chainHashOf(quicknet, sha256, 'other'), quicknet.chainHash)
    expect(new Set(hashes).size).toBe(6)
  })
})
