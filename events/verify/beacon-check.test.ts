// The newest round that a seal knows, against what stands in the log before it.
import { expect, it } from 'vitest'

import { checkLatestRounds } from './beacon-check.ts'
import type { DataOf } from './facts.ts'
import { newJudge } from './report.ts'
import type { Draw } from './story.ts'
import { drawOf, factOf } from './testing/facts.ts'

const chain = 'aa'.repeat(32)
const value = '11'.repeat(32)
const otherValue = '22'.repeat(32)

const sealOf = (index: number, data: Partial<DataOf['RegisterSealed']> = {}) =>
  factOf('RegisterSealed', {
    index,
    data: {
      mode: 'beacon',
      drandChainHash: chain,
      latestRound: 801,
      latestRandomness: value,
      ...data,
    },
  })

const beaconOf = (index: number, round: number) =>
  factOf('BeaconRecorded', {
    index,
    data: { drandChainHash: chain, round, randomness: value, signature: '' },
  })

function judged(...draws: readonly Draw[]) {
  const judge = newJudge()
  checkLatestRounds({ judge }, draws)
  const { findings } = judge.checks().find(({ id }) => id === 'l')!
  return findings.map(({ kind, code, values }) => [kind, code, values])
}

const first = drawOf({ seal: sealOf(5) })

it('has one value in two seals', () => {
  expect(judged(first, drawOf({ seal: sealOf(9) }))).toEqual([])
  const second = drawOf({ seal: sealOf(9, { latestRandomness: otherValue }) })
  const values = { index: 9, round: 801, other: 5 }
  expect(judged(first, second)).toEqual([['fail', 'latest_round_differs', values]])
})

it('has the value that was recorded of it before', () => {
  const drawn = drawOf({ seal: sealOf(5), beacon: beaconOf(7, 1_001) })
  const again = (latestRandomness: string) =>
    drawOf({ seal: sealOf(9, { latestRound: 1_001, latestRandomness }) })
  expect(judged(drawn, again(value))).toEqual([])
  const values = { index: 9, round: 1_001, other: 7 }
  expect(judged(drawn, again(otherValue))).toEqual([['fail', 'latest_round_differs', values]])
})

it('is another one in another round, on another chain, and none without a beacon', () => {
  const others = [
    { latestRound: 802 },
    { drandChainHash: 'bb'.repeat(32) },
    { mode: 'local' as const },
  ]
  for (const other of others) {
    const second = drawOf({ seal: sealOf(9, { latestRandomness: otherValue, ...other }) })
    expect(judged(first, second)).toEqual([])
    expect(judged(second, first)).toEqual([])
  }
})
