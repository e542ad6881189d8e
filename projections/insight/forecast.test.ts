import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { forecast, spreadOf, testOnEach, testOnPast } from './forecast.ts'

const steady = Array.from({ length: 14 }, () => 10)

describe('a forecast', () => {
  it('goes on as the last two weeks went, and stops where the tickets end', () => {
    const of = { days: [500, ...steady], sold: 640, ticketsMax: 700, daysLeft: 20 }
    expect(forecast(of)).toEqual({
      perDay: 10,
      byEnd: { likely: 700, least: 700, most: 700 },
      soldOutInDays: { likely: 6, soonest: 6, latest: 6 },
    })
  })

  it('says so when the days that are left are too few', () => {
    const of = { days: steady, sold: 140, ticketsMax: 1_000, daysLeft: 5 }
    expect(forecast(of)).toMatchObject({
      byEnd: { likely: 190 },
      soldOutInDays: { likely: null, soonest: null, latest: null },
    })
  })

  it('is as unsure as the days were uneven', () => {
    const days = [0, 40, 5, 60, 0, 0, 90, 10, 0, 30]
    const uneven = forecast({ days, sold: 235, ticketsMax: 5_000, daysLeft: 10 })
    expect(uneven.byEnd.least).toBeLessThan(uneven.byEnd.likely)
    expect(uneven.byEnd.most).toBeGreaterThan(uneven.byEnd.likely)
    expect(uneven.byEnd.likely).toBe(470)
  })

  it('never takes a sold ticket back, sells none that is not there, and keeps its order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(200), { maxLength: 40 }),
        fc.nat(60),
        fc.nat(5_000),
        (days, daysLeft, more) => {
          const sold = days.reduce((sum, n) => sum + n, 0)
          const ticketsMax = Math.max(1, sold + more)
          const { byEnd, soldOutInDays } = forecast({ days, sold, ticketsMax, daysLeft })
          expect(byEnd.least).toBeGreaterThanOrEqual(sold)
          expect(byEnd.most).toBeLessThanOrEqual(ticketsMax)
          expect(byEnd.likely).toBeGreaterThanOrEqual(byEnd.least)
          expect(byEnd.most).toBeGreaterThanOrEqual(byEnd.likely)
          const { soonest, likely, latest } = soldOutInDays
          if (likely !== null) expect(soonest).toBeLessThanOrEqual(likely)
          if (latest !== null) expect(likely).toBeLessThanOrEqual(latest)
        },
      ),
    ))
})

describe('the test on a raffle that is over', () => {
  it('finds nothing wrong with a steady one', () =>
    expect(testOnPast({ days: steady, ticketsMax: 1_000 })).toEqual({
      foretold: { likely: 140, least: 140, most: 140 },
      actual: 140,
      error: 0,
      restError: 0,
      isInside: true,
    }))

  it('finds the rush that nobody foresaw', () =>
    expect(testOnPast({ days: [10, 10, 10, 170], ticketsMax: 1_000 })).toMatchObject({
      actual: 200,
      error: 0.8,
      isInside: false,
    }))

  it('has nothing to say of a raffle of one day', () =>
    expect(testOnPast({ days: [7], ticketsMax: 10 })).toBeNull())

  it('learns from the other raffles how unsure it has to be', () => {
    const growing = { days: [1, 2, 4, 6, 9, 12, 16, 20], ticketsMax: 1_000 }
    const alone = testOnPast(growing)
    const [first] = testOnEach([growing, { ...growing, days: growing.days.map((n) => n * 3) }])
    expect(alone?.isInside).toBe(false)
    expect(first?.test.isInside).toBe(true)
    expect(first?.test.foretold.likely).toBe(alone?.foretold.likely)
    expect(spreadOf([null, 3, -4])).toBeCloseTo(Math.sqrt(12.5))
  })
})
