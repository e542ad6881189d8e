import { describe, expect, it } from 'vitest'

import { ROW_TURNS } from '../turns.ts'
import type { KillPoint } from './child.ts'
import { everyPoint, pointsOfTurn } from './points.ts'

const nameOf = ({ when, call }: KillPoint) => `${when} ${call}`
const momentOf = ({ when, call }: KillPoint) => (when === 'before' ? call - 1 : call)

const turns = Array.from({ length: ROW_TURNS }, (_, turn) => String(turn))
const lengths = [1, 2, 15, 22, 23]

describe('the points at which a process is killed', () => {
  it('are before and after each call where no turn leaves any out', () => {
    expect(everyPoint(2).map(nameOf)).toEqual(['before 1', 'after 1', 'before 2', 'after 2'])
    for (const calls of lengths) expect(pointsOfTurn(calls, 'all')).toEqual(everyPoint(calls))
  })

  it.each(turns)('are every third moment, from one of its sides, in turn %s', (turn) => {
    for (const calls of lengths) {
      const moments = Array.from({ length: calls + 1 }, (_, moment) => moment)
      expect(pointsOfTurn(calls, turn).map(momentOf)).toEqual(
        moments.filter((moment) => moment % 3 === Number(turn) % 3),
      )
    }
  })

  it.each(lengths)('are each there once in all turns together, of %i calls', (calls) => {
    const seen = turns.flatMap((turn) => pointsOfTurn(calls, turn))
    // The first moment and the last one have one side only: both their turns come to it.
    const meant: KillPoint[] = [
      ...everyPoint(calls),
      { when: 'before', call: 1 },
      { when: 'after', call: calls },
    ]
    expect(seen.map(nameOf).toSorted()).toEqual(meant.map(nameOf).toSorted())
  })
})
