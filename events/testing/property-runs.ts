// How many command sequences the pure property tests run together: 200,000 for every commit, more
// at night (`PURE_SEQUENCES=10000000`), fewer while one is being written. The tests count them.
import * as fc from 'fast-check'

import { assert } from '../kernel/assert.ts'

const sequences = Number(process.env['PURE_SEQUENCES'] ?? 200_000)
assert(Number.isSafeInteger(sequences) && sequences >= 2, 'PURE_SEQUENCES must be at least 2')

/** The raffle runs one half, the order the other. */
export function pureRuns(part: 'raffle' | 'order'): number {
  const half = Math.floor(sequences / 2)
  return part === 'raffle' ? half : sequences - half
}

/** 200,000 take well under a minute on one core; a machine shared with others gets three. */
export const pureTimeoutMs = Math.max(60_000, Math.ceil(sequences * 0.9))

/**
 * A sequence is refused many times, and noting where each refusal was made takes more than half of
 * the time of all of them. So nobody notes it until one fails: that one runs again, and tells.
 */
export function assertRuns<Ts>(property: fc.IRawProperty<Ts, false>, numRuns: number): void {
  const found = withoutStacks(() => fc.check(property, { numRuns }))
  if (found.failed)
    fc.assert(property, { numRuns, seed: found.seed, path: found.counterexamplePath ?? '' })
}

function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
