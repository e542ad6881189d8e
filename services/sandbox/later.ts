// Things the sandbox will do in a while; none of them survives its stop.
import { after } from '../io/timers.ts'

export type Later = {
  /** False when so many things are waiting that this one was not taken. */
  run: (ms: number, act: () => void) => boolean
  waiting: () => number
  stop: () => void
}

const waitingMax = 20_000

export function createLater(): Later {
  const cancels = new Set<() => void>()
  return {
    run(ms, act) {
      if (cancels.size >= waitingMax) return false
      const cancel = after('sandbox', ms, () => {
        cancels.delete(cancel)
        act()
      })
      cancels.add(cancel)
      return true
    },
    waiting: () => cancels.size,
    stop() {
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}
