import { expect, it } from 'vitest'

import { journeyOf } from './draw-journey.ts'

type Facts = Parameters<typeof journeyOf>[0]
type Claims = Parameters<typeof journeyOf>[1]

const at = (second: number) => `2026-11-26T10:00:${String(second).padStart(2, '0')}.000Z`
const result = { at: at(10), numbers: [7, 3] } as Facts['result']
const delivered = (place: number, number: number, second: number) =>
  ({ kind: 'delivered', place, number, at: at(second) }) as Facts['journey'][number]
const claim = (place: number, announced: number, checked: number | null): Claims[number] => ({
  place,
  announcedAt: new Date(at(announced)),
  checkedAt: checked === null ? null : new Date(at(checked)),
})
const kinds = (facts: Facts, claims: Claims) =>
  journeyOf(facts, claims).map(({ kind, place }) => `${kind} ${place}`)

const whole = ['drawn 0', 'published 0', 'identity_checked 0', 'delivered 0']

it('tells what became of a prize, oldest first', () =>
  expect(kinds({ result, journey: [delivered(0, 7, 40)] }, [claim(0, 20, 30)])).toEqual(whole))

it('is nothing before the result', () =>
  expect(kinds({ result: null, journey: [] }, [claim(0, 20, null)])).toEqual([]))

it('keeps the order of the acts where the clock of the rows is fast', () =>
  expect(kinds({ result, journey: [delivered(0, 7, 12)] }, [claim(0, 20, 21)])).toEqual(whole))

it('and where it is slow', () =>
  expect(kinds({ result, journey: [delivered(0, 7, 40)] }, [claim(0, 5, 6)])).toEqual(whole))

const fact = (kind: string, place: number, second: number) =>
  ({
    kind,
    place,
    number: [7, 3, 5][place],
    at: at(second),
    reason: 'unclaimed',
  }) as unknown as Fact
type Fact = Facts['journey'][number]

it.each([
  ['the rows are fast', 12, 25],
  ['the rows are slow', 1, 2],
])('keeps what became of a holder behind the look at his papers where %s', (_, announced, seen) => {
  const journey = [fact('forfeited', 0, 20), fact('promoted', 1, 21)]
  expect(kinds({ result, journey }, [claim(0, announced, seen)])).toEqual([
    'drawn 0',
    'published 0',
    'identity_checked 0',
    'forfeited 0',
    'promoted 1',
  ])
})

it('keeps the facts as their log has them, however late the rows are', () => {
  const journey = [
    fact('forfeited', 0, 20),
    fact('promoted', 1, 21),
    fact('forfeited', 1, 22),
    fact('promoted', 2, 23),
  ]
  expect(kinds({ result, journey }, [claim(0, 30, null), claim(2, 31, 5)])).toEqual([
    'drawn 0',
    'published 0',
    'forfeited 0',
    'promoted 1',
    'forfeited 1',
    'promoted 2',
    'identity_checked 2',
  ])
})
