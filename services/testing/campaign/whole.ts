// What a campaign did less of than a whole night. A night that passed and was less is no whole one:
// whoever reads it in the morning must not have to find that out from its figures.
import type { Outcome } from './run-step.ts'

export type Night = {
  /** Of those that there are. */
  stepsInAll: number
  outcomes: readonly Outcome[]
  /** As long as in the gate. */
  isShort: boolean
}

/** In words; empty: a whole night. */
export function lessThanWhole({ stepsInAll, outcomes, isShort }: Night): string[] {
  return [
    ...(isShort ? ['every step as short as in the gate'] : []),
    ...(outcomes.length < stepsInAll ? [`${outcomes.length} of ${stepsInAll} steps`] : []),
    ...outcomes.flatMap(lessOf),
  ]
}

function lessOf({ names, result, amounts }: Outcome): string[] {
  const name = names.join(' ')
  if (result === 'skipped') return [`${name} had nothing to look at here`]
  // Nobody knows how far it came.
  if (result !== 'passed') return [`${name} ${result}`]
  return amounts
    .filter(({ done, of }) => done < of)
    .map(({ done, of, what }) => `${name}: ${count(done)} of ${count(of)} ${what}`)
}

const count = (n: number) => n.toLocaleString('en')
