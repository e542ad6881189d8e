import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { percent } from './report.ts'
import { scoresAfter, scoresByPart, tableOf, withTable } from './scores.ts'
import type { KnownScores } from './scores.ts'
import type { KnownSurvivors } from './survivors.ts'

const known = {
  'events/a.ts': { killed: 4, mutants: 4 },
  'events/raffle/b.ts': { killed: 900, mutants: 1000 },
  'events/raffle/c.ts': { killed: 190, mutants: 234 },
  'services/event-store/append.ts': { killed: 3, mutants: 4 },
}

it('takes in what a run has found, and leaves the other files as they were', () => {
  const run = [
    { place: 'events/raffle/b.ts', killed: 7, mutants: 8 },
    { place: 'events/a.ts', killed: 0, mutants: 0 },
    { place: 'events/b.ts', killed: 1, mutants: 1 },
  ]
  expect(Object.entries(scoresAfter(known, run))).toEqual([
    ['events/b.ts', { killed: 1, mutants: 1 }],
    ['events/raffle/b.ts', { killed: 7, mutants: 8 }],
    ['events/raffle/c.ts', { killed: 190, mutants: 234 }],
    ['services/event-store/append.ts', { killed: 3, mutants: 4 }],
  ])
})

it('is a table with a line for each part and two sums', () => {
  const table = [
    '| place | changes | noticed | |',
    '|---|---|---|---|',
    '| `events/a.ts` | 4 | 4 | 100.0 % |',
    '| `events/raffle/` | 1,234 | 1,090 | 88.3 % |',
    '| all of `events/` | 1,238 | 1,094 | 88.4 % |',
    '| the writers | 4 | 3 | 75.0 % |',
    '| **together** | 1,242 | 1,097 | 88.3 % |',
  ].join('\n')
  expect(tableOf(known)).toBe(table)
  expect(withTable('before\n\n| a |\n|---|\n| $& |\n\nafter\n', table)).toBe(
    `before\n\n${table}\n\nafter\n`,
  )
})

describe('what was found last', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const scores = JSON.parse(read('./scores.json')) as KnownScores
  const listed = Object.values(JSON.parse(read('./survivors.json')) as KnownSurvivors).flat()

  it('is at least 85 % in every part', () => {
    for (const part of scoresByPart(scores)) expect(percent(part)).toBeGreaterThanOrEqual(85)
  })

  it('has each change that nobody noticed in the list, and no other', () => {
    const left = Object.entries(scores).map(([place, { killed, mutants }]) => [
      place,
      mutants - killed,
    ])
    const counts = Map.groupBy(listed, (name) => name.slice(0, name.indexOf(' ')))
    expect([...counts.keys()].filter((place) => !(place in scores))).toEqual([])
    expect(left).toEqual(left.map(([place]) => [place, counts.get(String(place))?.length ?? 0]))
  })

  it('stands in docs/mutants.md', () =>
    expect(read('../../../docs/mutants.md')).toContain(`\n${tableOf(scores)}\n`))
})
