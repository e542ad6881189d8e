import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { pauseOf } from './read-draw.ts'

/** Annulled, and its next time not announced. Only what is asked for here. */
const draw = (change: object = {}) =>
  ({
    now: '2026-11-21T18:00:00.000Z',
    stage: 'annulled',
    round: null,
    drawAt: null,
    seal: null,
    publishedAt: null,
    winner: null,
    ...change,
  }) as unknown as LiveDraw

it('goes on reading a draw that was annulled, closely once its next time is near', () => {
  expect(pauseOf(draw())).toBe(20_000)
  expect(pauseOf(draw({ drawAt: '2026-11-21T19:00:00.000Z' }))).toBe(20_000)
  expect(pauseOf(draw({ drawAt: '2026-11-21T18:10:00.000Z' }))).toBe(2_000)
})

it('has nothing more to read once the prize was handed over', () => {
  const delivered = { stage: 'drawn', winner: { state: 'delivered' } }
  expect(pauseOf(draw(delivered))).toBe(false)
  expect(pauseOf(draw({ stage: 'drawn', winner: { state: 'forfeited' } }))).toBe(20_000)
})
