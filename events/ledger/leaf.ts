// One leaf of a raffle's public log (`raffle-draw/v1`, 1.2): the exact UTF-8 bytes of the canonical
// JSON object {"at","data","index","raffle","type","v":1}. These bytes are hashed and stored, and
// are never written again from the value.
import { assert } from '../kernel/assert.ts'
import { textOf, utf8 } from '../kernel/bytes.ts'

import { canonicalJson, parseCanonicalJson, type Json } from './canonical-json.ts'

export type Leaf = {
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string
  readonly data: object
  /** From 0: the position in the log less one. */
  readonly index: number
  readonly raffle: string
  readonly type: string
}

/** The house limit. */
export const leafBytesMax = 4096
/** The format's own limit: a seal lists every void range, so it alone may be as long as that. */
export const sealBytesMax = 65_535

export function bytesMaxOf(type: string): number {
  return type === 'RegisterSealed' ? sealBytesMax : leafBytesMax
}

export function leafText({ at, data, index, raffle, type }: Leaf): string {
  assert(Number.isSafeInteger(index) && index >= 0, 'a leaf index is a whole number from 0')
  return canonicalJson({ at, data, index, raffle, type, v: 1 })
}

export function leafBytes(leaf: Leaf): Uint8Array {
  const bytes = utf8(leafText(leaf))
  const bytesMax = bytesMaxOf(leaf.type)
  assert(bytes.length <= bytesMax, `a leaf of ${bytes.length} bytes, at most ${bytesMax}`)
  return bytes
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Reads a leaf and checks its form; what its data may hold is the catalogue's question. */
export function parseLeaf(bytes: Uint8Array): Leaf & { readonly data: { [key: string]: Json } } {
  assert(bytes.length >= 1 && bytes.length <= sealBytesMax, `a leaf of ${bytes.length} bytes`)
  const entry = parseCanonicalJson(textOf(bytes))
  assert(isObject(entry), 'a leaf is a JSON object')
  assert(Object.keys(entry).join() === 'at,data,index,raffle,type,v', 'a leaf has six fields')
  const { at, data, index, raffle, type, v } = entry
  assert(v === 1, 'a leaf of another version')
  assert(typeof at === 'string' && instantPattern.test(at), 'a leaf needs a UTC instant')
  assert(typeof index === 'number' && index >= 0, 'a leaf needs its index')
  assert(typeof raffle === 'string' && typeof type === 'string', 'a leaf names raffle and type')
  assert(isObject(data), 'the data of a leaf is an object')
  assert(bytes.length <= bytesMaxOf(type), `a ${type} of ${bytes.length} bytes`)
  return { at, data, index, raffle, type }
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
