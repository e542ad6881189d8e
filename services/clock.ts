// The one clock of the service: PostgreSQL's, as `clock_now()` tells it. Between two looks at the
// database the distance to this machine's clock is kept, so `now` costs nothing. Of this machine
// only the clock that never jumps is asked: somebody who sets its wall clock an hour back must not
// make reservations that are over before they begin (docs/campaign.md, F11).
import type { Queryable } from './io/database.ts'
import { every } from './io/timers.ts'

export type Clock = {
  now: () => Date
  /** Looks at the database's clock now, for who has just been told that his time is off. */
  sync: () => Promise<void>
  stop: () => Promise<void>
}

const SYNC_MS = 3_000

export async function openClock(
  database: Queryable,
  { syncMs = SYNC_MS, failed = () => {} }: ClockOptions = {},
): Promise<Clock> {
  let offsetMs = await measureOffset(database)
  const look = async () => {
    offsetMs = await measureOffset(database)
  }
  let looking: Promise<void> | undefined
  // A crowd that is told at once that it is too late looks once.
  const sync = () => (looking ??= look().finally(() => (looking = undefined)))
  const repeating = every('clock sync', syncMs, sync, failed)
  return { now: () => new Date(steadyMs() + offsetMs), sync, stop: repeating.stop }
}

type ClockOptions = {
  syncMs?: number
  /** The old distance stays in use when the database cannot be asked. */
  failed?: (error: unknown) => void
}

/** Only forward, only with the owner's role, only in a database marked demo or test. */
export async function moveClock(owner: Queryable, to: Date): Promise<void> {
  await owner.query('select move_clock($1)', [to])
}

/** The answer belongs to the middle of the round trip. */
async function measureOffset(database: Queryable): Promise<number> {
  const before = steadyMs()
  const { rows } = await database.query<{ now: Date }>({
    name: 'clock_now',
    text: 'select clock_now() as now',
  })
  const after = steadyMs()
  const [answer] = rows
  if (answer === undefined) throw new Error('clock_now() returned no row')
  return Math.round(answer.now.getTime() - (before + after) / 2)
}

/** Set once by the machine's clock, and from then on it only runs. */
const steadyMs = (): number => performance.timeOrigin + performance.now()
