// The login that owns everything need be no superuser: managed servers give none.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '../config.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { emptyDatabase, serverAddress } from '../testing/database.ts'
import { prepareDatabase } from './prepare.ts'

let server: Database
let room: string
/** Only a superuser leaves memberships as PostgreSQL itself does, and only since its version 16. */
let mayMake = false
beforeAll(async () => {
  server = openDatabase({ url: serverAddress(), applicationName: 'qura test', poolMax: 1 })
  room = await mkdtemp(join(tmpdir(), 'qura-owner-'))
  const { rows } = await server.query<{ may: boolean }>(
    `select rolsuper and current_setting('server_version_num')::integer >= 160000 as may
       from pg_roles where rolname = current_user`,
  )
  mayMake = rows[0]?.may === true
})
afterAll(async () => {
  await server.end()
  await rm(room, { recursive: true, force: true })
})

const tidy: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

/** `membership`: of `qura_app`, which this server has already; null: none. */
async function ownersDatabase(membership: string | null): Promise<string> {
  const { ownerUrl, drop } = await emptyDatabase()
  const login = `qura_owner_${randomBytes(6).toString('hex')}`
  await server.query(`create role ${login} login createrole password 'of-this-test'`)
  tidy.push(() => server.query(`drop role ${login}`), drop)
  if (membership !== null) await server.query(`grant qura_app to ${login} with ${membership}`)
  const url = new URL(ownerUrl)
  await server.query(`alter database ${url.pathname.slice(1)} owner to ${login}`)
  return Object.assign(url, { username: login, password: 'of-this-test' }).href
}

const start = (url: string) =>
  prepareDatabase(readConfig({ DATA_DIR: join(room, 'data'), DATABASE_URL: url }))

describe('an owner who is no superuser', () => {
  it('works as the service where he may only grant that, as since PostgreSQL 16', async (test) => {
    test.skip(!mayMake, 'takes a superuser of PostgreSQL 16 or later')
    const owner = await ownersDatabase('admin true, set false, inherit false')
    for (const { url } of [await start(owner), await start(owner)]) {
      const service = openDatabase({ url, applicationName: 'qura test', poolMax: 1 })
      const { rows } = await service.query(
        `select current_user::text as who, environment from installation`,
      )
      await service.end()
      expect(rows).toEqual([{ who: 'qura_app', environment: 'demo' }])
    }
  }, 60_000)

  it('is refused in a sentence where he may not even do that', async (test) => {
    test.skip(!mayMake, 'takes a superuser of PostgreSQL 16 or later')
    const owner = await ownersDatabase(null)
    const { username } = new URL(owner)
    await expect(start(owner)).rejects.toThrow(
      `${username} may not work as qura_app: let a superuser say, once, \`grant qura_app to`,
    )
  }, 60_000)
})
