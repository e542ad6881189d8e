// The idempotency key of the purchase at hand. One body, one key: it is written down before the
// call, so that a lost answer, a reload or a second click asks for the same order again. Of the
// body there stays a mark alone: it says who buys, and the next person here may be another.
import * as z from 'zod/mini'

import type { PurchaseRequest } from '#services/contract/purchases.ts'

import { fnv1a } from '../../lib/guilloche.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

const STORED_AS = 'qura.purchase-key'
const stored = z.object({
  key: z.string(),
  mark: z.string(),
  /** The order that the shop has made of it; left out: no answer has come yet. */
  orderId: z.optional(z.string()),
})

const atHand = () => z.safeParse(stored, readStored(STORED_AS)).data

export function keyForPurchase(purchase: PurchaseRequest): string {
  const body = JSON.stringify(purchase)
  const known = atHand()
  if (known !== undefined && known.mark === markOf(known.key, body)) return known.key

  const key = crypto.randomUUID()
  writeStored(STORED_AS, { key, mark: markOf(key, body) })
  return key
}

/** Two bodies of one mark: the shop refuses the second one, and the key is forgotten. */
const markOf = (key: string, body: string): string => `${body.length} ${fnv1a(key + body)}`

/** The shop has answered: this is the order of the cart, until the cart is bought or another. */
export function notePurchased(orderId: string): void {
  const known = atHand()
  if (known !== undefined) writeStored(STORED_AS, { ...known, orderId })
}

/**
 * The order is paid, and its purchase at its end. True: it is the cart's, which is bought by that.
 * The page of an older order says nothing about the purchase at hand; one whose answer told of no
 * order, because the provider was away say, is paid for on the order's own page.
 */
export function endPurchase(orderId: string): boolean {
  const known = atHand()
  if (known?.orderId !== undefined && known.orderId !== orderId) return false
  forgetPurchaseKey()
  return known !== undefined
}

/** The order has reached its end: the next purchase is another one, even of the same things. */
export const forgetPurchaseKey = (): void => writeStored(STORED_AS, null)
