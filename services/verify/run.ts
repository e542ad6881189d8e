// Runs every check over one frozen view of a database. It writes nothing.
import { openDatabase, withoutWorkers } from '../io/database.ts'
import type { Database, Queryable } from '../io/database.ts'

import { newAudit, newFindings } from './audit.ts'
import type { Audit, Finding, TreeKept } from './audit.ts'
import { checkDraws } from './draws.ts'
import { checkJobs } from './jobs.ts'
import { checkOrders } from './orders.ts'
import { checkRaffles } from './raffles.ts'
import { checkRegister } from './register.ts'
import { checkReadModels } from './replay.ts'
import { checkShopLogs } from './shop.ts'
import { checkStatements } from './statements.ts'
import { checkTables } from './tables.ts'

export type Report = { findings: Finding[]; isSound: boolean; rows: number; seconds: number }

/** Trees that were signed, from outside of the database that is given (`backup/kept-trees.ts`). */
export type KeptTrees = (tx: Queryable) => Promise<readonly TreeKept[]>

export type VerifyOptions = {
  progress?: (stage: string, rows: number) => void
  treesKept?: KeptTrees | undefined
}

/**
 * Over a connection of its own. No limit of time, the driver's neither: at a size that this shop
 * sells in a week one statement takes longer than any request may.
 */
export async function verifyAt(url: string, options: VerifyOptions = {}): Promise<Report> {
  const database = openDatabase({
    // The shop sells meanwhile: helpers of one question would take its processors.
    url: withoutWorkers(url),
    applicationName: 'qura verify',
    poolMax: 1,
    statementTimeoutMs: 0,
  })
  try {
    return await verify(database, options)
  } finally {
    await database.end()
  }
}

/** `database` should be one whose statements have no limit (`verifyAt`). */
export function verify(database: Database, options: VerifyOptions = {}): Promise<Report> {
  return database.withConnection(async (tx) => {
    await tx.query('begin transaction isolation level repeatable read read only')
    try {
      await tx.query('set local statement_timeout = 0')
      // Between two statements a read model of millions of rows is folded and digested.
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      return await examine(tx, options)
    } finally {
      await tx.query('rollback')
    }
  })
}

/** Inside a transaction of the caller's. */
export async function examine(tx: Queryable, options: VerifyOptions = {}): Promise<Report> {
  const startedAt = performance.now()
  const findings = newFindings()
  let rows = 0
  let stage = ''
  const progress = (more: number) => {
    rows += more
    options.progress?.(stage, rows)
  }
  const { rows: answer } = await tx.query<{ now: Date }>('select clock_now() as now')
  const now = answer[0]?.now ?? new Date()
  const treesKept = (await options.treesKept?.(tx)) ?? []
  const audit = newAudit({ tx, now, treesKept, findings, progress })
  for (const [name, check] of stages) {
    stage = name
    await check(audit)
  }
  stage = 'read models'
  if (audit.brokenFacts.size === 0) await checkReadModels(audit)
  else leaveUnjudged(audit, findings)
  // Each order that was walked counts there.
  const hasOrders = (findings.get('I16')?.examined ?? 0) > 0
  const list = [...findings.values()].map((finding) => judged(finding, hasOrders))
  return {
    findings: list,
    isSound: list.every(({ verdict }) => verdict === 'pass'),
    rows,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

const stages: readonly (readonly [name: string, check: (audit: Audit) => Promise<void>])[] = [
  ['raffle logs', checkRaffles],
  ['shop logs', checkShopLogs],
  ['orders', checkOrders],
  ['statements', checkStatements],
  ['counters', checkTables],
  ['jobs', checkJobs],
  ['ticket register', checkRegister],
  ['draws', checkDraws],
]

/** Read models of facts that are themselves wrong would only repeat what was found in them. */
function leaveUnjudged(audit: Audit, findings: ReadonlyMap<string, Finding>): void {
  for (const id of ['I11', 'I12']) {
    const finding = findings.get(id)
    if (finding === undefined) continue
    finding.verdict = 'not_evaluated'
    finding.reason = `the facts themselves break ${[...audit.brokenFacts].join(', ')}`
  }
}

/** Purchases go after a week, and money that was taken by hand has no attempt. */
const mayBeEmpty: ReadonlySet<string> = new Set(['I9', 'I15'])

/**
 * What looked at nothing has proven nothing. A shop that has orders may lack the rows of two
 * invariants all the same: that is said, and no damage.
 */
function judged(finding: Finding, hasOrders: boolean): Finding {
  if (finding.verdict === 'not_evaluated') return finding
  if (finding.violations > 0) return { ...finding, verdict: 'fail' }
  if (finding.examined > 0) return { ...finding, verdict: 'pass' }
  const verdict = hasOrders && mayBeEmpty.has(finding.id) ? 'pass' : 'fail'
  return { ...finding, verdict, reason: 'nothing was there to examine' }
}
