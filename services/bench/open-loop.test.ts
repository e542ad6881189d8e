import { expect, it } from 'vitest'

import { openLoop } from './open-loop.ts'

it('keeps its timetable however late the answers are, until it is told to end', async () => {
  const closing = new AbortController()
  const answering = Promise.withResolvers<void>()
  const figures = await openLoop({
    perSecond: 1_000,
    seconds: Infinity,
    until: closing.signal,
    async act(nth) {
      if (nth === 49) {
        closing.abort()
        answering.resolve()
      }
      await answering.promise
      return 'answered'
    },
  })
  // The first has waited for the last: 49 intervals of a millisecond at least.
  expect(figures).toMatchObject({ begun: 50, tally: { answered: 50 } })
  expect(figures.maxMs).toBeGreaterThanOrEqual(49)
  expect(figures.perSecond).toBeLessThanOrEqual(1_020)
})

it('ends by itself after so many seconds', async () => {
  const act = async () => 'answered'
  const figures = await openLoop({ perSecond: 500, seconds: 0.1, act })
  expect(figures).toMatchObject({ begun: 50, tally: { answered: 50 } })
})
