import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readText } from '../../io/files.ts'
import { percent, sha256Of } from './report.ts'
import { changedSince, figuresOf, listOf, scoresAfter, scoresByPart } from './scores.ts'
import { tableOf, withFigures } from './scores.ts'
import type { KnownScores } from './scores.ts'
import type { KnownSurvivors } from './survivors.ts'

const sha256 = sha256Of('as it was')
const known = {
  'events/a.ts': { killed: 4, mutants: 4, sha256 },
  'events/raffle/b.ts': { killed: 900, mutants: 1000, sha256 },
  'events/raffle/c.ts': { killed: 190, mutants: 234, sha256 },
  'services/event-store/append.ts': { killed: 3, mutants: 4, sha256 },
}

it('takes in what a run has found, and leaves the other files as they were', () => {
  const now = sha256Of('as it is now')
  const run = [
    { place: 'events/raffle/b.ts', killed: 7, mutants: 8, sha256: now },
    { place: 'events/a.ts', killed: 0, mutants: 0, sha256: now },
    { place: 'events/b.ts', killed: 1, mutants: 1, sha256: now },
  ]
  expect(Object.entries(scoresAfter(known, run))).toEqual([
    ['events/b.ts', { killed: 1, mutants: 1, sha256: now }],
    ['events/raffle/b.ts', { killed: 7, mutants: 8, sha256: now }],
    ['events/raffle/c.ts', { killed: 190, mutants: 234, sha256 }],
    ['services/event-store/append.ts', { killed: 3, mutants: 4, sha256 }],
  ])
})

it('knows which files are no longer what was measured, and which are gone', async () => {
  const sources: Readonly<Record<string, string>> = {
    'events/a.ts': 'as it was',
    'events/raffle/b.ts': 'as it is now',
    'services/event-store/append.ts': 'as it was',
  }
  const changed = await changedSince(known, async (place) => sources[place] ?? null)
  expect(changed).toEqual(['events/raffle/b.ts', 'events/raffle/c.ts'])
})

it('names what has changed, folder by folder', () => {
  expect(listOf(['events/a.ts', 'events/raffle/b.ts', 'events/raffle/c.ts'])).toBe(
    [
      'Changed since they were measured, so that their figures are of older code:',
      '- `events/`: `a.ts`',
      '- `events/raffle/`: `b.ts`, `c.ts`',
    ].join('\n'),
  )
  expect(listOf([])).toBe('Changed since they were measured: none.')
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
})

it.each<[string, string[]]>([
  ['', []],
  ['', ['events/a.ts']],
  [`\n\n${listOf([])}`, ['events/a.ts']],
  [`\n\n${listOf(['events/a.ts', 'events/raffle/b.ts'])}`, []],
])('is written anew with the list under it, where %j stood', (list, changed) => {
  const figures = figuresOf(known, changed)
  expect(figures).toBe(`${tableOf(known)}\n\n${listOf(changed)}`)
  const text = `before\n\n| a |\n|---|\n| $& |${list}\n\nafter\n`
  expect(withFigures(text, figures)).toBe(`before\n\n${figures}\n\nafter\n`)
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

  // Only the first change of a file after its run asks for a new page: from then on it is named.
  it('stands in docs/mutants.md, with the files that have changed since', async () => {
    const root = join(import.meta.dirname, '../../..')
    const changed = await changedSince(scores, (place) => readText(join(root, place)))
    expect(
      read('../../../docs/mutants.md'),
      '`npm run test:mutants -- --page` brings the page up to date, and measures nothing',
    ).toContain(`\n${figuresOf(scores, changed)}\n\n`)
  })
})
