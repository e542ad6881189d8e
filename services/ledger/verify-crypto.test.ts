import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { hexOf } from '#events/kernel/bytes.ts'
import { isRoundSigned, quicknet } from '#events/ledger/beacon.ts'
import { sha256 } from '#events/testing/hashes.ts'
import { log, signedBy } from '#events/verify/testing/keys.ts'
import { extractKey, selectIndexes } from '#events/draw/select-winners.ts'

import { nodeCrypto } from './verify-crypto.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../events/${path}`, import.meta.url), 'utf8'))

it('hashes and signs as everybody else does', () => {
  const message = new TextEncoder().encode('abc')
  expect(hexOf(nodeCrypto.sha256(message))).toBe(hexOf(sha256(message)))
  const signature = Uint8Array.from(Buffer.from(signedBy(log, message), 'hex'))
  const { publicKey } = log.key
  expect(nodeCrypto.verifyEd25519(signature, message, publicKey)).toBe(true)
  expect(nodeCrypto.verifyEd25519(signature.with(3, 1), message, publicKey)).toBe(false)
  expect(nodeCrypto.verifyEd25519(signature.slice(1), message, publicKey)).toBe(false)
})

it('knows a round of quicknet', () => {
  const [round] = read('ledger/vectors/quicknet.json').rounds
  expect(isRoundSigned(quicknet, round, nodeCrypto)).toBe(true)
  expect(isRoundSigned(quicknet, { ...round, round: 77 }, nodeCrypto)).toBe(false)
})

it('reproduces the vector of the protocol, and the branch of eight-bit words', () => {
  const vector = read('draw/vectors.json')
  const prk = Uint8Array.from(Buffer.from(vector.prk, 'hex'))
  const drawn = selectIndexes({ prk, count: 1000, places: 6, wordBits: 64 }, nodeCrypto.hmac)
  expect(drawn.indexes).toEqual(vector.indexes)
  const { count, rejections, firstIndexes } = vector.eightBit
  const eight = selectIndexes({ prk, count, places: count, wordBits: 8 }, nodeCrypto.hmac)
  expect([eight.rejections, eight.indexes.slice(0, 10)]).toEqual([rejections, firstIndexes])
  expect(extractKey(new Uint8Array(1), nodeCrypto.hmac)).toHaveLength(32)
})
