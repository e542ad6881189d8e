// What is left until an instant, in words for cards and in boxes for the raffle's page.
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Words = {
  ended: string
  endsInDays: (n: number) => string
  endsInHours: (h: number, m: number) => string
  endsInMinutes: (m: number) => string
}

export type TimeLeft = { days: number; hours: number; minutes: number; totalMs: number }

export function timeLeft(endsAt: string, nowMs: number): TimeLeft {
  const totalMs = Math.max(0, Date.parse(endsAt) - nowMs)
  return {
    totalMs,
    days: Math.floor(totalMs / DAY_MS),
    hours: Math.floor((totalMs % DAY_MS) / HOUR_MS),
    minutes: Math.floor((totalMs % HOUR_MS) / MINUTE_MS),
  }
}

export function countdownLabel(endsAt: string, nowMs: number, words: Words): string {
  const { days, hours, minutes, totalMs } = timeLeft(endsAt, nowMs)
  if (totalMs === 0) return words.ended
  if (days >= 1) return words.endsInDays(days)
  return hours >= 1 ? words.endsInHours(hours, minutes) : words.endsInMinutes(minutes)
}

export const isLastDay = (endsAt: string, nowMs: number): boolean => {
  const { days, totalMs } = timeLeft(endsAt, nowMs)
  return totalMs > 0 && days === 0
}
