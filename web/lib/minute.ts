// The shop's slow clock: every component that counts down shares one tick a minute.
import { useSyncExternalStore } from 'react'

import { usePage } from './page.tsx'

const TICK_MS = 60_000

let nowMs = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The time as of the last tick; during hydration the time of the server's render. */
export function useMinute(): number {
  const { renderedAt } = usePage()
  return useSyncExternalStore(subscribe, readNow, () => renderedAt)
}

function readNow(): number {
  if (nowMs === 0) nowMs = Date.now()
  return nowMs
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    nowMs = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}
