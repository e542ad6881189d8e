// Fault F5 without a shop: who waits for a PostgreSQL that has gone silent, and who does not.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'
import {
  isOutage,
  isOutcomeUnknown,
  NoConnection,
  openDatabase,
  type Database,
} from './database.ts'
import { watchForSilence } from './silence.ts'

let test: TestDatabase
let proxy: TcpProxy
let database: Database
beforeAll(async () => {
  test = await testDatabase()
  const { hostname, port } = new URL(test.url)
  proxy = await openTcpProxy({ host: hostname, port: Number(port) })
})
afterAll(async () => {
  await proxy.close()
  await test.drop()
})
beforeEach(() => {
  database = openDatabase({ url: proxy.urlOf(test.url), applicationName: 'silence', poolMax: 3 })
})
afterEach(async () => {
  proxy.plan(null)
  await database.end()
})

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: Error) => error,
  )

it('cuts a connection whose answer was lost, and lets the server work on the others', async () => {
  const slow = database.query('select pg_sleep(2), 7 as n')
  proxy.plan({ when: /select 'lost'/, fault: { kind: 'blackhole' } })
  const lost = await failureOf(database.query(`select 'lost'`))

  expect(isOutcomeUnknown(lost) && isOutage(lost)).toBe(true)
  // By us, before the driver's own limit of seven seconds.
  expect(lost?.message).toBe('Connection terminated unexpectedly')
  expect((await database.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect((await slow).rows).toMatchObject([{ n: 7 }])
})

it('gives up a transaction whose answer was lost, and does not claim to know its end', async () => {
  proxy.plan({ when: /commit/, fault: { kind: 'blackhole' } })
  const lost = await failureOf(database.transaction((tx) => tx.query('select 1')))
  expect(lost?.name).toBe('CommitUnknown')
})

it('blames no server for a time in which this process stood still itself', async () => {
  const url = proxy.urlOf(test.url)
  const hasty = { url, applicationName: 'hasty', poolMax: 2, connectTimeoutMs: 600 }
  async function isServed(): Promise<boolean> {
    const own = openDatabase(hasty)
    const asked = failureOf(own.query('select 1'))
    const standsUntil = performance.now() + 900
    while (performance.now() < standsUntil);
    return (await asked.finally(() => own.end())) === undefined
  }
  // Again where the server itself took as long, on a slow machine.
  await expect.poll(isServed).toBe(true)
})

it('blames nobody while a file of its address is missing, and asks once it is there', async () => {
  const settings = { connectionString: `${test.url}&sslcert=/nowhere/cert.pem` }
  const silence = watchForSilence(settings)
  const url = proxy.urlOf(test.url)
  const own = openDatabase({ url, applicationName: 'renewed', poolMax: 2, silence })
  try {
    expect((await own.query('select pg_sleep(2), 7 as n')).rows).toMatchObject([{ n: 7 }])
    settings.connectionString = test.url
    proxy.plan({ when: /select 'lost'/, fault: { kind: 'blackhole' } })
    const lost = await failureOf(own.query(`select 'lost'`))
    expect(lost?.message).toBe('Connection terminated unexpectedly')
  } finally {
    await own.end()
    silence.stop()
  }
})

it('refuses everybody while the server is silent, and serves again when it speaks', async () => {
  await database.query('select 1')
  proxy.plan({ when: /[^]/, fault: { kind: 'blackhole' }, times: Infinity })
  const waiting = [1, 2].map(() => failureOf(database.query('select 1')))
  for (const failure of await Promise.all(waiting)) expect(isOutage(failure)).toBe(true)
  const refused = await failureOf(database.query('select 1'))
  expect(refused).toBeInstanceOf(NoConnection)
  expect(refused?.message).toMatch(/says nothing/)

  proxy.plan(null)
  const isServed = async () => (await failureOf(database.query('select 1'))) === undefined
  await expect.poll(isServed, { timeout: 30_000 }).toBe(true)
})
