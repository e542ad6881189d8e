// F1: kill -9 at every I/O call, before it and after it. Between two such calls JavaScript has no
// effect outside the process, so this covers every moment at which it can die: in the gate every
// third of them, from one of its two sides, by a turn that is printed (TURN takes it again: 0 to 5
// have all of them); at night, by TURN=all and by itself each from both.
// At full length: FAULTS=all, at most 15 minutes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readHouse } from './house.ts'
import { elsewhere } from './kill-points/elsewhere.ts'
import { openLane } from './kill-points/lane.ts'
import type { Lane } from './kill-points/lane.ts'
import type { KillPoint } from './kill-points/child.ts'
import { pointsOfTurn } from './kill-points/points.ts'
import { scenarios } from './kill-points/scenarios.ts'
import type { ScenarioName } from './kill-points/scenarios.ts'
import { reachedWrites } from './kill-points/writes.ts'

const CORE: readonly ScenarioName[] = ['purchase', 'settlement', 'expiry']
/** Nothing comes before it in its process, which therefore reads what others have read before. */
const COLD: ScenarioName = 'purchase'
const isEvery = process.env.FAULTS === 'all'
const turn = isEvery ? 'all' : (process.env.TURN ?? 'all')
const names = isEvery ? (Object.keys(scenarios) as ScenarioName[]) : CORE

/** One for those killed before a call, one for those killed after it. */
let lanes: Record<KillPoint['when'], Lane>
/** Names of the calls at which one was killed, in whichever scenario. */
const reached = new Set<string>()
beforeAll(async () => {
  const [before, after] = await Promise.all([openLane(), openLane()])
  lanes = { before, after }
})
afterAll(() => Promise.all([lanes.before.close(), lanes.after.close()]))

describe('a process killed at any call (F1)', () => {
  it.each(names)(
    'leaves nothing that the next one cannot put right: %s',
    { timeout: 180_000 },
    async (scenario) => {
      // A slow moment asks once more: what both make is what every run comes to.
      const both = [lanes.before, lanes.after].map((lane) => lane.count(scenario))
      const counted = await Promise.all(both)
      for (const name of counted.flat()) reached.add(name)
      const length = Math.min(...counted.map((calls) => calls.length))
      expect(length).toBeGreaterThan(0)

      const points = pointsOfTurn(length, turn)
      expect(points.length).toBeGreaterThan(0)
      const [before, after] = await Promise.all(
        (['before', 'after'] as const).map((when) =>
          lanes[when].killAt(
            scenario,
            points.filter((point) => point.when === when),
            { isEachFresh: isEvery || scenario === COLD },
          ),
        ),
      )

      const how = turn === 'all' ? 'both sides' : `TURN=${turn}`
      process.stdout.write(
        `F1 ${scenario}: ${length} calls, ${points.length} kill points, ${how}\n`,
      )
      expect([...before!.problems, ...after!.problems]).toEqual([])
      expect(before!.kills + after!.kills).toBe(points.length)
    },
  )

  it.runIf(isEvery)('comes to all that writes, but for what is left to others', async () => {
    const left = new Set(elsewhere.flatMap(({ names }) => names.map((name) => `sql ${name}`)))
    const writes = reachedWrites(await readHouse())
    expect(writes.filter((name) => !reached.has(name) && !left.has(name))).toEqual([])
  })

  it('breaks no invariant', { timeout: 60_000 }, async () => {
    for (const lane of Object.values(lanes)) {
      const { findings } = await lane.verify()
      expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
      expect(findings.find(({ id }) => id === 'I4')?.examined).toBeGreaterThan(0)
    }
  })
})
