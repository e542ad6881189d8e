// Ceilings that hold over all processes of one shop: each tells the others what it has let pass, a
// few times a second. So a ceiling may be exceeded by what passes within that time, no more.
import { coalesce } from '../io/coalesce.ts'
import type { Exchange } from '../io/processes.ts'
import { openLimits } from './limits.ts'
import type { LimitName, Limits, LimitSettings } from './limits.ts'

/** How often each key was let pass since the last telling. */
export type Takes = readonly (readonly [name: LimitName, key: string, count: number])[]

const TELL_MS = 100

export function openSharedLimits(settings: LimitSettings, exchange: Exchange<Takes>): Limits {
  const untold = new Map<LimitName, Map<string, number>>()
  const telling = coalesce('limits', TELL_MS, async () => {
    exchange.tell([...untold].flatMap(([name, keys]) => [...keys].map(triple(name))))
    untold.clear()
  })
  const limits = openLimits({
    ...settings,
    taken(name, key, count) {
      const keys = untold.get(name) ?? new Map<string, number>()
      untold.set(name, keys.set(key, (keys.get(key) ?? 0) + count))
      telling.call()
    },
  })
  exchange.hear((takes) => {
    for (const [name, key, count] of takes) limits.note(name, key, count)
  })
  return limits
}

const triple =
  (name: LimitName) =>
  ([key, count]: readonly [string, number]) =>
    [name, key, count] as const
