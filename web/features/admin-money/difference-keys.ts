// What tells one line of a statement's differences from the next on its page.
import type { StatementDifference } from '#services/contract/money-desk.ts'

/** Lines may be alike, such as several of one day without our number: those are counted. */
export function keysOf(rows: readonly StatementDifference[]): (row: StatementDifference) => string {
  const seen = new Map<string, number>()
  const keys = new Map<StatementDifference, string>()
  for (const row of rows) {
    const { kind, attemptRef, providerRef, orderId, at } = row
    const line = `${kind} ${attemptRef} ${providerRef} ${orderId} ${at}`
    const n = (seen.get(line) ?? 0) + 1
    seen.set(line, n)
    keys.set(row, `${line} ${n}`)
  }
  return (row) => keys.get(row) ?? ''
}
