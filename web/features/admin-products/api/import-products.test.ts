import { afterEach, expect, it, vi } from 'vitest'

import { importProducts } from './import-products.ts'

afterEach(() => vi.unstubAllGlobals())

const error = { line: 2, column: null, code: 'refused' }
const plan = {
  lines: 1,
  changes: [],
  unchanged: 0,
  countedBefore: [],
  digest: '0'.repeat(64),
  isApplied: true,
  correlationId: null,
}

/** What the dialog shows of the line, on a page of this language. */
async function shownIn(language: string, refused: { value: string; refusal?: object }) {
  vi.stubGlobal('document', { documentElement: { lang: language } })
  const body = JSON.stringify({ ...plan, errors: [{ ...error, ...refused }] })
  vi.stubGlobal('fetch', async () => new Response(body))
  const { errors } = await importProducts({ file: new File([], 'products.csv'), isRecount: false })
  return errors[0]?.value
}

it('says why a line was refused in the language of the page', async () => {
  const value = '37 pieces are there now. Please look again.'
  const refused = { value, refusal: { error: value, code: 'stock_changed', available: 37 } }
  expect(await shownIn('en', refused)).toBe(value)
  expect(await shownIn('fr', refused)).toBe(
    'Le stock a changé entre-temps : 37 pièces. Merci de revoir.',
  )
  expect(await shownIn('ar', refused)).toBe('تغيّر المخزون في هذه الأثناء: 37. يُرجى المراجعة.')
})

it('says what the shop said where it has no words of its own', async () => {
  const value = 'Something new was refused.'
  expect(await shownIn('ar', { value, refusal: { error: value, code: 'quite_new' } })).toBe(value)
  expect(await shownIn('ar', { value })).toBe(value)
})
