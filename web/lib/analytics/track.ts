// The one door for events. They wait here until somebody may hear them: whoever that is comes with
// its own chunk, and only with consent where consent is asked for.
import type { TrackedEvent } from '#services/contract/events.ts'

export type Listener = (event: TrackedEvent) => void

const WAITING_MAX = 50
let waiting: TrackedEvent[] = []
let listener: Listener | null = null

export function track(event: TrackedEvent): void {
  if (listener) listener(event)
  else if (waiting.length < WAITING_MAX) waiting.push(event)
}

/** What waited is told first. */
export function listen(to: Listener): void {
  listener = to
  const late = waiting
  waiting = []
  for (const event of late) to(event)
}

/** Nobody listens and nothing waits: what happened before a refusal is forgotten. */
export const deafen = (): void => listen(() => {})

/** True the first time in this tab: a page that is loaded again tells nothing twice. */
export function isFirstTelling(orderId: string): boolean {
  const key = `qura.purchase.${orderId}`
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, '1')
  } catch {
    // Blocked storage: the server counts an order once all the same.
  }
  return true
}
