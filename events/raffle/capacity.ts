// Is there room? Pure counting over what the raffle's writer knows at its head: the cap of the
// raffle, the sub-cap of each of its products, and what one person may hold. Expired holds have
// been dropped by the caller before it counts.
import { assert } from '../kernel/assert.ts'
import type { ProductId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'
import { isPlanted } from '../kernel/planted.ts'

export type ProductCapacity = {
  readonly ticketsMax: number
  readonly issued: number
  readonly held: number
}

export type Capacity = {
  readonly ticketsMax: number
  /** Voided numbers stay used. */
  readonly issued: number
  /** Tickets of live holds. */
  readonly held: number
  readonly products: ReadonlyMap<ProductId, ProductCapacity>
}

export type Claim = {
  readonly productId: ProductId
  readonly n: number
  /** For the message a person reads. */
  readonly raffleName: string
}

/** Tickets still free for one product: the smaller of the raffle's room and the product's own. */
export function ticketsAvailable(capacity: Capacity, productId: ProductId): number {
  const product = capacity.products.get(productId)
  if (product === undefined) return 0
  const inRaffle = capacity.ticketsMax - capacity.issued - capacity.held
  const inProduct = product.ticketsMax - product.issued - product.held
  return Math.max(0, Math.min(inRaffle, inProduct))
}

/** Throws `tickets_left` unless all `n` fit: an order is never filled in part. */
export function requireRoom(capacity: Capacity, { productId, n, raffleName }: Claim): void {
  assert(Number.isSafeInteger(n) && n > 0, 'a claim must be for a positive number of tickets')
  const available = ticketsAvailable(capacity, productId)
  const isRefused = isPlanted('capacity_off_by_one') ? n > available + 1 : n > available
  if (isRefused) throw ticketsLeft(available, raffleName)
}

/**
 * Throws `person_limit` when `mine` (issued and held for this person, voids not counted) and `n`
 * pass the limit; `ticketsPerPersonMax` 0 means no limit.
 */
export function requirePersonRoom({
  ticketsPerPersonMax,
  mine,
  n,
}: {
  ticketsPerPersonMax: number
  mine: number
  n: number
}): void {
  if (ticketsPerPersonMax === 0 || mine + n <= ticketsPerPersonMax) return
  const available = Math.max(0, ticketsPerPersonMax - mine)
  throw new Rejection(
    'person_limit',
    `One person may hold ${ticketsPerPersonMax} tickets of this raffle; you may take ${available}.`,
    { available, ticketsPerPersonMax },
  )
}

/** An allotment may not fall below what the product has already sold and reserved here. */
export function requireAllotment(product: ProductCapacity | undefined, ticketsMax: number): void {
  const used = (product?.issued ?? 0) + (product?.held ?? 0)
  if (ticketsMax < used)
    throw new Rejection(
      'below_sold_and_held',
      `This product has ${used} tickets sold or reserved; its total cannot be lower.`,
      { sold: product?.issued ?? 0, held: product?.held ?? 0 },
    )
}

export function ticketsLeft(available: number, raffleName: string): Rejection {
  const tickets = available === 1 ? 'ticket' : 'tickets'
  return new Rejection('tickets_left', `Only ${available} ${tickets} left for ${raffleName}`, {
    available,
  })
}
