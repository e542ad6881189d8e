// How often something may be asked for, per key, in this process's memory. What protects a phone
// number stands in the database instead (`sign-in-guards.ts`) and does not soften with the mode.
import { Rejection } from '#events/kernel/rejection.ts'

export type LimitMode = 'strict' | 'relaxed'

/**
 * Lebanese operators put thousands of phones behind one address, so what counts per address is
 * far above what one person does; what counts per browser is near it.
 */
const ceilings = {
  callsPerAddress: { max: 30_000, seconds: 60 },
  writesPerBrowser: { max: 240, seconds: 60 },
  purchasesPerAddress: { max: 6_000, seconds: 60 },
  purchasesPerBrowser: { max: 30, seconds: 60 },
  phoneChecksPerBrowser: { max: 20, seconds: 3_600 },
  phoneChecksPerAddress: { max: 300, seconds: 3_600 },
  codesPerBrowser: { max: 10, seconds: 3_600 },
  codesPerAddress: { max: 300, seconds: 3_600 },
  codeTriesPerBrowser: { max: 40, seconds: 3_600 },
  signInsPerAddress: { max: 300, seconds: 3_600 },
  alertsPerBrowser: { max: 20, seconds: 3_600 },
  alertsPerAddress: { max: 300, seconds: 3_600 },
  callbacksPerAttempt: { max: 50, seconds: 60 },
  doubtfulCallbacksPerAddress: { max: 60, seconds: 60 },
  doubtfulCallbacks: { max: 600, seconds: 60 },
  eventsPerAddress: { max: 12_000, seconds: 60 },
  uploadsPerPerson: { max: 120, seconds: 60 },
} as const

export type LimitName = keyof typeof ceilings

/** Relaxed: for a demo on one machine, where every visitor has the address of all others. */
const RELAXED_FACTOR = 1_000
/** Of one limit. */
const KEYS_MAX = 100_000

export type Limits = {
  /** Counts one; throws `too_many_requests` where the ceiling is reached. */
  take: (name: LimitName, key: string) => void
  size: () => number
}

/**
 * GCRA: for each key only the instant at which its allowance would be full again. A burst of `max`
 * passes, then one each `seconds / max`.
 */
export function openLimits({
  mode,
  refused = () => {},
  nowMs = () => performance.now(),
}: LimitSettings): Limits {
  const fullAgainAt = new Map<LimitName, Map<string, number>>()
  const factor = mode === 'relaxed' ? RELAXED_FACTOR : 1

  return {
    size: () => [...fullAgainAt.values()].reduce((sum, { size }) => sum + size, 0),
    take(name, key) {
      const { max, seconds } = ceilings[name]
      const periodMs = seconds * 1_000
      const costMs = periodMs / (max * factor)
      const now = nowMs()
      const known = fullAgainAt.get(name) ?? new Map<string, number>()
      const fullAt = Math.max(known.get(key) ?? now, now) + costMs
      if (fullAt - now > periodMs + costMs / 2) {
        refused(name)
        throw tooMany((fullAt - now - periodMs) / 1_000)
      }

      known.delete(key) // so that the map stays ordered by last use
      known.set(key, fullAt)
      fullAgainAt.set(name, known)
      forgetFull(known, now)
      if (known.size > KEYS_MAX) forgetOldest(known)
    },
  }
}

export type LimitSettings = {
  mode: LimitMode
  /** For whoever counts refusals and raises the alarm. */
  refused?: (name: LimitName) => void
  nowMs?: () => number
}

export function tooMany(seconds: number): Rejection {
  return new Rejection(
    'too_many_requests',
    'Too many requests. Please wait a moment and try again.',
    { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) },
  )
}

const FORGOTTEN_PER_TAKE_MAX = 3

/** A full allowance is a stranger's: more are forgotten than come, so they do not pile up. */
function forgetFull(map: Map<string, number>, now: number) {
  let looked = 0
  for (const [key, fullAt] of map) {
    if (fullAt > now || looked++ === FORGOTTEN_PER_TAKE_MAX) return
    map.delete(key)
  }
}

function forgetOldest(map: Map<string, number>) {
  for (const key of map.keys()) {
    map.delete(key)
    if (map.size <= KEYS_MAX * 0.9) return
  }
}
