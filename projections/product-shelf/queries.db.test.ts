// Tickets that became void are subtracted where the shelf is read: as many as if each were counted
// by itself, and by reading a few rows for each void, however much its raffle has sold.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { Queryable } from '#services/io/database.ts'
import { testDatabase, type TestDatabase } from '#services/testing/database.ts'
import { lineIdOf, productIdOf, raffleIdOf } from '#services/testing/story.ts'

import { listShelf } from './queries.ts'

const PRODUCTS = 3

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  for (let product = 1; product <= PRODUCTS; product++) {
    const state = { name: 'Cap', listedAt: String(product), isRemoved: false, variants: [] }
    await db.owner.query(
      'insert into product_shelf (product_id, version, state) values ($1, 1, $2)',
      [productIdOf(product), state],
    )
  }
})
afterAll(() => db.drop())

type Entry = { raffle: number; product: number; first: number; last: number }
type Void = Omit<Entry, 'product'>

/** These, and nothing else. */
async function write(entries: readonly Entry[], voids: readonly Void[]): Promise<void> {
  const lines = entries.map(({ raffle, product, first, last }, index) => ({
    line_id: lineIdOf(index + 1),
    product_id: productIdOf(product),
    raffle_id: raffleIdOf(raffle),
    first,
    last,
  }))
  const ranges = voids.map(({ raffle, first, last }, position) => ({
    raffle_id: raffleIdOf(raffle),
    first,
    last,
    position,
  }))
  await db.owner.query(
    `with entries as (delete from raffle_entries), voids as (delete from ticket_voids)
     delete from product_lines`,
  )
  await db.owner.query(
    `with line as (
       select * from json_to_recordset($1)
         as line (line_id uuid, product_id uuid, raffle_id uuid, first integer, last integer)
     ), sold as (
       insert into product_lines (line_id, product_id) select line_id, product_id from line
     ), entered as (
       insert into raffle_entries (line_id, raffle_id, first, last)
       select line_id, raffle_id, first, last from line
     )
     insert into ticket_voids (raffle_id, first, last, position)
     select raffle_id, first, last, position from json_to_recordset($2)
         as told (raffle_id uuid, first integer, last integer, position bigint)`,
    [JSON.stringify(lines), JSON.stringify(ranges)],
  )
}

/** How many tickets of each product became void; none has a count of what was sold. */
async function voidedOf(on: Queryable): Promise<number[]> {
  const shelf = await ask(on, listShelf())
  return shelf.map(({ soldTickets }) => 0 - soldTickets)
}

const raffle = fc.integer({ min: 1, max: 2 })
const sold = fc.record({
  raffle,
  product: fc.integer({ min: 1, max: PRODUCTS }),
  // Numbers before it that no line has.
  left: fc.constantFrom(0, 0, 0, 1, 3),
  n: fc.integer({ min: 1, max: 4 }),
})
const voided = fc.record({
  raffle,
  first: fc.integer({ min: 1, max: 40 }),
  n: fc.integer({ min: 1, max: 15 }),
})

it('counts of any voids what each line has in each of them', async () => {
  const many = fc.array(sold, { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(many, fc.array(voided, { maxLength: 8 }), async (lines, ranges) => {
      const ends = new Map<number, number>()
      const entries = lines.map(({ left, n, ...line }) => {
        const first = (ends.get(line.raffle) ?? 0) + left + 1
        ends.set(line.raffle, first + n - 1)
        return { ...line, first, last: first + n - 1 }
      })
      const voids = ranges.map(({ n, ...range }) => ({ ...range, last: range.first + n - 1 }))
      await write(entries, voids)
      const counted = Array.from({ length: PRODUCTS }, (_, n) => overlap(entries, voids, n + 1))
      expect(await voidedOf(db.database)).toEqual(counted)
    }),
    { numRuns: 60 },
  )
})

function overlap(entries: readonly Entry[], voids: readonly Void[], product: number): number {
  let tickets = 0
  for (const entry of entries)
    for (const { raffle: of, first, last } of voids)
      if (entry.product === product && entry.raffle === of)
        tickets += Math.max(0, Math.min(last, entry.last) - Math.max(first, entry.first) + 1)
  return tickets
}

const ENTRIES = 2_000
const VOIDS = 200
const ROWS_PER_VOID_MAX = 4

it(`reads a few lines for each of ${VOIDS} voids in a raffle of ${ENTRIES} lines`, async () => {
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    raffle: 1,
    product: 1,
    first: 3 * n + 1,
    last: 3 * n + 3,
  }))
  // One number in every tenth line.
  const voids = Array.from({ length: VOIDS }, (_, n) => ({
    raffle: 1,
    first: 30 * n + 2,
    last: 30 * n + 2,
  }))
  await write(entries, voids)

  expect(await rowsRead()).toBeLessThan(VOIDS * ROWS_PER_VOID_MAX)
  // What autovacuum does at a moment of its own.
  await db.owner.query('analyze raffle_entries_v1_1, ticket_voids_v1_1, product_lines_v1_1')
  expect(await rowsRead()).toBeLessThan(VOIDS * ROWS_PER_VOID_MAX)
})

/** Of the lines of raffles, by walks and through indexes. */
const rowsRead = () =>
  db.owner.transaction(async (tx) => {
    expect(await voidedOf(tx)).toEqual([VOIDS, 0, 0])
    const { rows } = await tx.query<{ read: number }>(
      `select sum(pg_stat_get_xact_tuples_returned(relation))::int as read
         from (select 'raffle_entries_v1_1'::regclass::oid as relation
               union all
               select indexrelid
                 from pg_index
                where indrelid = 'raffle_entries_v1_1'::regclass) as relations`,
    )
    return rows[0]!.read
  })
