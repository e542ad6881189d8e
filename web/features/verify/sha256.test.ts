import { createHash, randomBytes } from 'node:crypto'

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { sha256 } from './sha256.ts'

const reference = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const ours = (bytes: Uint8Array) => Buffer.from(sha256(bytes)).toString('hex')

it('knows the answers of FIPS 180-4', () => {
  const text = (words: string) => ours(new TextEncoder().encode(words))
  expect(text('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(text('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  )
})

it('says the same as OpenSSL at every length around the blocks', () => {
  for (let length = 0; length <= 300; length += 1) {
    const bytes = randomBytes(length)
    expect([length, ours(bytes)]).toEqual([length, reference(bytes)])
  }
  const long = randomBytes(1_000_003)
  expect(ours(long)).toBe(reference(long))
})

it('says the same as OpenSSL for anything, wherever it lies in its buffer', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(7), (bytes, shift) => {
      const buffer = new Uint8Array(bytes.length + shift)
      buffer.set(bytes, shift)
      expect(ours(buffer.subarray(shift))).toBe(reference(bytes))
    }),
  ))
