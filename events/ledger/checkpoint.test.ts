import { expect, it } from 'vitest'

import { checkpointBody, parseCheckpointBody } from './checkpoint.ts'

const root = new Uint8Array(32).fill(1)
const checkpoint = { origin: 'raffle.example/ledger', size: 70_000, root }
const body = 'raffle.example/ledger\n70000\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n'

it('writes three lines and reads them back', () => {
  expect(checkpointBody(checkpoint)).toBe(body)
  expect(parseCheckpointBody(body)).toEqual(checkpoint)
})

it.each([
  ['an extension line', `${body}more\n`],
  ['no newline at the end', body.slice(0, -1)],
  ['a size with a leading zero', body.replace('70000', '070000')],
  ['a size past 2^53', body.replace('70000', '9007199254740992')],
  ['a root of another length', body.replace('AQEB', '')],
  ['an origin of two words', body.replace('raffle.', 'raffle ')],
  ['no origin', body.replace('raffle.example/ledger', '')],
])('refuses %s', (_what, text) => expect(parseCheckpointBody(text)).toBeNull())
