// At which calls a process is killed. Between the answer to one call and the next call nothing
// leaves the process, so killed after the one or before the other leaves the same behind: that is
// one moment, with two sides. Only where calls overlap do its sides differ.
import { ofTurn } from '../turns.ts'
import type { KillPoint } from './child.ts'

/**
 * Every third moment from one of its sides. Of two turns that differ by three the one has the other
 * side of the other's moments: all turns together have every point. `all` has both sides of each.
 */
export function pointsOfTurn(calls: number, turn: string): readonly KillPoint[] {
  if (turn === 'all') return everyPoint(calls)
  const [side = 0] = ofTurn([0, 1], 2, turn)
  return ofTurn(oneSidePoints(calls, side), 3, turn)
}

/** Both sides of every moment. */
export const everyPoint = (calls: number): KillPoint[] =>
  Array.from({ length: calls }, (_, n) => n + 1).flatMap((call) => [
    { when: 'before', call },
    { when: 'after', call },
  ])

/**
 * Every moment from one of its sides. The first and the last one have only one. `side`, 0 or 1:
 * which one the others begin with; the two together are every point.
 */
const oneSidePoints = (calls: number, side: number): KillPoint[] =>
  Array.from({ length: calls + 1 }, (_, moment) => {
    const isBefore = moment === 0 || (moment < calls && (moment + side) % 2 === 0)
    return isBefore ? { when: 'before', call: moment + 1 } : { when: 'after', call: moment }
  })
