import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'

import { NoConnection } from '../io/database.ts'
import { endOfTurn } from '../io/timers.ts'
import { openRowBatcher } from './row-batcher.ts'

it('takes what is asked in one turn in one statement, answers in order', async () => {
  const batches: number[][] = []
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      batches.push([...items])
      return items.map((item) => item * 10)
    },
  })

  const answers = await Promise.all([1, 2, 3].map((item) => batcher.add(item)))

  expect(answers).toEqual([10, 20, 30])
  expect(batches).toEqual([[1, 2, 3]])
})

it('waits for those whose requests are read after it in the same turn', async () => {
  const batches: number[][] = []
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      batches.push([...items])
      return items
    },
  })

  const first = batcher.add(1)
  await Promise.resolve()
  await Promise.all([first, batcher.add(2)])

  expect(batches).toEqual([[1, 2]])
})

it('lets a bad row fail alone', async () => {
  const refused = Object.assign(new Error('bad row'), { isAnswer: true })
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      if (items.includes(2)) throw refused
      return items
    },
  })

  const answers = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('sends again what was lost on the way', async () => {
  let calls = 0
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      calls += 1
      if (calls === 1) throw new Error('connection reset')
      return items
    },
  })

  expect(await batcher.add(7)).toBe(7)
  expect(calls).toBe(2)
})

it('refuses beyond its queue, and after it was closed', async () => {
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => items,
    queueMax: 1,
  })

  const first = batcher.add(1)
  await expect(batcher.add(2)).rejects.toMatchObject({ code: 'busy' })
  expect(await first).toBe(1)
  await batcher.close()
  await expect(batcher.add(3)).rejects.toMatchObject({ code: 'busy' })
})

const takenBack = Object.assign(new DatabaseError('again', 5, 'error'), { code: '40P01' })

it('asks again for what PostgreSQL took back, five times and no more', async () => {
  let calls = 0
  let failures = 5
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      calls += 1
      if (calls <= failures) throw takenBack
      return items
    },
  })

  expect(await batcher.add(7)).toBe(7)
  expect(calls).toBe(6)
  calls = 0
  failures = 100
  await expect(batcher.add(8)).rejects.toBe(takenBack)
  expect(calls).toBe(6)
})

it('tells all of them at once when the server is not well', async () => {
  const full = Object.assign(new DatabaseError('no space', 8, 'error'), { code: '53100' })
  let calls = 0
  const batcher = openRowBatcher({
    name: 'test',
    run: async () => {
      calls += 1
      throw full
    },
  })

  const answers = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(calls).toBe(1)
})

it('goes one by one only as long as the server is well', async () => {
  const refusal = new NoConnection()
  const refused = Object.assign(new DatabaseError('bad row', 7, 'error'), { code: '22P02' })
  const sent: number[][] = []
  const answering = Promise.withResolvers<void>()
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      sent.push([...items])
      if (items.length > 1) throw refused
      if (items.includes(1)) return items
      await answering.promise
      throw refusal
    },
  })

  const all = [1, 2, 3, 4].map((item) => batcher.add(item))
  await expect(all[0]).resolves.toBe(1)
  const behind = batcher.add(5)
  const answers = Promise.allSettled([...all, behind])
  answering.resolve()

  const isRefused = { status: 'rejected', reason: refusal }
  const isAnswered = { status: 'fulfilled', value: 1 }
  expect(await answers).toEqual([isAnswered, isRefused, isRefused, isRefused, isRefused])
  expect(sent).toEqual([[1, 2, 3, 4], [1], [2]])
})

it('answers what it has taken before it is closed, and whoever closes it twice', async () => {
  const answering = Promise.withResolvers<void>()
  const batcher = openRowBatcher({
    name: 'test',
    run: async (items: readonly number[]) => {
      await answering.promise
      return items
    },
  })

  const heard: string[] = []
  const taken = batcher.add(7).then((answer) => heard.push(`answer ${answer}`))
  const closed = [batcher.close(), batcher.close()].map((one) =>
    one.then(() => heard.push('closed')),
  )
  answering.resolve()
  await Promise.all([taken, ...closed])

  expect(heard).toEqual(['answer 7', 'closed', 'closed'])
})

it('keeps nobody waiting behind a connection that nobody gets', async () => {
  const refusal = new NoConnection()
  const answering = Promise.withResolvers<readonly number[]>()
  const batcher = openRowBatcher({ name: 'test', run: () => answering.promise })

  const all = [batcher.add(1)]
  await endOfTurn()
  all.push(batcher.add(2), batcher.add(3))
  const answers = Promise.allSettled(all)
  answering.reject(refusal)

  const refused = { status: 'rejected', reason: refusal }
  expect(await answers).toEqual([refused, refused, refused])
})
