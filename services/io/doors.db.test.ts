// Every door to the world lets a watcher see who goes through it, before and after.
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openDatabase } from './database.ts'
import * as files from './files.ts'
import { closeHttpConnections, httpRequest } from './http-client.ts'
import { watchIo } from './io.ts'
import { after, every, sleep } from './timers.ts'

let db: TestDatabase
let folder: string
beforeAll(async () => {
  db = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'qura-doors-'))
})
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true })
})
afterEach(() => watchIo(undefined))

/** What was seen going in and coming out while `act` ran. */
async function seen(act: () => Promise<unknown>) {
  const before: string[] = []
  const afterwards: string[] = []
  watchIo({ before: (name) => void before.push(name), after: (name) => void afterwards.push(name) })
  await act()
  watchIo(undefined)
  expect(afterwards.toSorted()).toEqual(before.toSorted())
  return before
}

describe('the door to the database', () => {
  it('shows each connection and each statement', async () => {
    expect(await seen(() => db.database.query('select 1'))).toEqual(['sql connect', 'sql select 1'])
  })

  it('shows begin and commit of a transaction, and what is between them', async () => {
    const act = () =>
      db.database.transaction(async (tx) => {
        await tx.query({ name: 'named', text: 'select 2' })
      })
    expect(await seen(act)).toEqual(['sql connect', 'sql begin', 'sql named', 'sql commit'])
  })

  it('shows who listens, and the end', async () => {
    const database = openDatabase({ url: db.url, applicationName: 'doors', poolMax: 1 })
    const names = await seen(async () => {
      const stop = await database.listen('doors', () => {})
      await stop()
      await database.end()
    })
    expect(names).toEqual(['sql listen', 'sql listen "doors"', 'sql end'])
  })
})

it('the door to other servers shows each call', async () => {
  const server = http.createServer((_request, response) => void response.end('yes'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = {
    name: 'test',
    method: 'GET',
    url: `http://${host}/`,
    allowedHosts: [host],
  } as const
  expect(await seen(() => httpRequest(call))).toEqual(['http test'])
  closeHttpConnections()
  server.close()
})

async function* pieces() {
  yield Buffer.from('piece')
}

describe('the door to the disk', () => {
  const doors: Record<keyof typeof files, () => Promise<unknown>> = {
    makeFolder: () => files.makeFolder(join(folder, 'inner')),
    writeWhole: () => files.writeWhole(join(folder, 'whole'), 'text'),
    writeStreamed: () => files.writeStreamed(join(folder, 'streamed'), pieces()),
    writeOnce: () => files.writeOnce(join(folder, 'once'), 'text'),
    writeNew: () => files.writeNew(join(folder, 'new'), 'text'),
    readBytes: () => files.readBytes(join(folder, 'whole')),
    readText: () => files.readText(join(folder, 'whole')),
    openToRead: async () => (await files.openToRead(join(folder, 'whole'))).close(),
    readPieces: () => Array.fromAsync(files.readPieces(join(folder, 'whole'))),
    sizeOf: () => files.sizeOf(join(folder, 'whole')),
    freeBytesOf: () => files.freeBytesOf(folder),
    listFolder: () => files.listFolder(folder),
    renameFile: () => files.renameFile(join(folder, 'new'), join(folder, 'renamed')),
    renameIfThere: () => files.renameIfThere(join(folder, 'renamed'), join(folder, 'moved')),
    ageMsOf: () => files.ageMsOf(join(folder, 'moved')),
    removePath: () => files.removePath(join(folder, 'whole')),
  }

  it('is watched at every one of its calls', async () => {
    expect(Object.keys(doors).toSorted()).toEqual(Object.keys(files).toSorted())
    for (const [name, act] of Object.entries(doors))
      expect({ name, calls: await seen(act) }).toMatchObject({
        name,
        calls: expect.arrayContaining([expect.stringMatching(/^file /)]),
      })
  })

  it('shows each step of a replaced file', async () => {
    const names = await seen(() => files.writeWhole(join(folder, 'steps'), 'text'))
    expect(names).toEqual(['file write', 'file rename', 'file flush folder'])
  })
})

describe('the door to time', () => {
  it('shows a wait', async () => {
    expect(await seen(() => sleep(1))).toEqual(['timer sleep'])
  })

  it('shows what comes later, once and again and again', async () => {
    const once = Promise.withResolvers<void>()
    expect(
      await seen(async () => {
        after('once', 1, once.resolve)
        await once.promise
      }),
    ).toContain('timer once')
    expect(
      await seen(async () => {
        const repeating = every(
          'again',
          60_000,
          async () => {},
          () => {},
        )
        await repeating.now()
        await repeating.stop()
      }),
    ).toEqual(['timer again'])
  })
})
