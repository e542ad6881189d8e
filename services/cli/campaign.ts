// npm run campaign: the night's campaign behind one command, and what came of it in one table.
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { runStep } from '../testing/campaign/run-step.ts'
import type { Outcome, Result } from '../testing/campaign/run-step.ts'
import { faultsTested, NIGHT_MINUTES, sizesOf, stepsOf } from '../testing/campaign/steps.ts'
import type { Sizes, Step } from '../testing/campaign/steps.ts'
import { lessThanWhole } from '../testing/campaign/whole.ts'
import { readHouse } from '../testing/house.ts'
import { startTestServer } from '../testing/server.ts'
import { openBoard } from './campaign-board.ts'
import type { Board } from './campaign-board.ts'
import { wantsHelp } from './terminal.ts'
import { firstSignal } from './until-asked.ts'

const help = `npm run campaign [-- options]

The night's campaign: the test of every fault F1-F24 at full length, those that hold a watch
first, planted bugs, the restore drill and storms in a row, one after the other; beside them, in
the time that they leave the processor idle, the property tests at their nightly size and
simulated worlds for the minutes that are left. A step that fails is noted and the next one begins;
each has a time limit. Ctrl-C ends what runs, everything it has started, and prints the table so
far.

  --minutes=<n>   how long all of it may take (default 60); the numbers of storms, sequences and
                  worlds follow it; faults have the length they have. Before a release: 480, for
                  1,000 storms, 80 million sequences and the worlds of the hours that are left
  --only=<names>  these steps alone, as --list names them: f02,storm
  --short         each step about as short as in the gate, to see that it runs
  --seed=<n>      of sequences, storms and worlds (default: drawn, and printed)
  --list          what there is to run, and ends
  --allow-less    a night that was less than a whole one, because a step had nothing to look at
                  here, is a good one all the same
  --json          one JSON object in the end instead of text
  --help          this text

The last line says what was less than a whole night.
Exit status 0: everything passed, and it was a whole night or less was asked for (--only, --short,
fewer minutes, --allow-less); 1: it was less, or something failed, took too long or was stopped;
2: a step of --only does not exist.`

type Given = ReturnType<typeof read>

function read() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      list: { type: 'boolean', default: false },
      'allow-less': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const only = values.only.split(',').filter((name) => name !== '')
  return {
    minutes: whole('minutes', values.minutes),
    seed: whole('seed', values.seed),
    only,
    isShort: values.short,
    isLessAllowed: values['allow-less'],
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
  return campaign(steps, given, { sizes, stepsInAll: all.length })
}

const list = (steps: readonly Step[]) =>
  steps.map(({ names, title }) => `${names.join(' ').padEnd(14)} ${title}`).join('\n')

async function campaign(
  steps: readonly Step[],
  given: Given,
  { sizes, stepsInAll }: { sizes: Sizes; stepsInAll: number },
): Promise<number> {
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
  const less = lessThanWhole({ stepsInAll, outcomes, isShort: given.isShort })
  const isFine = outcomes.length === steps.length && outcomes.every(isGood)
  if (given.isJson)
    console.log(JSON.stringify({ ...sizes, tookMinutes: minutes, isFine, less, outcomes }))
  else console.log(`\n${table(outcomes)}\n\n${summary({ steps, outcomes, minutes, given, less })}`)
  if (isFine) await rm(logFolder, { recursive: true, force: true })
  return isFine && (less.length === 0 || mayBeLess(given)) ? 0 : 1
}

const mayBeLess = ({ only, isShort, minutes, isLessAllowed }: Given) =>
  only.length > 0 || isShort || minutes < NIGHT_MINUTES || isLessAllowed

const isGood = ({ result }: Outcome) => result === 'passed' || result === 'skipped'

type Needs = {
  folder: string
  logFolder: string
  startedAt: number
  server: string | undefined
  signal: AbortSignal
}

/** First what must be alone, then two lanes: one step after the other, beside it idle time's. */
async function runAll(steps: readonly Step[], given: Given, needs: Needs): Promise<Outcome[]> {
  const { startedAt } = needs
  const board = openBoard({ steps: steps.length, startedAt, minutes: given.minutes })
  const outcomes = new Map<Step, Outcome>()
  async function run(lane: readonly Step[]): Promise<void> {
    for (const step of lane)
      if (!needs.signal.aborted) outcomes.set(step, await runOne(step, given, { ...needs, board }))
  }
  await run(steps.filter(isAlone))
  const others = steps.filter((step) => !isAlone(step))
  await Promise.all([run(others.filter((step) => !isIdle(step))), run(others.filter(isIdle))])
  board.stop()
  return steps.flatMap((step) => outcomes.get(step) ?? [])
}

const isAlone = ({ isAlone = false }: Step) => isAlone
const isIdle = ({ isInIdleTime = false }: Step) => isInIdleTime

async function runOne(
  step: Step,
  given: Given,
  { server, startedAt, board, ...needs }: Needs & { board: Board },
): Promise<Outcome> {
  const { heard, end } = board.begin(step)
  const secondsLeft = given.minutes * 60 - (performance.now() - startedAt) / 1_000
  const isServed = server !== undefined && step.needsServer
  const env = { ...process.env, ...(isServed && { TEST_DATABASE_URL: server }) }
  const outcome = await runStep(step, { ...needs, secondsLeft, env, heard })
  end(given.isJson ? [] : [row(outcome)])
  if (!isGood(outcome)) process.stderr.write(`  ${outcome.logFile}\n`)
  return outcome
}

async function inFolder<Answer>(act: (folder: string) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-campaign-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(folder, 0o711)
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
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

type Whole = {
  steps: readonly Step[]
  outcomes: readonly Outcome[]
  minutes: number
  given: Given
  less: readonly string[]
}

function summary({ steps, outcomes, minutes, given, less }: Whole): string {
  const bad = outcomes.filter((outcome) => !isGood(outcome))
  const passed = outcomes.filter(({ result }) => result === 'passed').length
  const { tested, all } = faultsTested(steps)
  const missed = steps.length - outcomes.length
  return [
    ...bad.map(({ names, logFile }) => `${names.join(' ')}: ${logFile}`),
    ...(missed > 0 ? [`${missed} steps were not begun`] : []),
    ...(given.only.length === 0 ? [`${tested} of ${all} faults have a test`] : []),
    `${passed} steps passed, ${bad.length} failed, seed ${given.seed}, ` +
      `in ${minutes.toFixed(1)} of ${given.minutes} minutes`,
    less.length === 0 ? 'A whole night.' : `Less than a whole night: ${less.join('; ')}.`,
  ].join('\n')
}

if (import.meta.main)
  await main()
    .then((code) => process.exit(code))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    })
