// Bytes and their written forms, for Node and the browser alike.
import { assert } from './assert.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const utf8 = (text: string): Uint8Array => encoder.encode(text)
/** Throws TypeError on anything that is not UTF-8. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Not constant in time: for public bytes only. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}

export function u32be(value: number): Uint8Array {
  assert(Number.isInteger(value) && value >= 0 && value < 2 ** 32, 'u32 out of range')
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

export function u64be(value: number | bigint): Uint8Array {
  assert(typeof value === 'bigint' || Number.isSafeInteger(value), 'u64 must be a whole number')
  const big = BigInt(value)
  assert(big >= 0n && big < 2n ** 64n, 'u64 out of range')
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, big)
  return bytes
}

/** Null beyond 2^53 - 1, which no time, size or position of ours reaches. */
export function readU64be(bytes: Uint8Array): number | null {
  assert(bytes.length >= 8, 'a u64 has 8 bytes')
  const value = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += hexOfByte[byte]
  return hex
}

/** Lower case only, as in every leaf. */
export function bytesOfHex(hex: string): Uint8Array {
  assert(/^(?:[0-9a-f]{2})*$/.test(hex), 'not lower-case hex')
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** Standard alphabet with padding (RFC 4648, section 4). */
export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Null unless it is exactly what `base64Of` writes: one spelling for the same bytes. */
export function bytesOfBase64(base64: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return base64Of(bytes) === base64 ? bytes : null
}
