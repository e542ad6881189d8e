import { expect, it } from 'vitest'

import { percent, scores, survivors, total } from './report.ts'
import type { MutationReport } from './report.ts'

const at = (status: string, line: number) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  status,
  location: { start: { line, column: 5 } },
})

const report: MutationReport = {
  files: {
    'events/b.ts': { mutants: [at('Killed', 1), at('Timeout', 2), at('Survived', 3)] },
    'events/a.ts': { mutants: [at('NoCoverage', 4), at('Ignored', 5), at('RuntimeError', 6)] },
  },
}

it('counts what could have been noticed', () => {
  expect(scores(report)).toEqual([
    { place: 'events/a.ts', mutants: 1, killed: 0 },
    { place: 'events/b.ts', mutants: 3, killed: 2 },
  ])
  expect(percent(total(scores(report)))).toBe(50)
})

it('names what nobody noticed', () => {
  expect(survivors(report)).toEqual([
    'events/b.ts:3:5 ConditionalExpression → true',
    'events/a.ts:4:5 ConditionalExpression → true (no test comes here)',
  ])
})
