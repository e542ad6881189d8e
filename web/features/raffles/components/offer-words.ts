import type { Offer } from '../../../lib/offer.ts'
import type { Texts } from '../../../lib/text/en.ts'

/** What stands on the button of a raffle that cannot be entered now. */
export function offerWords(kind: Exclude<Offer['kind'], 'open'>, text: Texts): string {
  const words = {
    scheduled: text.raffles.comingSoon,
    coming_soon: text.raffles.comingSoon,
    ended: text.raffles.ended,
    cancelled: text.raffles.ended,
    sold_out: text.raffles.soldOut,
    reserved: text.raffles.reserved,
  }
  return words[kind]
}
