// npm run verify: the invariants, on a live database, without writing a row.
import { parseArgs } from 'node:util'

import { keptTrees } from '../backup/kept-trees.ts'
import type { LastRun } from '../backup/last-runs.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { invariants } from '../verify/audit.ts'
import { verifyAt } from '../verify/run.ts'
import type { Report } from '../verify/run.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal } from './refusals.ts'
import { runNoted } from './run-noted.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run verify [-- options]

Checks ${Object.keys(invariants).length} invariants on the database of this installation: numbers,
capacity, books, ledgers, read models. Reads only, in one frozen view; the shop may go on selling.

  --json   one JSON object instead of the table
  --help   this text

Exit status 0: every invariant holds; 1: one does not, there is no order to look at, or refused.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const isJson = values.json
  const config = readConfig(process.env)
  const { url, stop } = await adminDatabaseUrl({ migrations: 'require' })
  const progress = isJson ? undefined : bar('verifying')
  try {
    const kept = await keptTrees({ ...config, isLive: true })
    let trees = 0
    const report = await verifyAt(url, {
      async treesKept(tx) {
        const found = await kept(tx)
        trees = found.length
        return found
      },
      progress: (stage, rows) => progress?.update(rows, stage),
    })
    progress?.stop()
    const gap = outsideGap(report, { ...config, trees })
    const said = gap === null ? table(report) : `${table(report)}\n${gap}`
    console.log(isJson ? JSON.stringify({ ...report, gap }) : said)
    const found = foundBy(report)
    if (found !== null) await runNoted('verify', found)
    process.exitCode = report.isSound ? 0 : 1
  } finally {
    await stop()
  }
}

type Asked = Pick<Config, 'signerFolder' | 'headsFolder'> & {
  /** So many were found there of raffles of this database. */
  trees: number
}

/** That nothing outside of the database could be asked; null: it was, or no ticket is sold yet. */
export function outsideGap({ findings }: Report, asked: Asked): string | null {
  const { trees, signerFolder, headsFolder } = asked
  const hasSold = findings.some(({ id, examined }) => id === 'I3' && examined > 0)
  if (trees > 0 || !hasSold) return null
  const where = `SIGNER_DIR (${signerFolder}) and HEADS_DIR (${headsFolder})`
  return `NOT COMPARED: ${where} hold no signed tree of these raffles.`
}

/** What is written down; null: it had nothing to look at, and was no check. */
export function foundBy({ findings, isSound }: Report): Pick<LastRun, 'broken'> | null {
  const broken = findings.filter(({ violations }) => violations > 0).length
  return isSound || broken > 0 ? { broken } : null
}

export function table({ findings, rows, seconds, isSound }: Report): string {
  const lines = findings.flatMap(
    ({ id, title, verdict, examined, violations, examples, reason }) => [
      `${id.padEnd(4)} ${words[verdict]}  ${String(examined).padStart(10)}  ${title}` +
        (violations > 0 ? ` — ${violations} broken` : '') +
        (reason === undefined ? '' : ` (${reason})`),
      ...examples.map((example) => `${' '.repeat(22)}${example}`),
    ],
  )
  const verdict = isSound ? 'All invariants hold.' : 'NOT SOUND.'
  return [...lines, `${verdict} ${rows} rows read in ${seconds.toFixed(1)} s.`].join('\n')
}

const words = { pass: 'PASS', fail: 'FAIL', not_evaluated: 'SKIP' }

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error))
