import { afterAll, beforeAll, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openBoss } from './boss.ts'

let test: TestDatabase
beforeAll(async () => void (test = await testDatabase()))
afterAll(() => test.drop())

/** Of a connection that nobody uses the driver's pool makes an end after ten seconds by itself. */
const WITHIN_MS = 8_000

it('its connections are opened anew when they have lived their time', async () => {
  const boss = await openBoss({
    url: test.url,
    applicationName: 'qura renewed jobs',
    lifetimeSeconds: 1,
    failed: () => {},
  })
  await boss.hang({ name: 'renewed', act: null })
  const first = await connections()
  expect(first.length).toBeGreaterThan(0)
  const left = async () => {
    await boss.jobs.send('renewed', null) // so that there is always one
    const now = await connections()
    return now.filter((pid) => first.includes(pid))
  }
  await expect.poll(left, { timeout: WITHIN_MS }).toEqual([])
  await boss.stop()
})

/** All but the one that only hears bells. */
async function connections(): Promise<number[]> {
  const { rows } = await test.owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where application_name = 'qura renewed jobs' and query not ilike all('{"",%listen%}')`,
  )
  return rows.map(({ pid }) => pid)
}
