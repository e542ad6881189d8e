// What a killed restore drill leaves behind: copies of everything. It goes without another drill,
// and a drill that lives is let be.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { placeOf } from '../database/embedded.ts'
import { lockBeside } from '../database/folder-lock.ts'
import { unprivilegedUser } from '../database/unprivileged.ts'
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
    // Two rooms with their locks beside them.
    expect(await readdir(drillFolder)).toHaveLength(5)

    const cleared = [basename(killed.path)]
    expect(await clearKilledDrills(drillFolder)).toEqual({ cleared, failed: [] })
    const left = ['of-somebody-else', basename(lives.path), `${basename(lives.path)}.lock`]
    expect(await readdir(drillFolder)).toEqual(left.toSorted())
    expect(await sizeOf(killed.path)).toBeNull()
    expect(await sizeOf(join(lives.path, 'backup/tables/people.jsonl.gz'))).toBe(6)
    expect(await sizeOf(join(drillFolder, 'of-somebody-else'))).not.toBeNull()
    const nothing = { cleared: [], failed: [] }
    expect(await clearKilledDrills(join(room, 'nowhere'))).toEqual(nothing)
  })

  it('of a killed one is cleared with the cluster that had to lie elsewhere', async () => {
    const killed = await drillUnderWay(true)
    await killed.kill()
    const { home } = await placeOf(join(killed.path, 'shop'))
    await writeFile(join(home, 'people'), 'people')
    await clearKilledDrills(drillFolder)
    expect(await sizeOf(home)).toBeNull()
  })

  it('opens and is left while others sweep', { timeout: 60_000 }, async () => {
    let isOver = false
    const failures: unknown[] = []
    const sweeping = [1, 2].map(async () => {
      while (!isOver) {
        const { cleared, failed } = await clearKilledDrills(drillFolder)
        failures.push(...cleared, ...failed)
      }
    })
    for (let opened = 0; opened < 300; opened++)
      await openDrillRoom(drillFolder)
        .then(async ({ path, leave }) => {
          await writeFile(join(path, 'people'), 'people')
          await leave()
        })
        .catch((error: unknown) => failures.push(error))
    isOver = true
    await Promise.all(sweeping)
    expect(failures).toEqual([])
    expect(await readdir(drillFolder)).toEqual([])
  })

  it('that cannot be cleared is named, and the others go', async () => {
    const rooms = ['drill-000000000001', 'drill-000000000002', 'gone-000000000003']
    for (const name of rooms) await mkdir(join(drillFolder, name), { recursive: true })
    const [closed = '', ...others] = rooms
    await writeFile(join(drillFolder, closed, 'people'), 'people')
    tidy.push(() => rm(drillFolder, { recursive: true, force: true }))
    // Root's, where we are root and the sweep is another user's; else one nobody may write to.
    const user = await unprivilegedUser()
    if (user === null) await chmod(join(drillFolder, closed), 0o500)
    else {
      await chmod(room, 0o711)
      await chmod(join(drillFolder, closed), 0o700)
      for (const path of [drillFolder, ...others.map((name) => join(drillFolder, name))])
        await chown(path, user.uid, user.gid)
    }
    expect(await sweepAs(user)).toEqual({
      cleared: ['drill-000000000002'],
      failed: [{ name: closed, reason: expect.stringContaining('EACCES') }],
    })
    const [left = '', ...more] = await readdir(drillFolder)
    expect(more).toEqual([])
    await chmod(join(drillFolder, left), 0o700)
  })

  it('that was never made leaves no lock for long', async () => {
    await mkdir(drillFolder)
    const [held, left] = [join(drillFolder, 'drill-00000000000a'), 'drill-00000000000b.lock']
    const locks = [await lockBeside(held), await lockBeside(join(drillFolder, 'unnamed'))]
    tidy.push(() => Promise.all(locks.map((lock) => lock.release())))
    // What a killed process leaves: the name of a socket at which nobody answers.
    await rename(join(drillFolder, 'unnamed.lock'), join(drillFolder, left))
    await locks.pop()?.release()
    await clearKilledDrills(drillFolder)
    expect(await readdir(drillFolder)).toEqual([`${basename(held)}.lock`, left])

    const longAgo = new Date(Date.now() - 120_000)
    for (const name of await readdir(drillFolder))
      await utimes(join(drillFolder, name), longAgo, longAgo)
    await clearKilledDrills(drillFolder)
    expect(await readdir(drillFolder)).toEqual([`${basename(held)}.lock`])
  })
})

/**
 * `clearKilledDrills` in a process that has become that user; null: of ourselves. It begins as
 * ours, because a checkout need not be anybody else's to read.
 */
async function sweepAs(user: Awaited<ReturnType<typeof unprivilegedUser>>): Promise<unknown> {
  const become = user === null ? '' : `process.setgid(${user.gid}); process.setuid(${user.uid})`
  const program = `
    const { clearKilledDrills } = await import('${join(import.meta.dirname, 'drill-folder.ts')}')
    ${become}
    console.log(JSON.stringify(await clearKilledDrills('${drillFolder}')))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [bytes] = (await once(child.stdout, 'data')) as [Buffer]
  return JSON.parse(bytes.toString('utf8'))
}
