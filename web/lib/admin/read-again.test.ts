import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

const path = '/api/admin/attention/counts'
const sent: (string | null)[] = []
let touch: Record<string, () => void>
let read: () => Promise<unknown>

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  touch = {}
  sent.length = 0
  vi.stubGlobal('addEventListener', (kind: string, act: () => void) => (touch[kind] = act))
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('qura-background'))
    return new Response('{}')
  })
  const { readAgain } = await import('./read-again.ts')
  read = () => readAgain(path, z.unknown(), { signal: new AbortController().signal })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is the call of whoever opened the page or touched it a moment ago', async () => {
  await read()
  vi.advanceTimersByTime(61_000)
  touch.keydown?.()
  vi.advanceTimersByTime(59_000)
  await read()
  expect(sent).toEqual([null, null])
})

it('says that nobody asked once the page was left alone for a minute', async () => {
  await read()
  vi.advanceTimersByTime(61_000)
  await read()
  touch.pointermove?.()
  await read()
  expect(sent).toEqual([null, '1', null])
})
