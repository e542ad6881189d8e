import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { ApiError, get, post } from './http.ts'

const answer = z.unknown()

afterEach(() => vi.unstubAllGlobals())

/** A page of this language, whose shop answers so. */
function page(language: string, body: string): void {
  vi.stubGlobal('document', { documentElement: { lang: language } })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 503 }))
}

const sentenceOf = async (call: Promise<unknown>): Promise<string | null> => {
  const error = await call.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('it was not refused', { cause: error })
  return error.sentence
}

const busy = JSON.stringify({ error: 'We are very busy.', code: 'busy' })

it.each([
  ['en', 'We are very busy.'],
  ['fr', 'Nous sommes très sollicités. Merci de réessayer dans un instant.'],
  ['ar', 'نحن مشغولون جدًا. يُرجى المحاولة بعد لحظات.'],
])('says why it was refused in %s, whether it was to be read or done', async (language, words) => {
  page(language, busy)
  expect(await sentenceOf(get('/api/admin/orders', answer))).toBe(words)
  expect(await sentenceOf(post('/api/admin/orders/manual', {}, answer))).toBe(words)
})

it('has no words for what failed without a code', async () => {
  page('fr', '<h1>502 Bad Gateway</h1>')
  expect(await sentenceOf(get('/api/admin/orders', answer))).toBeNull()
})
