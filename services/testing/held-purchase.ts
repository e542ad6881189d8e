// Purchases that are under way for as long as a test wants: the shop waits before it writes the
// first row of each.
import { watchIo } from '../io/io.ts'

export type HeldPurchases = {
  /** Those that are held go on, and no more are held. */
  release: () => void
}

/** In this process; one watcher of its calls at a time. */
export function holdPurchases(): HeldPurchases {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  watchIo({
    before: (name) => (name === 'sql open_purchases' ? released : undefined),
    after: () => {},
  })
  return {
    release() {
      watchIo(undefined)
      release()
    },
  }
}
