// A reminder without an account: a calendar entry (RFC 5545) as a file made in the page.
import type { LiveDraw } from '#services/contract/draws.ts'

const MINUTES = 30

export function calendarHref({ draw, at }: { draw: LiveDraw; at: string }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Qura//Draws//EN',
    'BEGIN:VEVENT',
    `UID:${draw.raffle.id}@${draw.raffle.origin.split('/')[0]}`,
    `DTSTAMP:${stamp(draw.now)}`,
    `DTSTART:${stamp(at)}`,
    `DURATION:PT${MINUTES}M`,
    `SUMMARY:${escaped(draw.raffle.name)}`,
    `DESCRIPTION:${escaped(draw.raffle.raffleNumber)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(draw.raffle.name)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}

/** `2026-11-21T14:05:00.000Z` as `20261121T140500Z`. */
const stamp = (instant: string) => instant.replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
