// `npm run bench`: the figures of the README, measured here and now.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { buildVerifier } from './build-verifier.ts'
import { bar, wantsHelp } from './terminal.ts'
import { runWebBench } from './bench-web.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { startEmbedded } from '../database/embedded.ts'
import { testDatabase } from '../testing/database.ts'
import { benchAdmin } from '../bench/admin.ts'
import { benchAppend, type BenchServer } from '../bench/append.ts'
import { format, type Outcome, type Pace } from '../bench/contest.ts'
import { benchExport } from '../bench/export.ts'
import { benchHttp } from '../bench/http.ts'
import { benchIssue } from '../bench/issue.ts'
import { benchLagOutcome } from '../bench/lag-outcome.ts'
import { benchLedger } from '../bench/ledger.ts'
import { benchMemory } from '../bench/memory.ts'
import { benchPlace } from '../bench/place.ts'
import { benchPoll } from '../bench/poll.ts'
import { benchProcesses } from '../bench/processes.ts'
import { benchSeal } from '../bench/seal.ts'
import { settle } from '../bench/settle.ts'
import { benchVerify } from '../bench/verify.ts'
import { benchRebuildOutcome } from '../bench/rebuild-outcome.ts'

const HELP = `
npm run bench -- [name …] [--rounds=5] [--seconds=5] [--minutes=10] [--rate=300] [--quick]
                      [--json]

Measures, in one run on one PostgreSQL with fsync on: BENCH_DATABASE_URL (a superuser's address),
else one of its own in a temporary folder. Prints the median of the rounds and the ratios to what
is asked; the exit code is 1 when a target is missed, 2 when refused. Without a name: all but
memory, seal, verify, processes and web.

  append   one fact to a new stream, 50 and 10 callers, against Emmett and bare INSERTs
  issue    tickets of one hot raffle, 50 and 500 callers, against Emmett
  place    place → confirm → issue in one process, 50 and 500 callers
  http     POST /api/purchases with the provider's sandbox, 300 and 500 arrivals a second, 30 s
           each; how far read models are behind meanwhile
  poll     GET /api/whishpay/status/{id}, 50 connections
  rebuild  read models from zero, each alone and all together
  lag      read models behind the facts of 300 orders a second
  admin    every list of staff and the figures of any range, 8 clients, 100,000 orders
  ledger   checkpoints beside full sales, and a log of a million leaves built, grown and served
  memory   of the service while buyers order and pay, for --minutes, --rate of them a second
           who must be answered and given their tickets, 98 % of them
  export   the entries of a million tickets as CSV over HTTP, and the service's memory
  seal     the register of a million tickets, closed and sealed by the commands of a draw
  verify   a million tickets checked from a ZIP file, in Node and in Chromium
  processes  the same purchases answered by one to four processes on one database
  web      the landing pages on a cheap phone, see npm run bench -- web --help

  --quick  two rounds of two seconds, memory for two minutes, a smaller rebuild
`

type BenchPace = Pace & { minutes: number; perSecond: number; isQuick: boolean }

type Bench = (
  addresses: BenchServer,
  pace: BenchPace,
  progress: (step: string) => void,
) => Promise<Outcome[]>

export const benches: Readonly<Record<string, Bench>> = {
  append: benchAppend,
  issue: benchIssue,
  place: benchPlace,
  http: benchHttp,
  poll: benchPoll,
  rebuild: benchRebuildOutcome,
  lag: benchLagOutcome,
  export: benchExport,
  admin: benchAdmin,
  ledger: benchLedger,
  seal: benchSeal,
  verify: benchVerify,
  memory: benchMemory,
  processes: benchProcesses,
}
/** Takes too long to be run without having been asked for. */
const onlyByName = new Set(['seal', 'verify', 'memory', 'processes'])

function read(given: readonly string[]) {
  const { values, positionals: names } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string' },
      rate: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { quick: isQuick } = values
  const number = (name: 'rounds' | 'seconds' | 'minutes' | 'rate', otherwise: number) => {
    const value = Number(values[name] ?? otherwise)
    if (value > 0 && Number.isFinite(value)) return value
    throw wrongUse(`--${name} ${values[name]}: a number above zero`)
  }
  const pace: BenchPace = {
    isQuick,
    rounds: number('rounds', isQuick ? 2 : 5),
    seconds: number('seconds', isQuick ? 2 : 5),
    minutes: number('minutes', isQuick ? 2 : 10),
    perSecond: number('rate', 300),
  }
  return { names, pace, isJson: values.json }
}

export async function runBenches(given: readonly string[]): Promise<number> {
  if (given.includes('web')) return runWebBench(given, withServer)
  if (wantsHelp(HELP, given)) return 0
  const { names, pace, isJson } = read(given)
  const unknown = names.filter((name) => !Object.hasOwn(benches, name))
  if (unknown.length > 0) {
    process.stderr.write(`No such benchmark: ${unknown.join(', ')}.\n${HELP}`)
    return 2
  }
  if (names.includes('verify')) await buildVerifier(join(import.meta.dirname, '../..'))
  const all = Object.keys(benches).filter((name) => !onlyByName.has(name))
  const asked = { names: names.length > 0 ? names : all, pace }
  const outcomes = await withServer((restartServer) => measure({ ...asked, restartServer }))
  if (isJson) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`)
  else for (const outcome of outcomes) process.stdout.write(`${format(outcome)}\n`)
  return outcomes.every(({ ratios }) => ratios.every(({ isReached }) => isReached)) ? 0 : 1
}

type Asked = Pick<BenchServer, 'restartServer'> & { names: readonly string[]; pace: BenchPace }

async function measure({ names, pace, restartServer }: Asked): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const name of names) {
    const { url, ownerUrl, drop } = await testDatabase()
    await settle(process.env.TEST_DATABASE_URL ?? '')
    const shown = bar(`bench ${name}`)
    let steps = 0
    const server = { url, ownerUrl, restartServer }
    outcomes.push(...(await benches[name]!(server, pace, (step) => shown.update(++steps, step))))
    shown.stop()
    await drop()
  }
  return outcomes
}

/** Durable, unlike the server of the tests: group commit is about waiting for the disk. */
async function withServer<Result>(
  act: (restartServer: BenchServer['restartServer']) => Promise<Result>,
): Promise<Result> {
  const given = process.env.BENCH_DATABASE_URL
  if (given !== undefined) {
    process.env.TEST_DATABASE_URL = given
    return act(null)
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'qura-bench-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(dataFolder, 0o711)
  let server = await startEmbedded({ dataFolder })
  const { ownerUrl } = server
  process.env.TEST_DATABASE_URL = ownerUrl
  const restart = async () => {
    await server.stop()
    server = await startEmbedded({ dataFolder })
    if (server.ownerUrl !== ownerUrl) throw new Error('another program took the port of PostgreSQL')
  }
  try {
    return await act(restart)
  } finally {
    await server.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

const REFUSED = 2

if (import.meta.main)
  await runBenches(process.argv.slice(2)).then(
    (status) => void (process.exitCode = status),
    (error: unknown) => tellRefusal(error, REFUSED),
  )
