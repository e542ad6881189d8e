// What a raffle offers right now, as the shop shows it. The server decides again at purchase.
import type { Product, Variant } from '#services/contract/products.ts'
import type { Raffle } from '#services/contract/raffles.ts'

export type Offer =
  | { kind: 'open'; product: Product }
  | { kind: 'scheduled' | 'ended' | 'cancelled' | 'sold_out' | 'reserved' | 'coming_soon' }

export function offerOf(raffle: Raffle, nowMs: number): Offer {
  if (raffle.status === 'cancelled' || raffle.phase === 'cancelled') return { kind: 'cancelled' }
  if (raffle.status !== 'active' || nowMs >= Date.parse(raffle.endsAt)) return { kind: 'ended' }
  if (nowMs < Date.parse(raffle.startsAt)) return { kind: 'scheduled' }
  const isForSale = raffle.product?.active === 1 && !raffle.product.withoutEntry
  if (!raffle.product || !isForSale) return { kind: 'coming_soon' }
  if (raffle.ticketsLeft < raffle.product.tickets)
    return { kind: raffle.ticketsHeld > 0 ? 'reserved' : 'sold_out' }
  const { variants } = raffle.product
  if (variants.length > 0 && variants.every(isGone))
    return { kind: variants.some(({ isReserved }) => isReserved) ? 'reserved' : 'sold_out' }
  return { kind: 'open', product: raffle.product }
}

/** What is sold here without entry: no tickets, whatever became of the raffle. */
export function goodsOf({ product }: Raffle): Product | null {
  if (product?.active !== 1 || !product.withoutEntry) return null
  const { variants } = product
  return variants.length > 0 && variants.every(isGone) ? null : product
}

/** Counted goods of which no piece is free. */
export const isGone = ({ left }: Pick<Variant, 'left'>): boolean => left === 0

const progressPrizes = ['Apple Watch', 'Trip to Egypt', 'A Trip to Egypt']

/** A bar of sold against total tickets is shown for these prizes only. */
export const showsProgress = (raffleName: string): boolean => progressPrizes.includes(raffleName)
