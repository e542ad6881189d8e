import { afterEach, expect, it, vi } from 'vitest'

import { ApiError } from '../../lib/http.ts'
import { proofVerifyEn } from '../../lib/text/proof-verify-en.ts'
import { fetchBundle } from './api/drawn-logs.ts'
import { failureText } from './failure.ts'

afterEach(() => vi.unstubAllGlobals())

const said = (error: unknown, isFetched = false) => failureText({ error, isFetched }, proofVerifyEn)

const refused = JSON.stringify({
  error: 'The evidence is public once the draw is done.',
  code: 'evidence_not_public',
})

it.each([
  ['en', 'The evidence is public once the draw is done.'],
  ['fr', 'Les preuves sont publiques une fois le tirage fait.'],
])('says in %s what the shop says of evidence that it keeps', async (language, words) => {
  vi.stubGlobal('document', { documentElement: { lang: language } })
  vi.stubGlobal('fetch', async () => new Response(refused, { status: 409 }))
  expect(said(await fetchBundle('r-1').catch((error: unknown) => error))).toBe(words)
})

it('says of what was lost on the way that it was not fetched', () => {
  expect(said(new TypeError('Failed to fetch'))).toBe(proofVerifyEn.notFetched)
  expect(said(new ApiError(502, '<h1>Bad Gateway</h1>'))).toBe(proofVerifyEn.notFetched)
})

it('says of a file that is no bundle that it cannot be read', () =>
  expect(said(new Error('no ZIP'), true)).toBe(proofVerifyEn.unreadable))
