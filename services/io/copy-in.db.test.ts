import { afterAll, beforeAll, expect, it } from 'vitest'

import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { sqlState, type Transaction } from './database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await db.owner.query('create table words (id integer primary key, word text)')
})
afterAll(() => db.drop())

const text = 'copy words (id, word) from stdin'
const count = async (on: Pick<Transaction, 'query'>) =>
  (await on.query<{ n: number }>('select count(*)::integer as n from words')).rows[0]?.n

it('rows of all messages arrive, and the connection goes on', async () => {
  const n = await db.owner.transaction(async (tx) => {
    expect(await tx.copyIn({ text, chunks: ['1\tone\n', '2\tzwei\n3\tثلاثة\n'] })).toBe(3)
    expect(await tx.copyIn({ text, chunks: [] })).toBe(0)
    return count(tx)
  })

  expect(n).toBe(3)
  const { rows } = await db.owner.query('select word from words where id = 3')
  expect(rows).toEqual([{ word: 'ثلاثة' }])
})

it('a row that is refused takes the transaction with it, and says why', async () => {
  const before = await count(db.owner)
  for (const [line, state] of [
    ['1\tagain\n', '23505'],
    ['x\tno number\n', '22P02'],
  ] as const) {
    const refused = db.owner.transaction((tx) => tx.copyIn({ text, chunks: ['9\tnine\n', line] }))
    expect(sqlState(await refused.catch((error: unknown) => error))).toBe(state)
  }
  await expect(
    db.owner.transaction((tx) => tx.copyIn({ text: 'copy nothing from stdin', chunks: ['1\n'] })),
  ).rejects.toThrow('does not exist')

  expect(await count(db.owner)).toBe(before)
})
