// The signed link of an order (answers 4, 102): who holds it may open the order's page, from any
// browser. It proves nothing else and names nobody.
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { OrderId } from '#events/kernel/ids.ts'

const SIGNATURE_BYTES = 18 // 144 bits, 24 characters

export type OrderLinks = {
  sign: (orderId: OrderId) => string
  isSigned: (orderId: OrderId, signature: string) => boolean
  /** Sent by post or text: opens the order in whatever browser it is clicked in. */
  pageUrl: (orderId: OrderId) => string
  /** Where a provider sends the browser back to. */
  returnUrls: (orderId: OrderId) => { successUrl: string; failureUrl: string }
}

export function orderLinks({ key, publicOrigin }: LinkSettings): OrderLinks {
  const sign = (orderId: OrderId) =>
    createHmac('sha256', key)
      .update(orderId)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url')

  return {
    sign,
    isSigned: (orderId, signature) => isSame(sign(orderId), signature),
    pageUrl: (orderId) => `${publicOrigin}/order/${orderId}?link=${sign(orderId)}`,
    returnUrls: (orderId) => {
      const query = `orderId=${orderId}&link=${sign(orderId)}`
      return {
        successUrl: `${publicOrigin}/payment/success?${query}`,
        failureUrl: `${publicOrigin}/payment/failed?${query}`,
      }
    },
  }
}

export type LinkSettings = {
  /** At least 32 random bytes as hex, outside the database. */
  key: string
  /** `https://shop.example`, without a slash at the end. */
  publicOrigin: string
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
