import { afterEach, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  customerIdOf,
  line,
  order,
  projected,
  rafflePublished,
  raffleIdOf,
  registered,
} from '#services/testing/story.ts'

import { trailAfter, trailCount, trailPage } from './queries.ts'
import type { TrailFilter, TrailPlace } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

async function story() {
  const ticketed = line(1, { product: 1, raffle: 1, quantity: 2 })
  const first = order(1, { lines: [ticketed], customerId: customerIdOf(1) })
  const second = order(2, { lines: [line(2, { product: 2, raffle: null })] })
  db = await projected([
    ...rafflePublished(1),
    registered(1),
    first.placed(),
    first.paid(),
    ...first.granted(ticketed, 1, 4),
    second.placed(),
    second.paid(),
  ])
  return { first: `order/${first.id}`, second: `order/${second.id}` }
}

const page = (filter: TrailFilter, limit = 100, offset = 0) =>
  ask(db.database, trailPage({ ...filter, limit, offset }))

it('has every fact of every log, newest first, and pages without a gap', async () => {
  await story()
  const { rows } = await db.owner.query<{ n: number }>('select count(*) as n from events')
  const whole = await page({})
  expect(whole).toHaveLength(rows[0]?.n ?? -1)
  expect(new Set(whole.map(({ logId }) => logId)).size).toBe(2)
  const times = whole.map(({ recordedAt }) => recordedAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const pages = [await page({}, 3), await page({}, 3, 3), await page({}, 3, 6)]
  expect(pages.flat()).toEqual(whole.slice(0, 9))

  const read: TrailPlace[] = []
  for (let last: TrailPlace | null = null; ;) {
    const next: TrailPlace[] = await ask(db.database, trailAfter({ last, limit: 2 }))
    read.push(...next)
    last = next.at(-1) ?? null
    if (last === null) break
  }
  expect(read).toEqual(whole)
})

it('is narrowed by streams, type and time, and counts no further than it is told to', async () => {
  const { first, second } = await story()
  const both = await page({ subjects: [first, second] })
  expect(both).toHaveLength(5)
  const apart = [...(await page({ subjects: [first] })), ...(await page({ subjects: [second] }))]
  expect(new Set(both.map(({ position }) => position))).toEqual(
    new Set(apart.map(({ position }) => position)),
  )
  expect(await page({ subjects: [first, second] }, 2, 1)).toEqual(both.slice(1, 3))
  expect(await page({ subjects: [first], type: 'PaymentConfirmed' })).toHaveLength(1)
  expect(await page({ subjects: [`raffle/${raffleIdOf(1)}`], type: 'TicketsIssued' })).toHaveLength(
    1,
  )
  expect(await page({ to: '2020-01-01T00:00:00.000Z' })).toEqual([])
  expect(await ask(db.database, trailCount({ most: 3 }))).toEqual([3])
  expect(await ask(db.database, trailCount({ subjects: [first], most: 100 }))).toEqual([3])
})
