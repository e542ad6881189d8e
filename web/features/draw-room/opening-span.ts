// Of which tickets the openings are taken home, as it was typed. Pure.
import { latinDigits } from '#events/kernel/latin-digits.ts'

/**
 * A ticket's number as the call takes it. Empty where nothing was typed: from the first, or to the
 * last. Null: what was typed is no number, and must not pass for nothing, which asks for them all.
 */
export function ticketIn(typed: string): string | null {
  if (typed.trim() === '') return ''
  return latinDigits(typed).replace(/\D/g, '').replace(/^0+/, '') || null
}
