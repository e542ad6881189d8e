import { expect, it } from 'vitest'

import { remembered } from './remembered.ts'

it('makes an answer once until something changes, and never keeps a failure', async () => {
  const ask = remembered<number>(2)
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([ask('a', '1', make), ask('a', '1', make)])).toEqual([1, 1])
  expect(await ask('a', '2', make)).toBe(2)
  await expect(ask('b', '2', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await ask('b', '2', make)).toBe(3)
  await ask('c', '2', make)
  expect(await ask('a', '2', make)).toBe(5) // was the oldest of three
})
