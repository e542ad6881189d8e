// npm test: the checks and every test, in one command, with one closing line.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readText } from '../io/files.ts'
import type { Counts } from '../testing/closing-line.ts'
import { drawTurn, TURNS } from '../testing/turns.ts'
import { printChecks, runChecks } from './check.ts'
import type { Check } from './check.ts'
import { wantsHelp } from './terminal.ts'

const REPEATED_MAX = 3
/** What the gate of a commit may take. */
const WHOLE_MINUTES = 15

const help = `npm test [-- options] [-- part of a path …]

Types, rules and format, then every test against a real PostgreSQL: TEST_DATABASE_URL, else a
container where a Docker engine answers, else the one that comes with the package.
With a part of a path only those test files run. Further options go to vitest.
The last line reads "N passed, M failed"; the checks count as one test each.

What shows the same once more (a list like another, a second language), and the walks of staff
through their screens, are taken by turns: a whole run draws one of ${TURNS} turns and prints it.
TURN=3 npm test takes that again, TURN=all (before a release) leaves none of it out, and a part of
a path runs everything that it names.

A crowd of thousands can be too much for a machine that is busy with something else. So when at
most ${REPEATED_MAX} files of a whole run failed they run once more, by themselves. What passes
then counts as passed and is named in the end: whoever sees that line often has a test to mend.

The line before the last says how long it took; a whole run has ${WHOLE_MINUTES} minutes.

  --help   this text

Exit status 0: nothing failed.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const startedMs = performance.now()
  const given = process.argv.slice(2)
  const isWhole = given.length === 0
  if (isWhole) process.env.TURN = drawTurn(process.env.TURN, randomInt)
  if (isWhole)
    process.stdout.write(`TURN=${process.env.TURN} (of ${TURNS}, which have everything)\n`)
  // The checks beside the start of the tests, which is mostly waiting.
  const [checks, first] = await Promise.all([checked(), runTests(given)])
  const isPassed = checks.filter((check) => check.isPassed).length
  const tests = isWhole ? await repeatFailed(first) : first

  const passed = tests.passed + isPassed
  const failed = tests.failed + checks.length - isPassed
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(`${minutes} minutes${isWhole ? ` of ${WHOLE_MINUTES}` : ''}\n`)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

async function checked(): Promise<Check[]> {
  const checks = await runChecks()
  printChecks(checks)
  return checks
}

/** Few files that failed among all others get one more try with the machine to themselves. */
async function repeatFailed(first: Counts): Promise<Counts> {
  const { failedFiles } = first
  if (failedFiles.length === 0 || failedFiles.length > REPEATED_MAX) return first
  process.stdout.write(`\nonce more, by themselves: ${failedFiles.join(' ')}\n`)
  const again = await runTests(failedFiles)
  const { failed } = again
  if (failed === 0) process.stdout.write(`passed only by themselves: ${failedFiles.join(' ')}\n`)
  return { ...first, passed: first.passed + first.failed - Math.min(first.failed, failed), failed }
}

/** A run that ended without saying how it went is one failure. */
async function runTests(given: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-counts-'))
  const countsFile = join(folder, 'counts.json')
  const program = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, 'run', ...given], {
    stdio: 'inherit',
    env: { ...process.env, TEST_COUNTS_FILE: countsFile },
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name))
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  const text = await readText(countsFile)
  await rm(folder, { recursive: true, force: true })
  const counts = text === null ? unsaid : (JSON.parse(text) as Counts)
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const unsaid: Counts = { passed: 0, failed: 1, failedFiles: [] }

if (import.meta.main) await main()
