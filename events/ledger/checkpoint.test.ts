import { expect, it } from 'vitest'

import { checkpointBody, parseCheckpointBody } from './checkpoint.ts'

const root = new Uint8Array(32).fill(1)
const checkpoint = { origin: 'raffle.example/ledger', size: 70_000, root }
const body = 'raffle.example/ledger\n70000\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n'

it('writes three lines and reads them back', () => {
  expect(checkpointBody(checkpoint)).toBe(body)
  expect(parseCheckpointBody(body)).toEqual(checkpoint)
})

it('writes the empty tree, and nothing that it would not read', () => {
  const empty = { ...checkpoint, size: 0 }
  expect(parseCheckpointBody(checkpointBody(empty))).toEqual(empty)
  for (const origin of ['', 'two words'])
    expect(() => checkpointBody({ ...checkpoint, origin })).toThrow(/one word/)
  for (const size of [-1, 0.5])
    expect(() => checkpointBody({ ...checkpoint, size })).toThrow(/whole number/)
  expect(() => checkpointBody({ ...checkpoint, root: root.slice(1) })).toThrow(/32 bytes/)
})

it.each([
  ['a size with a word behind it', body.replace('70000', '70000x')],
  ['a size with a sign', body.replace('70000', '+70000')],
  ['a root that is no base64', body.replace('AQEB', '!!!!')],
  ['an extension line', `${body}more\n`],
  ['an empty line', `${body}\n`],
  ['a word behind the last newline', `${body}x`],
  ['no newline at the end', body.slice(0, -1)],
  ['a size with a leading zero', body.replace('70000', '070000')],
  ['a size past 2^53', body.replace('70000', '9007199254740992')],
  ['a root of another length', body.replace('AQEB', '')],
  ['an origin of two words', body.replace('raffle.', 'raffle ')],
  ['no origin', body.replace('raffle.example/ledger', '')],
])('refuses %s', (_what, text) => expect(parseCheckpointBody(text)).toBeNull())
