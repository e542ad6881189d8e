import { expect, it } from 'vitest'

import { nameOfSegment, placeBefore, placeFrom, planLog } from './wal-names.ts'
import { readHistory, readSegment } from './wal-names.ts'

const names = (...list: string[]) => new Set(list)
const one = (number: number, timeline = 1) => nameOfSegment({ timeline, number })

it('a name is a timeline and a place, and back', () => {
  const name = '000000020000000A000000FE'
  expect(readSegment(name)).toEqual({ timeline: 2, number: 10 * 256 + 254 })
  expect(nameOfSegment({ timeline: 2, number: 10 * 256 + 254 })).toBe(name)
  expect(one(256)).toBe('000000010000000100000000')
  expect(readSegment('00000002.history')).toBeNull()
  expect(readSegment('00000001000000000000000A.partial')).toBeNull()
})

it('the end of a file belongs to it, not to the next one', () => {
  expect(placeBefore('0/4000028')).toBe(4)
  expect(placeBefore('0/5000000')).toBe(4)
  expect(placeBefore('1/1')).toBe(256)
})

it('where a timeline was left, and before which commit', () => {
  const why = (text: string) => readHistory(`1\t0/6000100\t${text}\n\n`)[0]?.before ?? null
  // Rounded up: an instant in whole milliseconds is before the commit, or it is not.
  const written = new Date('2026-11-22T17:30:00.124Z')
  expect(why('before 2026-11-22 17:30:00.123456+00')).toEqual(written)
  expect(why('before 2026-11-22 19:30:00.124+02')).toEqual(written)
  expect(why('before 2026-11-22 23:00:01+05:30')).toEqual(new Date('2026-11-22T17:30:01Z'))
  expect(why('no recovery target specified')).toBeNull()
  expect(why('before transaction 700')).toBeNull()
  // At the edge of a file, the next one is the first with something beyond.
  expect([placeBefore('0/6000000'), placeFrom('0/6000000')]).toEqual([5, 6])
  expect([placeBefore('0/6000100'), placeFrom('0/6000100')]).toEqual([6, 6])
})

it('without a restore: from the first on, and a hole is named', () => {
  const first = { timeline: 1, number: 4 }
  const archive = { forks: [], timeline: 1 }
  expect(planLog(first, { ...archive, names: names(one(2), one(4), one(5)) })).toEqual({
    names: [one(4), one(5)],
    missing: [],
  })
  expect(planLog(first, { ...archive, names: names(one(4), one(6)) }).missing).toEqual([one(5)])
  expect(planLog(first, { ...archive, names: names() }).missing).toEqual([one(4)])
})

it('after a restore: along the newest timeline, which holds the place it begins in', () => {
  const forks = readHistory('1\t0/6000100\tno recovery target specified\n')
  expect(forks).toEqual([{ timeline: 1, number: 6, lsn: '0/6000100', before: null }])
  const archive = { forks, timeline: 2 }
  const first = { timeline: 1, number: 5 }
  // What the first timeline went on with after it was left is nobody's past any more.
  const all = names(one(5), one(6), one(7), one(6, 2), one(7, 2))
  expect(planLog(first, { ...archive, names: all })).toEqual({
    names: [one(5), one(6, 2), one(7, 2)],
    missing: [],
  })
  expect(planLog(first, { ...archive, names: names(one(5), one(6), one(7)) })).toEqual({
    names: [one(5), one(6)],
    missing: [],
  })
  const later = { timeline: 2, number: 7 }
  expect(planLog(later, { ...archive, names: all })).toEqual({ names: [one(7, 2)], missing: [] })
})
