import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { keepNewest, nameOfBase } from './base-keep.ts'
import { BASE_FORMAT } from './base-manifest.ts'
import type { BaseManifest } from './base-manifest.ts'
import { historyName, nameOfSegment } from './wal-names.ts'

let room: string
let out: string
let archiveFolder: string
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-keep-'))
  ;[out, archiveFolder] = [join(room, 'bases'), join(room, 'archive')]
  for (const path of [out, archiveFolder]) await mkdir(path)
})
afterEach(() => rm(room, { recursive: true, force: true }))

const systemIdentifier = '7000000000000000001'
const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))

/** Of `hour`, with one file of the log. */
async function backup(hour: number, timeline: number, number: number): Promise<BaseManifest> {
  const file = nameOfSegment({ timeline, number })
  const manifest: BaseManifest = {
    format: BASE_FORMAT,
    takenAt: at(hour).toISOString(),
    postgresMajor: 18,
    platform: 'linux-x64',
    systemIdentifier,
    environment: 'test',
    shopLogs: 1,
    migrations: [],
    heads: [],
    firstLogFile: file,
    lastLogFile: file,
    folders: [],
    files: [],
  }
  const folder = join(out, nameOfBase(at(hour)))
  await mkdir(folder)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

/** `first` to `last`, which is included. */
async function archive(timeline: number, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number++)
    await writeFile(join(archiveFolder, `${nameOfSegment({ timeline, number })}.gz`), '')
}

async function history(timeline: number, text: string): Promise<void> {
  await writeFile(join(archiveFolder, `${historyName(timeline)}.gz`), gzipSync(text))
}

const inArchive = async (timeline: number) =>
  (await readdir(archiveFolder))
    .map((name) => name.replace(/\.gz$/, ''))
    .filter((name) => name.length === 24 && Number.parseInt(name.slice(0, 8), 16) === timeline)
    .map((name) => Number.parseInt(name.slice(16), 16))
    .toSorted((a, b) => a - b)
const bases = async () => (await readdir(out)).toSorted()
const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((hour) => nameOfBase(at(hour)))

/** A and B, then a restore out of A to before B, and C at once: B lies further on than C. */
async function restoredToBeforeB(): Promise<BaseManifest> {
  await backup(1, 1, 10)
  await backup(2, 1, 20)
  await archive(1, 8, 30)
  await history(2, '1\t0/C000100\tbefore 2026-11-22 01:30:00+00\n')
  await archive(2, 12, 13)
  return backup(3, 2, 13)
}

it('keeps the log of the backup just taken, after a restore to before an older one', async () => {
  const taken = await restoredToBeforeB()
  const gone = await keepNewest({ out, archiveFolder, count: 2, taken })

  // B is of a line that was left at 12: it is no second way back, and stays until there is one.
  expect(gone).toMatchObject({ backups: [], aside: [b] })
  expect(await bases()).toEqual([a, b, c])
  expect((await inArchive(1))[0]).toBe(10)
  expect(await inArchive(2)).toEqual([12, 13])
})

it('lets go what a restore left, when so many later ones of this line are there', async () => {
  await restoredToBeforeB()
  await archive(2, 14, 40)
  const taken = await backup(4, 2, 33)
  const gone = await keepNewest({ out, archiveFolder, count: 2, taken })

  expect(gone).toMatchObject({ backups: [a, b], aside: [] })
  expect(await bases()).toEqual([c, d])
  expect((await inArchive(2))[0]).toBe(13)
  expect(await readdir(archiveFolder)).toContain(`${historyName(2)}.gz`)
})

it('with fewer of the present line than are to stay, none that was left goes', async () => {
  const taken = await restoredToBeforeB()
  expect(await keepNewest({ out, archiveFolder, count: 3, taken })).toMatchObject({ backups: [] })
  const one = await keepNewest({ out, archiveFolder, count: 1, taken })
  expect(one).toMatchObject({ backups: [a, b], aside: [] })
  expect(await bases()).toEqual([c])
  expect(await inArchive(2)).toEqual([13])
})

it('a neighbour whose manifest is damaged stays, is named, and stops nothing', async () => {
  await archive(1, 1, 30)
  await backup(1, 1, 10)
  const taken = await backup(4, 1, 25)
  for (const [hour, text] of [
    [2, '{"format": "qura-ba'],
    [3, `{"format": "${BASE_FORMAT}"}`],
  ] as const) {
    const folder = join(out, nameOfBase(at(hour)))
    await mkdir(folder)
    await writeFile(join(folder, 'manifest.json'), text)
  }
  const gone = await keepNewest({ out, archiveFolder, count: 1, taken })
  expect(gone).toMatchObject({ backups: [a], aside: [], damaged: [b, c] })
  expect(await bases()).toEqual([b, c, d])
  expect((await inArchive(1))[0]).toBe(25)
})

it('counts by the place in the log, whatever a clock that was set back says', async () => {
  await archive(1, 1, 30)
  await backup(4, 1, 10)
  await backup(5, 1, 20)
  const taken = await backup(1, 1, 30)
  const gone = await keepNewest({ out, archiveFolder, count: 1, taken })
  expect(gone).toMatchObject({ backups: [d, e], aside: [] })
  expect(await bases()).toEqual([a])
  expect(await inArchive(1)).toEqual([30])
})
