// npm run test:planted: does the net catch fish? Plants one bug after the other and runs the tests
// that ought to find it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { PlantedBug } from '#events/kernel/planted.ts'

import { readText } from '../io/files.ts'
import { catchers } from '../testing/planted-bugs.ts'
import { startTestServer } from '../testing/server.ts'
import { wantsHelp } from './terminal.ts'

const help = `npm run test:planted [-- bug …]

Plants a known bug in the code, one at a time, and runs the tests of the gate that ought to find
it. First the same tests run without any bug and must pass. Prints a line for each bug: the test
that found it and how long that took.

  bug      only these; all of them when none is named
  --help   this text

Exit status 0: every bug was caught.`

const root = join(import.meta.dirname, '../..')

export async function testPlanted(given: readonly string[]): Promise<number> {
  if (wantsHelp(help, given)) return 0
  const unknown = given.filter((name) => !Object.hasOwn(catchers, name))
  if (unknown.length > 0) {
    process.stderr.write(`No such bug: ${unknown.join(', ')}.\n`)
    return 2
  }
  // The keys of a record of all bugs are bugs.
  const bugs = (given.length > 0 ? given : Object.keys(catchers)) as PlantedBug[]
  const server = await startTestServer()
  try {
    return await plantAll(bugs, server.url)
  } finally {
    await server.stop()
  }
}

async function plantAll(bugs: readonly PlantedBug[], databaseUrl: string): Promise<number> {
  const files = [...new Set(bugs.map((bug) => catchers[bug]))]
  const sound = await run(files, databaseUrl, null)
  if (sound.failed.length > 0 || sound.passed === 0) {
    process.stdout.write(`Without any bug these tests fail:\n${sound.failed.join('\n')}\n`)
    return 1
  }
  let caught = 0
  for (const bug of bugs) {
    const { failed, seconds } = await run([catchers[bug]], databaseUrl, bug)
    const [first] = failed
    if (first !== undefined) caught += 1
    const verdict = first === undefined ? '✗ not caught' : `✓ ${first}`
    process.stdout.write(`${bug.padEnd(30)} ${seconds.toFixed(1).padStart(5)} s  ${verdict}\n`)
  }
  process.stdout.write(`caught ${caught} / planted ${bugs.length}\n`)
  return caught === bugs.length ? 0 : 1
}

type Run = { passed: number; failed: string[]; seconds: number }

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
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** A file that could not be run at all has found nothing; without a bug it is a failure. */
function tally({ numPassedTests, testResults }: Report): Omit<Run, 'seconds'> {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName.trim())
  return { passed: numPassedTests, failed }
}

if (import.meta.main) process.exitCode = await testPlanted(process.argv.slice(2))
