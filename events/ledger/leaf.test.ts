import { expect, it } from 'vitest'

import { hexOf, utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { issued } from '../testing/raffles.ts'

import { leafBytes, leafBytesMax, leafText, parseLeaf } from './leaf.ts'
import { leafHash } from './merkle.ts'

const leaf = {
  at: '2026-11-21T08:00:00.000Z',
  data: issued(1, 6).data,
  index: 1,
  raffle: 'aa000000-0000-4000-8000-000000000001',
  type: 'TicketsIssued',
}
const commit = 'ab'.repeat(32)
const knownText =
  `{"at":"2026-11-21T08:00:00.000Z","data":{"channel":"online","first":1,"holderCommit":"${commit}",` +
  `"last":6,"orderCommit":"${commit}","ticketsPerUnit":1},"index":1,` +
  '"raffle":"aa000000-0000-4000-8000-000000000001","type":"TicketsIssued","v":1}'

it('writes six fields in canonical order', () => expect(leafText(leaf)).toBe(knownText))

it('hashes to a known answer', () =>
  expect(hexOf(leafHash(leafBytes(leaf), sha256))).toBe(
    '4ef6f58c8b50542735f9f4a8705a992b2669db3f891676c1bb47a85ad4444309',
  ))

it('reads what it wrote', () => expect(parseLeaf(leafBytes(leaf))).toEqual(leaf))

it.each([
  ['another order', knownText.replace('"at"', ' "at"')],
  ['another version', knownText.replace('"v":1', '"v":2')],
  ['a seventh field', knownText.replace('"v":1', '"v":1,"w":1')],
  ['a missing field', knownText.replace(',"v":1', '')],
  ['an instant without milliseconds', knownText.replace('00.000Z', '00Z')],
  ['an index below zero', knownText.replace('"index":1', '"index":-1')],
  ['data that is a list', knownText.replace(/"data":\{[^}]*\}/, '"data":[]')],
  ['a list', '[]'],
  ['nothing', ''],
])('refuses %s', (_what, text) => expect(() => parseLeaf(utf8(text))).toThrow())

it('keeps to the house limit', () => {
  const data = { text: 'x'.repeat(leafBytesMax) }
  expect(() => leafBytes({ ...leaf, data })).toThrow(/at most 4096/)
})
