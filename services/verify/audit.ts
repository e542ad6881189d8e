// What every invariant's check is given: one frozen, read-only view of the database, the list of
// rows already blamed, and somewhere to tell how far it has come.
import type { Queryable } from '../io/database.ts'

export type Audit = {
  /** One REPEATABLE READ, READ ONLY transaction: everybody looks at the same instant. */
  tx: Queryable
  /** `clock_now()` of that instant. */
  now: Date
  /** Trees that are kept outside of the database. */
  treesKept: readonly TreeKept[]
  /** Rows that an earlier invariant reported. A row is blamed once, by the most particular rule. */
  blamed: Set<string>
  /** Invariants that facts themselves break: what is derived from them is not judged. */
  brokenFacts: Set<string>
  examined: (id: InvariantId, rows?: number) => void
  violated: (id: InvariantId, what: string, row?: string) => void
  progress: (rows: number) => void
}

/** A tree of a raffle's log that was signed, as it is known outside of the database. */
export type TreeKept = {
  logId: string
  /** Leaves. */
  size: number
  /** 32 bytes. */
  root: Uint8Array
  /** In words: whose word it is. */
  where: string
}

export const invariants = {
  I1: 'no ticket number twice in a raffle',
  I2: 'every number is between 1 and the capacity',
  I3: 'numbers have no gap, from 1',
  I4: 'every paid line has its numbers, in a raffle that goes on, or a refund duty; others none',
  I5: 'sold is the sum of what was issued',
  I6: 'positions have no gap; leaf hashes and trees are valid',
  I7: 'the books balance, order by order; matched lines of statements agree with them',
  I8: 'no product has sold more than its share',
  I9: 'every acknowledged purchase is in the log, once',
  I10: 'time never runs backwards in a log',
  I11: 'read models are what the log replays to',
  I12: 'two replays are the same, byte for byte',
  I13: 'no checkpoint is ahead of its log',
  I14: 'no job is both done and waiting; no log waits for its projection',
  I15: 'a payment counts once, however often it was reported',
  I16: 'every order walked the allowed way',
  I17: 'holds and issues fit the capacity; held is the sum of the holds',
  I18: 'the register lists every ticket; what was drawn follows from the log',
  I19: 'no personal datum stands in a fact; whoever was erased is named nowhere',
  I20: 'no ticket fact after the seal',
  I21: 'every issue belongs to the order, holder and numbers its leaf commits to',
  I22: 'pieces held, taken and left are the pieces counted; paid lines have taken theirs',
} as const

export type InvariantId = keyof typeof invariants

export type Finding = {
  id: InvariantId
  title: string
  verdict: 'pass' | 'fail' | 'not_evaluated'
  examined: number
  violations: number
  /** The first few, in words. */
  examples: string[]
  reason?: string
}

const EXAMPLES_MAX = 10

export function newFindings(): Map<InvariantId, Finding> {
  const findings = new Map<InvariantId, Finding>()
  for (const id of Object.keys(invariants) as InvariantId[])
    findings.set(id, {
      id,
      title: invariants[id],
      verdict: 'pass',
      examined: 0,
      violations: 0,
      examples: [],
    })
  return findings
}

export function newAudit(options: {
  tx: Queryable
  now: Date
  treesKept?: readonly TreeKept[]
  findings: Map<InvariantId, Finding>
  progress: (rows: number) => void
}): Audit {
  const blamed = new Set<string>()
  const finding = (id: InvariantId) => {
    const found = options.findings.get(id)
    if (found === undefined) throw new Error(`unknown invariant ${id}`)
    return found
  }
  return {
    tx: options.tx,
    now: options.now,
    treesKept: options.treesKept ?? [],
    blamed,
    brokenFacts: new Set(),
    progress: options.progress,
    examined(id, rows = 1) {
      finding(id).examined += rows
    },
    violated(id, what, row) {
      if (row !== undefined) {
        if (blamed.has(row)) return
        blamed.add(row)
      }
      const found = finding(id)
      found.violations++
      if (found.examples.length < EXAMPLES_MAX) found.examples.push(what)
    },
  }
}

/** A wrong fact: what is derived from the logs would only repeat it. */
export function broken(audit: Audit, id: InvariantId, what: string, row?: string): void {
  audit.brokenFacts.add(id)
  audit.violated(id, what, row)
}

export const issueKey = (logId: string, lineId: string) => `issue ${logId} ${lineId}`

/** Pages through a statement by its key, in order; `next` gives the key after a row. */
export async function* pages<Row extends object>(
  audit: Audit,
  statement: { name: string; text: string },
  start: readonly unknown[],
  next: (row: Row) => readonly unknown[],
): AsyncGenerator<Row[]> {
  let after = start
  for (;;) {
    const { rows } = await audit.tx.query<Row>({ ...statement, values: [...after, PAGE_ROWS] })
    const last = rows.at(-1)
    if (last === undefined) return
    audit.progress(rows.length)
    yield rows
    if (rows.length < PAGE_ROWS) return
    after = next(last)
  }
}

const PAGE_ROWS = 5_000
