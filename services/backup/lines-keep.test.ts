import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { LogHead } from '../ledger/heads.ts'
import { keepNewestLines, nameOfLines } from './lines-keep.ts'
import type { Manifest } from './manifest.ts'

let out: string
beforeEach(async () => void (out = await mkdtemp(join(tmpdir(), 'qura-keep-lines-'))))
afterEach(() => rm(out, { recursive: true, force: true }))

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))
const [a, b, c, d] = [1, 2, 3, 4].map((hour) => nameOfLines(at(hour)))
const there = async () => (await readdir(out)).toSorted()

const raffle = (head: number, leaf = `leaf ${head}`): LogHead => ({ logId: 'raffle/a', head, leaf })

/** Of `hour`, when the logs ended there. */
async function backup(hour: number, heads: LogHead[], change: Partial<Manifest> = {}) {
  const taken: Manifest = {
    format: 'qura-backup/v1',
    takenAt: at(hour).toISOString(),
    environment: 'test',
    shopLogs: 1,
    migrations: [],
    tables: [],
    sequences: [],
    heads: [{ logId: 'shop/0', head: hour, leaf: null }, ...heads],
    ...change,
  }
  const name = nameOfLines(at(hour))
  await mkdir(join(out, name))
  await writeFile(join(out, name, 'manifest.json'), JSON.stringify(taken))
  return { out, name, taken, isStillThere }
}

/** The database of which the newest was taken: each log has the leaves that `raffle` makes. */
const isStillThere = async (heads: readonly LogHead[]) =>
  heads.every(({ head, leaf }) => leaf === null || leaf === `leaf ${head}`)

it('keeps the newest so many, the one just taken among them', async () => {
  await backup(1, [])
  await backup(2, [raffle(3)])
  await backup(3, [raffle(7)])
  const newest = await backup(4, [raffle(7)])
  expect(await keepNewestLines({ ...newest, count: 4 })).toEqual({ backups: [], damaged: [] })
  expect(await keepNewestLines({ ...newest, count: 2 })).toEqual({ backups: [a, b], damaged: [] })
  expect(await there()).toEqual([c, d])
  expect(await keepNewestLines({ ...newest, count: 1 })).toMatchObject({ backups: [c] })
})

it('leaves what is of another shop, or of a past that a restore has given up', async () => {
  await backup(1, [{ logId: 'raffle/of another shop', head: 1, leaf: 'aa' }])
  await backup(2, [raffle(7, 'another leaf')])
  await backup(3, [raffle(9)])
  const newest = await backup(4, [raffle(8)])
  expect(await keepNewestLines({ ...newest, count: 1 })).toEqual({ backups: [], damaged: [] })
  expect(await there()).toEqual([a, b, c, d])
})

it('leaves and names what is none, and looks at nothing that is called otherwise', async () => {
  await mkdir(join(out, a!))
  await mkdir(join(out, b!))
  await writeFile(join(out, b!, 'manifest.json'), '{"format": "qura-ba')
  await mkdir(join(out, 'qura-base-20261122T010000Z'))
  const newest = await backup(4, [])
  expect(await keepNewestLines({ ...newest, count: 1 })).toEqual({ backups: [], damaged: [a, b] })
  expect(await there()).toHaveLength(4)
})

it('never takes the one just taken, though a clock was set back', async () => {
  await backup(1, [], { takenAt: at(23).toISOString() })
  const newest = await backup(2, [])
  expect(await keepNewestLines({ ...newest, count: 1 })).toMatchObject({ backups: [a] })
  expect(await there()).toEqual([b])
})
