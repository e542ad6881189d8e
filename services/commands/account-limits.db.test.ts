// Limits that follow their person to a number which has some already.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { capSpending, carryLimits, pauseBuying, readLimits } from './account-limits.ts'
import type { LimitNeeds } from './account-limits.ts'

let db: TestDatabase
let needs: LimitNeeds
let numbers = 0
let before: string
let after: string

beforeAll(async () => {
  db = await testDatabase()
  needs = { database: db.database, personKeyOf: (phone) => phone }
})
beforeEach(() => {
  numbers += 1
  ;[before, after] = [`before ${numbers}`, `after ${numbers}`]
})
afterAll(() => db.drop())

const cap = (phone: string, dollars: number | null) =>
  capSpending(needs, { phone, capCents: dollars === null ? null : dollars * 100 })

/** What was asked for was asked for so many days earlier. */
const daysPass = (phone: string, days: number) =>
  db.owner.query(
    `update buying_limits
        set next_cap_from = next_cap_from - make_interval(days => $2),
            excluded_until = excluded_until - make_interval(days => $2)
      where person_key = $1`,
    [phone, days],
  )

const limitsOf = (phone: string) => readLimits(needs, { personId: crypto.randomUUID(), phone })

const subject = `customer/${crypto.randomUUID()}`

async function carried() {
  await db.database.transaction((tx) => carryLimits(tx, { fromKey: before, toKey: after, subject }))
  return limitsOf(after)
}

const rowsOf = async (phone: string) => {
  const { rows } = await db.owner.query(
    `select next_cap_cents, next_cap_from, excluded_until from buying_limits where person_key = $1`,
    [phone],
  )
  return rows
}

/** By staff, at an order, so many days ago. */
async function exclude(phone: string, daysAgo: number) {
  await db.owner.query(
    `insert into buying_limits
       (person_key, excluded_by_staff_at, exclusion_id, excluded_subject, excluded_by,
        excluded_reason, changed_at)
     values ($1, clock_now() - make_interval(days => $2), gen_random_uuid(),
             'order/' || gen_random_uuid(), gen_random_uuid(), 'asked', clock_now())`,
    [phone, daysAgo],
  )
  return exclusionOf(phone)
}

async function exclusionOf(phone: string) {
  const { rows } = await db.owner.query<{ id: string | null }>(
    `select excluded_by_staff_at as since, exclusion_id as id, excluded_subject as subject,
            excluded_by as by, excluded_reason as reason
       from buying_limits where person_key = $1`,
    [phone],
  )
  return rows[0]
}

describe('a cap of the new number', () => {
  beforeEach(() => cap(after, 50))

  it('stays where the one of the old number was lifted long ago', async () => {
    await cap(before, 20)
    await cap(before, null)
    await daysPass(before, 8)
    expect(await carried()).toMatchObject({ monthlyCap: '50.00', next: null })
    expect(await rowsOf(after)).toMatchObject([{ next_cap_cents: null, next_cap_from: null }])
  })

  it('stays where the one of the old number is about to be lifted', async () => {
    await cap(before, 60)
    await cap(before, null)
    expect(await carried()).toMatchObject({ monthlyCap: '50.00', next: null })
  })

  it('counts again where the lower one of the old number is lifted', async () => {
    await cap(before, 20)
    await cap(before, null)
    const { next } = await limitsOf(before)
    expect(await carried()).toMatchObject({
      monthlyCap: '20.00',
      next: { monthlyCap: '50.00', from: next?.from },
    })
  })

  it('is lowered by the one of the old number', async () => {
    await cap(before, 20)
    expect(await carried()).toMatchObject({ monthlyCap: '20.00', next: null })
  })

  it('rises to what both allow, on the later of two days', async () => {
    await cap(after, null)
    await cap(before, 20)
    await cap(before, 80)
    await daysPass(before, 2)
    const { next } = await limitsOf(after)
    expect(await carried()).toMatchObject({
      monthlyCap: '20.00',
      next: { monthlyCap: '80.00', from: next?.from },
    })
  })

  it('no longer counts where it was lifted long ago itself', async () => {
    await cap(after, null)
    await daysPass(after, 8)
    await cap(before, 80)
    expect(await carried()).toMatchObject({ monthlyCap: '80.00', next: null })
  })
})

describe('an exclusion of the old number', () => {
  it('is carried along as another one, at the person, and stays', async () => {
    const old = await exclude(before, 2)
    await carried()
    expect(await exclusionOf(before)).toEqual(old)
    const own = await exclusionOf(after)
    expect(own).toEqual({ ...old, id: expect.any(String), subject })
    expect(own?.id).not.toBe(old?.id)
  })

  it('counts where it is the earlier one, with what it says', async () => {
    const old = await exclude(before, 5)
    await exclude(after, 2)
    await carried()
    expect(await exclusionOf(after)).toEqual({ ...old, id: expect.any(String), subject })
  })

  it('leaves an earlier one of the new number as it is', async () => {
    await exclude(before, 2)
    const own = await exclude(after, 5)
    await carried()
    expect(await exclusionOf(after)).toEqual(own)
  })
})

describe('limits of the old number', () => {
  it('are the new one’s, where that has none', async () => {
    await cap(before, 20)
    await cap(before, 80)
    await pauseBuying(needs, { phone: before, days: 30 })
    const { monthlyCap, next, pausedUntil } = await limitsOf(before)
    expect([monthlyCap, next?.monthlyCap]).toEqual(['20.00', '80.00'])
    expect(await carried()).toMatchObject({ monthlyCap, next, pausedUntil })
  })

  it('do not shorten a pause of the new one', async () => {
    await pauseBuying(needs, { phone: before, days: 7 })
    await pauseBuying(needs, { phone: after, days: 30 })
    const { pausedUntil } = await limitsOf(after)
    expect(await carried()).toMatchObject({ monthlyCap: null, next: null, pausedUntil })
  })

  it('leave nothing behind where there are none', async () => {
    expect(await carried()).toMatchObject({ monthlyCap: null, next: null, pausedUntil: null })
    expect(await rowsOf(after)).toEqual([])
  })
})
