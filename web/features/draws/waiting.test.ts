import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { waitingOf } from './waiting.ts'

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

it.each([{ stage: 'postponed' }, { stage: 'annulled' }, { round: null, drawAt: null }])(
  'has no time to tell of %o',
  (change) => expect(waitingOf(draw(change))).toEqual({ kind: 'no_time' }),
)

it.each(['announced', 'sealed', 'diced', 'postponed'])(
  'says of a raffle that was cancelled when it was %s that it was',
  (stage) => {
    const cancelled = draw({ stage, raffle: { phase: 'cancelled' } })
    expect(waitingOf(cancelled)).toEqual({ kind: 'cancelled' })
  },
)
