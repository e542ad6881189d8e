// A moment as people in Beirut read it from the clock on the wall, and the instant it is.
const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Beirut',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** `2026-11-21T14:05`, as a field for date and time has it. */
export const wallClockOf = (instant: Date): string => wall.format(instant).replace(' ', 'T')

/**
 * Beirut is two or three hours ahead. The earlier instant of an hour that comes twice in autumn;
 * null for what is no moment.
 */
export function instantAt(wallClock: string): string | null {
  const summer = new Date(`${wallClock}:00+03:00`)
  if (Number.isNaN(summer.getTime())) return null
  if (wallClockOf(summer) === wallClock) return summer.toISOString()
  // Also of the hour that spring leaves out: an hour later is what the clock then shows.
  return new Date(`${wallClock}:00+02:00`).toISOString()
}
