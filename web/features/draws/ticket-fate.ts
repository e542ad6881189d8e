// Did I win? What a draw says of one ticket number. Pure.
import type { LiveDraw } from '#services/contract/draws.ts'

import { isCancelled } from './waiting.ts'

export type TicketFate =
  | { kind: 'invalid' }
  | { kind: 'cancelled' }
  | { kind: 'unknown' | 'void' | 'not_yet' | 'lost'; number: string }
  | { kind: 'won' | 'delivered' | 'forfeited'; number: string }
  | { kind: 'reserve'; number: string; place: number }

/** Accepts what people type: spaces, #, digits of Arabic script. */
export function ticketFate(draw: LiveDraw, typed: string): TicketFate {
  const value = parseTicket(typed)
  if (value === null) return { kind: 'invalid' }
  const number = padded(value)
  const issued = draw.seal?.issuedCount ?? draw.raffle.issuedCount
  if (value > issued) return { kind: 'unknown', number }
  if (isCancelled(draw)) return { kind: 'cancelled' }
  const voids = draw.seal?.voids ?? draw.raffle.voids ?? []
  const isVoid = voids.some(([first, last]) => first <= value && value <= last)
  if (isVoid) return { kind: 'void', number }
  if (draw.result === null) return { kind: 'not_yet', number }
  return drawnFate({ ...draw, result: draw.result }, value)
}

type Drawn = Pick<LiveDraw, 'winner'> & { result: NonNullable<LiveDraw['result']> }

/** The prize goes along the places: whoever was drawn before its holder has lost it. */
function drawnFate({ result, winner }: Drawn, value: number): TicketFate {
  const number = padded(value)
  // Asked first: a holder beyond the reserves stands in no list of the result.
  if (winner !== null && Number(winner.number) === value)
    return { kind: fateOf[winner.state], number }
  const place = result.numbers.findIndex((drawn) => Number(drawn) === value)
  if (place === -1) return { kind: 'lost', number }
  return place < (winner?.place ?? 0)
    ? { kind: 'forfeited', number }
    : { kind: 'reserve', number, place }
}

const fateOf = { winner: 'won', forfeited: 'forfeited', delivered: 'delivered' } as const

const padded = (value: number): string => String(value).padStart(6, '0')

function parseTicket(typed: string): number | null {
  const digits = typed.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const plain = digits.replace(/[\s#№]/g, '')
  if (!/^\d{1,10}$/.test(plain)) return null
  return Number(plain) > 0 ? Number(plain) : null
}
