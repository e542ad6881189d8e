import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { BACKGROUND_HEADER } from '#services/contract/background.ts'

const MINUTE_MS = 60_000
const told: (boolean | 'stay')[] = []
let touch: Record<string, () => void>
let ask: (headers?: Record<string, string>) => Promise<unknown>
let stop: () => void

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  touch = {}
  told.length = 0
  vi.stubGlobal('addEventListener', (kind: string, act: () => void) => (touch[kind] = act))
  vi.stubGlobal('removeEventListener', (kind: string) => delete touch[kind])
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const { call } = await import('../http.ts')
  ask = (headers = {}) => call('/api/auth/me', { method: 'GET', headers }, z.unknown())
  const { watchIdleEnd } = await import('./idle-end.ts')
  stop = watchIdleEnd({
    onNear: (isNear) => void told.push(isNear),
    onStay: async () => {
      told.push('stay')
      await ask()
    },
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('says two minutes before its end, at the earliest, that a session ends', async () => {
  await vi.advanceTimersByTimeAsync(26 * MINUTE_MS)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(told).toEqual([true])
})

it('stays with whoever touches the page then, and with nobody before', async () => {
  touch.keydown?.()
  await vi.advanceTimersByTimeAsync(28 * MINUTE_MS)
  touch.keydown?.()
  await vi.waitFor(() => expect(told).toEqual([true, 'stay', false]))
  await vi.advanceTimersByTimeAsync(26 * MINUTE_MS)
  expect(told).toHaveLength(3)
})

it('counts from the last call of somebody, not from what a page asks by itself', async () => {
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS)
  await ask()
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS)
  await ask({ [BACKGROUND_HEADER]: '1' })
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(7 * MINUTE_MS)
  expect(told).toEqual([true])
})

it('hears of no touch once it has stopped', () => {
  stop()
  expect(touch).toEqual({})
})
