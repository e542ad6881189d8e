import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

const path = '/api/admin/attention/counts'
const sent: (string | null)[] = []
let touch: Record<string, () => void>
let read: (client?: QueryClient) => Promise<unknown>

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  touch = {}
  sent.length = 0
  vi.stubGlobal('addEventListener', (kind: string, act: () => void) => (touch[kind] = act))
  answering(200)
  const { readAgain } = await import('./read-again.ts')
  read = (client = new QueryClient()) =>
    readAgain(path, z.unknown(), { client, signal: new AbortController().signal })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function answering(status: number): void {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('qura-background'))
    return new Response('{}', { status })
  })
}

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

it('asks anew who is signed in when the session is over', async () => {
  const client = new QueryClient()
  client.setQueryData(['/api/auth/me'], { user: null })
  answering(401)
  await expect(read(client)).rejects.toMatchObject({ status: 401 })
  expect(client.getQueryState(['/api/auth/me'])?.isInvalidated).toBe(true)
})
