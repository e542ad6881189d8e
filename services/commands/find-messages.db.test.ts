import { afterAll, beforeAll, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { findMessages, fittingAddresses, MESSAGES_FOUND_MAX } from './find-messages.ts'

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

/** As people write one number, and parts of it. */
const writings = [
  '03 123456',
  '03/123456',
  '3123456',
  '+961 3 123 456',
  '+961 03 123456',
  '009613123456',
  '٠٣١٢٣٤٥٦',
  '٣١٢٣٤٥٦',
  '+٩٦١ ٣ ١٢٣٤٥٦',
  '۰۳۱۲۳۴۵۶',
  ' 03 123 ',
  '٣١٢٣',
]

it.each(writings)('finds the phone that is written %s', async (search) => {
  await texts({ 'notice:mine': '+9613123456', 'notice:other': '+96176123450' })
  expect(await found(search)).toEqual({ refs: ['notice:mine'], total: 1, isCapped: false })
})

it.each(['%', '_', '-', '+', '??', '( )'])('finds nothing for %s', async (search) => {
  await emails(['notice:100', 'a_50%-b+c@example.com'])
  expect(await found(search)).toEqual({ refs: [], total: 0, isCapped: false })
})

it('finds an address by a part of it, in capitals or not, with % and _ as they stand', async () => {
  await emails(
    ['notice:maya', 'Maya.Haddad@Example.com'],
    ['notice:per', '50%off_now@example.net'],
    ['notice:plain', '50xoffxnow@example.net'],
  )
  for (const part of ['haddad', 'HADDAD', 'Maya.H', ' maya.haddad@example.com ', '@EXAMPLE.COM'])
    expect(await found(part)).toEqual({ refs: ['notice:maya'], total: 1, isCapped: false })
  for (const part of ['50%OFF', '%off_', 'off_now', '50%'])
    expect(await found(part)).toEqual({ refs: ['notice:per'], total: 1, isCapped: false })
  expect(await found('off')).toMatchObject({ total: 2 })
  expect(await found('nobody')).toEqual({ refs: [], total: 0, isCapped: false })
  expect(await found('haddad', { state: 'failed' })).toEqual({
    refs: [],
    total: 0,
    isCapped: false,
  })
})

it('reads the small letters of addresses from their index, and nothing else', async () => {
  await test.owner.query('vacuum analyze emails')
  const { rows } = await test.owner.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off') // what a few rows are read by otherwise
    return tx.query<{ 'QUERY PLAN': string }>(
      `explain ${fittingAddresses.replace('$2', `'%haddad%'`)}`,
    )
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // The second pair of brackets: the value of the index, not made anew of the address.
  expect(plan).toMatch(/Index Only Scan using emails_small_address[^]*Filter: \(\(lower\(/)
})

it('finds no code for signing in, neither by its phone', async () => {
  await texts({ 'code:1': '+9613777777' }, 'sign_in_code')
  expect(await found('03 777777')).toEqual({ refs: [], total: 0, isCapped: false })
})

it.each([
  ['few phones', '70 0000', 299, false],
  ['many phones', '+961 70', MESSAGES_FOUND_MAX, true],
  ['addresses', 'customer', 90, false],
])('pages through what %s find, and counts it', async (_, search, total, isCapped) => {
  const many = Array.from({ length: 90 }, (_, n) => [`notice:${n}`, `customer${n}@example.org`])
  await emails(...(many as [string, string][]))
  const refs: string[] = []
  for (let offset = 0; offset < total; offset += 90) {
    const page = await found(search, { limit: 90, offset })
    expect(page).toMatchObject({ total, isCapped })
    expect(page.refs).toHaveLength(Math.min(90, total - offset))
    refs.push(...page.refs)
  }
  expect(new Set(refs).size).toBe(total)
  if (total === MESSAGES_FOUND_MAX) expect(refs.toSorted()).toEqual(await newest(total))
  expect(await found(search, { offset: total })).toMatchObject({ refs: [], total })
})

/** Those that the longest walk would find last are left out. */
async function newest(count: number): Promise<string[]> {
  const { rows } = await test.owner.query<{ ref: string }>(
    `select ref from messages where to_phone like '+96170%' order by created_at desc, ref limit $1`,
    [count],
  )
  return rows.map(({ ref }) => ref).toSorted()
}

it('finds what failed among more addresses than are looked at', async () => {
  const many = Array.from({ length: MESSAGES_FOUND_MAX }, (_, n) => `notice:${n}`)
  const addresses = many.map((ref): [string, string] => [ref, `${ref}@hotmail.example`])
  await emails(['notice:late', 'z@hotmail.example'], ...addresses)
  for (const state of ['failed', 'unknown', 'waiting']) {
    await test.owner.query(`update messages set state = $1 where ref = 'notice:late'`, [state])
    expect(await found('Hotmail', { state })).toEqual({
      refs: ['notice:late'],
      total: 1,
      isCapped: false,
    })
    expect(await found('gmail', { state })).toEqual({ refs: [], total: 0, isCapped: false })
  }
})

it.each([MESSAGES_FOUND_MAX, MESSAGES_FOUND_MAX + 1])(
  'of %i that fit says whether there are more than are counted, and shows no more',
  async (count) => {
    const many = Array.from({ length: count }, (_, n) => `notice:${n}`)
    const said = { total: MESSAGES_FOUND_MAX, isCapped: count > MESSAGES_FOUND_MAX }
    const last = { limit: 30, offset: MESSAGES_FOUND_MAX - 10 }
    const lastOf = async (search: string, state?: string) => {
      const page = await found(search, { ...last, ...(state !== undefined && { state }) })
      expect(page).toMatchObject(said)
      expect(page.refs).toHaveLength(10)
    }
    await emails(...many.map((ref): [string, string] => [ref, `${ref}@hotmail.example`]))
    await lastOf('hotmail')
    await test.owner.query(`update messages set state = 'failed' where ref like 'notice:%'`)
    await lastOf('hotmail', 'failed')
    await lastOf('+961 78 12345')
    // Of the addresses that are looked at few may be of the state: that there are more still holds.
    await test.owner.query(`update messages set state = 'sent' where ref = 'notice:1'`)
    const few = await found('hotmail', { state: 'sent' })
    expect(few).toEqual({ refs: ['notice:1'], total: 1, isCapped: said.isCapped })
  },
)

const found = (search: string, asked: { state?: string; limit?: number; offset?: number } = {}) =>
  findMessages(test.database, { search, limit: 20, offset: 0, ...asked })

/** In the place of those of before: each by its name. */
async function texts(phones: Record<string, string>, purpose = 'notice'): Promise<void> {
  await test.owner.query(`delete from messages where ref not like 'receipt:%'`)
  await test.owner.query(
    `insert into messages (ref, to_phone, body, purpose, state, tries, created_at)
     select ref, phone, 'Hello', $3, 'sent', 1, timestamptz '2026-11-21T08:00:00Z'
       from unnest($1::text[], $2::text[]) as one (ref, phone)`,
    [Object.keys(phones), Object.values(phones), purpose],
  )
}

async function emails(...addresses: [string, string][]): Promise<void> {
  await texts(Object.fromEntries(addresses.map(([ref], n) => [ref, `+9617812345${n % 10}`])))
  await test.owner.query(
    `insert into emails (ref, address, letter)
     select ref, address, '{}' from unnest($1::text[], $2::text[]) as one (ref, address)`,
    [addresses.map(([ref]) => ref), addresses.map(([, address]) => address)],
  )
}
