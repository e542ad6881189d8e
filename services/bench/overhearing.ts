// What the processes of a shop print, line by line as it comes: passed on from the level that is
// asked for, and searched for the buyers first, of whom no log tells (docs/security.md, K56). It
// says more than is passed on, so that what goes wrong in a storm is searched as well. Nothing is
// kept but the first lines in which somebody was found: hours of it cost no memory.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { buyerTrace } from './buyer.ts'

export type PassedOn = 'error' | 'fatal'

/** What the processes are to log: all that goes wrong, and nothing for each purchase. */
export const OVERHEARD_LEVEL = 'warn'

export type Overhearing = {
  listen: (child: Pick<ChildProcess, 'stdout' | 'stderr'>) => void
  /** When the processes have ended; fails when anything that they have printed tells of a buyer. */
  requireNobodyTold: () => Promise<void>
}

type Out = { write: (text: string) => unknown }
type Outs = { stdout: Out; stderr: Out }

const KEPT_MAX = 5
/** A process that was killed may have left another one that still holds the pipe. */
const LAST_WORDS_MS = 2_000

export function openOverhearing(from: PassedOn, outs: Outs = process): Overhearing {
  const kept: string[] = []
  let found = 0
  const ends: Promise<unknown>[] = []

  function hear(line: string, out: Out) {
    const [trace] = buyerTrace.exec(line) ?? []
    if (trace !== undefined) {
      found += 1
      if (kept.length < KEPT_MAX) kept.push(`${trace} in ${line}`)
    }
    if (!below[from].test(line)) out.write(`${line}\n`)
  }

  return {
    listen(child) {
      for (const name of ['stdout', 'stderr'] as const) {
        const input = child[name]
        if (input === null) throw new Error(`${name} of a process is not ours to read`)
        const lines = createInterface({ input })
        lines.on('line', (line) => hear(line, outs[name]))
        ends.push(once(lines, 'close'))
      }
    },
    async requireNobodyTold() {
      await Promise.race([Promise.all(ends), sleep(LAST_WORDS_MS, undefined, { ref: false })])
      if (found > 0) throw new Error(`told of buyers (K56) ${found} times:\n${kept.join('\n')}`)
    },
  }
}

/** As our log begins its lines. What is none of them, Node's own stack say, is always passed on. */
const below: Record<PassedOn, RegExp> = {
  error: /^\{"level":"(?:debug|info|warn)"/,
  fatal: /^\{"level":"(?:debug|info|warn|error)"/,
}
