import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import type { KnownSurvivors } from './survivors.ts'
import { newSurvivors, noticedSince, unexplained, updated } from './survivors.ts'

const found = (...names: string[]) => names.map((name, at) => ({ name, at: `f:${at}` }))
const known = { equivalent: ['a.ts one', 'a.ts one', 'b.ts two'], untested: ['a.ts three'] }
const files = ['a.ts']

it('finds what stands in the code more often than in the list', () =>
  expect(newSurvivors(known, found('a.ts one', 'a.ts one', 'a.ts one', 'a.ts four'))).toEqual([
    { name: 'a.ts one', at: 'f:2' },
    { name: 'a.ts four', at: 'f:3' },
  ]))

it('finds what is noticed by now, in the files that were looked at', () => {
  expect(noticedSince(known, { found: found('a.ts one'), files })).toEqual([
    'a.ts one',
    'a.ts three',
  ])
  expect(noticedSince(known, { found: [], files: [] })).toEqual([])
})

describe('the list after a run', () => {
  const run = { found: found('a.ts one', 'a.ts four'), files }

  it('has lost what is noticed by now, and asks for the reason of what is new', () =>
    expect(updated(known, run)).toEqual({
      equivalent: ['a.ts one', 'b.ts two'],
      [unexplained]: ['a.ts four'],
    }))

  it('is the same after the same run again', () => {
    const next = updated(known, run)
    expect(updated(next, run)).toEqual(next)
    expect(newSurvivors(next, run.found)).toEqual([{ name: 'a.ts four', at: 'f:1' }])
  })
})

it('is a list in which every change has a reason', () => {
  const path = new URL('./survivors.json', import.meta.url)
  const listed = JSON.parse(readFileSync(path, 'utf8')) as KnownSurvivors
  expect(Object.keys(listed)).not.toContain(unexplained)
  for (const names of Object.values(listed))
    for (const name of names)
      expect(name).toMatch(/^(?:events|services\/event-store)\/\S+\.ts \w+: «/)
})
