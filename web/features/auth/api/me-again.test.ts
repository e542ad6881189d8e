import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createQueryClient } from '../../../lib/query-client.ts'
import { meKey } from './me.ts'

const MINUTE_MS = 60_000
const client = createQueryClient()
const asked: [path: string, background: string | null][] = []
let touch: Record<string, () => void>
let leave: () => void

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  // Where there is no window nothing is asked again.
  environmentManager.setIsServer(() => false)
  touch = {}
  asked.length = 0
  vi.stubGlobal('addEventListener', (kind: string, act: () => void) => (touch[kind] = act))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, new Headers(init.headers).get('qura-background')])
    return new Response('{"user":null}')
  })
  const { meAgain } = await import('./me-again.ts')
  client.setQueryData(meKey, { user: { id: 'owner' } })
  leave = new QueryObserver(client, meAgain).subscribe(() => {})
})
afterEach(() => {
  leave()
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('asks every five minutes who is signed in, for whoever has touched the page since', async () => {
  await vi.advanceTimersByTimeAsync(4.9 * MINUTE_MS)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(0.2 * MINUTE_MS)
  await vi.advanceTimersByTimeAsync(4.5 * MINUTE_MS)
  touch.keydown?.()
  await vi.advanceTimersByTimeAsync(0.7 * MINUTE_MS)
  await vi.advanceTimersByTimeAsync(5.3 * MINUTE_MS)
  expect(asked).toEqual([
    ['/api/auth/me', null],
    ['/api/auth/me', null],
    ['/api/auth/me', '1'],
  ])
})

it('knows when a session that nobody used has ended', async () => {
  expect(client.getQueryData(meKey)).toEqual({ user: { id: 'owner' } })
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  await vi.waitFor(() => expect(client.getQueryData(meKey)).toEqual({ user: null }))
})
