import { expect, it } from 'vitest'

import { growth } from './processes.ts'

const figure = (contender: string, perSecond: number) => ({
  contender,
  perSecond,
  rounds: [perSecond],
  p99Ms: 300,
})
const answered = (one: number, two: number) =>
  growth([figure('1 process', one), figure('2 processes', two), figure('3 processes', 500)])

it('wants more of two processes than of one, and nothing of more of them', () => {
  expect(answered(684, 788)).toEqual([
    { against: '1 process, by 2 processes', ratio: 1.15, target: 1, isReached: true },
  ])
  for (const two of [440, 684])
    expect(answered(684, two)).toMatchObject([{ target: 1, isReached: false }])
})
