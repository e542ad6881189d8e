import { expect, it } from 'vitest'

import { chooseLine, holds, partingOf } from './wal-lines.ts'
import type { Line } from './wal-lines.ts'
import { historyName, nameOfSegment, readHistory } from './wal-names.ts'

const file = (timeline: number, number: number) => nameOfSegment({ timeline, number })
const line = (timeline: number, ...forks: string[]): Line => ({
  timeline,
  forks: readHistory(forks.join('\n')),
})

// Left at 17:30 for 2, at 18:30 for 3.
const first = line(1)
const second = line(2, '1\t0/C000100\tbefore 2026-11-22 17:30:00.5+00')
const third = line(3, '1\t0/14000100\tbefore 2026-11-22 18:30:00.5+00')
const [atHalfPast5, atHalfPast6] = ['2026-11-22T17:30:00Z', '2026-11-22T18:30:00Z'].map(
  (text) => new Date(text),
)
const span = { first: { timeline: 1, number: 10 }, last: { timeline: 1, number: 10 } }
const choice = {
  span,
  names: new Set([file(1, 10), file(1, 12), file(1, 20), file(2, 12), historyName(2)]),
  until: null,
  timeline: null,
}
const two = [first, second]

it('a backup is of a line when all of it was before the line left its timeline', () => {
  const of = (last: number) => ({ ...span, last: { timeline: 1, number: last } })
  expect(holds(first, of(99))).toBe(true)
  expect(holds(second, of(11))).toBe(true)
  expect(holds(second, of(12))).toBe(false)
  expect(holds(line(2, '1\t0/D000000\tno recovery target specified'), of(12))).toBe(true)
  expect(holds(third, { ...span, first: { timeline: 2, number: 10 } })).toBe(false)
})

it('lines part where the first of them leaves the timeline of both', () => {
  expect(partingOf(first, first)).toBeNull()
  expect(partingOf(first, second)).toBe(second.forks[0])
  expect(partingOf(second, third)).toBe(second.forks[0])
  const twin = line(4, '1\t0/C000100\tbefore 2026-11-22 17:30:00.5+00')
  expect(partingOf(twin, second)?.lsn).toBe('0/C000100')
  const ofSecond = line(5, '1\t0/C000100\tbefore 2026-11-22 17:30:00.5+00', '2\t0/D000100\t')
  expect(partingOf(ofSecond, second)?.lsn).toBe('0/D000100')
})

it('what an instant chosen too early left away is not lost without a word', () => {
  const choose = (until: Date | null | undefined, timeline: number | null = null) =>
    chooseLine(two, { ...choice, until: until ?? null, timeline }).timeline
  const words =
    /1, up to 0{7}1.*14; timeline 2, which left 1 before 2026-11-22T17:30:00.5.*=1 or --timeline=2/
  expect(() => choose(atHalfPast6)).toThrow(words)
  expect(() => choose(null)).toThrow(words)
  expect(choose(atHalfPast6, 1)).toBe(1)
  expect(choose(null, 2)).toBe(2)
  expect(() => choose(null, 3)).toThrow('lead on only: 1, 2')
  // Up to before both parted, all of them are the same.
  expect(choose(atHalfPast5)).toBe(2)
})

it('a file that both have a part of counts, when a commit in it was left away', () => {
  const names = new Set([file(1, 10), file(1, 12)])
  expect(() => chooseLine(two, { ...choice, names })).toThrow('--timeline=1')
  const atItsEnd = line(2, '1\t0/C000100\tno recovery target specified')
  expect(chooseLine([first, atItsEnd], { ...choice, names }).timeline).toBe(2)
  // Brought there later: nobody knows of when it is.
  const later = { ...choice, names: new Set([...names, file(1, 13)]), until: atHalfPast5! }
  expect(() => chooseLine([first, atItsEnd], later)).toThrow('which left 1 at 0/C000100')
})

it('a line that went on beside the newest one is a choice as well', () => {
  const names = new Set([file(1, 10), file(2, 12), file(3, 20)])
  const three = [...two, third]
  expect(() => chooseLine(three, { ...choice, names })).toThrow('--timeline=2 or --timeline=3')
  expect(chooseLine(three, { ...choice, names: new Set([file(1, 10)]) }).timeline).toBe(3)
})
