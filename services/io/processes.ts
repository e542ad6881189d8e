// Processes beside this one, all of one program: started, told what each of them tells the others,
// started again when one dies, and ended with this one.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

import { after, sleep } from './timers.ts'

/** To all the other processes, and from them. */
export type Exchange<News> = {
  tell: (news: News) => void
  hear: (listen: (news: News) => void) => void
}

export type Processes<News> = {
  /** Undefined when there is nobody to tell. */
  exchange: Exchange<News> | undefined
  /** Resolves when each of them answers. */
  start: (env: (index: number) => NodeJS.ProcessEnv) => Promise<void>
  /** Each in turn: asked to end, waited for, started anew and waited for again. */
  restart: () => Promise<void>
  /** Ends one of them as the machine might, for tests of that. */
  kill: () => void
  /** Asks each to end what is under way, and waits for it. */
  stop: () => Promise<void>
}

const AGAIN_MS = 1_000

export type ProcessNeeds = {
  /** The file that each of them runs; it calls `tellReady`. */
  program: string
  count: number
  /** Hears of each that ends by itself. */
  died: (index: number) => void
}

export function openProcesses<News>({ program, count, died }: ProcessNeeds): Processes<News> {
  const children = new Map<number, ChildProcess>()
  const listeners = new Set<(news: News) => void>()
  const leaving = new Set<ChildProcess>()
  let isEnding = false
  let envOf: (index: number) => NodeJS.ProcessEnv = () => process.env
  const tell = (news: News, butNot?: ChildProcess) => {
    for (const child of children.values())
      if (child !== butNot && child.connected) child.send({ news }, () => {})
  }

  function start(index: number, env: NodeJS.ProcessEnv): Promise<void> {
    const child = spawn(process.execPath, [program], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.set(index, child)
    let isUp = false
    return new Promise((resolve, reject) => {
      child.on('message', (message: FromChild<News>) => {
        if ('isReady' in message) {
          isUp = true
          return resolve()
        }
        tell(message.news, child)
        for (const listen of listeners) listen(message.news)
      })
      child.once('exit', () => {
        children.delete(index)
        reject(new Error(`process ${index} ended before it answered`))
        // Whoever waited for it hears of one that has never answered.
        if (leaving.delete(child) || !isUp) return
        died(index)
        again(index, env)
      })
    })
  }

  function again(index: number, env: NodeJS.ProcessEnv): void {
    after('process again', AGAIN_MS, () => {
      if (isEnding || children.has(index)) return
      void start(index, env).catch(() => again(index, env))
    })
  }

  /** What it needs may be away for the moment: PostgreSQL, say. */
  async function startInTheEnd(index: number): Promise<void> {
    while (!isEnding && !children.has(index))
      await start(index, envOf(index)).catch(() => sleep(AGAIN_MS))
  }

  /** Not by a signal: who sends one to all of us at once would have sent it the second. */
  function end(child: ChildProcess): Promise<void> {
    leaving.add(child)
    return new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.send({ isToEnd: true } satisfies ToChild<News>, () => {})
    })
  }

  return {
    exchange: count === 0 ? undefined : { tell, hear: (listen) => listeners.add(listen) },
    async start(env) {
      envOf = env
      const indices = Array.from({ length: count }, (_, index) => index + 1)
      await Promise.all(indices.map((index) => start(index, env(index))))
    },
    kill: () => void children.values().next().value?.kill('SIGKILL'),
    async restart() {
      for (const index of children.keys().toArray()) {
        const child = children.get(index)
        if (child !== undefined) await end(child)
        await startInTheEnd(index)
      }
    },
    async stop() {
      isEnding = true
      await Promise.all([...children.values()].map(end))
    },
  }
}

type FromChild<News> = { isReady: true } | { news: News }
type ToChild<News> = { isToEnd: true } | { news: News }

/** Of a process that was started by `openProcesses`; undefined in one that stands alone. */
export function exchangeWithParent<News>(): Exchange<News> | undefined {
  if (process.send === undefined) return undefined
  return {
    tell: (news) => void (process.connected && process.send?.({ news })),
    hear: (listen) =>
      process.on('message', (told: ToChild<News>) => {
        if ('news' in told) listen(told.news)
      }),
  }
}

/**
 * Resolves when the process that started this one says so, or is gone; never in one that stands
 * alone.
 */
export const askedByParent = (): Promise<string> =>
  new Promise((resolve) => {
    process.on('message', (told: ToChild<unknown>) => {
      if ('isToEnd' in told) resolve('parent ends')
    })
    process.once('disconnect', () => resolve('parent gone'))
    if (process.connected === false) resolve('parent gone') // before anybody listened
  })

/** Tells the parent, if there is one, that requests are answered from now on. */
export const tellReady = (): void => void process.send?.({ isReady: true })
