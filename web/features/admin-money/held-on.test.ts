import { expect, it } from 'vitest'

import { heldOn } from './held-on.ts'

const rates = [
  { day: '2026-03-01', lbpPerUsd: '90000' },
  { day: '2026-01-01', lbpPerUsd: '89500' },
]

it('finds the newest that begins by the day', () => {
  expect(heldOn(rates, { day: '2026-03-01', areAll: true })).toBe(rates[0])
  expect(heldOn(rates, { day: '2026-02-28', areAll: false })).toBe(rates[1])
})

it('says that none holds only where all of them were read', () => {
  expect(heldOn(rates, { day: '2025-12-31', areAll: true })).toBeNull()
  expect(heldOn(rates, { day: '2025-12-31', areAll: false })).toBeUndefined()
})
