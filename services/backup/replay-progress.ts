// How far PostgreSQL is on its way through its log, and what it died of: it tells nobody but its
// own log of words, so that is read as it grows.
import { logFileIn } from '../database/embedded.ts'
import { sizeOf } from '../io/files.ts'
import { every } from '../io/timers.ts'
import { readFrom } from '../io/trees.ts'

export type Followed = {
  /** Its last complaint, without the time in front, and how far it came; null: it made none. */
  lastWords: () => Promise<string | null>
  stop: () => Promise<void>
}

const POLL_MS = 250

/** Hears the name of each file of the log as it comes out of the archive. */
export async function followLog(home: string, restored: (name: string) => void): Promise<Followed> {
  const path = logFileIn(home)
  const before = (await sizeOf(path)) ?? 0
  /** A log that has grown long was put aside, and begins anew. */
  const read = async () => readFrom(path, ((await sizeOf(path)) ?? 0) < before ? 0 : before)
  const following = every(
    'follow the log',
    POLL_MS,
    async () => {
      const last = [...(await read()).matchAll(/restored log file "([0-9A-F]{24})"/g)].at(-1)
      if (last?.[1] !== undefined) restored(last[1])
    },
    () => {},
  )
  return {
    async lastWords() {
      const text = await read()
      const complaint = lastOf(text, /(?:FATAL|PANIC): +(.+)/g)
      const commit = lastOf(text, /last completed transaction was at log time (.+)/g)
      if (complaint === null || commit === null) return complaint
      return `${complaint}; the last commit it found is of ${commit}`
    },
    stop: following.stop,
  }
}

const lastOf = (text: string, found: RegExp) => [...text.matchAll(found)].at(-1)?.[1] ?? null
