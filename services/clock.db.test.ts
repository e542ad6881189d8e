import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveClock, openClock } from './clock.ts'
import { sqlState } from './io/database.ts'
import { testDatabase } from './testing/database.ts'
import type { TestDatabase } from './testing/database.ts'

const DAY_MS = 86_400_000

describe('the clock', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
  })
  afterAll(() => test.drop())

  it('starts on real time, may be set back once, and then only moves forward', async () => {
    const past = new Date(Date.now() - 75 * DAY_MS)
    await moveClock(test.owner, past)
    const clock = await openClock(test.database)
    expect(Math.abs(clock.now().getTime() - past.getTime())).toBeLessThan(1_000)

    const later = new Date(past.getTime() + DAY_MS)
    await moveClock(test.owner, later)
    await clock.sync()
    expect(Math.abs(clock.now().getTime() - later.getTime())).toBeLessThan(1_000)

    const back = moveClock(test.owner, past).catch((error) => sqlState(error))
    expect(await back).toBe('CK002')

    await test.owner.query('select forget_clock_offset()')
    await clock.sync()
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
    await clock.stop()
  })

  it('is not for the running service to move', async () => {
    const refused = moveClock(test.database, new Date()).catch((error) => sqlState(error))
    expect(await refused).toBe('42501')
  })

  it('cannot be off in a database of production', async () => {
    const refused = test.owner
      .query(`update installation set environment = 'production', clock_offset = '1 day'`)
      .catch((error) => sqlState(error))
    expect(await refused).toBe('23514')
  })
})
