import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { awaitedOf, isAhead, runsTo, waitingOf } from './waiting.ts'

const at = '2026-11-21T18:00:00.000Z'
/** Sealed, its round at 20:00 in Beirut. Only what is asked for here. */
const draw = (change: object = {}) =>
  ({
    raffle: { phase: 'frozen' },
    stage: 'sealed',
    round: { at },
    drawAt: '2026-11-21T17:59:58.000Z',
    ...change,
  }) as unknown as LiveDraw

it('counts down to the round, or to the time of a draw without one', () => {
  expect(waitingOf(draw())).toEqual({ kind: 'announced', at })
  expect(waitingOf(draw({ round: null, drawAt: at }))).toEqual({ kind: 'announced', at })
})

it.each(['announced', 'postponed', 'annulled'])(
  'counts down to the time of the next draw when it is %s, if one was announced',
  (stage) => {
    const next = draw({ stage, round: null, drawAt: at })
    expect(waitingOf(next)).toEqual({ kind: 'announced', at })
    expect(waitingOf({ ...next, drawAt: null })).toEqual({ kind: 'no_time' })
  },
)

it.each(['announced', 'sealed', 'diced', 'postponed'])(
  'says of a raffle that was cancelled when it was %s that it was',
  (stage) => {
    const cancelled = draw({ stage, raffle: { phase: 'cancelled' } })
    expect(waitingOf(cancelled)).toEqual({ kind: 'cancelled' })
  },
)

it.each([
  ['beacon', 'announced', 'draw', 'draw'],
  ['beacon', 'postponed', 'draw', 'draw'],
  ['beacon', 'annulled', 'draw', 'draw'],
  ['beacon', 'sealed', 'beacon', 'inputs'],
  ['beacon', 'diced', 'beacon', 'inputs'],
  ['beacon', 'revealed', 'beacon', 'beacon'],
  ['beacon', 'beacon', 'beacon', 'result'],
  ['local', 'announced', 'draw', 'draw'],
  ['local', 'sealed', 'draw', 'inputs'],
  ['local', 'diced', 'draw', 'inputs'],
  ['local', 'revealed', 'draw', 'result'],
  ['physical', 'announced', 'draw', 'draw'],
  ['physical', 'sealed', 'draw', 'inputs'],
  ['physical', 'diced', 'draw', 'result'],
] as const)('by %s, when it is %s, runs to the %s and awaits the %s', (mode, stage, to, next) => {
  expect(runsTo({ mode, stage })).toBe(to)
  expect(awaitedOf({ mode, stage })).toBe(next)
})

it('has on the board whatever is still to come and has a time', () => {
  const waits = { stage: 'announced', drawAt: at, roundAt: null } as const
  for (const stage of ['announced', 'sealed', 'postponed', 'annulled'] as const)
    expect(isAhead({ ...waits, stage })).toBe(true)
  expect(isAhead({ ...waits, stage: 'drawn' })).toBe(false)
  expect(isAhead({ ...waits, drawAt: null })).toBe(false)
})
