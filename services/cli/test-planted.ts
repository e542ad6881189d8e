// npm run test:planted: does the net catch fish? Plants one bug after the other and runs the tests
// that ought to find it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import type { PlantedBug } from '#events/kernel/planted.ts'

import { readText } from '../io/files.ts'
import { catchers } from '../testing/planted-bugs.ts'
import { startTestServer } from '../testing/server.ts'
import { plant } from '../testing/simulation/planted.ts'
import type { Catch } from '../testing/simulation/planted.ts'
import { isWrongOption, wantsHelp } from './terminal.ts'

const help = `npm run test:planted [-- bug …]

Plants a known bug in the code, one at a time, and runs the tests of the gate that ought to find
it. First the same tests run without any bug and must pass. Prints a line for each bug: the gate
(pure: rules alone; database: PostgreSQL), what caught it (the file and the test), after how many
cases (the tests that passed before it in that file and, where it draws its cases, those it drew)
and seconds. With --worlds each bug lives through simulated worlds as well, until one finds it.

  bug            only these; all of them when none is named
  --worlds <n>   at most so many simulated worlds for each bug (default 0: none)
  --seed <n>     the first of those worlds (default 1)
  --json         one JSON object in the end instead of text
  --help         this text

Exit status 0: every bug was caught.`

const root = join(import.meta.dirname, '../..')

export async function testPlanted(given: readonly string[]): Promise<number> {
  if (wantsHelp(help, given)) return 0
  const { bugs: named, ...options } = optionsOf(given)
  const unknown = named.filter((name) => !Object.hasOwn(catchers, name))
  if (unknown.length > 0) {
    process.stderr.write(`No such bug: ${unknown.join(', ')}.\n`)
    return 2
  }
  // The keys of a record of all bugs are bugs.
  const bugs = (named.length > 0 ? named : Object.keys(catchers)) as PlantedBug[]
  const server = await startTestServer()
  try {
    return await plantAll(bugs, { ...options, databaseUrl: server.url })
  } finally {
    await server.stop()
  }
}

type Options = { worldsMax: number; seed: number; isJson: boolean }

function optionsOf(given: readonly string[]): Options & { bugs: string[] } {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      worlds: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  const [worldsMax, seed] = [Number(values.worlds), Number(values.seed)]
  if (![worldsMax, seed].every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new TypeError('--worlds and --seed are whole numbers')
  return { bugs: positionals, worldsMax, seed, isJson: values.json }
}

async function plantAll(
  bugs: readonly PlantedBug[],
  { databaseUrl, worldsMax, seed, isJson }: Options & { databaseUrl: string },
): Promise<number> {
  const files = [...new Set(bugs.map((bug) => catchers[bug]))]
  const sound = await run(files, databaseUrl, null)
  if (sound.failed.length > 0 || sound.passed === 0) {
    process.stderr.write(`Without any bug these tests fail:\n${titlesOf(sound).join('\n')}\n`)
    return 1
  }
  const rows: Row[] = []
  if (!isJson) process.stdout.write(`${HEADINGS}\n`)
  for (const bug of bugs) {
    const found = await run([catchers[bug]], databaseUrl, bug)
    const world = worldsMax > 0 ? await plant(bug, { seed, worldsMax }) : null
    const row = rowOf(bug, found, world)
    rows.push(row)
    if (!isJson) process.stdout.write(lineOf(row))
  }
  const caught = rows.filter(({ caughtBy }) => caughtBy !== null).length
  if (isJson)
    process.stdout.write(`${JSON.stringify({ caught, planted: bugs.length, bugs: rows })}\n`)
  else process.stdout.write(`caught ${caught} / planted ${bugs.length}\n`)
  return caught === bugs.length ? 0 : 1
}

type Row = {
  bug: string
  gate: 'pure' | 'database'
  file: string
  /** The first test that failed; null: none did. */
  caughtBy: string | null
  /** Tests of that file that passed before it. */
  testsBefore: number
  /** Cases it had drawn when it failed, that one included; null: it draws none. */
  drawn: number | null
  seconds: number
  /** Of the simulation, that which found it included. Null: none was asked for. */
  worlds: { lived: number; found: string | null } | null
}

function rowOf(bug: PlantedBug, { passed, failed, seconds }: Run, world: Catch | null): Row {
  const [first] = failed
  return {
    bug,
    gate: /\.(db|e2e)\.test\.ts$/.test(catchers[bug]) ? 'database' : 'pure',
    file: catchers[bug],
    caughtBy: first?.title ?? null,
    testsBefore: passed,
    drawn: first?.drawn ?? null,
    seconds: Math.round(seconds * 10) / 10,
    worlds: world && { lived: world.worlds, found: world.steps === null ? null : world.promise },
  }
}

const columns = (bug: string, gate: string, cases: string, seconds: string) =>
  `${bug.padEnd(30)} ${gate.padEnd(8)} ${cases.padStart(12)} ${seconds.padStart(7)}  `

const HEADINGS = `${columns('bug', 'gate', 'after cases', 'seconds')}caught by`

function lineOf(row: Row): string {
  const { bug, gate, file, caughtBy, testsBefore, drawn, seconds, worlds } = row
  const cases = drawn === null ? String(testsBefore) : `${testsBefore} + ${drawn}`
  const verdict = caughtBy === null ? `✗ not by ${file}` : `✓ ${file}: ${caughtBy}`
  const lines = [columns(bug, gate, cases, seconds.toFixed(1)) + verdict]
  if (worlds !== null)
    lines.push(
      columns('', 'worlds', String(worlds.lived), '') +
        (worlds.found === null ? '✗ by none of them' : `✓ ${worlds.found}`),
    )
  return `${lines.join('\n')}\n`
}

type Failed = { title: string; drawn: number | null }
type Run = { passed: number; failed: Failed[]; seconds: number }

const titlesOf = ({ failed }: Run) => failed.map(({ title }) => title)

/** With a bug the first test that fails is enough. */
async function run(
  files: readonly string[],
  databaseUrl: string,
  bug: PlantedBug | null,
): Promise<Run> {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'qura-planted-'))
  const report = join(folder, 'report.json')
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const options = [
    '--reporter=json',
    `--outputFile=${report}`,
    ...(bug === null ? [] : ['--bail=1']),
  ]
  const child = spawn(process.execPath, [program, 'run', ...options, ...files], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, ...(bug !== null && planting(bug)) },
  })
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  const text = await readText(report)
  await rm(folder, { recursive: true, force: true })
  if (text === null) throw new Error(`the tests of ${files.join(', ')} did not run`)
  return { ...tally(JSON.parse(text) as Report), seconds: (performance.now() - startedAt) / 1_000 }
}

/** Workers and children of the tests load it too. */
function planting(bug: PlantedBug) {
  const preload = pathToFileURL(join(root, 'services/testing/plant.ts'))
  const options = ['--disable-warning=ExperimentalWarning', `--import=${preload.href}`]
  return { QURA_PLANTED: bug, NODE_OPTIONS: options.join(' ') }
}

type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** A file that could not be run at all has found nothing; without a bug it is a failure. */
function tally({ numPassedTests, testResults }: Report): Omit<Run, 'seconds'> {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => ({
      title: fullName.trim(),
      drawn: drawnIn(failureMessages.join('\n')),
    }))
  return { passed: numPassedTests, failed }
}

/** What fast-check says of a property that failed. */
function drawnIn(message: string): number | null {
  const [, drawn] = /Property failed after (\d+) tests/.exec(message) ?? []
  return drawn === undefined ? null : Number(drawn)
}

if (import.meta.main) {
  try {
    process.exitCode = await testPlanted(process.argv.slice(2))
  } catch (error) {
    if (!isWrongOption(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
