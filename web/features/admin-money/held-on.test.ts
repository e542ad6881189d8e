import { expect, it } from 'vitest'

import { heldOn } from './held-on.ts'

const rates = [
  { day: '2026-03-01', lbpPerUsd: '90000' },
  { day: '2026-01-01', lbpPerUsd: '89500' },
]

it('finds the newest that begins by the day', () => {
  expect(heldOn(rates, '2026-03-01')).toBe(rates[0])
  expect(heldOn(rates, '2026-02-28')).toBe(rates[1])
})

it('has seen none where none in view begins by the day, which the shop is told', () => {
  expect(heldOn(rates, '2025-12-31')).toBeNull()
  expect(heldOn([], '2026-03-01')).toBeNull()
})
