// What a killed restore drill leaves behind: copies of everything. It goes without another drill,
// and a drill that lives is let be.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { placeOf } from '../database/embedded.ts'
import { sizeOf } from '../io/files.ts'
import { clearKilledDrills, openDrillRoom } from './drill-folder.ts'

let room: string
let drillFolder: string
const tidy: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-drills-'))
  drillFolder = join(room, 'drills')
})
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
  await rm(room, { recursive: true, force: true })
})

/** A process that opens a room, writes into it and stays; answers its room and its end. */
async function drillUnderWay(hasCluster: boolean) {
  const program = `
    import { mkdir, writeFile } from 'node:fs/promises'
    const { openDrillRoom } = await import('${join(import.meta.dirname, 'drill-folder.ts')}')
    const { path } = await openDrillRoom('${drillFolder}', { hasCluster: ${hasCluster} })
    await mkdir(path + '/backup/tables', { recursive: true })
    await writeFile(path + '/backup/tables/people.jsonl.gz', 'people')
    console.log(path)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [bytes] = (await once(child.stdout, 'data')) as [Buffer]
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  tidy.push(async () => child.kill('SIGKILL'))
  return { path: bytes.toString('utf8').trim(), kill }
}

describe('a room of a drill', () => {
  it('is closed to others, and goes with the drill', async () => {
    const { path, leave } = await openDrillRoom(drillFolder)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect((await stat(drillFolder)).mode & 0o066).toBe(0)
    await writeFile(join(path, 'people'), 'people')
    await leave()
    await leave()
    expect(await readdir(drillFolder)).toEqual([])
  })

  it.each([false, true])('of a killed one is cleared, never of one that lives', async (files) => {
    const [killed, lives] = [await drillUnderWay(files), await drillUnderWay(files)]
    await killed.kill()
    await mkdir(join(drillFolder, 'of-somebody-else'))
    expect(await readdir(drillFolder)).toHaveLength(3)

    expect(await clearKilledDrills(drillFolder)).toEqual([killed.path.split('/').at(-1)])
    expect(await sizeOf(killed.path)).toBeNull()
    expect(await sizeOf(join(lives.path, 'backup/tables/people.jsonl.gz'))).toBe(6)
    expect(await sizeOf(join(drillFolder, 'of-somebody-else'))).not.toBeNull()
    expect(await clearKilledDrills(join(room, 'nowhere'))).toEqual([])
  })

  it('of a killed one is cleared with the cluster that had to lie elsewhere', async () => {
    const killed = await drillUnderWay(true)
    await killed.kill()
    const { home } = await placeOf(join(killed.path, 'shop'))
    await writeFile(join(home, 'people'), 'people')
    await clearKilledDrills(drillFolder)
    expect(await sizeOf(home)).toBeNull()
  })
})
