import { describe, expect, it } from 'vitest'

import { uuidPattern } from '#events/kernel/ids.ts'

import { deriveId, hashTexts, newId } from './ids.ts'

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

it('hashes texts with their borders', () =>
  expect(hashTexts('ab', 'c')).not.toBe(hashTexts('a', 'bc')))
