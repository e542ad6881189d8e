import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { forecast, spreadOf } from './forecast.ts'

const steady = Array.from({ length: 14 }, () => 10)

describe('a forecast', () => {
  it('goes on as the last two weeks went, and stops where the tickets end', () => {
    const of = { days: [500, ...steady], daysOnSale: 15, sold: 640, ticketsMax: 700, daysLeft: 20 }
    expect(forecast(of)).toEqual({
      perDay: 10,
      byEnd: { likely: 700, least: 700, most: 700 },
      soldOutInDays: { likely: 6, soonest: 6, latest: 6 },
    })
  })

  it('says so when the days that are left are too few', () => {
    const of = { days: steady, daysOnSale: 14, sold: 140, ticketsMax: 1_000, daysLeft: 5 }
    expect(forecast(of)).toMatchObject({
      byEnd: { likely: 190 },
      soldOutInDays: { likely: null, soonest: null, latest: null },
    })
  })

  it('is as unsure as the days were uneven', () => {
    const days = [0, 40, 5, 60, 0, 0, 90, 10, 0, 30]
    const of = { days, daysOnSale: 10, sold: 235, ticketsMax: 5_000, daysLeft: 10 }
    const uneven = forecast(of)
    expect(uneven.byEnd.least).toBeLessThan(uneven.byEnd.likely)
    expect(uneven.byEnd.most).toBeGreaterThan(uneven.byEnd.likely)
    expect(uneven.byEnd.likely).toBe(470)
  })

  it('counts what is left of a day as that, not as a whole one', () => {
    const of = { days: steady, daysOnSale: 14.75, sold: 147, ticketsMax: 160, daysLeft: 0.25 }
    expect(forecast(of).byEnd).toEqual({ likely: 150, least: 150, most: 150 })
    expect(forecast({ ...of, daysLeft: 2.25 }).soldOutInDays).toEqual({
      likely: 1.3,
      soonest: 1.3,
      latest: 1.3,
    })
    expect(forecast({ ...of, daysLeft: 1.25 }).soldOutInDays.likely).toBeNull()
  })

  it('goes by the time since the opening before a day is complete, and is unsure of it', () => {
    const morning = { days: [], daysOnSale: 0.25, sold: 5, ticketsMax: 1_000, daysLeft: 10 }
    const { perDay, byEnd } = forecast(morning)
    expect(perDay).toBe(20)
    expect(byEnd.likely).toBe(205)
    expect(byEnd.least).toBeLessThan(150)
    expect(byEnd.most).toBeGreaterThan(300)
    // Nothing in the first minutes says nearly nothing.
    const { byEnd: opened } = forecast({ ...morning, daysOnSale: 0.001, sold: 0 })
    expect(opened).toMatchObject({ likely: 0, least: 0 })
    expect(opened.most).toBeGreaterThan(200)
  })

  it('never takes a sold ticket back, sells none that is not there, and keeps its order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(200), { maxLength: 40 }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.nat(5_000),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (days, daysLeft, more, pastError) => {
          const sold = days.reduce((sum, n) => sum + n, 0)
          const ticketsMax = Math.max(1, sold + more)
          const of = { days, daysOnSale: days.length + 0.5, sold, ticketsMax, daysLeft, pastError }
          const { byEnd, soldOutInDays } = forecast(of)
          expect(byEnd.least).toBeGreaterThanOrEqual(sold)
          expect(byEnd.most).toBeLessThanOrEqual(ticketsMax)
          expect(byEnd.likely).toBeGreaterThanOrEqual(byEnd.least)
          expect(byEnd.most).toBeGreaterThanOrEqual(byEnd.likely)
          const { soonest, likely, latest } = soldOutInDays
          if (likely !== null) expect(soonest).toBeLessThanOrEqual(likely)
          if (latest !== null) expect(likely).toBeLessThanOrEqual(latest)
          const sides = [
            [soonest, 'most'],
            [likely, 'likely'],
            [latest, 'least'],
          ] as const
          for (const [inDays, side] of sides) {
            expect(inDays ?? 0).toBeLessThanOrEqual(daysLeft)
            // Until that very moment its last ticket is sold, to a rounding.
            if (inDays !== null && inDays > 0)
              expect(forecast({ ...of, daysLeft: inDays }).byEnd[side]).toBe(ticketsMax)
          }
        },
      ),
    ))

  it('takes the root of the mean square of what it was wrong by', () => {
    expect(spreadOf([null, 3, -4])).toBeCloseTo(Math.sqrt(12.5))
    expect(spreadOf([null])).toBe(0)
  })
})
