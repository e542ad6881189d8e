import { expect, it } from 'vitest'

import { orderReference } from './number-blocks.ts'

it('gives each order a reference of its own', () => {
  const references = new Set(Array.from({ length: 100_000 }, (_, n) => orderReference(n + 1)))

  expect(references.size).toBe(100_000)
})

it('writes references that can be spoken: no I, L, O or U', () => {
  for (let n = 1; n < 2_000; n++) expect(orderReference(n)).toMatch(/^QR-[0-9A-HJKMNP-TV-Z]{6}$/)
})
