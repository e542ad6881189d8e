import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { NoConnection } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openStreamReads } from './stream-reads.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await test.owner.query(`select open_log('shop/0')`)
  // Of 150 products, the n-th has n % 3 + 1 facts; the facts of one stand far apart.
  await test.owner.query(
    `insert into events (log_id, position, event_id, stream_id, stream_version, type,
                         schema_version, payload, meta, recorded_at)
     select 'shop/0', row_number() over (order by version, n), gen_random_uuid(),
            'product/' || n, version, 'ProductRevised', 1, '{}',
            '{"actor":"system","commandId":"${randomUUID()}"}', clock_now()
       from generate_series(1, 150) as n, generate_series(1, n % 3 + 1) as version`,
  )
}, 60_000)
afterAll(() => test.drop())

/** The same database, and how many streams each statement asked for. */
function counting(): { database: Queryable; asked: number[] } {
  const asked: number[] = []
  const database = {
    ...test.database,
    query: (statement: { values: [string, string[]] }) => {
      asked.push(statement.values[1].length)
      return test.database.query(statement as never)
    },
  } as unknown as Queryable
  return { database, asked }
}

it('answers each caller with his stream, in its order, many in one statement', async () => {
  const { database, asked } = counting()
  const read = openStreamReads(database, 'shop/0')
  const numbers = [...Array.from({ length: 150 }, (_, n) => n + 1), 7, 999]
  const found = await Promise.all(numbers.map((n) => read(`product/${n}`)))
  for (const [index, n] of numbers.entries())
    expect(found[index]!.map(({ streamId, version }) => [streamId, version])).toEqual(
      n === 999 ? [] : Array.from({ length: (n % 3) + 1 }, (_, v) => [`product/${n}`, v + 1]),
    )
  expect(asked).toEqual([64, 64, 24])
})

it('asks once for what two want in one turn, and anew for who comes later', async () => {
  const { database, asked } = counting()
  const read = openStreamReads(database, 'shop/0')
  const [first, second] = await Promise.all([read('product/1'), read('product/1')])
  expect(first).toEqual(second)
  await read('product/1')
  expect(asked).toEqual([1, 1])
})

it('fails nobody but the caller whose stream has a hole', async () => {
  await test.owner
    .transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`)
      await tx.query(`delete from events where stream_id = 'product/5' and stream_version = 2`)
      const read = openStreamReads(tx, 'shop/0')
      const [whole, holed] = await Promise.allSettled([read('product/4'), read('product/5')])
      expect(whole).toMatchObject({ status: 'fulfilled', value: [{ version: 1 }, { version: 2 }] })
      expect(holed).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('product/5 has a hole') as string },
      })
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
})

it('tells everybody who waited for a statement that failed', async () => {
  const broken = { query: () => Promise.reject(new Error('no')) } as unknown as Queryable
  const read = openStreamReads(broken, 'shop/0')
  const answers = await Promise.allSettled([read('product/1'), read('product/2')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('keeps nobody behind a pool that gives no connection', async () => {
  let tries = 0
  const full = {
    query: async () => {
      tries += 1
      await sleep(50)
      throw new NoConnection()
    },
  } as unknown as Queryable
  const read = openStreamReads(full, 'shop/0')
  const answers = await Promise.allSettled(
    Array.from({ length: 1_000 }, (_, n) => read(`cart/${n}`)),
  )
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
  expect(tries).toBe(2)
})
