// Arrivals that do not wait for answers, as people do not: each act begins at its own instant of a
// fixed timetable, and its wait is counted from that instant, however late the generator itself is.
// A server that stalls is therefore charged with everybody who came meanwhile.
import { performance } from 'node:perf_hooks'

export type Arrivals = {
  perSecond: number
  /** Infinity: until nobody comes any more. */
  seconds: number
  /** Nobody comes any more once it is aborted; who came already is waited for. */
  until?: AbortSignal
  /** Answers a word for the tally: a status, `paid`. A failure is counted under its message. */
  act: (nth: number) => Promise<string>
  /** Who comes while so many wait goes away again, and is counted as `gave up`. */
  waitingMax?: number
  /** Twice a second. */
  progress?: (so: { begun: number; ended: number }) => void
}

export type LoadFigures = {
  begun: number
  /** Arrivals that were answered, over the time from the first arrival to the last answer. */
  perSecond: number
  tally: Record<string, number>
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}

const TICK_MS = 2
const GAVE_UP = 'gave up'
const PROGRESS_MS = 500

export async function openLoop({
  perSecond,
  seconds,
  until,
  act,
  waitingMax = Infinity,
  progress = () => {},
}: Arrivals): Promise<LoadFigures> {
  const total = Math.round(perSecond * seconds)
  const waits: number[] = []
  const tally: Record<string, number> = {}
  const startedMs = performance.now()
  const open = new Set<Promise<void>>()
  let begun = 0
  const reporting = setInterval(() => progress({ begun, ended: waits.length }), PROGRESS_MS)

  async function arrive(nth: number) {
    const dueMs = startedMs + (nth * 1_000) / perSecond
    const word = await act(nth).catch((error: unknown) => String(error))
    waits.push(performance.now() - dueMs)
    tally[word] = (tally[word] ?? 0) + 1
  }

  const isOver = () => begun >= total || until?.aborted === true
  while (!isOver()) {
    const due = Math.floor(((performance.now() - startedMs) * perSecond) / 1_000) + 1
    for (; begun < due && !isOver(); begun++) {
      if (open.size >= waitingMax) {
        tally[GAVE_UP] = (tally[GAVE_UP] ?? 0) + 1
        continue
      }
      const arrival = arrive(begun).finally(() => open.delete(arrival))
      open.add(arrival)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(open)
  clearInterval(reporting)
  const elapsedMs = performance.now() - startedMs
  return {
    begun,
    perSecond: Math.round((waits.length * 1_000) / elapsedMs),
    tally,
    ...waitsOf(waits),
  }
}

function waitsOf(waits: readonly number[]) {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (part: number) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1))
  return {
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: Number((sorted.at(-1) ?? 0).toFixed(1)),
  }
}
