import { expect, it } from 'vitest'

import { fnv1a, rosette } from './guilloche.ts'

it('draws the same rosette for the same seed and another for another', () => {
  expect(rosette('a')).toEqual(rosette('a'))
  expect(rosette('a').path).not.toBe(rosette('b').path)
})

it('stays inside its frame of 100 by 100', () => {
  for (const seed of ['a', 'watch', 'a trip to Egypt', '7f']) {
    const numbers = rosette(seed).path.match(/-?\d+\.\d/g) ?? []
    expect(Math.max(...numbers.map((n) => Math.abs(Number(n))))).toBeLessThan(60)
  }
})

it('hashes as FNV-1a does', () => expect(fnv1a('a')).toBe(0xe40c292c))
