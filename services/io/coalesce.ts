// Many calls, few acts: the first call acts at once, those that follow within the rest are one act
// at its end.
import { after } from './timers.ts'
import { apart } from './tracing.ts'

export type Coalesced = {
  call: () => void
  /** Nothing new begins; resolves when the act that runs has ended. */
  stop: () => Promise<void>
}

/** `act` must not reject: nobody would hear it. */
export function coalesce(name: string, restMs: number, act: () => Promise<void>): Coalesced {
  let cancelRest: (() => void) | undefined
  let isWanted = false
  let isStopped = false
  let acting = Promise.resolve()

  function call() {
    if (isStopped) return
    isWanted = true
    if (cancelRest === undefined) begin()
  }

  function begin() {
    isWanted = false
    acting = apart(act)
    cancelRest = after(name, restMs, () => {
      cancelRest = undefined
      if (isWanted) begin()
    })
  }

  return {
    call,
    async stop() {
      isStopped = true
      isWanted = false
      cancelRest?.()
      await acting
    },
  }
}
