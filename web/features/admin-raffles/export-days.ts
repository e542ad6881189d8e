// Which days of Beirut a preset of the export means, today included.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'

export const exportFilters = ['all', 'last7', 'last30', 'custom'] as const
export type ExportFilter = (typeof exportFilters)[number]

export type CustomDays = { startDate: string; endDate: string }

const DAY_MS = 86_400_000

export function exportDays(
  filter: ExportFilter,
  { custom, now }: { custom: CustomDays; now: Date },
): Partial<CustomDays> {
  switch (filter) {
    case 'all':
      return {}
    case 'last7':
      return last(7, now)
    case 'last30':
      return last(30, now)
    case 'custom':
      return custom
  }
}

/** So many days, today being the last of them. */
function last(days: number, now: Date): CustomDays {
  const endDate = beirutDayOf(now.toISOString())
  const startMs = Date.parse(`${endDate}T00:00:00Z`) - (days - 1) * DAY_MS
  return { startDate: new Date(startMs).toISOString().slice(0, 10), endDate }
}

/** A range of one's own needs both its ends, the right way round. */
export const isExportable = (filter: ExportFilter, { startDate, endDate }: CustomDays): boolean =>
  filter !== 'custom' || (startDate !== '' && endDate !== '' && startDate <= endDate)
