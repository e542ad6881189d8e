// Which days a question is about. Days are Beirut days, `yyyy-MM-dd`, and both ends are included.
import { dayAfter } from '#events/kernel/beirut-day.ts'
import { unreachable } from '#events/kernel/assert.ts'
import { Rejection } from '#events/kernel/rejection.ts'

/** Null is open: since the first sale, until now. */
export type Window = { startDate: string | null; endDate: string | null }

export const timeRanges = ['today', '7days', '30days', 'all', 'custom'] as const
export type TimeRange = (typeof timeRanges)[number]

export type Asked = {
  timeRange: TimeRange
  startDate?: string | undefined
  endDate?: string | undefined
}

export type Period = {
  window: Window
  /** As many days, just before; null when the window is open, for then nothing is before it. */
  previous: { startDate: string; endDate: string } | null
}

export type Unit = 'hour' | 'day' | 'week' | 'month'

/** Throws `invalid_request` for a custom period without its two days, or with them in disorder. */
export function periodOf({ timeRange, startDate, endDate }: Asked, today: string): Period {
  switch (timeRange) {
    case 'today':
      return closed(today, today)
    case '7days':
      return closed(shifted(today, -6), today)
    case '30days':
      return closed(shifted(today, -29), today)
    case 'all':
      return { window: { startDate: null, endDate: null }, previous: null }
    case 'custom':
      if (startDate === undefined || endDate === undefined)
        throw new Rejection('invalid_request', 'A custom range has a first and a last day')
      if (endDate < startDate)
        throw new Rejection('invalid_request', 'The last day of a range is not before its first')
      return closed(startDate, endDate)
    default:
      return unreachable(timeRange)
  }
}

function closed(startDate: string, endDate: string): Period {
  const days = daysIn(startDate, endDate)
  return {
    window: { startDate, endDate },
    previous: { startDate: shifted(startDate, -days), endDate: shifted(startDate, -1) },
  }
}

const DAYS_BY_DAY_MAX = 92
const DAYS_BY_WEEK_MAX = 731

/** How fine a chart of these days is drawn. */
export function unitOf(startDate: string, endDate: string): Unit {
  const days = daysIn(startDate, endDate)
  if (days === 1) return 'hour'
  if (days <= DAYS_BY_DAY_MAX) return 'day'
  return days <= DAYS_BY_WEEK_MAX ? 'week' : 'month'
}

/** The first days of all units from `startDate` to `endDate`; the first may begin in the middle. */
export function startsOf(
  unit: 'day' | 'week' | 'month',
  { startDate, endDate }: { startDate: string; endDate: string },
): string[] {
  const starts: string[] = []
  for (let day = startDate; day <= endDate; day = nextStart(unit, day)) starts.push(day)
  return starts
}

function nextStart(unit: 'day' | 'week' | 'month', day: string): string {
  if (unit === 'day') return dayAfter(day)
  if (unit === 'week') return shifted(day, 7 - weekdayOf(day))
  const [year, month] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
const msOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`)

/** 0 is Monday, where PostgreSQL's weeks begin. */
const weekdayOf = (day: string) => (new Date(msOf(day)).getUTCDay() + 6) % 7

export const shifted = (day: string, days: number) =>
  new Date(msOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Both included. */
export const daysIn = (startDate: string, endDate: string) =>
  Math.round((msOf(endDate) - msOf(startDate)) / DAY_MS) + 1
