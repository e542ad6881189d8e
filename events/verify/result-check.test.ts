// The result of one draw, at the edge of what is allowed.
import { describe, expect, it } from 'vitest'

import { concat, hexOf } from '../kernel/bytes.ts'
import type { HmacSha256 } from '../kernel/hash.ts'
import { hmacSha256, sha256 } from '../testing/hashes.ts'
import { newJudge } from './report.ts'
import { checkResult } from './result-check.ts'
import type { Draw } from './story.ts'
import { drawOf, factOf, said, termsWith } from './testing/facts.ts'
import { raffleId, testCrypto } from './testing/keys.ts'
import { dice, seed } from './testing/true-raffle.ts'

const inputs = {
  entropy: factOf('EntropySealed', { data: { entropy: dice } }),
  reveal: factOf('OperatorRevealed', { data: { seed: hexOf(seed) } }),
}

type Given = { tickets?: number; alternates?: number; hmac?: HmacSha256 }

/** Of tickets 1, 2, 3 and so on. */
function judged(
  change: Partial<Draw>,
  { tickets = 20, alternates = 3, hmac = hmacSha256 }: Given = {},
) {
  const judge = newJudge()
  const numbers = Int32Array.from({ length: tickets }, (_, at) => at + 1)
  const outcome = checkResult(
    { judge, crypto: { ...testCrypto, hmac }, published: termsWith({ alternates }), raffleId },
    drawOf(change),
    { register: { root: sha256(new Uint8Array(0)), numbers }, sealBody: 'body' },
  )
  return { said: said(judge), ...outcome, judge }
}

describe('a draw from dice and seed', () => {
  const six = judged(inputs, { alternates: 5 })
  const numbers = six.numbers!.slice(0, 4)
  const completed = factOf('DrawCompleted', { index: 9, data: { prk: six.worked!.prk, numbers } })

  const prize = (
    type: 'PrizeForfeited' | 'PrizePromoted' | 'PrizeDelivered',
    place: number,
    number = six.numbers![place]!,
  ) => factOf(type, { data: { place, number } })
  const passedTo = (place: number) => [
    prize('PrizeForfeited', place - 1),
    prize('PrizePromoted', place),
  ]

  it('passes its prize on to the reserves, and along the same permutation behind them', () => {
    const moved = [1, 2, 3, 4, 5].flatMap(passedTo)
    expect(judged({ ...inputs, completed, prizes: moved }).said).toEqual([])
    const other = [...moved.slice(0, -1), prize('PrizePromoted', 5, numbers[0]!)]
    expect(judged({ ...inputs, completed, prizes: other }).said).toEqual(['n fail prize_to_other'])
  })

  it('passes on no prize that was handed over', () => {
    const prizes = [prize('PrizeDelivered', 0), prize('PrizePromoted', 1)]
    expect(judged({ ...inputs, completed, prizes }).said).toEqual(['n fail prize_out_of_turn'])
  })

  it('has no result without its inputs', () => {
    for (const missing of [{ entropy: null }, { reveal: null }]) {
      const { judge, ...found } = judged({ ...inputs, ...missing, completed })
      const nothing = { numbers: null, worked: null }
      expect(found).toMatchObject({ said: ['m fail input_missing'], ...nothing })
      const { findings } = judge.checks().find(({ id }) => id === 'm')!
      expect(findings[0]!.values).toEqual({ index: 9 })
    }
    const waits = ['m skip draw_not_finished', 'n skip draw_not_finished']
    expect(judged({ ...inputs, reveal: null }).said).toEqual(waits)
  })

  it('of no tickets has no winner', () =>
    expect(judged(inputs, { tickets: 0 })).toMatchObject({ numbers: [], worked: null }))

  it('skips a word above the limit, which is rarer than one in 2^60, and shows it', () => {
    // The largest word first; and the block is a part of something larger, as it may be in Node.
    const hmac: HmacSha256 = (key, message) => {
      const block = hmacSha256(key, message).fill(255, 0, 8)
      return concat(new Uint8Array(8), block).subarray(8)
    }
    const { numbers: drawn, worked } = judged(inputs, { hmac })
    expect(worked!.words.map(({ isTaken }) => isTaken)).toEqual([false, true])
    expect(worked!.words[0]).toMatchObject({ word: String(2n ** 64n - 1n), left: 20 })
    expect(worked!.number).toBe(drawn![0])
  })
})

describe('a drum', () => {
  const seal = factOf('RegisterSealed', { data: { mode: 'physical' } })
  const entropy = (text: string) => factOf('EntropySealed', { data: { entropy: text } })
  const fromDrum = 'm skip drawn_from_a_drum'

  it('has no numbers before they are written down', () =>
    expect(judged({ seal })).toMatchObject({ numbers: null, worked: null, said: [fromDrum] }))

  it('has them before they are announced', () =>
    expect(judged({ seal, entropy: entropy('DRUM:9 2 20') })).toMatchObject({
      numbers: [9, 2, 20],
      said: [fromDrum],
    }))

  it('gives no number that stands before its name', () =>
    expect(judged({ seal, entropy: entropy('1DRUM:9 2') }).said).toEqual([
      fromDrum,
      'n fail drum_number_not_valid',
    ]))
})
