// One ticket in a log that was read: issued, void, drawn.
import { latinDigits } from '#events/kernel/latin-digits.ts'
import type { Report } from '#events/verify/verify.ts'

import type { ProofVerifyTexts } from '../../lib/text/proof-verify-en.ts'

/** As it is written elsewhere, `#000 014`, or typed in digits of another script. */
export const ticketDigits = (typed: string): string => latinDigits(typed).replace(/\D/g, '')

/** Sentences about this number, as far as the log that was read knows. */
export function ticketSentences(
  { story, outcomes }: Report,
  number: number,
  { ticket }: ProofVerifyTexts,
): string[] {
  const issue = story?.issues.holding(number) ?? -1
  if (story === null || issue < 0) return [ticket.none]
  const entry = story.issues.index(issue)
  if (story.voids.some(([first, last]) => first <= number && number <= last))
    return [ticket.void(entry)]
  const numbers = outcomes.at(-1)?.numbers ?? null
  if (numbers === null) return [ticket.valid(entry)]
  const place = numbers.indexOf(number)
  const drawn = place < 0 ? ticket.notDrawn : place === 0 ? ticket.won : ticket.reserve(place)
  return [ticket.valid(entry), drawn]
}
