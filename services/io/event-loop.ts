// How long the event loop stood still: over a computation, a collection of garbage, or because the
// machine gave us no processor. While it stands nobody is answered, and nobody can be told so; what
// is known afterwards is how long it was.
export type LoopWatch = {
  /** The longest standstill that ended, or goes on, within the last `withinMs`; 15 s at most. */
  blockedMs: (withinMs: number) => number
  stop: () => void
}

const TICK_MS = 50
const KEPT_MS = 15_000
/** Shorter ones are the ordinary work of a turn. */
const NOTED_MS = 25

type Standstill = { endedMs: number; ms: number }

export function watchEventLoop(): LoopWatch {
  let standstills: Standstill[] = []
  let dueMs = performance.now() + TICK_MS

  const timer = setInterval(() => {
    const now = performance.now()
    const ms = now - dueMs
    dueMs = now + TICK_MS
    if (ms > NOTED_MS) standstills.push({ endedMs: now, ms })
    const [oldest] = standstills
    if (oldest !== undefined && oldest.endedMs < now - KEPT_MS)
      standstills = standstills.filter(({ endedMs }) => endedMs >= now - KEPT_MS)
  }, TICK_MS)
  timer.unref()

  return {
    blockedMs(withinMs) {
      const now = performance.now()
      const recent = standstills.filter(({ endedMs }) => endedMs >= now - withinMs)
      // Who asks in the turn after a standstill may come before our own tick.
      return Math.max(0, now - dueMs, ...recent.map(({ ms }) => ms))
    },
    stop: () => clearInterval(timer),
  }
}
