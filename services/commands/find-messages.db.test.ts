import { afterAll, beforeAll, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { findMessages } from './find-messages.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  // More phones than are looked up one by one; some texts of the same instant, every third failed.
  await test.owner.query(`
    insert into messages (ref, to_phone, body, purpose, state, tries, created_at)
    select 'receipt:' || lpad(n::text, 6, '0'), '+96170' || lpad((n % 1500)::text, 6, '0'), 'Hello',
           'receipt', case when n % 3 = 0 then 'failed' else 'sent' end, 1,
           timestamptz '2026-11-22T08:00:00Z' + (n / 7) * interval '1 second'
      from generate_series(1, 4000) as n`)
}, 60_000)
afterAll(() => test.drop())

it.each([undefined, 'sent', 'failed'])('finds every page of %s, from either end', async (state) => {
  const { rows } = await test.owner.query<{ ref: string }>(
    `select ref from messages where $1::text is null or state = $1
      order by created_at desc, ref`,
    [state ?? null],
  )
  const refs = rows.map(({ ref }) => ref)
  const limit = 70
  for (let offset = 0; offset < refs.length + limit; offset += limit) {
    const found = await findMessages(test.database, { state, limit, offset })
    expect(found.total).toBe(refs.length)
    expect(found.refs.toSorted()).toEqual(refs.slice(offset, offset + limit).toSorted())
  }
})
