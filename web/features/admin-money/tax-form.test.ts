import { expect, it } from 'vitest'

import { taxOn } from './tax-form.ts'

const taxes = [
  { day: '2027-01-01', vatPercent: '12', vatNumber: '601-2' },
  { day: '2026-03-01', vatPercent: '11.5', vatNumber: null },
  { day: '2026-01-01', vatPercent: '11', vatNumber: '601-1' },
]

it('begins with what holds on the day, not with what is only to come', () => {
  expect(taxOn(taxes, '2026-02-28')).toEqual({ percent: '11', number: '601-1' })
  expect(taxOn(taxes, '2026-12-31')).toEqual({ percent: '11.5', number: '' })
  expect(taxOn(taxes, '2027-01-01')).toEqual({ percent: '12', number: '601-2' })
})

it('begins with the rate of the law where nothing holds yet', () => {
  for (const known of [[], taxes])
    expect(taxOn(known, '2025-12-31')).toEqual({ percent: '11', number: '' })
})
