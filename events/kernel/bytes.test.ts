import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { sha256 } from '../testing/hashes.ts'

import {
  base64Of,
  bytesOfBase64,
  bytesOfHex,
  concat,
  hexOf,
  isSameBytes,
  readU64be,
  textOf,
  u32be,
  u64be,
  utf8,
} from './bytes.ts'
import { deriveId } from './derive-id.ts'
import { uuidPattern } from './ids.ts'

it('writes bytes and reads them back', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(isSameBytes(bytesOfHex(hexOf(bytes)), bytes)).toBe(true)
      expect(isSameBytes(bytesOfBase64(base64Of(bytes))!, bytes)).toBe(true)
    }),
  ))

it('reads one spelling of base64 only', () => {
  expect(bytesOfBase64('AQ==')).toEqual(Uint8Array.of(1))
  for (const other of ['AQ', 'AQ=', 'AR==', 'A===', ' AQ==', 'AQ==\n', '-_==', 'A?==', '===='])
    expect(bytesOfBase64(other)).toBeNull()
})

it('writes numbers with the most significant byte first', () => {
  expect(hexOf(u32be(0x01020304))).toBe('01020304')
  expect(hexOf(u64be(2 ** 40 + 5))).toBe('0000010000000005')
  expect(() => u32be(2 ** 32)).toThrow(/range/)
  expect(() => u64be(-1)).toThrow(/range/)
  expect(() => u64be(1.5)).toThrow(/whole/)
  for (const odd of [-1, 1.5]) expect(() => u32be(odd)).toThrow(/range/)
  expect(hexOf(concat(u32be(0), u64be(0)))).toBe('00'.repeat(12))
  expect(hexOf(u32be(2 ** 32 - 1))).toBe('ffffffff')
  expect(hexOf(u64be(2n ** 64n - 1n))).toBe('ffffffffffffffff')
  expect(() => u64be(2n ** 64n)).toThrow(/range/)
})

it('reads numbers that a number can hold, from the first eight bytes', () => {
  const behind = concat(Uint8Array.of(9), u64be(2 ** 53 - 1), Uint8Array.of(7)).subarray(1)
  expect(readU64be(behind)).toBe(2 ** 53 - 1)
  expect(readU64be(u64be(2n ** 53n))).toBeNull()
  expect(() => readU64be(new Uint8Array(7))).toThrow(/8 bytes/)
})

it('joins and compares', () => {
  expect(hexOf(concat(Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2, 3)))).toBe('010203')
  expect(isSameBytes(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false)
  expect(isSameBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false)
  expect(isSameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
})

it('refuses what is not UTF-8 and upper-case hex', () => {
  expect(textOf(utf8('ليرة'))).toBe('ليرة')
  expect(() => textOf(Uint8Array.of(0xff))).toThrow(TypeError)
  expect(() => bytesOfHex('AB')).toThrow(/hex/)
  for (const odd of ['abc', ' ab', 'ab ', 'zab', 'abz'])
    expect(() => bytesOfHex(odd)).toThrow(/hex/)
})

it('derives the same id from the same name, shaped like a random one', () => {
  const id = deriveId(sha256, 'settle', 'attempt 1')
  expect(id).toMatch(uuidPattern)
  expect(id).toMatch(/^.{14}4.{4}[89ab]/)
  expect(deriveId(sha256, 'settle', 'attempt 1')).toBe(id)
  expect(deriveId(sha256, 'settle', 'attempt 2')).not.toBe(id)
  expect(deriveId(sha256, 'issue', 'attempt 1')).not.toBe(id)
})
