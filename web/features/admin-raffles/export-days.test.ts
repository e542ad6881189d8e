import { expect, it } from 'vitest'

import { exportDays, isExportable } from './export-days.ts'

const custom = { startDate: '', endDate: '' }
/** Half past midnight of 22 November in Beirut. */
const now = new Date('2026-11-21T22:30:00.000Z')

it.each([
  ['all', {}],
  ['last7', { startDate: '2026-11-16', endDate: '2026-11-22' }],
  ['last30', { startDate: '2026-10-24', endDate: '2026-11-22' }],
] as const)('%s is counted in days of Beirut, today included', (filter, days) =>
  expect(exportDays(filter, { custom, now })).toEqual(days),
)

it('a range of one’s own needs both its ends, the right way round', () => {
  const of = (startDate: string, endDate: string) => isExportable('custom', { startDate, endDate })
  expect(of('', '2026-11-22')).toBe(false)
  expect(of('2026-11-22', '')).toBe(false)
  expect(of('2026-11-23', '2026-11-22')).toBe(false)
  expect(of('2026-11-22', '2026-11-22')).toBe(true)
  expect(isExportable('all', custom)).toBe(true)
})
