// At which calls a process is killed. Between the answer to one call and the next call nothing
// leaves the process, so killed after the one or before the other leaves the same behind: that is
// one moment, with two sides. Only where calls overlap do its sides differ.
import type { KillPoint } from './child.ts'

/** Both sides of every moment: at night. */
export const everyPoint = (calls: number): KillPoint[] =>
  Array.from({ length: calls }, (_, n) => n + 1).flatMap((call) => [
    { when: 'before', call },
    { when: 'after', call },
  ])

/**
 * Every moment from one of its sides, by turns: for the gate. The first and the last one have only
 * one. `turn`, even or odd: which side the others begin with; the two together are every point.
 */
export const oneSidePoints = (calls: number, turn: number): KillPoint[] =>
  Array.from({ length: calls + 1 }, (_, moment) => {
    const isBefore = moment === 0 || (moment < calls && (moment + turn) % 2 === 0)
    return isBefore ? { when: 'before', call: moment + 1 } : { when: 'after', call: moment }
  })
