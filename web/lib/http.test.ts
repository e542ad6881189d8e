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

const paid = z.strictObject({ kind: z.literal('paid'), at: z.string() })
const due = z.strictObject({ kind: z.literal('due') })
const list = z.strictObject({
  data: z.array(
    z.strictObject({ id: z.string(), state: z.discriminatedUnion('kind', [paid, due]) }),
  ),
  either: z.nullable(z.union([paid, due])),
})

const answered = (body: object) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)))
  return get('/api/admin/orders', list)
}

it('reads the answer of a newer shop without what it tells besides', async () => {
  const known = { data: [{ id: 'one', state: { kind: 'due' } }], either: { kind: 'due' } }
  const state = { kind: 'due', since: 'today' }
  const data = [{ id: 'one', state, isNew: true }]
  await expect(answered({ data, either: state, isCapped: false })).resolves.toEqual(known)
  await expect(answered({ ...known, either: null })).resolves.toEqual({ ...known, either: null })
})

it('reads no answer in which something is missing or is another thing', async () => {
  const [state, either] = [{ kind: 'due' }, null]
  for (const data of [[{ id: 'one' }], [{ id: 1, state }], undefined, [{ id: 'one', state: {} }]])
    await expect(answered({ data, either, isCapped: false })).rejects.toThrow(/data/)
})
