// The range of days that figures are asked for. Days are `yyyy-MM-dd`, both included.
import type { TimeRange } from '#services/contract/admin-analytics.ts'

export type Range = { timeRange: TimeRange; startDate: string | null; endDate: string | null }

export const usualRange: Range = { timeRange: '30days', startDate: null, endDate: null }

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
