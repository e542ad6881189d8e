// F1: kill -9 at every I/O call, before it and after it. Between two such calls JavaScript has no
// effect outside the process, so this covers every moment at which it can die.
// At full length: FAULTS=all, at most 15 minutes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openLane } from './kill-points/lane.ts'
import type { Lane } from './kill-points/lane.ts'
import type { KillPoint } from './kill-points/child.ts'
import { scenarios } from './kill-points/scenarios.ts'
import type { ScenarioName } from './kill-points/scenarios.ts'

const CORE: readonly ScenarioName[] = ['purchase', 'settlement', 'expiry']
const isEvery = process.env.FAULTS === 'all'
const names = isEvery ? (Object.keys(scenarios) as ScenarioName[]) : CORE

/** One for those killed before a call, one for those killed after it. */
let lanes: Record<KillPoint['when'], Lane>
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
      const calls = await lanes.before.count(scenario)
      expect(calls.length).toBeGreaterThan(0)

      const [before, after] = await Promise.all(
        (['before', 'after'] as const).map((when) =>
          lanes[when].killAt(
            scenario,
            calls.map((_name, n) => ({ when, call: n + 1 })),
          ),
        ),
      )

      process.stdout.write(
        `F1 ${scenario}: ${calls.length} calls, ${2 * calls.length} kill points\n`,
      )
      expect([...before!.problems, ...after!.problems]).toEqual([])
      expect(before!.kills + after!.kills).toBe(2 * calls.length)
    },
  )

  it('breaks no invariant', { timeout: 60_000 }, async () => {
    for (const lane of Object.values(lanes)) {
      const { findings } = await lane.verify()
      expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
      expect(findings.find(({ id }) => id === 'I4')?.examined).toBeGreaterThan(0)
    }
  })
})
