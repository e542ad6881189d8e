// What the hot statements read. A plan that walks a table is fast on an empty one, so this looks at
// what PostgreSQL counted while a log of some length was appended to: before any statistics exist,
// and once autovacuum has come by.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Queryable } from '../io/database.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { holdExtended, holdOf, issueHeld, openRaffle, storeOn } from './testing/shop.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const ITEMS = 100
/** A probe by key reads one row; some keys are probed twice, for the check and for the index. */
const ROWS_PER_ITEM_MAX = 12

it('appends to a long log by reading a few rows for each item', async () => {
  const store = await storeOn(test.database)
  await Promise.all(Array.from({ length: 3_000 }, () => store.append(holdExtended())))

  await test.owner.transaction(async (tx) => {
    const inside = await storeOn(tx)
    await Promise.all(Array.from({ length: ITEMS }, () => inside.append(holdExtended())))

    await expectProbesOnly(tx, ['commands', 'streams', 'events'])
  })
})

it('sells from a large raffle by reading a few rows for each order line', async () => {
  const store = await storeOn(test.database)
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 100_000 })
  const sold = Array.from({ length: 3_000 }, () => holdOf(productId))
  await Promise.all(sold.map((hold) => store.raffle(raffleId).hold(hold)))
  await Promise.all(sold.map((hold) => store.raffle(raffleId).issue(issueHeld(hold))))

  const sellsByProbes = () =>
    test.owner.transaction(async (tx) => {
      const raffle = (await storeOn(tx)).raffle(raffleId)
      // The writer wakes up: that reads all holds, once, in whatever way they are the cheapest.
      await raffle.hold(holdOf(productId))
      const before = await countReads(tx)
      const holds = Array.from({ length: ITEMS }, () => holdOf(productId))
      await Promise.all(holds.map((hold) => raffle.hold(hold)))
      await Promise.all(holds.map((hold) => raffle.issue(issueHeld(hold))))

      await expectProbesOnly(tx, ['events', 'issues', 'holds'], before)
    })
  await sellsByProbes()
  // What autovacuum does at a moment of its own: nobody has a reservation, so a walk costs nothing.
  await test.owner.query('vacuum analyze events, issues, holds')
  await sellsByProbes()
})

it('sells by probes with plans that were made while the tables were empty', async () => {
  const young = await testDatabase()
  try {
    await young.owner.transaction(async (tx) => {
      const store = await storeOn(tx)
      const { raffleId, productId } = await openRaffle(store, { ticketsMax: 100_000 })
      const raffle = store.raffle(raffleId)
      const sell = async (orders: number): Promise<void> => {
        const holds = Array.from({ length: orders }, () => holdOf(productId))
        await Promise.all(holds.map((hold) => raffle.hold(hold)))
        await Promise.all(holds.map((hold) => raffle.issue(issueHeld(hold))))
      }
      await sell(1)
      await sell(1_000)
      const before = await countReads(tx)
      await sell(ITEMS)
      await expectProbesOnly(tx, ['events', 'issues', 'holds'], before)
    })
  } finally {
    await young.drop()
  }
})

it('reads a stream and a page of a log by their keys', async () => {
  await test.owner.transaction(async (tx) => {
    const inside = await storeOn(tx)
    await inside.readStream('order/1')
    await Promise.all(['order/1', 'order/2'].map((stream) => inside.readStream(stream)))
    await inside.readLog('shop/0', 2_900, 50)

    await expectProbesOnly(tx, ['events'])
  })
})

type Reads = ReadonlyMap<string, { seq: number; read: number }>

/** What this transaction has read so far: whole walks, and rows through indexes. */
async function countReads(tx: Queryable): Promise<Reads> {
  const { rows } = await tx.query<{ table: string; seq: number; read: number }>(
    `select tables.relname as table, tables.seq_scan as seq,
            (select sum(pg_stat_get_xact_tuples_returned(index.indexrelid))::int
               from pg_index as index where index.indrelid = tables.relid) as read
       from pg_stat_xact_user_tables as tables`,
  )
  return new Map(rows.map(({ table, seq, read }) => [table, { seq, read }]))
}

async function expectProbesOnly(
  tx: Queryable,
  tables: readonly string[],
  before: Reads = new Map(),
): Promise<void> {
  const after = await countReads(tx)
  for (const table of tables) {
    const { seq, read } = after.get(table)!
    const known = before.get(table) ?? { seq: 0, read: 0 }
    expect(seq - known.seq, `${table} is walked`).toBe(0)
    const more = read - known.read
    expect(more, `${table}: rows read through indexes`).toBeLessThan(ITEMS * ROWS_PER_ITEM_MAX)
  }
}
