// The mark of a broken rule is made in spite of a database that is away for a moment; what it then
// does to writers and holds is seen on PostgreSQL itself (`raffle-writer.db.test.ts`).
import { expect, it, vi } from 'vitest'

import type { Queryable } from '../io/database.ts'
import { liftHalt, markHalted, readHalts } from './raffle-halts.ts'
import { reset } from './testing/memory-database.ts'

const logId = 'raffle/5b0c8a53-6fd4-4d0a-8c9d-0f8a2f1f4f10'

/** Fails so often, and then answers these rows. */
function database({ failures = 0, rows = [] as object[] } = {}) {
  const asked: unknown[] = []
  const query = async (_text: string, values?: readonly unknown[]) => {
    asked.push(values)
    if (asked.length <= failures) throw reset()
    return { rows, rowCount: rows.length }
  }
  return { asked, database: { query: query as Queryable['query'] } }
}

/** As if every pause were the shortest. */
async function withoutPauses(act: () => Promise<void>): Promise<void> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  try {
    await act()
  } finally {
    random.mockRestore()
  }
}

it('is made at once, with a thousand characters at most of what was met', async () => {
  const { asked, database: well } = database()
  await markHalted(well, { logId, error: new Error('x'.repeat(1_001)) })
  expect(asked).toEqual([[logId, 'x'.repeat(1_000)]])
})

it('is tried six times in all, and then somebody hears that it could not be made', () =>
  withoutPauses(async () => {
    const error = new Error('7 is not 8')
    const back = database({ failures: 5 })
    await markHalted(back.database, { logId, error })
    expect(back.asked).toEqual(Array.from({ length: 6 }, () => [logId, '7 is not 8']))
    const away = database({ failures: Infinity })
    await expect(markHalted(away.database, { logId, error })).rejects.toThrow('ECONNRESET')
    expect(away.asked).toHaveLength(6)
  }))

it('is read, and says when it is taken away whether there was one', async () => {
  const halt = { logId, haltedAt: new Date(0), detail: '7 is not 8' }
  expect(await readHalts(database({ rows: [halt] }).database)).toEqual([halt])
  const marked = database({ rows: [{ kept: 0 }] })
  expect(await liftHalt(marked.database, logId)).toBe(true)
  expect(marked.asked).toEqual([[logId]])
  expect(await liftHalt(database().database, logId)).toBe(false)
})
