// Time that passes. Every timer can be stopped, so that nothing outlives a clean stop.
import { io } from './io.ts'
import { apart } from './tracing.ts'

/** Rejects with the signal's reason when it is aborted first. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await io('timer sleep', () => pause(ms, signal))
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

export type Repeating = {
  /** Runs it at once instead of at the next tick; shares a run that is already going. */
  now: () => Promise<void>
  /** The same, and what is going does not count: it may have looked before something came. */
  afresh: () => Promise<void>
  /** No new run starts; resolves when the one that runs has ended. */
  stop: () => Promise<void>
}

/**
 * Runs `act` again and again, `ms` after the end of the run before, never twice at once. A failure
 * goes to `failed` and the next run comes all the same.
 */
export function every(
  name: string,
  ms: number,
  act: () => Promise<void>,
  failed: (error: unknown) => void,
): Repeating {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isStopped = false

  function run(): Promise<void> {
    clearTimeout(timer)
    running ??= apart(() => io(`timer ${name}`, act).catch(failed).finally(rest))
    return running
  }

  function rest() {
    running = undefined
    schedule()
  }

  function schedule() {
    if (!isStopped) timer = setTimeout(run, ms)
  }

  const now = () => (isStopped ? Promise.resolve() : run())

  /** Whoever asks during one run shares the next. */
  function afresh(): Promise<void> {
    if (running === undefined) return now()
    next ??= running.then(() => {
      next = undefined
      return now()
    })
    return next
  }

  schedule()
  return {
    now,
    afresh,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * When everything has been read that had arrived by now: in a rush many requests are read in one
 * turn of the event loop, and those that wait for its end share a statement.
 */
export function afterTurn(act: () => void): void {
  apart(() => setImmediate(act))
}

export const endOfTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Once, later; the answer cancels it. */
export function after(name: string, ms: number, act: () => void): () => void {
  const ring = () => void io(`timer ${name}`, async () => act())
  const timer = setTimeout(() => apart(ring), ms)
  return () => clearTimeout(timer)
}

export class TimedOut extends Error {
  constructor(what: string, ms: number) {
    super(`${what} took longer than ${ms} ms`)
    this.name = 'TimedOut'
  }
}

/** Rejects with TimedOut after `ms`; `act` hears of it through its signal. */
export async function timeout<Result>(
  what: string,
  ms: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimedOut(what, ms)
      controller.abort(error)
      reject(error)
    }, ms)
  })
  try {
    return await Promise.race([act(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
