import { expect, it } from 'vitest'

import { hexOf, utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { issued } from '../testing/raffles.ts'

import { leafBytes, leafBytesMax, leafText, parseLeaf, sealBytesMax } from './leaf.ts'
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

it('reads what it wrote', () => {
  expect(parseLeaf(leafBytes(leaf))).toEqual(leaf)
  expect(parseLeaf(leafBytes({ ...leaf, index: 0 }))).toEqual({ ...leaf, index: 0 })
})

it.each([
  ['another order', knownText.replace('"at"', ' "at"'), /canonical/],
  ['another version', knownText.replace('"v":1', '"v":2'), /another version/],
  ['a seventh field', knownText.replace('"v":1', '"v":1,"w":1'), /six fields/],
  ['a missing field', knownText.replace(',"v":1', ''), /six fields/],
  ['an instant without milliseconds', knownText.replace('00.000Z', '00Z'), /UTC instant/],
  ['an instant that is a number', knownText.replace(/"at":"[^"]*"/, '"at":1'), /UTC instant/],
  ['an instant in a list', knownText.replace(/"at":("[^"]*")/, '"at":[$1]'), /UTC instant/],
  ['an index below zero', knownText.replace('"index":1', '"index":-1'), /needs its index/],
  ['an index that is a text', knownText.replace('"index":1', '"index":"1"'), /needs its index/],
  ['no raffle', knownText.replace(/"raffle":"[^"]*"/, '"raffle":1'), /raffle and type/],
  ['no type', knownText.replace(/"type":"[^"]*"/, '"type":null'), /raffle and type/],
  ['data that is a list', knownText.replace(/"data":\{[^}]*\}/, '"data":[]'), /an object/],
  ['data that is nothing', knownText.replace(/"data":\{[^}]*\}/, '"data":null'), /an object/],
  ['data that is a text', knownText.replace(/"data":\{[^}]*\}/, '"data":"x"'), /an object/],
  ['a list', '[]', /JSON object/],
  ['nothing', '', /0 bytes/],
  ['a digit', '1', /JSON object/],
  ['more than the format holds', `"${'x'.repeat(sealBytesMax)}"`, /65537 bytes/],
  ['a sale longer than the house limit', longText('TicketsIssued', 4000), /TicketsIssued of 4\d+/],
])('refuses %s', (_what, text, words) => expect(() => parseLeaf(utf8(text))).toThrow(words))

it('lets a seal be as long as the format allows, and nothing else', () => {
  const long = { ...leaf, type: 'RegisterSealed', data: { text: 'x'.repeat(60_000) } }
  expect(parseLeaf(leafBytes(long))).toEqual(long)
  const longer = { ...long, data: { text: 'x'.repeat(sealBytesMax) } }
  expect(() => leafBytes(longer)).toThrow(/at most 65535/)
})

it.each([
  ['RegisterSealed', sealBytesMax],
  ['TicketsIssued', leafBytesMax],
])('lets a %s have %i bytes, and not one more', (type, bytesMax) => {
  const less = leafText({ ...leaf, type, data: { text: '' } }).length
  const long = { ...leaf, type, data: { text: 'x'.repeat(bytesMax - less) } }
  expect(leafBytes(long)).toHaveLength(bytesMax)
  expect(parseLeaf(leafBytes(long))).toEqual(long)
  const longer = { ...long, data: { text: `${long.data.text}x` } }
  expect(() => leafBytes(longer)).toThrow(/at most/)
  expect(() => parseLeaf(utf8(leafText(longer)))).toThrow(`${bytesMax + 1} bytes`)
})

it.each([-1, 0.5])('takes the index %d for a bug', (index) =>
  expect(() => leafText({ ...leaf, index })).toThrow(/from 0/),
)

function longText(type: string, length: number): string {
  return leafText({ ...leaf, type, data: { text: 'x'.repeat(length) } })
}

it('keeps to the house limit', () => {
  const data = { text: 'x'.repeat(leafBytesMax) }
  expect(() => leafBytes({ ...leaf, data })).toThrow(/at most 4096/)
})
