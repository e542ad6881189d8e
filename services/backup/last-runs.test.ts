// What a command has written down is what the next one reads.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { runOf } from '../cli/backup.ts'
import { lastRun, noteRun, restoreMinutes, runAges } from './last-runs.ts'
import type { DrillRecord } from './last-runs.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'qura-last-runs-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

it('no drill has no minutes', async () => {
  expect(await restoreMinutes(folder)).toEqual({})
})

it('a drill keeps its minutes, where each log ended and the read models’ digests', async () => {
  const drilled: DrillRecord[] = [
    {
      way: 'files',
      minutes: 41.5,
      restoreMinutes: 1.5,
      heads: [{ logId: 'raffle/a', head: 7, leaf: 'ab' }],
      digests: { raffle_board: 'cd' },
    },
    // As earlier versions wrote it down.
    { way: 'lines', minutes: 12, heads: [], digests: {} },
  ]
  await noteRun(folder, 'drill', { drilled })
  expect(await lastRun(folder, 'drill')).toMatchObject({ broken: 0, drilled })
  expect(await restoreMinutes(folder)).toEqual({ files: 1.5 })
})

it('a check keeps how many were broken; what was never run is endlessly old', async () => {
  await noteRun(folder, 'verify', { broken: 2 })
  expect(await lastRun(folder, 'verify')).toMatchObject({ broken: 2, drilled: [] })
  expect(await lastRun(folder, 'backup')).toBeNull()
  expect(await runAges(folder, false)).toMatchObject({ backup: Infinity })
})

it('base backups have an age of their own, and none where no log is archived', async () => {
  await noteRun(folder, runOf({ drill: false, base: false }))
  const young = expect.toSatisfy((age: number) => age < 60)
  expect(await runAges(folder, true)).toMatchObject({ backup: young, base: Infinity })
  expect(await runAges(folder, false)).not.toHaveProperty('base')
  await noteRun(folder, runOf({ drill: false, base: true }))
  expect(await runAges(folder, true)).toMatchObject({ base: young })
  expect(runOf({ drill: true, base: true })).toBe('drill')
})
