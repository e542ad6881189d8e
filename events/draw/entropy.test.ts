import { describe, expect, it } from 'vitest'

import { hexOf, textOf } from '../kernel/bytes.ts'
import { diceText, entropyCharactersMax, parseEntropy } from './entropy.ts'
import { annulMessage, cancelMessage, entropyMessage, postponeMessage } from './representative.ts'

const twenty = '3 1 6 2 5 5 4 1 2 6 3 3 1 4 6 2 5 1 4 2'

describe('what is read out', () => {
  it('is twenty throws or more, of a die with six sides', () => {
    const values = twenty.split(' ').map(Number)
    expect(parseEntropy(`D6:${twenty}`)).toEqual({ kind: 'dice', isSimulated: false, values })
    expect(parseEntropy(`D6-simulated:${twenty}`)?.isSimulated).toBe(true)
    expect(diceText(values, false)).toBe(`D6:${twenty}`)
    expect(diceText(values, true)).toBe(`D6-simulated:${twenty}`)
  })

  it('or the numbers of a drum', () =>
    expect(parseEntropy('DRUM:503 288 1')).toEqual({
      kind: 'drum',
      isSimulated: false,
      values: [503, 288, 1],
    }))

  it.each([
    '',
    'D6:',
    `D6: ${twenty}`,
    `D6:${twenty} `,
    `D6:${twenty.replace('3 ', '3  ')}`,
    `D6:${twenty.replace('3', '0')}`,
    `D6:${twenty.replace('3', '7')}`,
    `d6:${twenty}`,
    `D20:${twenty}`,
    twenty,
    `D6:${twenty.slice(2)}`,
    `D6:${'1 '.repeat(300).trim()}`,
    'DRUM:',
    'DRUM:0',
    'DRUM:01',
    'DRUM:-1',
    'DRUM:1,2',
    `D6:${twenty}\n`,
  ])('and not %j', (text) => expect(parseEntropy(text)).toBeNull())
})

it('is no longer than what fits its field', () => {
  const throws = (count: number) => `D6:${'1 '.repeat(count).trim()}`
  expect(throws(199)).toHaveLength(entropyCharactersMax)
  expect(parseEntropy(throws(199))?.values).toHaveLength(199)
  expect(parseEntropy(throws(200))).toBeNull()
})

it('is never written with fewer throws than count', () =>
  expect(() => diceText([1, 2, 3], false)).toThrow(/at least 20 throws/))

it('the message of every act is its parts, each behind its length', () => {
  const act = { drawId: 'a', sealBody: 'b', cause: 'c' }
  const written = (...parts: string[]) =>
    parts.map((part) => `\0\0\0${String.fromCharCode(part.length)}${part}`).join('')
  expect(textOf(cancelMessage({ raffleId: 'a', cause: 'b' }))).toBe(
    written('raffle-draw/v1/cancel', 'a', 'b'),
  )
  expect(textOf(annulMessage(act))).toBe(written('raffle-draw/v1/annul', 'a', 'b', 'c'))
  for (const [lastCheckpoint, text] of [
    ['d', 'd'],
    [null, ''],
  ] as const)
    expect(textOf(postponeMessage({ ...act, lastCheckpoint }))).toBe(
      written('raffle-draw/v1/postpone', 'a', 'b', 'c', text),
    )
})

it('what the representative signs says which act, which draw and which seal', () => {
  const seal = { drawId: 'R-2026-001/D1', sealBody: 'raffle.example/ledger\n1\nAA==\n' }
  const messages = [
    entropyMessage({ ...seal, entropy: 'D6:1' }),
    entropyMessage({ ...seal, entropy: 'D6:2' }),
    annulMessage({ ...seal, cause: 'D6:1' }),
    postponeMessage({ ...seal, cause: 'D6:1', lastCheckpoint: null }),
    postponeMessage({ ...seal, cause: 'D6:1', lastCheckpoint: 'x' }),
    entropyMessage({ ...seal, drawId: 'R-2026-001/D2', entropy: 'D6:1' }),
  ]
  expect(new Set(messages.map((bytes) => hexOf(bytes))).size).toBe(messages.length)
  expect(hexOf(entropyMessage({ drawId: 'a', sealBody: 'b', entropy: 'c' }))).toBe(
    `00000016${hexOf(new TextEncoder().encode('raffle-draw/v1/entropy'))}000000016100000001620000000163`,
  )
})
