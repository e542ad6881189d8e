// How long to leave somebody alone who does not answer: twice as long after each failure, at most a
// minute, and not at all after a success.
const FIRST_MS = 1_000
const LAST_MS = 60_000

export type Patience = {
  isDue: (name: string) => boolean
  failed: (name: string) => void
  succeeded: (name: string) => void
}

export function openPatience(nowMs: () => number = () => performance.now()): Patience {
  const waiting = new Map<string, { until: number; pauseMs: number }>()
  return {
    isDue: (name) => nowMs() >= (waiting.get(name)?.until ?? 0),
    failed(name) {
      const pauseMs = Math.min((waiting.get(name)?.pauseMs ?? FIRST_MS / 2) * 2, LAST_MS)
      waiting.set(name, { until: nowMs() + pauseMs, pauseMs })
    },
    succeeded: (name) => void waiting.delete(name),
  }
}
