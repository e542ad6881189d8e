// Runs PostgreSQL for as long as its parent lives. The parent holds the other end of our standard
// input: when it ends, however it ends (kill -9 included), the pipe closes and PostgreSQL is
// stopped. A process of its own session: Ctrl-C in the terminal reaches the service, which decides
// the order.
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'

export type Supervised = {
  program: string
  arguments: string[]
  folder: string
  logFile: string
  user: { uid: number; gid: number } | null
  /** Windows has no signals to ask PostgreSQL to stop with. */
  stopProgram: string
}

const {
  program,
  arguments: args,
  folder,
  logFile,
  user,
  stopProgram,
} = JSON.parse(process.argv[2] ?? '') as Supervised

const identity = user === null ? {} : { uid: user.uid, gid: user.gid }
const log = openSync(logFile, 'a', 0o600)
const postgres = spawn(program, args, {
  cwd: folder,
  stdio: ['ignore', log, log],
  env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
  ...identity,
})

const IMMEDIATE_AFTER_MS = 15_000
let isStopping = false

postgres.on('error', () => process.exit(1))
postgres.on('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)))
process.stdin.on('end', stop)
process.stdin.on('error', stop)
process.stdin.resume()
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('SIGHUP', stop)

/** Fast: open transactions are rolled back, everything is flushed, a checkpoint is written. */
function stop(): void {
  if (isStopping) return
  isStopping = true
  if (process.platform === 'win32')
    spawn(stopProgram, ['stop', '-D', folder, '-m', 'fast', '-W'], { stdio: 'ignore' })
  else postgres.kill('SIGINT')
  // Immediate: the next start recovers from the log. Nothing committed is lost.
  setTimeout(() => postgres.kill('SIGQUIT'), IMMEDIATE_AFTER_MS).unref()
}
