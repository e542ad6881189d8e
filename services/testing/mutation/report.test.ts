import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { percent, scores, survivors, total } from './report.ts'
import type { MutationReport } from './report.ts'

const at = (status: string, line: number) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  status,
  location: { start: { line, column: 5 }, end: { line, column: 10 } },
})
const source = Array.from({ length: 6 }, (_, line) => `if (a < ${line}) b()`).join('\n')

const report: MutationReport = {
  files: {
    'events/b.ts': { source, mutants: [at('Killed', 1), at('Timeout', 2), at('Survived', 3)] },
    'events/a.ts': {
      source,
      mutants: [at('NoCoverage', 4), at('Ignored', 5), at('RuntimeError', 6)],
    },
  },
}

it('counts what could have been noticed, and in which source', () => {
  const sha256 = createHash('sha256').update(source).digest('hex')
  expect(scores(report)).toEqual([
    { place: 'events/a.ts', mutants: 1, killed: 0, sha256 },
    { place: 'events/b.ts', mutants: 3, killed: 2, sha256 },
  ])
  expect(percent(total(scores(report)))).toBe(50)
})

it('names what nobody noticed by its words, and says where it stands', () =>
  expect(survivors(report)).toEqual([
    {
      at: 'events/b.ts:3:5',
      name: 'events/b.ts ConditionalExpression: «a < 2» → «true» in: if (a < 2) b()',
    },
    {
      at: 'events/a.ts:4:5',
      name:
        'events/a.ts ConditionalExpression: «a < 3» → «true» in: if (a < 3) b()' +
        ' (no test comes here)',
    },
  ]))

it('shows a change over several lines as one', () => {
  const location = { start: { line: 1, column: 3 }, end: { line: 3, column: 2 } }
  const mutant = { ...at('Survived', 1), location, replacement: '{}' }
  const found = survivors({ files: { f: { source: 'a {\n  b()\n}', mutants: [mutant] } } })
  expect(found[0]!.name).toBe('f ConditionalExpression: «{ b() }» → «{}» in: a {')
})
