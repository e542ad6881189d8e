// A session of staff ends half an hour after the last call that somebody has made. Whoever reads or
// types for long hears of it in time, and stays by touching the page.
import { lastHeardMs } from '../http.ts'

const IDLE_MS = 1_800_000
/** The shop writes a call down once a minute: the half hour may have begun as much earlier. */
const UNNOTED_MS = 60_000
const WARNED_MS = 120_000
const LOOKED_AGAIN_MS = 10_000
const touches = ['keydown', 'pointerdown'] as const

type Idle = {
  /** The end is two minutes away, at the earliest; or it is not any more. */
  onNear: (isNear: boolean) => void
  /** Touched while it is: a call that counts. */
  onStay: () => Promise<unknown>
}

/** Answers how to stop. */
export function watchIdleEnd({ onNear, onStay }: Idle): () => void {
  let isNear = false
  const look = () => {
    const isNow = Date.now() - lastHeardMs() >= IDLE_MS - UNNOTED_MS - WARNED_MS
    if (isNow !== isNear) onNear(isNow)
    isNear = isNow
  }
  // Once everybody who listens knows that the page was touched.
  const touch = () => {
    if (isNear) setTimeout(() => void onStay().then(look), 0)
  }
  const timer = setInterval(look, LOOKED_AGAIN_MS)
  for (const kind of touches) addEventListener(kind, touch, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    for (const kind of touches) removeEventListener(kind, touch, { capture: true })
  }
}
