// How often something may be asked for, per key, in this process's memory; `shared-limits.ts` lets
// several processes count together. What protects a phone
// number stands in the database instead (`sign-in-limits.ts`) and does not soften with the mode.
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
  personRefusalsPerBrowser: { max: 10, seconds: 3_600 },
  personRefusalsPerAddress: { max: 300, seconds: 3_600 },
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
  /** Rows, not calls: five hundred pages of a list, and no more than ten of the longest. */
  peopleReadPerPerson: { max: 10_000, seconds: 3_600 },
} as const

export type LimitName = keyof typeof ceilings
export const limitNames = Object.keys(ceilings) as LimitName[] // its keys are its type

/** Relaxed: for a demo on one machine, where every visitor has the address of all others. */
const RELAXED_FACTOR = 1_000
/** Of one limit. */
const KEYS_MAX = 100_000

export type Limits = {
  /**
   * Counts one, or as many as are taken together; throws `too_many_requests`, and counts none of
   * them, where the ceiling is reached.
   */
  take: (name: LimitName, key: string, count?: number) => void
  /** Counts what another process has let pass; refuses nobody. */
  note: (name: LimitName, key: string, count: number) => void
  size: () => number
}

/**
 * GCRA: for each key only the instant at which its allowance would be full again. A burst of `max`
 * passes, then one each `seconds / max`.
 */
export function openLimits({
  mode,
  refused = () => {},
  taken = () => {},
  nowMs = () => performance.now(),
}: LimitSettings): Limits {
  const fullAgainAt = new Map<LimitName, Map<string, number>>()
  const factor = mode === 'relaxed' ? RELAXED_FACTOR : 1

  const costMsOf = (name: LimitName) =>
    (ceilings[name].seconds * 1_000) / (ceilings[name].max * factor)
  const fullAtAfter = (name: LimitName, key: string, count: number) =>
    Math.max(fullAgainAt.get(name)?.get(key) ?? 0, nowMs()) + count * costMsOf(name)

  function keep(name: LimitName, key: string, fullAt: number) {
    const known = fullAgainAt.get(name) ?? new Map<string, number>()
    known.delete(key) // so that the map stays ordered by last use
    known.set(key, fullAt)
    fullAgainAt.set(name, known)
    forgetFull(known, nowMs())
    if (known.size > KEYS_MAX) forgetOldest(known)
  }

  return {
    size: () => [...fullAgainAt.values()].reduce((sum, { size }) => sum + size, 0),
    note: (name, key, count) => keep(name, key, fullAtAfter(name, key, count)),
    take(name, key, count = 1) {
      const periodMs = ceilings[name].seconds * 1_000
      const fullAt = fullAtAfter(name, key, count)
      const leftMs = fullAt - nowMs()
      if (leftMs > periodMs + costMsOf(name) / 2) {
        refused(name)
        throw tooMany((leftMs - periodMs) / 1_000)
      }
      keep(name, key, fullAt)
      taken(name, key, count)
    },
  }
}

export type LimitSettings = {
  mode: LimitMode
  /** For whoever counts refusals and raises the alarm. */
  refused?: (name: LimitName) => void
  /** For who tells it to other processes. */
  taken?: (name: LimitName, key: string, count: number) => void
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
