// Ends the process when a change has led into an endless loop: nothing in the thread that loops can
// do it. What counts is time of the processor, because a machine that others use, or that stands
// still for a while, lets a sound test wait for any time. What ended it is found in a file by the
// process that comes after.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Null: nothing is being run. */
export type Watched = { mark: string; cpuMicrosecondsMax: number } | null

export type ProcessorLimit = {
  begin: (mutant: string, cpuMsMax: number) => void
  end: () => void
}

export function processorLimit(): ProcessorLimit {
  const watch = new Worker(new URL('./processor-watch.ts', import.meta.url))
  watch.unref()
  const tell = (watched: Watched) => watch.postMessage(watched)
  return {
    begin(mutant, cpuMsMax) {
      const { user, system } = process.cpuUsage()
      tell({ mark: markOf(mutant), cpuMicrosecondsMax: user + system + cpuMsMax * 1000 })
    },
    end: () => tell(null),
  }
}

/** A process before this one was ended while it ran this change. */
export const wasEndless = (mutant: string): boolean => existsSync(markOf(mutant))

/** In the copy of the project that a run makes, and removes at its end. */
const markOf = (mutant: string): string => resolve(`.endless-${mutant}`)
