import { describe, expect, it } from 'vitest'

import type { KillPoint } from './child.ts'
import { everyPoint, oneSidePoints } from './points.ts'

const nameOf = ({ when, call }: KillPoint) => `${when} ${call}`
const momentOf = ({ when, call }: KillPoint) => (when === 'before' ? call - 1 : call)

describe('the points at which a process is killed', () => {
  it('are before and after each call, at night', () => {
    expect(everyPoint(2).map(nameOf)).toEqual(['before 1', 'after 1', 'before 2', 'after 2'])
  })

  it.each([0, 1])('leave no moment out in the gate, in turn %i', (turn) => {
    for (const calls of [1, 2, 15, 22, 23])
      expect(oneSidePoints(calls, turn).map(momentOf)).toEqual(
        Array.from({ length: calls + 1 }, (_, moment) => moment),
      )
  })

  it('are both sides of each moment after two turns', () => {
    for (const calls of [1, 2, 15, 22, 23]) {
      const turns = [...oneSidePoints(calls, 0), ...oneSidePoints(calls, 1)]
      expect(new Set(turns.map(nameOf))).toEqual(new Set(everyPoint(calls).map(nameOf)))
    }
  })
})
