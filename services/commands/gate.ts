// How many may be inside at once; the others wait their turn. In a rush the wait is ours: a
// provider is asked only by as many as it can answer, and its time limit begins when it is asked.
import { Rejection } from '#events/kernel/rejection.ts'

export type Gate = <Result>(act: () => Promise<Result>) => Promise<Result>

export function openGate({
  insideMax,
  waitingMax,
}: {
  insideMax: number
  waitingMax: number
}): Gate {
  const waiting: (() => void)[] = []
  let inside = 0

  async function enter(): Promise<void> {
    if (inside < insideMax) {
      inside += 1
      return
    }
    if (waiting.length >= waitingMax)
      throw new Rejection('busy', 'We are very busy. Please try again in a moment.', {
        retryAfterSeconds: 2,
      })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The place goes to the next one in line; only when nobody waits it becomes free. */
  function leave() {
    const next = waiting.shift()
    if (next === undefined) inside -= 1
    else next()
  }

  return async (act) => {
    await enter()
    try {
      return await act()
    } finally {
      leave()
    }
  }
}
