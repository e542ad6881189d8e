// npm run verify: the invariants, on a live database, without writing a row.
import { parseArgs } from 'node:util'

import { keptTrees } from '../backup/kept-trees.ts'
import type { LastRun } from '../backup/last-runs.ts'
import { missingRaffles } from '../backup/missing-raffles.ts'
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
    const missed = await missingRaffles(config)
    let trees = 0
    let missing: string[] = []
    const report = await verifyAt(url, {
      async treesKept(tx) {
        const found = await kept(tx)
        missing = await missed(tx)
        trees = found.filter(({ logId }) => !missing.includes(logId)).length
        return found
      },
      progress: (stage, rows) => progress?.update(rows, stage),
    })
    progress?.stop()
    const gap = outsideGap(report, { ...config, trees })
    const notThere = missingWords(missing, config)
    const said = [table(report), gap, notThere].filter((words) => words !== null)
    console.log(isJson ? JSON.stringify({ ...report, gap, missing }) : said.join('\n'))
    const found = foundBy(report)
    if (found !== null) await runNoted('verify', found)
    process.exitCode = report.isSound ? 0 : 1
  } finally {
    await stop()
  }
}

type Folders = Pick<Config, 'signerFolder' | 'headsFolder'>

type Asked = Folders & {
  /** So many were found there of raffles of this database. */
  trees: number
}

/** That nothing outside of the database could be asked; null: it was, or no ticket is sold yet. */
export function outsideGap({ findings }: Report, asked: Asked): string | null {
  const { trees } = asked
  const hasSold = findings.some(({ id, examined }) => id === 'I3' && examined > 0)
  if (trees > 0 || !hasSold) return null
  return `NOT COMPARED: ${wordsOf(asked)} hold no signed tree of these raffles.`
}

const wordsOf = ({ signerFolder, headsFolder }: Folders) =>
  `SIGNER_DIR (${signerFolder}) and HEADS_DIR (${headsFolder})`

const NAMED_MAX = 3

/** Raffles that are known there, and not to this database; null: none. */
export function missingWords(missing: readonly string[], folders: Folders): string | null {
  if (missing.length === 0) return null
  const more = missing.length - NAMED_MAX
  const named = missing.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return (
    `NOT THERE: this database lacks raffles that ${wordsOf(folders)} know: ${named}. ` +
    'They are lost, or another database has used these folders.'
  )
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
