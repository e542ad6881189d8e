import { expect, it } from 'vitest'

import { sharedAnswers } from './shared-answers.ts'

/** Each answer is the number of its asking; it comes when it is let go. */
function question() {
  const open: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const make = () =>
    new Promise<number>((resolve, reject) => {
      open.push({ resolve, reject })
    })
  return { make, open, answer: (at: number) => open[at]!.resolve(at) }
}
const tick = () => new Promise((resolve) => setImmediate(resolve))

it('answers who ask meanwhile once, with what began after they had asked', async () => {
  const { make, open, answer } = question()
  const shared = sharedAnswers<number>()
  const first = shared('orders', make)
  const others = [shared('orders', make), shared('orders', make)]
  await tick()
  expect(open).toHaveLength(1)
  answer(0)
  expect(await first).toBe(0)
  await tick()
  expect(open).toHaveLength(2)
  const later = shared('orders', make)
  answer(1)
  expect(await Promise.all(others)).toEqual([1, 1])
  await tick()
  answer(2)
  expect(await later).toBe(2)
  await tick()
  const alone = shared('orders', make)
  answer(3)
  expect(await alone).toBe(3)
})

it('keeps questions apart, and a failure from those who ask next', async () => {
  const { make, open, answer } = question()
  const shared = sharedAnswers<number>()
  const failing = shared('orders', make)
  const next = shared('orders', make)
  const other = shared('messages', make)
  await tick()
  expect(open).toHaveLength(2)
  open[0]!.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await tick()
  answer(1)
  answer(2)
  expect(await Promise.all([other, next])).toEqual([1, 2])
})
