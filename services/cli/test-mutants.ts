// npm run test:mutants: changes the rules in thousands of small ways, one at a time, and sees
// whether a test notices.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readText, removePath, writeWhole } from '../io/files.ts'
import { filesIn, patternsOf } from '../testing/mutation/places.ts'
import { percent, scores, survivors, total } from '../testing/mutation/report.ts'
import type { FileScore, MutationReport, Score, Survivor } from '../testing/mutation/report.ts'
import { changedSince, figuresOf, listOf } from '../testing/mutation/scores.ts'
import { scoresAfter, withFigures } from '../testing/mutation/scores.ts'
import type { KnownScores } from '../testing/mutation/scores.ts'
import { newSurvivors, noticedSince, updated } from '../testing/mutation/survivors.ts'
import type { KnownSurvivors } from '../testing/mutation/survivors.ts'
import { startTestServer } from '../testing/server.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { wantsHelp } from './terminal.ts'

const KILLED_PERCENT_MIN = 85

const help = `npm run test:mutants [-- place …] [--changed] [--survivors] [--write] [--json]
npm run test:mutants -- --page

Mutation testing with Stryker: one small change after the other in the rules (a condition turned
round, a sum made a difference, a line left out), and the tests beside it that come by it. A change
that none of them notices survives. Code that runs once, when its file is loaded, is left out, and
so are texts in three languages. Why a survivor is left stands in
services/testing/mutation/survivors.json.

  place        folders and files of events/, all of them when none is named; or "writer" for the
               writers of the event store, on the simulated database that answers as PostgreSQL
               does; or one such file, or some of its lines (events/ledger/merkle.ts:40-60)
  --changed    of these places only the files that have changed since they were measured
  --survivors  also every change that nobody noticed, not only those without a reason
  --write      brings survivors.json, scores.json and the table of docs/mutants.md up to date with
               this run; who adds to the first writes the reason
  --page       measures nothing: says which files have changed since they were measured, and
               writes the table of docs/mutants.md anew with their names under it
  --database   the writer's tests that need PostgreSQL too: hours instead of minutes
  --alone      one process instead of two, for a machine that others use
  --json       the figures as JSON
  --help       this text

Exit status 0: at least ${KILLED_PERCENT_MIN} % were noticed, and every other one has its reason.`

const root = join(import.meta.dirname, '../..')
const REPORT = join(root, '.test/mutants.json')
const LIST = join(root, 'services/testing/mutation/survivors.json')
const SCORES = join(root, 'services/testing/mutation/scores.json')
const DOCS = join(root, 'docs/mutants.md')
/** Text in three languages, and what only tests use. */
const LEFT_OUT = [
  '!events/**/*.test.ts',
  '!events/**/testing/**',
  '!events/verify/*words-*.ts',
  '!events/verify/readme.ts',
  '!events/verify/certificate-words.ts',
  '!services/**/*.test.ts',
]

const flag = { type: 'boolean', default: false } as const

function read(given: readonly string[]) {
  const { values, positionals: places } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      changed: flag,
      survivors: flag,
      write: flag,
      page: flag,
      database: flag,
      alone: flag,
      json: flag,
    },
  })
  if (values.page && given.length > 1) throw wrongUse('--page measures nothing: it stands alone')
  const isPart = places.some((place) => place.includes('.ts:'))
  if (values.write && isPart)
    throw wrongUse('a part of a file does not tell what survives in it: no --write')
  if (values.changed && isPart)
    throw wrongUse('of a part of a file nobody knows whether it has changed: no --changed')
  return { ...values, places }
}

type Given = ReturnType<typeof read>

async function main(words: readonly string[]): Promise<number> {
  if (wantsHelp(help, words)) return 0
  const given = read(words)
  if (given.page) {
    say(listOf(await writePage(await readScores())))
    return 0
  }
  const mutate = given.changed ? await changedIn(given.places) : patternsOf(given.places)
  if (mutate.length === 0) {
    say('none of these files has changed since it was measured')
    return 0
  }
  const server = given.database ? await startTestServer() : null
  await removePath(REPORT) // or a run that fails would tell of the one before
  try {
    await run(mutate, { isAlone: given.alone, databaseUrl: server?.url })
  } finally {
    await server?.stop()
  }
  const text = await readText(REPORT)
  if (text === null) throw new Error('the mutation run left no report')
  return tell(JSON.parse(text) as MutationReport, given)
}

const changedIn = async (places: readonly string[]): Promise<string[]> =>
  filesIn(places, await changedSince(await readScores(), sourceOf))

const sourceOf = (place: string) => readText(join(root, place))
const readScores = async () => JSON.parse((await readText(SCORES)) ?? '{}') as KnownScores

/** Random sequences, far fewer than in the gate: they are run for every change. */
const fewRounds = {
  PURE_SEQUENCES: '1000',
  QURA_SEQUENCES: '120',
  MEMORY_SEQUENCES: '60',
}

/** The tests that have to notice: those beside the code, and those of all streams. */
const testsOf = (mutate: readonly string[]): string[] => {
  const beside = mutate.map((pattern) => pattern.replace(/[^/]*$/, '*.test.ts'))
  const common = beside.some((tests) => tests.startsWith('events/')) ? ['events/*.test.ts'] : []
  return [...new Set([...common, ...beside])]
}

type Run = { isAlone: boolean; databaseUrl: string | undefined }

async function run(mutate: readonly string[], { isAlone, databaseUrl }: Run): Promise<void> {
  const program = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const config = 'services/testing/mutation/stryker.json'
  const files = [...mutate, ...LEFT_OUT].join(',')
  const processes = isAlone ? ['--concurrency', '1'] : []
  const words = [program, 'run', config, '--mutate', files, ...processes]
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
    env: {
      ...process.env,
      ...fewRounds,
      ...(databaseUrl !== undefined && {
        MUTANTS_DATABASE: '1',
        TEST_DATABASE_URL: databaseUrl,
      }),
      MUTANTS_TESTS: testsOf(mutate).join(),
    },
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name))
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
}

async function tell(report: MutationReport, given: Given): Promise<number> {
  const files = scores(report)
  const all = total(files)
  const found = survivors(report)
  const run = { found, files: files.map(({ place }) => place) }
  const known = JSON.parse((await readText(LIST)) ?? '{}') as KnownSurvivors
  const fresh = newSurvivors(known, found)
  const noticed = noticedSince(known, run)
  if (given.json)
    say(JSON.stringify({ files, all, survivors: found, new: fresh, noticed }, null, 2))
  else {
    for (const score of [...files, all]) say(lineOf(score))
    if (given.survivors) sayList('survivors', found)
    sayList('without a reason in survivors.json', fresh)
    if (noticed.length > 0) say(`\nnoticed by now, so --write takes them out:\n${lines(noticed)}`)
  }
  if (given.write) await write(updated(known, run), files)
  return percent(all) >= KILLED_PERCENT_MIN && fresh.length === 0 ? 0 : 1
}

async function write(list: KnownSurvivors, files: readonly FileScore[]): Promise<void> {
  const scored = scoresAfter(await readScores(), files)
  await writeWhole(LIST, `${JSON.stringify(list, null, 2)}\n`)
  await writeWhole(SCORES, `${JSON.stringify(scored, null, 2)}\n`)
  await writePage(scored)
}

/** Answers the files that have changed since they were measured. */
async function writePage(known: KnownScores): Promise<string[]> {
  const changed = await changedSince(known, sourceOf)
  await writeWhole(DOCS, withFigures((await readText(DOCS)) ?? '', figuresOf(known, changed)))
  return changed
}

function lineOf(score: Score): string {
  const share = `${percent(score).toFixed(1)} %`.padStart(8)
  return `${score.place.padEnd(48)} ${`${score.killed}/${score.mutants}`.padStart(12)} ${share}`
}

function sayList(title: string, list: readonly Survivor[]): void {
  if (list.length > 0) say(`\n${title}:\n${lines(list.map(({ at, name }) => `${at} ${name}`))}`)
}

const lines = (texts: readonly string[]) => texts.map((text) => `  ${text}`).join('\n')
const say = (text: string) => void process.stdout.write(`${text}\n`)

if (import.meta.main)
  await main(process.argv.slice(2)).then(
    (status) => void (process.exitCode = status),
    (error: unknown) => tellRefusal(error),
  )
