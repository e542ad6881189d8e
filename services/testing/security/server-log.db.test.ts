// What PostgreSQL's own log says of people: nothing (docs/security.md, K56). No erasure reaches
// that file, and a server as it comes writes the values of each row that it refuses into it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { loudSettings, warnOfLoudServer } from '../../database/server-log.ts'
import { isOwnServer, readServerLog } from '../server-log.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' })
}, 120_000)
afterAll(() => shop.stop())

const outOfReach = 'the server is somebody else’s, and its log out of reach'
const isOutOfReach = async () => {
  if (await isOwnServer(shop.test.owner)) return false
  process.stdout.write(`K56: SKIPPED, for ${outOfReach}\n`)
  return true
}

/** Other tests write to the same log: what is looked for stands nowhere else. */
async function expectNoWord(words: readonly string[]): Promise<string> {
  const log = await readServerLog(shop.test.owner)
  expect(log, 'the log of our own server').not.toBeNull()
  expect(words.filter((word) => log?.includes(word))).toEqual([])
  return log ?? ''
}

describe("K56 PostgreSQL's own log", () => {
  it('K56 is told no phone and no e-mail that somebody has already', async ({ skip }) => {
    if (await isOutOfReach()) return skip(outOfReach)
    const [mine, taken] = ['+96178431911', '+96178431912']
    const { browser } = await shop.customer(mine)
    await shop.customer(taken)
    await shop.test.owner.query(
      `update sign_in_codes set created_at = created_at - interval '2 minutes'`,
    )
    await browser.post('/api/account/phone-codes', { phone: taken })
    const [newCode, currentCode] = [await shop.codeFor(taken), await shop.codeFor(mine)]
    const proof = { phone: taken, newCode, currentCode }
    expect((await browser.put('/api/account/phone', proof)).body).toMatchObject({
      code: 'phone_taken',
    })

    const owner = await shop.owner()
    const member = { email: 'quillfeather@private.example', fullName: 'Ildefonso', role: 'cashier' }
    const invite = () => owner.post('/api/admin/staff', { ...member, entry: 'link' })
    expect((await invite()).status).toBe(201)
    expect((await invite()).body).toMatchObject({ code: 'already_invited' })

    const log = await expectNoWord([mine, taken, member.email, 'quillfeather'])
    // It was written to meanwhile.
    expect(log).toContain('violates unique constraint "people_phone')
  })

  it('K56 is told no value by any kind of refusal, wait or measurement', async ({ skip }) => {
    if (await isOutOfReach()) return skip(outOfReach)
    const { owner } = shop.test
    const word = 'Vermilionquill'
    await owner.query(
      `create table told (n int primary key, name text unique check (name <> '${word}'))`,
    )
    const insert = 'insert into told values ($1, $2)'
    await owner.query(insert, [1, `${word} 1`])
    await owner.query(insert, [2, `${word} 2`])
    const refused = async (text: string, values: unknown[] = []) =>
      expect(owner.query(text, values)).rejects.toThrow()
    await refused(insert, [3, `${word} 1`])
    await refused(insert, [3, word])
    await refused(`insert into told values (1, '${word} 3')`)
    await refused(`select no_such_column from told where name = '${word}'`)
    await refused(`do $$ begin perform no_such_function('${word}'); end $$`)
    await owner.withConnection(async (session) => {
      await session.query('set log_min_duration_statement = 0')
      await session.query('select name from told where name = $1', [word])
      await session.query('reset log_min_duration_statement')
    })
    await deadlock(word)
    const log = await expectNoWord([word])
    for (const line of [
      'violates check constraint',
      'deadlock detected',
      'detected deadlock while waiting',
    ])
      expect(log).toContain(line)
    await owner.query('drop table told')
  })

  async function deadlock(word: string) {
    const meet = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const lock = (nth: 0 | 1) =>
      shop.test.owner.withConnection(async (session) => {
        await session.query('begin')
        await session.query('set local log_lock_waits = on')
        await session.query('set local deadlock_timeout = 50')
        const text = `update told set name = name || '' where name = '${word} `
        await session.query(`${text}${nth + 1}'`)
        meet[nth].resolve()
        await meet[1 - nth]?.promise
        await session.query(`${text}${2 - nth}'`).finally(() => session.query('rollback'))
      })
    const outcomes = await Promise.allSettled([lock(0), lock(1)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }

  it('K56 warns at each start where a server of one’s own gets values', async () => {
    const warn = vi.fn()
    await shop.test.owner.withConnection(async (session) => {
      for (const quiet of ['log_error_verbosity = terse', 'log_min_error_statement = panic'])
        await session.query(`set ${quiet}`)
      await warnOfLoudServer(session, { warn })
      expect(warn).not.toHaveBeenCalled()
      await session.query("set log_error_verbosity = 'default'")
      await session.query('set log_min_error_statement = error')
      await warnOfLoudServer(session, { warn })
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        { settings: ['log_error_verbosity=default', 'log_min_error_statement=error'] },
        expect.stringContaining('docs/operate.md'),
      )
      await session.query('reset all')
    })
    // The service's own login may ask.
    expect(await loudSettings(shop.test.database)).toEqual(await loudSettings(shop.test.owner))
  })
})
