// npm run campaign: the night's campaign behind one command, and what came of it in one table.
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { runStep } from '../testing/campaign/run-step.ts'
import type { Outcome, Result } from '../testing/campaign/run-step.ts'
import { faultsTested, sizesOf, stepsOf } from '../testing/campaign/steps.ts'
import type { Sizes, Step } from '../testing/campaign/steps.ts'
import { readHouse } from '../testing/house.ts'
import { startTestServer } from '../testing/server.ts'
import { bar, wantsHelp } from './terminal.ts'
import { firstSignal } from './until-asked.ts'

const help = `npm run campaign [-- options]

The night's campaign: the test of every fault F1-F24 at full length, planted bugs, the restore
drill, storms in a row, the property tests at their nightly size, and simulated worlds for the
minutes that are left. A step that fails is noted and the next one begins; each has a time limit.
Ctrl-C ends what runs, everything it has started, and prints the table so far.

  --minutes=<n>   how long all of it may take (default 60); the number of storms follows it, those
                  of sequences and worlds what is left; faults have the length they have
  --only=<names>  these steps alone, as --list names them: f02,storm
  --short         each step about as short as in the gate, to see that it runs
  --seed=<n>      of sequences, storms and worlds (default: drawn, and printed)
  --list          what there is to run, and ends
  --json          one JSON object in the end instead of text
  --help          this text

Exit status 0: everything passed; 1: something failed, took too long or was stopped; 2: a step of
--only does not exist.`

type Given = ReturnType<typeof read>

function read() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      list: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const only = values.only.split(',').filter((name) => name !== '')
  return {
    minutes: whole('minutes', values.minutes),
    seed: whole('seed', values.seed),
    only,
    isShort: values.short,
    isList: values.list,
    isJson: values.json,
  }
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 1) return number
  throw new Error(`--${name} ${text}: a whole number above zero`)
}

async function main(): Promise<number> {
  if (wantsHelp(help)) return 0
  const given = read()
  const sizes = sizesOf(given)
  const all = stepsOf(await readHouse(), sizes)
  const unknown = given.only.filter((name) => !all.some(({ names }) => names.includes(name)))
  if (unknown.length > 0) {
    process.stderr.write(`No such step: ${unknown.join(', ')}; see --list.\n`)
    return 2
  }
  const steps = all.filter(
    ({ names }) => given.only.length === 0 || names.some((name) => given.only.includes(name)),
  )
  if (given.isList) {
    process.stdout.write(`${list(steps)}\n`)
    return 0
  }
  return campaign(steps, given, sizes)
}

const list = (steps: readonly Step[]) =>
  steps.map(({ names, title }) => `${names.join(' ').padEnd(14)} ${title}`).join('\n')

async function campaign(steps: readonly Step[], given: Given, sizes: Sizes): Promise<number> {
  const startedAt = performance.now()
  const stopping = new AbortController()
  void firstSignal().then(() => stopping.abort())
  const logFolder = await mkdtemp(join(tmpdir(), 'qura-campaign-logs-'))
  const outcomes = await inFolder((folder) =>
    withServer(steps, (server) => {
      const needs = { folder, logFolder, startedAt, server, signal: stopping.signal }
      return runAll(steps, given, needs)
    }),
  )
  const minutes = (performance.now() - startedAt) / 60_000
  const isFine = outcomes.length === steps.length && outcomes.every(isGood)
  if (given.isJson)
    console.log(JSON.stringify({ ...sizes, tookMinutes: minutes, isFine, outcomes }))
  else console.log(`\n${table(outcomes)}\n\n${summary({ steps, outcomes, minutes, given })}`)
  if (isFine) await rm(logFolder, { recursive: true, force: true })
  return isFine ? 0 : 1
}

const isGood = ({ result }: Outcome) => result === 'passed' || result === 'skipped'

type Needs = {
  folder: string
  logFolder: string
  startedAt: number
  server: string | undefined
  signal: AbortSignal
}

async function runAll(steps: readonly Step[], given: Given, needs: Needs): Promise<Outcome[]> {
  const { folder, logFolder, startedAt, server, signal } = needs
  const env = { ...process.env, ...(server !== undefined && { TEST_DATABASE_URL: server }) }
  const outcomes: Outcome[] = []
  for (const [done, step] of steps.entries()) {
    if (signal.aborted) break
    const shown = follow(step, { done, total: steps.length, startedAt, minutes: given.minutes })
    const secondsLeft = given.minutes * 60 - (performance.now() - startedAt) / 1_000
    const { heard, stop } = shown
    const outcome = await runStep(step, { folder, logFolder, secondsLeft, env, heard, signal })
    stop()
    outcomes.push(outcome)
    if (!given.isJson) console.log(row(outcome))
    if (!isGood(outcome)) process.stderr.write(`  ${outcome.logFile}\n`)
  }
  return outcomes
}

/** Which step runs, since when, what it said last, and how much of the whole has gone by. */
function follow(
  { names, title }: Step,
  whereabouts: { done: number; total: number; startedAt: number; minutes: number },
) {
  const { done, total, startedAt, minutes } = whereabouts
  const shown = bar('campaign', total)
  const [name = ''] = names
  if (!process.stderr.isTTY) {
    shown.update(done, `${name} ${title}`, total)
    return { heard: () => {}, stop: () => shown.stop() }
  }
  const begunAt = performance.now()
  let said = title
  const draw = () =>
    shown.update(
      done,
      `${since(startedAt)} of ${minutes}:00  ${name} ${since(begunAt)}  ${said.slice(0, 60)}`,
      total,
    )
  const ticking = setInterval(draw, 500)
  draw()
  return {
    heard: (line: string) => void (said = line === '' ? said : line),
    stop() {
      clearInterval(ticking)
      shown.stop()
    },
  }
}

/** Minutes and seconds. */
function since(ms: number): string {
  const seconds = Math.floor((performance.now() - ms) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

async function inFolder<Answer>(act: (folder: string) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-campaign-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(folder, 0o711)
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One for all the tests; storms and the drill bring their own. */
async function withServer<Answer>(
  steps: readonly Step[],
  act: (url: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (!steps.some(({ needsServer }) => needsServer)) return act(undefined)
  const server = await startTestServer()
  try {
    return await act(server.url)
  } finally {
    await server.stop()
  }
}

const CASES_WIDTH = 66

function row({ names, cases, seconds, result }: Outcome): string {
  return [
    names.join(' ').padEnd(14),
    cases.slice(0, CASES_WIDTH).padEnd(CASES_WIDTH),
    seconds.toFixed(1).padStart(7),
    words[result],
  ].join('  ')
}

const words: Readonly<Record<Result, string>> = {
  passed: '✓ passed',
  failed: '✗ FAILED',
  skipped: '- SKIPPED: it had nothing to look at here',
  'too long': '✗ TOO LONG',
  stopped: '✗ STOPPED',
}

const table = (outcomes: readonly Outcome[]) =>
  [
    ['step'.padEnd(14), 'cases'.padEnd(CASES_WIDTH), 'seconds', 'result'].join('  '),
    ...outcomes.map(row),
  ].join('\n')

type Whole = { steps: readonly Step[]; outcomes: readonly Outcome[]; minutes: number; given: Given }

function summary({ steps, outcomes, minutes, given }: Whole): string {
  const bad = outcomes.filter((outcome) => !isGood(outcome))
  const { tested, all } = faultsTested(steps)
  const missed = steps.length - outcomes.length
  return [
    ...bad.map(({ names, logFile }) => `${names.join(' ')}: ${logFile}`),
    ...(missed > 0 ? [`${missed} steps were not begun`] : []),
    ...(given.only.length === 0 ? [`${tested} of ${all} faults have a test`] : []),
    `${outcomes.length - bad.length} steps passed, ${bad.length} failed, seed ${given.seed}, ` +
      `in ${minutes.toFixed(1)} of ${given.minutes} minutes`,
  ].join('\n')
}

if (import.meta.main)
  await main()
    .then((code) => process.exit(code))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    })
