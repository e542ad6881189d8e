import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { canonicalJson, parseCanonicalJson } from './canonical-json.ts'

it.each([
  [null, 'null'],
  [true, 'true'],
  [0, '0'],
  [-0, '0'],
  [-(2 ** 53 - 1), '-9007199254740991'],
  [[], '[]'],
  [{}, '{}'],
  [{ b: 1, a: [2, { d: null, c: '' }] }, '{"a":[2,{"c":"","d":null}],"b":1}'],
  [{ a10: 1, a2: 2, A: 3, _: 4 }, '{"A":3,"_":4,"a10":1,"a2":2}'],
  ['\u20ac$\u000F\nA\'\u0042\u0022\u005c\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ['\b\f\n\r\t\u007f\u2028', '"\\b\\f\\n\\r\\t\u007f\u2028"'],
  ['ليرة 💷', '"ليرة 💷"'],
])('writes %j as RFC 8785 does', (value, text) => expect(canonicalJson(value)).toBe(text))

it.each([
  ['a fraction', 1.5],
  ['a number past 2^53 - 1', 2 ** 53],
  ['no number', Number.NaN],
  ['a key that is not ASCII', { é: 1 }],
  ['a date', new Date(0)],
  ['nothing', undefined],
  ['nothing inside', { a: undefined }],
  ['a hole', Array.from({ length: 1 })],
  ['a big integer', 1n],
])('refuses %s', (_what, value) => expect(() => canonicalJson(value)).toThrow())

it.each([
  [1.5, /1\.5 is not a safe integer/],
  [{ é: 1 }, /"é" is not printable ASCII/],
  [{ 'a\u007f': 1 }, /not printable ASCII/],
  [{ '\u001fa': 1 }, /not printable ASCII/],
  [new Date(0), /plain objects/],
  [undefined, /undefined has no canonical/],
])('says why it refuses %o', (value, words) => expect(() => canonicalJson(value)).toThrow(words))

it('takes an object without a prototype for a plain one', () =>
  expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}'))

it('writes 32 levels and no more', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  const boxed = (levels: number): unknown => (levels === 0 ? 1 : { a: boxed(levels - 1) })
  for (const build of [nested, boxed]) {
    expect(JSON.parse(canonicalJson(build(32)))).toEqual(build(32))
    expect(() => canonicalJson(build(33))).toThrow(/deeper than 32/)
  }
})

it('writes a text in one way, however it was typed', () => {
  expect(canonicalJson('Rene\u0301')).toBe('"Ren\u00e9"')
  expect(canonicalJson('\ud83d')).toBe('"\ufffd"')
})

it('refuses to follow a circle', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(() => canonicalJson(circle)).toThrow(/nested deeper/)
})

it('agrees with the reference implementation on everything it accepts', () => {
  const plain = fc.string().map((text) => text.normalize('NFC'))
  const unicode = fc.string({ unit: 'grapheme' }).map((text) => text.normalize('NFC'))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger(),
      plain,
      unicode,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'grapheme-ascii', maxLength: 6 }), tie('value'), {
        maxKeys: 4,
      }),
    ),
  }))
  fc.assert(
    fc.property(value, (json) => {
      const text = canonicalJson(json)
      expect(text).toBe(canonicalize(json))
      expect(canonicalJson(parseCanonicalJson(text))).toBe(text)
    }),
    { numRuns: 500 },
  )
})

it.each([
  '"Rene\u0301"',
  '"\\ud83d"',
  '{"b":1,"a":2}',
  '{ "a":1}',
  '{"a":1,"a":1}',
  '"\\u0041"',
  '1.0',
  '1e2',
  ' 1',
  '"\\/"',
])('takes %s for another spelling', (text) =>
  expect(() => parseCanonicalJson(text)).toThrow(/canonical/),
)
