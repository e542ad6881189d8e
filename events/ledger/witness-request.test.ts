import { expect, it } from 'vitest'

import { checkpointBy, logKey } from '../testing/notes.ts'
import {
  formatWitnessRequest,
  parseWitnessRequest,
  witnessRequestBytesMax,
} from './witness-request.ts'

const checkpoint = checkpointBy(logKey('shop.example/ledger/1'), {
  size: 9,
  root: new Uint8Array(32),
})
const request = { oldSize: 4, proof: [new Uint8Array(32).fill(1)], checkpoint }
const text = formatWitnessRequest(request)

it('is written as the witness protocol has it, and read back', () => {
  expect(text).toBe(`old 4\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n\n${checkpoint}`)
  expect(parseWitnessRequest(text)).toEqual(request)
  const first = formatWitnessRequest({ oldSize: 0, proof: [], checkpoint })
  expect(first.startsWith('old 0\n\nshop.example')).toBe(true)
  expect(parseWitnessRequest(first)).toEqual({ oldSize: 0, proof: [], checkpoint })
})

it.each([5, 12, 70_000])('begins at %i', (oldSize) =>
  expect(parseWitnessRequest(formatWitnessRequest({ ...request, oldSize }))?.oldSize).toBe(oldSize),
)

it('is never written with what could not be read back', () => {
  for (const oldSize of [-1, 0.5])
    expect(() => formatWitnessRequest({ ...request, oldSize })).toThrow(/whole number/)
  const many = Array.from({ length: 64 }, () => new Uint8Array(32))
  expect(() => formatWitnessRequest({ ...request, proof: many })).toThrow(/at most 63/)
  const most = { ...request, proof: many.slice(1) }
  expect(parseWitnessRequest(formatWitnessRequest(most))).toEqual(most)
  const longest = `${text}${'x'.repeat(witnessRequestBytesMax - text.length)}`
  expect(parseWitnessRequest(longest)?.oldSize).toBe(4)
  expect(parseWitnessRequest(`${longest}x`)).toBeNull()
})

it.each([
  ['a size past 2^53', text.replace('old 4', 'old 9007199254740992')],
  ['a size with a word behind it', text.replace('old 4', 'old 4x')],
  ['a word before the size', text.replace('old 4', 'xold 4')],
  ['a hash that is no base64', text.replace('AQEB', '!!!!')],
  ['nothing', ''],
  ['no old size', text.replace('old 4\n', '')],
  ['a size with a zero before it', text.replace('old 4', 'old 04')],
  ['a hash of another length', text.replace('AQEB', '')],
  [
    '64 hashes',
    text.replace(/\n(A[^\n]+)\n/, (_all, hash: string) => `\n${`${hash}\n`.repeat(64)}`),
  ],
  ['one part', 'old 4\n'],
  ['more than is read', `${text}${'x'.repeat(200_000)}`],
])('is refused: %s', (_what, given) => expect(parseWitnessRequest(given)).toBeNull())
