// Ends a change that has led into an endless loop: nothing in the thread that loops can do it. What
// counts is time of the processor, because a machine that others use, or that stands still for a
// while, lets a sound test wait for any time. First the changed code itself is told to throw; where
// that is not in the loop the process is ended, and the one that comes after finds a file that says
// so.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Null: nothing is being run. */
export type Watched = { run: number; mark: string; cpuMicrosecondsMax: number } | null

export type ProcessorLimit = {
  begin: (mutant: string, cpuMsMax: number) => void
  end: () => void
  /** What runs now has had its time. */
  isReached: () => boolean
}

export function processorLimit(): ProcessorLimit {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const watch = new Worker(new URL('./processor-watch.ts', import.meta.url), { workerData: flag })
  watch.unref()
  const tell = (watched: Watched) => watch.postMessage(watched)
  let run = 0
  return {
    begin(mutant, cpuMsMax) {
      run += 1
      const { user, system } = process.cpuUsage()
      tell({ run, mark: markOf(mutant), cpuMicrosecondsMax: user + system + cpuMsMax * 1000 })
    },
    end() {
      run += 1
      tell(null)
    },
    // A word that comes late is about a run before this one.
    isReached: () => Atomics.load(flag, 0) === run,
  }
}

/** A process before this one was ended while it ran this change. */
export const wasEndless = (mutant: string): boolean => existsSync(markOf(mutant))

/** In the copy of the project that a run makes, and removes at its end. */
const markOf = (mutant: string): string => resolve(`.endless-${mutant}`)
