// Canonical JSON (RFC 8785), narrowed to what a leaf may hold: integers within ±(2^53-1), strings
// in NFC, printable ASCII keys. One value has one text, so equal values have equal hashes. Object
// keys are sorted by UTF-16 code unit; nothing but the text itself is written.
// The writer brings strings to NFC itself, because people type the same name in more than one way;
// the reader refuses everything that the writer would have written differently.
import { assert } from '../kernel/assert.ts'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/** Throws on anything that has no canonical text here: fractions, dates, `undefined`. */
export function canonicalJson(value: unknown): string {
  return writeValue(value, 0)
}

/** Reads canonical JSON and refuses any other spelling of the same value. */
export function parseCanonicalJson(text: string): Json {
  const value: unknown = JSON.parse(text)
  assert(canonicalJson(value) === text, 'not canonical JSON')
  return value as Json // canonicalJson has just walked it
}

const depthMax = 32

function writeValue(value: unknown, depth: number): string {
  assert(depth <= depthMax, `nested deeper than ${depthMax}`)
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      assert(Number.isSafeInteger(value), `${value} is not a safe integer`)
      return String(value) // -0 is written 0, as RFC 8785 has it
    case 'string':
      return writeString(value)
    case 'object':
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth)
    default:
      throw new TypeError(`a ${typeof value} has no canonical JSON`)
  }
}

const asciiText = /^[\x20-\x7e]*$/
/** Printable ASCII that needs no escape: by far the most of what is written. */
const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/**
 * JSON.stringify escapes exactly as RFC 8785 asks. A lone surrogate, which UTF-8 cannot hold,
 * becomes U+FFFD, as it would in every encoder.
 */
function writeString(value: string): string {
  if (plainText.test(value)) return `"${value}"`
  return JSON.stringify(value.toWellFormed().normalize('NFC'))
}

function writeArray(values: readonly unknown[], depth: number): string {
  let text = '['
  for (let index = 0; index < values.length; index += 1)
    text += (index === 0 ? '' : ',') + writeValue(values[index], depth + 1)
  return `${text}]`
}

function writeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  assert(prototype === Object.prototype || prototype === null, 'only plain objects are written')
  const entries = value as Record<string, unknown> // a plain object, proved above
  let text = '{'
  for (const key of Object.keys(entries).toSorted()) {
    assert(asciiText.test(key), `the key ${JSON.stringify(key)} is not printable ASCII`)
    text += `${text === '{' ? '' : ','}${writeString(key)}:${writeValue(entries[key], depth + 1)}`
  }
  return `${text}}`
}
