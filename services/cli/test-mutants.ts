// npm run test:mutants: changes the rules in thousands of small ways, one at a time, and sees
// whether a test notices.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { readText } from '../io/files.ts'
import { percent, scores, survivors, total } from '../testing/mutation/report.ts'
import type { MutationReport } from '../testing/mutation/report.ts'
import { startTestServer } from '../testing/server.ts'
import { wantsHelp } from './terminal.ts'

const KILLED_PERCENT_MIN = 85

const help = `npm run test:mutants [-- place …] [--survivors] [--json]

Mutation testing with Stryker: one small change after the other in the rules (a condition turned
round, a sum made a difference, a line left out), and the tests that reach it. A change that no
test notices survives. Code that runs once, when its file is loaded, is left out.

  place        "writer" for the raffle's writer, whose tests need PostgreSQL, or folders and files
               of events/; every folder of events/ when none is named, which takes hours
  --survivors  also every change that nobody noticed
  --json       the figures as JSON
  --help       this text

Exit status 0: at least ${KILLED_PERCENT_MIN} % were noticed.`

const root = join(import.meta.dirname, '../..')
const WRITER = ['raffle-*', 'append', 'codec', 'tickets-issued-entry'].map(
  (name) => `services/event-store/${name}.ts`,
)
/** Text in three languages, and what only tests use. */
const LEFT_OUT = [
  '!events/**/*.test.ts',
  '!events/**/testing/**',
  '!events/verify/*words*.ts',
  '!events/verify/{readme,entry,certificate}.ts',
  '!services/**/*.test.ts',
]

async function main(given: readonly string[]): Promise<number> {
  if (wantsHelp(help, given)) return 0
  const places = given.filter((word) => !word.startsWith('--'))
  const isWriter = places.includes('writer')
  const server = isWriter ? await startTestServer() : null
  try {
    await run(isWriter ? WRITER : patterns(places), server && { TEST_DATABASE_URL: server.url })
  } finally {
    await server?.stop()
  }
  const text = await readText(join(root, '.test/mutants.json'))
  if (text === null) throw new Error('the mutation run left no report')
  return tell(JSON.parse(text) as MutationReport, new Set(given))
}

const patterns = (places: readonly string[]): string[] =>
  places.length === 0
    ? ['events/**/*.ts']
    : places.map((place) => (place.endsWith('.ts') ? place : `${place}/**/*.ts`))

async function run(mutate: readonly string[], database: Record<string, string> | null) {
  const program = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const config = 'services/testing/mutation/stryker.json'
  const files = [...mutate, ...LEFT_OUT].join(',')
  const child = spawn(process.execPath, [program, 'run', config, '--mutate', files], {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
    env: { ...process.env, ...(database && { ...database, MUTANTS_OF: 'writer' }) },
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name))
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
}

function tell(report: MutationReport, options: ReadonlySet<string>): number {
  const files = scores(report)
  const all = total(files)
  const unnoticed = survivors(report)
  if (options.has('--json')) {
    process.stdout.write(`${JSON.stringify({ files, all, survivors: unnoticed }, null, 2)}\n`)
  } else {
    for (const score of [...files, all]) {
      const { place, mutants, killed } = score
      const share = `${percent(score).toFixed(1)} %`.padStart(8)
      process.stdout.write(`${place.padEnd(48)} ${`${killed}/${mutants}`.padStart(12)} ${share}\n`)
    }
    if (options.has('--survivors')) process.stdout.write(`\n${unnoticed.join('\n')}\n`)
  }
  return percent(all) >= KILLED_PERCENT_MIN ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
