// Bundles that are no frauds: raffles that went another way than the true one, that are not over,
// that somebody shows with fewer keys, or whose files were damaged. What the verifier must say of
// each stands in `known-reports.json`.
import type { Fraud } from './frauds/fraud.ts'
import { cancelled } from './cases/cancelled.ts'
import { damaged } from './cases/damaged.ts'
import { draws } from './cases/draws.ts'
import { edges } from './cases/edges.ts'
import { ends } from './cases/ends.ts'
import { shown } from './cases/shown.ts'
import { unfinished } from './cases/unfinished.ts'

export type Case = Pick<Fraud, 'plan' | 'files' | 'input'>

export const cases: Readonly<Record<string, Case>> = {
  ...unfinished,
  ...draws,
  ...ends,
  ...cancelled,
  ...shown,
  ...damaged,
  ...edges,
}
