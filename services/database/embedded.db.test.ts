import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../io/database.ts'
import { serverAddress } from '../testing/database.ts'
import { startEmbedded } from './embedded.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'

describe('PostgreSQL of our own', () => {
  let dataFolder: string
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'qura-embedded-'))
    await chmod(dataFolder, 0o711)
  })
  afterAll(() => rm(dataFolder, { recursive: true, force: true }))

  it('keeps what was committed over a clean stop, behind checksums and a password', async () => {
    const first = await startEmbedded({ dataFolder })
    await ask(first.ownerUrl, 'create table kept (n int)')
    await first.stop()
    const second = await startEmbedded({ dataFolder })
    expect(await ask(second.ownerUrl, 'select count(*) from kept')).toEqual([{ count: 0 }])
    expect(await ask(second.ownerUrl, 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
    expect(second.ownerUrl).toBe(first.ownerUrl)
    const withoutPassword = second.ownerUrl.replace(/:[^:@]+@/, '@')
    await expect(ask(withoutPassword, 'select 1')).rejects.toThrow()
    expect(await ask(second.ownerUrl, roundsOfLogins)).toEqual([{ rounds: '4096' }])
    const { mode } = await stat(join(second.folder, 'access.json'))
    expect(mode & 0o777).toBe(0o600)
    expect(await ask(second.ownerUrl, peer)).toEqual([{ isBySocket: true }])
    expect(await ask(byNetwork(second.ownerUrl), peer)).toEqual([{ isBySocket: false }])
    await second.stop()
    expect(await readFile(pidFile(second.folder), 'utf8').catch(() => null)).toBeNull()
  }, 60_000)

  it('spares the clients of tests the rounds of its passwords', async (test) => {
    const url = serverAddress()
    const [server] = await ask(url, `select current_setting('data_directory') as cluster`)
    test.skip(!String(server?.cluster).includes('/qura-test-'), 'another PostgreSQL was given')
    expect(await ask(url, roundsOfLogins)).toEqual([{ rounds: '1' }])
  })

  it('ends with a parent that was killed, and starts again with what was committed', async () => {
    const parent = await startInChild(dataFolder)
    await ask(parent.ownerUrl, 'create table before_the_kill (n int)')
    parent.child.kill('SIGKILL')
    const again = await startEmbedded({ dataFolder })
    expect(await ask(again.ownerUrl, 'select * from before_the_kill')).toEqual([])
    await again.stop()
  }, 60_000)

  it('recovers when PostgreSQL itself was killed', async () => {
    const first = await startEmbedded({ dataFolder })
    await ask(first.ownerUrl, 'create table before_the_crash (n int)')
    const ended = new Promise<void>((resolve) => first.onEnd(resolve))
    process.kill(Number((await readFile(pidFile(first.folder), 'utf8')).split('\n')[0]), 'SIGKILL')
    await ended
    const again = await startEmbedded({ dataFolder })
    expect(await ask(again.ownerUrl, 'select * from before_the_crash')).toEqual([])
    await again.stop()
  }, 60_000)

  it('is not kept from starting by the socket of one that was killed', async () => {
    const first = await startEmbedded({ dataFolder })
    const { port } = new URL(first.ownerUrl)
    const lock = join(first.folder, 'socket', `.s.PGSQL.${port}.lock`)
    const told = await readFile(lock, 'utf8')
    await first.stop()
    // Its number belongs to another process of the same user now, who lives.
    const { uid, gid } = await stat(dirname(pidFile(first.folder)))
    const another = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' })
    await writeFile(lock, told.replace(/^\d+/, String(another.pid)))
    const again = await startEmbedded({ dataFolder })
    expect(await ask(again.ownerUrl, peer)).toEqual([{ isBySocket: true }])
    await again.stop()
    another.kill()
  }, 60_000)

  it('belongs to one service at a time', async () => {
    const lock = await lockFolder(dataFolder)
    await expect(lockFolder(dataFolder)).rejects.toThrow(FolderInUse)
    await expect(lockFolder(dataFolder)).rejects.toThrow(String(process.pid))
    await lock.release()
    await (await lockFolder(dataFolder)).release()
  })

  it('names the lock that another user left, which may be that of nobody who lives', async () => {
    const lock = await lockFolder(dataFolder)
    // As earlier versions left it, whose locks only their own user could ask.
    await chmod(join(dataFolder, 'lock'), 0)
    await asAnotherUser(async () => {
      const said = `remove ${join(dataFolder, 'lock')} once`
      await expect(lockFolder(dataFolder)).rejects.toThrow(said)
    })
    await lock.release()
  })
})

const NOBODY = 65_534

/** Root may ask every lock, so it asks as somebody else. */
async function asAnotherUser(act: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    await act()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

/** `SCRAM-SHA-256$<rounds>:<salt>$…` */
const roundsOfLogins = `
  select distinct substring(rolpassword from '\\$(\\d+):') as rounds
    from pg_authid
   where rolname in ('qura_app', 'qura_owner')`
const peer = 'select inet_client_addr() is null as "isBySocket"'
/** The same without its socket file. */
const byNetwork = (url: string) => url.replace(/\?.*$/, '')

const pidFile = (folder: string) => join(folder, 'cluster', 'postmaster.pid')

async function ask(url: string, text: string) {
  const database = openDatabase({ url, applicationName: 'qura test', poolMax: 1 })
  try {
    return (await database.query(text)).rows
  } finally {
    await database.end()
  }
}

/** A process of its own that starts PostgreSQL and then waits to be killed. */
async function startInChild(
  dataFolder: string,
): Promise<{ child: ChildProcess; ownerUrl: string }> {
  const embedded = join(import.meta.dirname, 'embedded.ts')
  const program = `
    import { startEmbedded } from ${JSON.stringify(embedded)}
    const { ownerUrl } = await startEmbedded({ dataFolder: ${JSON.stringify(dataFolder)} })
    process.stdout.write(ownerUrl)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ownerUrl = await new Promise<string>((resolve) =>
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString('utf8'))),
  )
  return { child, ownerUrl }
}
