// npm start: from nothing to a shop that answers, in one command.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { besideGaps, envBeside } from '../config-beside.ts'
import { ConfigRefused, readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import type { PreparedDatabase, Progress } from '../database/prepare.ts'
import type { ProcessNews } from '../http/process-news.ts'
import { sizeOf } from '../io/files.ts'
import { openProcesses } from '../io/processes.ts'
import type { Processes } from '../io/processes.ts'
import type { Service } from '../main.ts'
import { bar, takesNothing, wantsHelp } from './terminal.ts'
import { explain, firstSignal, stopWithin } from './until-asked.ts'
import { builtWeb } from './web-build.ts'

const help = `npm start

Starts the shop: its own PostgreSQL unless DATABASE_URL is set, migrations, the web app (built when
its sources have changed), the service, and in the demo the sandbox of the payment providers.
Ctrl-C stops all of it. Settings come from the environment; docs/operate.md lists them.

  --help   this text

Exit status 0: stopped when asked to; 1: failed; 78: settings that must not start.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  takesNothing()
  const started = performance.now()
  const config = readConfig(process.env)
  const gaps = besideGaps(config)
  if (gaps.length > 0) throw new ConfigRefused(gaps)
  const signal = firstSignal()
  const shown = bar('starting')
  const progress: Progress = ({ name, done = 0, total = 0 }) => shown.update(done, name, total)

  const database = await prepareDatabase(config, progress)
  const beside = openProcesses<ProcessNews>({
    program: join(import.meta.dirname, 'serve.ts'),
    count: config.processes - 1,
    died: (index) =>
      process.stderr.write(`process ${index} ended by itself and is started again\n`),
  })
  try {
    const up = bringUp({ config, database, beside, progress })
    const service = await Promise.race([up, giveUpOn(signal)])
    shown.stop()
    announce({ config, database, service, tookMs: performance.now() - started })
    const why = await Promise.race([signal, ended(database)])
    stopWithin()
    // Together: each of them may need seconds until nobody comes any more.
    await Promise.all([beside.stop(), service.stopAnswering()])
    await service.stop() // last: it works for all of them behind their requests
    if (why === 'database ended') throw new Error('PostgreSQL ended by itself; see its log')
  } catch (error) {
    const { embedded } = database
    if (embedded !== null && !(error instanceof CalledOff))
      process.stderr.write(`\nThe shop's PostgreSQL lies in ${embedded.folder}\n`)
    throw error
  } finally {
    shown.stop()
    await database.stop()
  }
}

type Parts = {
  config: Config
  database: PreparedDatabase
  beside: Processes<ProcessNews>
  progress: Progress
}

async function bringUp({ config, database, beside, progress }: Parts) {
  await buildWeb(progress)
  const { startService } = await import('../main.ts')
  const distFolder = await builtWeb(join(import.meta.dirname, '../..'))
  const { exchange } = beside
  const service = await startService(config, database, { distFolder, progress, exchange })
  const found = { databaseUrl: database.url, distFolder }
  await beside.start((index) => envBeside(process.env, config, index, found))
  return service
}

/** A start that is called off: whatever it was doing goes with the process. */
async function giveUpOn(signal: Promise<string>): Promise<never> {
  throw new CalledOff(await signal)
}

class CalledOff extends Error {}

/** In a process of its own: the bundler is large, and the service runs for months. */
async function buildWeb(progress: Progress): Promise<void> {
  const program = join(import.meta.dirname, 'build-web.ts')
  if ((await sizeOf(program)) === null) return
  progress({ name: 'building the web app' })
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
      progress({ name: `building the web app: ${said.trim().split('\n').at(-1)}` })
    })
  const code = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`the web app does not build:\n${said}`)
}

const ended = (database: PreparedDatabase) =>
  new Promise<string>((resolve) => database.onEnd(() => resolve('database ended')))

type Started = {
  config: Config
  database: PreparedDatabase
  service: Pick<Service, 'oneTimePassword'>
  tookMs: number
}

function announce({ config, database, service, tookMs }: Started): void {
  const lines = [`Qura is at ${config.http.publicOrigin} (started in ${seconds(tookMs)} s)`]
  if (config.sandbox !== null)
    lines.push(`Sandbox of payments and messages: ${config.sandbox.origin}`)
  if (service.oneTimePassword !== null)
    lines.push(
      `Staff sign in at ${config.admin.origin}/admin/login as ${config.admin.email}`,
      `with ${service.oneTimePassword} (shown once; you choose your own at the first sign-in)`,
    )
  if (database.embedded !== null) {
    const { folder, user } = database.embedded
    lines.push(`PostgreSQL lies in ${folder}${user === null ? '' : ` and runs as ${user}`}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

function tellWhy(error: unknown): void {
  if (error instanceof CalledOff) process.exitCode = 1
  else explain(error)
}

if (import.meta.main)
  await main()
    .catch(tellWhy)
    .finally(() => process.exit())
