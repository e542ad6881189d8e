// The idempotency key of the purchase at hand. One body, one key: it is written down before the
// call, so that a lost answer, a reload or a second click asks for the same order again.
import * as z from 'zod/mini'

import type { PurchaseRequest } from '#services/contract/purchases.ts'

import { readStored, writeStored } from '../../lib/storage.ts'

const STORED_AS = 'qura.purchase-key'
const stored = z.object({ key: z.string(), body: z.string() })

export function keyForPurchase(purchase: PurchaseRequest): string {
  const body = JSON.stringify(purchase)
  const known = z.safeParse(stored, readStored(STORED_AS)).data
  if (known?.body === body) return known.key

  const key = crypto.randomUUID()
  writeStored(STORED_AS, { key, body })
  return key
}

/** The order has reached its end: the next purchase is another one, even of the same things. */
export const forgetPurchaseKey = (): void => writeStored(STORED_AS, null)
