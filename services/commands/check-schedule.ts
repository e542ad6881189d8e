// When a provider is asked again about a payment that has not come to its end.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After the attempt began: 5, 15, 30 s, 1, 2, 5, 15, 60 min, then hourly to 48 h. */
const STEPS_MS = [
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
] as const
const WATCHED_MS = 48 * HOUR
const UNANSWERED_MS = 30 * 24 * HOUR

/** Null: the time is over, a person must look. */
export function nextCheckAt(startedAt: Date, now: Date): Date | null {
  const age = now.getTime() - startedAt.getTime()
  const step = STEPS_MS.find((candidate) => candidate > age)
  if (step !== undefined) return new Date(startedAt.getTime() + step)
  const nextHour = (Math.floor(age / HOUR) + 1) * HOUR
  return nextHour > WATCHED_MS ? null : new Date(startedAt.getTime() + nextHour)
}

/**
 * Behind the schedule a provider is asked because somebody says that there is something to hear.
 * One that does not answer then is asked again each hour, for a month. Null: no more.
 */
export function againAt(startedAt: Date, now: Date): Date | null {
  const next = now.getTime() + HOUR
  return next > startedAt.getTime() + UNANSWERED_MS ? null : new Date(next)
}
