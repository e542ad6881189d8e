// The shop's slow clock: every component that counts down shares one tick a minute.
import { useSyncExternalStore } from 'react'

import { usePage } from './page.tsx'

const TICK_MS = 60_000

let nowMs = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/**
 * The time as of the last tick, and before the first the time of the server's render: a page that
 * was written a moment ago is not rendered again for the seconds in between.
 */
export function useMinute(): number {
  const { renderedAt } = usePage()
  return useSyncExternalStore(
    subscribe,
    () => (nowMs ||= freshest(renderedAt)),
    () => renderedAt,
  )
}

const isOld = (timeMs: number) => Math.abs(Date.now() - timeMs) >= TICK_MS
const freshest = (renderedAt: number) => (isOld(renderedAt) ? Date.now() : renderedAt)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    if (isOld(nowMs)) nowMs = Date.now()
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
