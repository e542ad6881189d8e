import fc from 'fast-check'
import { expect, it } from 'vitest'

import { keyFilter } from './key-filter.ts'

it('knows every key that was added', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (keys) => {
      const filter = keyFilter(keys.length)
      for (const key of keys) filter.add(key)
      return keys.every(filter.has)
    }),
  )
})

it('knows nothing at the start, and few keys that were never added when it is full', () => {
  const idOf = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const filter = keyFilter(20_000)
  expect(filter.has(idOf(1))).toBe(false)

  for (let n = 0; n < 20_000; n++) filter.add(idOf(n))
  let wrong = 0
  for (let n = 20_000; n < 40_000; n++) if (filter.has(idOf(n))) wrong++

  expect(wrong / 20_000).toBeLessThan(0.01)
})
