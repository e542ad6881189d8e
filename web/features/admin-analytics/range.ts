// The range of days that figures are asked for. Days are `yyyy-MM-dd`, both included.
import { timeRanges } from '#services/contract/admin-analytics.ts'
import type { TimeRange } from '#services/contract/admin-analytics.ts'

import { isDay, oneOf } from '../../lib/admin/in-address.ts'

export type Range = { timeRange: TimeRange; startDate: string | null; endDate: string | null }

/** As it stands in the address of the page; the days only of a range of one's own. */
export type RangeChoices = { range: TimeRange; from: string; to: string }

export const usualChoices: RangeChoices = { range: '30days', from: '', to: '' }
export const knownChoices = { range: oneOf(timeRanges), from: isDay, to: isDay }

export function rangeIn({ range, from, to }: RangeChoices): Range {
  const isOwn = range === 'custom'
  return {
    timeRange: range,
    startDate: isOwn && from !== '' ? from : null,
    endDate: isOwn && to !== '' ? to : null,
  }
}

export const chosenOf = ({ timeRange, startDate, endDate }: Range): RangeChoices => ({
  range: timeRange,
  from: startDate ?? '',
  to: endDate ?? '',
})

export const isWhole = ({ timeRange, startDate, endDate }: Range): boolean =>
  timeRange !== 'custom' || (startDate !== null && endDate !== null)

/** As it stands in the address of the call. */
export function questionOf({ timeRange, startDate, endDate }: Range): string {
  if (timeRange !== 'custom' || startDate === null || endDate === null)
    return `timeRange=${timeRange}`
  return `timeRange=custom&startDate=${startDate}&endDate=${endDate}`
}

/** Today in Beirut, wherever the reader is. */
export const todayInBeirut = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Beirut',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
