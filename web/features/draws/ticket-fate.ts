// Did I win? What a draw says of one ticket number. Pure.
import type { LiveDraw } from '#services/contract/draws.ts'

import { isCancelled } from './waiting.ts'

export type TicketFate =
  | { kind: 'invalid' }
  | { kind: 'cancelled' }
  | { kind: 'unknown' | 'void' | 'not_yet' | 'won' | 'lost'; number: string }
  | { kind: 'reserve'; number: string; place: number }

/** Accepts what people type: spaces, #, digits of Arabic script. */
export function ticketFate(draw: LiveDraw, typed: string): TicketFate {
  const value = parseTicket(typed)
  if (value === null) return { kind: 'invalid' }
  const number = String(value).padStart(6, '0')
  const issued = draw.seal?.issuedCount ?? draw.raffle.issuedCount
  if (value > issued) return { kind: 'unknown', number }
  if (isCancelled(draw)) return { kind: 'cancelled' }
  const isVoid = draw.seal?.voids.some(([first, last]) => first <= value && value <= last) ?? false
  if (isVoid) return { kind: 'void', number }
  if (draw.result === null) return { kind: 'not_yet', number }

  const place = draw.result.numbers.findIndex((drawn) => Number(drawn) === value)
  const holder = draw.winner?.place ?? 0
  if (place === holder) return { kind: 'won', number }
  return place > holder ? { kind: 'reserve', number, place } : { kind: 'lost', number }
}

function parseTicket(typed: string): number | null {
  const digits = typed.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const plain = digits.replace(/[\s#№]/g, '')
  if (!/^\d{1,10}$/.test(plain)) return null
  return Number(plain) > 0 ? Number(plain) : null
}
