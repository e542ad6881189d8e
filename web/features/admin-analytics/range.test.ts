import { expect, it } from 'vitest'

import { chosenIn, withChoices } from '../../lib/admin/in-address.ts'
import { chosenOf, isWhole, knownChoices, rangeIn, usualChoices } from './range.ts'
import type { Range } from './range.ts'

const offered = { usual: usualChoices, known: knownChoices }
const rangeAt = (address: string) => rangeIn(chosenIn(new URLSearchParams(address), offered))
const addressOf = (range: Range) =>
  withChoices(new URLSearchParams('tab=analytics'), {
    ...offered,
    changes: chosenOf(range),
  }).toString()

const own = { timeRange: 'custom', startDate: '2026-11-01', endDate: '2026-11-27' } as const
const none = { startDate: null, endDate: null } as const

it('is thirty days unless the address says otherwise', () => {
  expect(rangeAt('tab=analytics')).toEqual({ timeRange: '30days', ...none })
  expect(rangeAt('range=yesterday')).toEqual({ timeRange: '30days', ...none })
  expect(addressOf({ timeRange: '30days', ...none })).toBe('tab=analytics')
})

it('stands in the address as it is read from there', () => {
  const address = addressOf(own)
  expect(address).toBe('tab=analytics&range=custom&from=2026-11-01&to=2026-11-27')
  expect(rangeAt(address)).toEqual(own)
})

it('stays a range of one’s own that lacks a day', () => {
  const address = addressOf({ timeRange: 'custom', ...none })
  expect(address).toBe('tab=analytics&range=custom')
  expect(rangeAt(address)).toEqual({ timeRange: 'custom', ...none })
  expect(isWhole(rangeAt('range=custom&from=2026-11-01&to=2026-11-31'))).toBe(false)
})

it('has no days of another range', () =>
  expect(rangeAt('range=7days&from=2026-11-01')).toEqual({ timeRange: '7days', ...none }))
