// The processes beside the first one: each answers requests on the shop's port and decides orders
// and tickets, whichever raffle they are for. The first one starts them, tells each what the others
// have let pass (`shared-limits.ts`), and starts one that dies again.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import type { LimitExchange, Takes } from '../http/shared-limits.ts'
import { after } from '../io/timers.ts'

export type Processes = {
  exchange: LimitExchange
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

/** `died` hears of each that ends by itself. */
export function openProcesses(count: number, died: (index: number) => void): Processes {
  const children = new Map<number, ChildProcess>()
  const listeners = new Set<(takes: Takes) => void>()
  const leaving = new Set<ChildProcess>()
  let envOf: (index: number) => NodeJS.ProcessEnv = () => process.env
  const tell = (takes: Takes, butNot?: ChildProcess) => {
    for (const child of children.values())
      if (child !== butNot && child.connected) child.send({ takes }, () => {})
  }

  function start(index: number, env: NodeJS.ProcessEnv): Promise<void> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.set(index, child)
    return new Promise((resolve, reject) => {
      child.on('message', (message: FromChild) => {
        if ('isReady' in message) return resolve()
        tell(message.takes, child)
        for (const listen of listeners) listen(message.takes)
      })
      child.once('exit', () => {
        children.delete(index)
        reject(new Error(`process ${index} ended before it answered`))
        if (leaving.delete(child)) return
        died(index)
        after('process again', AGAIN_MS, () => void start(index, env).catch(() => {}))
      })
    })
  }

  function end(child: ChildProcess): Promise<void> {
    leaving.add(child)
    return new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  }

  return {
    exchange: { tell, hear: (listen) => listeners.add(listen) },
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
        await start(index, envOf(index))
      }
    },
    async stop() {
      await Promise.all([...children.values()].map(end))
    },
  }
}

type FromChild = { isReady: true } | { takes: Takes }

/** Of a process that was started by `openProcesses`; undefined in one that stands alone. */
export function exchangeWithParent(): LimitExchange | undefined {
  if (process.send === undefined) return undefined
  return {
    tell: (takes) => void (process.connected && process.send?.({ takes })),
    hear: (listen) => process.on('message', ({ takes }: { takes: Takes }) => listen(takes)),
  }
}

/** Resolves when the process that started this one is gone; never in one that stands alone. */
export const parentGone = (): Promise<string> =>
  new Promise((resolve) => process.once('disconnect', () => resolve('parent gone')))

/** Tells the parent, if there is one, that requests are answered from now on. */
export const tellReady = (): void => void process.send?.({ isReady: true })
