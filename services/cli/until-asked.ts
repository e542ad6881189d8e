// How a program of the service hears that it should end, and tells why it did.
import { ConfigRefused } from '../config.ts'
import { StartRefused } from '../database/start-refused.ts'
import { closedPath } from './closed-path.ts'
import { isWrongOption } from './terminal.ts'

const WATCH_PARENT_MS = 1_000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or at the end of npm: the shell between us does
 * not pass on a signal that was sent to npm alone. A second signal does not wait for a clean stop.
 */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isAsked = false
    const parent = process.ppid
    const watch = () => process.ppid === parent || resolve('npm ended')
    if (process.env.npm_lifecycle_event !== undefined) setInterval(watch, WATCH_PARENT_MS).unref()
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, () => {
        if (isAsked) process.exit(1)
        isAsked = true
        resolve(name)
      })
  })
}

/** Answers in flight, queues and jobs have this long; then the process ends without them. */
const STOP_WITHIN_MS = 25_000

export function stopWithin(limitMs = STOP_WITHIN_MS): void {
  setTimeout(() => {
    process.stderr.write(`not everything ended within ${limitMs / 1_000} s; leaving\n`)
    process.exit(1)
  }, limitMs).unref()
}

const EXIT_SETTINGS = 78

/** A refusal in its own words, anything else with where it happened; sets the exit status. */
export function explain(error: unknown): void {
  process.exitCode = error instanceof ConfigRefused ? EXIT_SETTINGS : 1
  process.stderr.write(`${wordsOf(error)}\n`)
}

function wordsOf(error: unknown): string {
  const closed = closedPath(error)
  if (closed !== null) return closed
  if (error instanceof ConfigRefused || error instanceof StartRefused || isWrongOption(error))
    return error.message
  const text = error instanceof Error ? (error.stack ?? '') : String(error)
  return text.replace(/^\w+: /, '')
}
