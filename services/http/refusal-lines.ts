// What the log is told of limits that refuse (ASVS 16.3.3): of each limit the first refusal at
// once, and how many followed it a minute later. Never whom: who floods would write the log.
import { coalesce } from '../io/coalesce.ts'
import { limitNames } from './limits.ts'
import type { LimitName } from './limits.ts'

export type RefusalLines = {
  /** This limit has refused somebody. */
  note: (limit: LimitName) => void
  /** What was not told yet is told now; nothing is told later. */
  stop: () => Promise<void>
}

const REST_MS = 60_000

type Log = { warn: (line: object, message: string) => void }

export function openRefusalLines(log: Log): RefusalLines {
  const refused = new Map<LimitName, number>()
  function tell(limit: LimitName): void {
    const times = refused.get(limit)
    if (times === undefined) return
    refused.delete(limit)
    log.warn({ limit, refused: times }, 'a limit has refused')
  }
  const lines = new Map(
    limitNames.map((limit) => [limit, coalesce('refusal line', REST_MS, async () => tell(limit))]),
  )
  return {
    note(limit) {
      refused.set(limit, (refused.get(limit) ?? 0) + 1)
      lines.get(limit)?.call()
    },
    async stop() {
      await Promise.all([...lines.values()].map((line) => line.stop()))
      for (const limit of limitNames) tell(limit)
    },
  }
}
