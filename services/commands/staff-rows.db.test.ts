// What the list says of a member: whether he can sign in, and if not, whose turn it is.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { readMember, statusOf } from './staff-rows.ts'

let test: TestDatabase
beforeAll(async () => void (test = await testDatabase()))
afterAll(() => test.drop())

type Member = { mustChange?: boolean; isDisabled?: boolean; links?: ('open' | 'over' | 'used')[] }

async function statusWith(member: Member): Promise<string> {
  const { mustChange = true, isDisabled = false, links = [] } = member
  const personId = newId<string>()
  await test.owner.query(
    `insert into people (person_id, email, role, password_hash, must_change_password, disabled_at,
                         created_at)
     values ($1::uuid, $1::uuid || '@shop.example', 'auditor', 'x', $2,
             case when $3 then clock_now() end, clock_now())`,
    [personId, mustChange, isDisabled],
  )
  for (const link of links)
    await test.owner.query(
      `insert into staff_invitations (token_sha256, person_id, created_at, expires_at, ended_at)
       values (sha256(gen_random_uuid()::text::bytea), $1, clock_now(),
               clock_now() + case when $2 = 'over' then interval '-1 s' else interval '1 day' end,
               case when $2 = 'used' then clock_now() end)`,
      [personId, link],
    )
  const row = await readMember(test.database, personId)
  return row === null ? 'nobody' : statusOf(row)
}

it.each<[string, Member]>([
  ['invited', { links: ['open'] }],
  ['link_over', { links: ['over'] }],
  ['enabled', { mustChange: false, links: ['used'] }],
  // A one-time password waits to be replaced: he can sign in with it.
  ['enabled', { links: ['used'] }],
  ['disabled', { isDisabled: true, links: ['over'] }],
])('is %s', async (status, member) => {
  expect(await statusWith(member)).toBe(status)
})
