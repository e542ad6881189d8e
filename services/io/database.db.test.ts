import net from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { CommitUnknown, isOutcomeUnknown, openDatabase, sqlState, withRole } from './database.ts'
import type { Queryable } from './database.ts'
import { commitsUnknown } from './figures.ts'
import { watchIo } from './io.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await test.owner.query('create table things (id int primary key, n int8, sum numeric, day date)')
  await test.owner.query('grant all on things to qura_app')
})
afterAll(() => test.drop())

describe('what comes back', () => {
  it('is a number for int8, text for numeric and date, a Date for an instant', async () => {
    const { rows, rowCount } = await test.database.query(
      `select 9007199254740991::int8 as big, array[1, null, 3]::int8[] as list,
              1.10::numeric as sum,
              '2026-11-21'::date as day, timestamptz '2026-11-21T08:00:00Z' as at`,
    )
    expect(rowCount).toBe(1)
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      list: [1, null, 3],
      sum: '1.10',
      day: '2026-11-21',
      at: new Date('2026-11-21T08:00:00.000Z'),
    })
  })

  it('is refused when a number would not be exact', async () => {
    await expect(test.database.query('select 9007199254740993::int8')).rejects.toThrow(RangeError)
  })
})

describe('a transaction', () => {
  it('keeps all or nothing, and the connection serves the next one', async () => {
    const failed = test.database.transaction(async (tx) => {
      await tx.query('insert into things (id) values (1)')
      throw new Error('on the way')
    })
    await expect(failed).rejects.toThrow('on the way')
    await test.database.transaction(async (tx) => {
      await tx.query('insert into things (id) values (2)')
    })
    const { rows } = await test.database.query('select id from things order by id')
    expect(rows).toEqual([{ id: 2 }])
    expect(test.database.connections()).toEqual({ total: 1, idle: 1, waiting: 0 })
  })

  it.each(['40001', '40P01', '55P03'])(
    'starts anew after %s, five times unless told otherwise, and no more',
    async (state) => {
      let runs = 0
      const act = async (tx: Queryable) => {
        runs++
        await tx.query(`do $$ begin raise exception 'again' using errcode = '${state}'; end $$`)
      }
      expect(await test.database.transaction(act).catch(sqlState)).toBe(state)
      expect(runs).toBe(6)
      const once = test.database.transaction(act, { retries: 0 })
      expect(await once.catch(sqlState)).toBe(state)
      expect(runs).toBe(7)
    },
  )

  it('does not claim to know what became of a commit that got no answer', async () => {
    const counted = async () => (await commitsUnknown.get()).values[0]?.value ?? 0
    const before = await counted()
    const proxy = await startProxy(test.url)
    const database = openDatabase({ url: proxy.url, applicationName: 'qura test', poolMax: 1 })
    const error = await database
      .transaction(async (tx) => {
        await tx.query('insert into things (id) values (3)')
        watchIo({ before: (name) => void (name === 'sql commit' && proxy.cut()), after: () => {} })
      })
      .catch((reason: unknown) => reason)
    watchIo(undefined)
    expect(error).toBeInstanceOf(CommitUnknown)
    expect(await counted()).toBe(before + 1)
    expect(isOutcomeUnknown(error)).toBe(true)
    // The broken connection is not used again: the next question gets its own answer.
    expect((await database.query('select 7 as n')).rows).toEqual([{ n: 7 }])
    await database.end()
    await proxy.stop()
  })
})

describe('limits', () => {
  it('end a statement that takes too long, and the connection lives', async () => {
    const quick = openDatabase({
      url: test.url,
      applicationName: 'qura test',
      poolMax: 1,
      statementTimeoutMs: 50,
    })
    expect(await quick.query('select pg_sleep(5)').catch(sqlState)).toBe('57014')
    const { rows } = await quick.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(rows).toHaveLength(1)
    expect(quick.connections()).toEqual({ total: 1, idle: 1, waiting: 0 })
    await quick.end()
  })

  it('end a wait for a lock', async () => {
    await test.owner.transaction(async (tx) => {
      await tx.query('lock table things')
      const impatient = openDatabase({
        url: test.url,
        applicationName: 'qura test',
        lockTimeoutMs: 50,
      })
      expect(await impatient.query('select from things').catch(sqlState)).toBe('55P03')
      await impatient.end()
    })
  })
})

describe('listening', () => {
  it('hears, also after its connection was lost', async () => {
    const heard = collector()
    const stop = await test.database.listen('bells', heard.add)
    await test.owner.query(`notify bells, 'first'`)
    await heard.until('first')
    await test.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen%'`,
    )
    // An empty payload: something may have been missed.
    await heard.until('')
    await test.owner.query(`notify bells, 'second'`)
    await heard.until('second')
    await stop()
  })
})

it('a role is part of the address, so that everything that takes an address has it', async () => {
  const { rows } = await test.database.query('select current_user as role')
  expect(rows).toEqual([{ role: 'qura_app' }])
  expect(withRole('postgres://u@h/d?options=-c%20jit%3Doff', 'r')).toBe(
    'postgres://u@h/d?options=-c%20jit%3Doff%20-c%20role%3Dr',
  )
})

/** Collects what was said and lets a test wait for one of it. */
function collector() {
  const said: string[] = []
  const waiting: (() => void)[] = []
  return {
    add(text: string) {
      said.push(text)
      for (const wake of waiting.splice(0)) wake()
    },
    async until(text: string) {
      while (!said.includes(text)) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/** Passes bytes on until it is cut once: then the open connections are gone. */
async function startProxy(url: string) {
  const target = new URL(url)
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.searchParams.delete('host') // a socket file, which would lead past us
  through.port = String((server.address() as net.AddressInfo).port)
  return {
    url: through.toString(),
    cut() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
