import { createHash } from 'node:crypto'

import type { LinkedOrder, OrderLinks } from './order-link.ts'

/**
 * Six digits that the buyer reads out at the counter. Made of the link's signature, which they do
 * not give away: whoever holds the link may know the code, and nobody else. It ends with the link.
 */
export function pickupCode({ sign }: Pick<OrderLinks, 'sign'>, order: LinkedOrder): string {
  const digest = createHash('sha256')
    .update(`pickup ${sign(order)}`)
    .digest()
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
}
