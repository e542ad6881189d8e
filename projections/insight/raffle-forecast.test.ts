import { describe, expect, it } from 'vitest'

import { forecastAt, soldOutDay, testOnEach, testOnPast } from './raffle-forecast.ts'
import { shifted } from './periods.ts'

// In winter Beirut is two hours ahead: its days begin at 22:00 UTC.
const midnight = (day: string) => Date.parse(`${shifted(day, -1)}T22:00:00.000Z`)
const at = (day: string, hours: number) => midnight(day) + hours * 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

/** On sale from the first midnight of November to that of December, ten tickets a day. */
const tenADay = (days: number, ticketsMax = 1_000) => ({
  opensAt: iso(midnight('2026-11-01')),
  closesAt: iso(midnight('2026-12-01')),
  ticketsMax,
  issued: days * 10,
  days: sales(Array.from({ length: days }, () => 10)),
})

const sales = (tickets: readonly number[]) =>
  tickets.map((n, ahead) => ({ day: shifted('2026-11-01', ahead), tickets: n }))

describe('the forecast at an instant', () => {
  it('is as many a day after midnight as before it', () => {
    const before = forecastAt(tenADay(20), { atMs: at('2026-11-21', 0) - 1, sold: 200 })
    const after = forecastAt(tenADay(20), { atMs: at('2026-11-21', 0), sold: 200 })
    expect(before).toMatchObject({ perDay: 10, byEnd: { likely: 300 } })
    expect(after).toMatchObject({ perDay: 10, byEnd: { likely: 300, least: 300, most: 300 } })
  })

  it('has only what is left of today before it, whatever today has sold', () => {
    const atMs = at('2026-11-21', 12)
    expect(forecastAt(tenADay(20), { atMs, sold: 200 }).byEnd.likely).toBe(295)
    expect(forecastAt(tenADay(21), { atMs, sold: 210 })).toMatchObject({
      perDay: 10,
      byEnd: { likely: 305 },
    })
  })

  it('says today of a raffle that ends tonight while its last tickets go', () => {
    const raffle = tenADay(29, 295)
    const atMs = at('2026-11-30', 6)
    const { soldOutInDays } = forecastAt(raffle, { atMs, sold: 290 })
    expect(soldOutInDays.likely).toBe(0.5)
    expect(soldOutDay(raffle, { atMs, inDays: soldOutInDays.likely })).toBe('2026-11-30')
    expect(soldOutDay(raffle, { atMs, inDays: null })).toBeNull()
  })

  it('names the day on which the last ticket goes, never one after the end', () => {
    const raffle = tenADay(20, 300)
    const atMs = at('2026-11-21', 18)
    const dayIn = (inDays: number) => soldOutDay(raffle, { atMs, inDays })
    expect([dayIn(0), dayIn(0.2), dayIn(0.3), dayIn(1.2)]).toEqual([
      '2026-11-21',
      '2026-11-21',
      '2026-11-22',
      '2026-11-22',
    ])
    // The last one goes at the very midnight of the end: still the day before.
    const { soldOutInDays } = forecastAt(raffle, { atMs: at('2026-11-21', 0), sold: 200 })
    expect(soldOutInDays.likely).toBe(10)
    expect(soldOutDay(raffle, { atMs: at('2026-11-21', 0), inDays: 10 })).toBe('2026-11-30')
  })

  it('goes by the hours since the opening on the first day, and by whole days from then on', () => {
    const opensAt = iso(at('2026-11-01', 6))
    const raffle = { ...tenADay(3), opensAt, days: sales([6, 10, 2]) }
    const perDay = (atMs: number, sold: number) => forecastAt(raffle, { atMs, sold }).perDay
    expect(perDay(at('2026-11-01', 12), 3)).toBe(12) // a quarter of a day
    expect(perDay(at('2026-11-02', 6), 8)).toBe(8) // a day, though of no calendar
    expect(perDay(at('2026-11-03', 6), 18)).toBe(10) // the second of November alone
  })

  it('begins with the counter, where that sold before the opening', () => {
    const raffle = { ...tenADay(4), opensAt: iso(at('2026-11-03', 9)) }
    expect(forecastAt(raffle, { atMs: at('2026-11-05', 0), sold: 40 }).perDay).toBe(10)
  })
})

describe('the test on a raffle that is over', () => {
  it('says what the forecast itself said at the midnight half way', () => {
    const uneven = { ...tenADay(30), days: sales([2, 9, 4, 30, 1, 0, 7, 12, 3, 5, 8]) }
    const closesAt = iso(at('2026-11-11', 15)) // eleven days, the last of fifteen hours
    const over = { ...uneven, closesAt }
    const half = { atMs: at('2026-11-06', 0), sold: 46 }
    for (const pastError of [0, 0.4])
      expect(testOnPast(over, pastError)?.foretold).toEqual(
        forecastAt(over, { ...half, pastError }).byEnd,
      )
    expect(testOnPast(over)).toMatchObject({ actual: 81 })
    const { byEnd } = forecastAt(over, half)
    expect(testOnPast(over)?.restError).toBeCloseTo((81 - byEnd.likely) / (byEnd.likely - 46))
  })

  it('finds nothing wrong with a steady one', () =>
    expect(testOnPast(tenADay(30))).toEqual({
      foretold: { likely: 300, least: 300, most: 300 },
      actual: 300,
      error: 0,
      restError: 0,
      isInside: true,
    }))

  it('finds the rush that nobody foresaw', () => {
    const rush = { ...tenADay(4), days: sales([10, 10, 10, 170]) }
    const closesAt = iso(midnight('2026-11-05'))
    expect(testOnPast({ ...rush, closesAt })).toMatchObject({
      foretold: { likely: 40 },
      actual: 200,
      error: 0.8,
      isInside: false,
    })
  })

  it('reads as it did before it was sold out: up to the end that was set', () => {
    const early = { ...tenADay(10), issued: 100, ticketsMax: 100 }
    expect(testOnPast(early)).toMatchObject({ foretold: { likely: 100 }, actual: 100, error: 0 })
  })

  it('has nothing to say of a raffle of one day, nor of one that sold nothing', () => {
    const closesAt = iso(midnight('2026-11-02'))
    expect(testOnPast({ ...tenADay(1), closesAt })).toBeNull()
    expect(testOnPast(tenADay(0))).toBeNull()
  })

  it('learns from the other raffles how unsure it has to be', () => {
    const tickets = [1, 2, 4, 6, 9, 12, 16, 20]
    const closesAt = iso(midnight('2026-11-09'))
    const growing = { ...tenADay(8), closesAt, days: sales(tickets) }
    const larger = { ...growing, days: sales(tickets.map((n) => n * 3)) }
    const alone = testOnPast(growing)
    const [first] = testOnEach([growing, larger])
    expect(alone?.isInside).toBe(false)
    expect(first?.test.isInside).toBe(true)
    expect(first?.test.foretold.likely).toBe(alone?.foretold.likely)
  })
})
