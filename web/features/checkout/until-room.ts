// In a rush the shop lets newcomers wait: the purchase asks again when it was told to, a little
// later each of them, for some minutes. Nothing was ordered meanwhile.
import { ApiError } from '../../lib/http.ts'

export type Waiting = {
  /** Told each time what the shop said. */
  onWait: (sentence: string) => void
  /** The buyer has gone. */
  signal: AbortSignal
}

const TRIES_MAX = 12
const SPREAD_MS = 2_000

export async function untilRoom<Answer>(
  ask: () => Promise<Answer>,
  { onWait, signal }: Waiting,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null
      if (problem?.code !== 'waiting_room' || tries === TRIES_MAX) throw error
      onWait((error as ApiError).sentence ?? problem.error)
      const seconds = problem.retryAfterSeconds ?? 1
      await pause(seconds * 1_000 + Math.random() * SPREAD_MS, signal)
      if (signal.aborted) throw error
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
