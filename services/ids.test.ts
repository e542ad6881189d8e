import { describe, expect, it } from 'vitest'

import { uuidPattern } from '#events/kernel/ids.ts'

import { deriveId, hashTexts, newId, newSessionId } from './ids.ts'

describe('derived ids', () => {
  it('are the same for the same names and look like any other id', () => {
    const id = deriveId('line', 'order', '1')

    expect(id).toBe(deriveId('line', 'order', '1'))
    expect(id).toMatch(uuidPattern)
    expect(id[14]).toBe('4')
    expect('89ab').toContain(id[19])
  })

  it('differ by purpose, by name and by where one name ends', () => {
    const ids = [
      deriveId('line', 'a', 'bc'),
      deriveId('line', 'ab', 'c'),
      deriveId('attempt', 'a', 'bc'),
    ]

    expect(new Set(ids).size).toBe(3)
  })

  it('are not what a random id is', () => expect(newId()).not.toBe(newId()))
})

it('names a session by 128 random bits, of which the shape of an id tells none', () => {
  const ids = Array.from({ length: 200 }, newSessionId)

  expect(new Set(ids).size).toBe(200)
  for (const id of ids) expect(id).toMatch(uuidPattern)
  // Of a UUIDv4 these two would be 4, and one of 8, 9, a and b.
  for (const at of [14, 19]) expect(new Set(ids.map((id) => id[at])).size).toBeGreaterThan(8)
})

it('hashes texts with their borders', () =>
  expect(hashTexts('ab', 'c')).not.toBe(hashTexts('a', 'bc')))
