import { afterEach, expect, it } from 'vitest'

import { watchEventLoop } from './event-loop.ts'
import type { LoopWatch } from './event-loop.ts'

let watch: LoopWatch | undefined
afterEach(() => watch?.stop())

function block(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

const BLOCK_MS = 400

it('knows of a standstill in the turn that ends it, and afterwards', async () => {
  watch = watchEventLoop()
  block(BLOCK_MS)
  expect(watch.blockedMs(60_000)).toBeGreaterThan(BLOCK_MS / 2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(watch.blockedMs(60_000)).toBeGreaterThan(BLOCK_MS / 2)
})

it('forgets one that ended before the time that is asked about', async () => {
  const { blockedMs, stop } = (watch = watchEventLoop())
  block(BLOCK_MS)
  await expect.poll(() => blockedMs(200), { timeout: 30_000 }).toBeLessThan(BLOCK_MS / 2)
  expect(blockedMs(60_000)).toBeGreaterThan(BLOCK_MS / 2)
  stop()
})
