// A day in Beirut, as the instants where it begins and ends. Lebanon changes its clocks at
// midnight: in spring the day begins at 01:00, because 00:00 does not exist; in autumn the hour
// before midnight comes twice. The rules come from the runtime's time zone tables.
import { Rejection } from './rejection.ts'

const beirut = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Beirut',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The Beirut day of an instant, `yyyy-MM-dd`. */
export function beirutDayOf(instant: string): string {
  return dayAt(Date.parse(instant))
}

/** The first instant of the day. Throws `invalid_request` for what is no calendar day. */
export function beirutDayStart(day: string): string {
  const midnightUtcMs = requireDay(day)
  // Beirut is two or three hours ahead; the earlier instant that lies in the day is its beginning.
  const summerMs = midnightUtcMs - 3 * hourMs
  const startMs = dayAt(summerMs) === day ? summerMs : midnightUtcMs - 2 * hourMs
  return new Date(startMs).toISOString()
}

/** The last millisecond of the day: 23:59:59.999. */
export function beirutDayEnd(day: string): string {
  return new Date(Date.parse(beirutDayStart(dayAfter(day))) - 1).toISOString()
}

export function dayAfter(day: string): string {
  return new Date(requireDay(day) + 24 * hourMs).toISOString().slice(0, 10)
}

const hourMs = 3_600_000

function dayAt(instantMs: number): string {
  return beirut.format(instantMs)
}

/** UTC midnight of the day, as milliseconds. */
function requireDay(day: string): number {
  const midnightUtcMs = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : NaN
  if (Number.isNaN(midnightUtcMs) || new Date(midnightUtcMs).toISOString().slice(0, 10) !== day)
    throw new Rejection('invalid_request', 'A day is written yyyy-MM-dd')
  return midnightUtcMs
}
