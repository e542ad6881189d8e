// The signed link of an order (answers 4, 102): who holds it may open the order's page, from any
// browser. It proves nothing else and names nobody.
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { OrderId } from '#events/kernel/ids.ts'

const SIGNATURE_BYTES = 18 // 144 bits, 24 characters
const SHORT_SIGNATURE_BYTES = 15 // 120 bits, 20 characters
const REFERENCE_PREFIX = 'QR-'
/** What follows the prefix of a reference, then the signature. */
const SHORT_CODE = /^([0-9A-Z]{6})([\w-]{20})$/

export type OrderLinks = {
  sign: (orderId: OrderId) => string
  isSigned: (orderId: OrderId, signature: string) => boolean
  /** Sent by post or text: opens the order in whatever browser it is clicked in. */
  pageUrl: (orderId: OrderId) => string
  /** The same door for a text message, whose every character is paid for. */
  shortUrl: (orderId: OrderId, reference: string) => string
  /** Null: no such code was ever sent. Whether it opens the order, only the order's id tells. */
  readShort: (code: string) => ShortLink | null
  /** Where a provider sends the browser back to. */
  returnUrls: (orderId: OrderId) => { successUrl: string; failureUrl: string }
}

export type ShortLink = { reference: string; isOf: (orderId: OrderId) => boolean }

export function orderLinks({ key, publicOrigin }: LinkSettings): OrderLinks {
  const signed = (words: string, bytes: number) =>
    createHmac('sha256', key).update(words).digest().subarray(0, bytes).toString('base64url')
  const sign = (orderId: OrderId) => signed(orderId, SIGNATURE_BYTES)
  // Not the beginning of the long one: neither tells anything of the other.
  const signShort = (orderId: OrderId) => signed(`short ${orderId}`, SHORT_SIGNATURE_BYTES)

  return {
    sign,
    isSigned: (orderId, signature) => isSame(sign(orderId), signature),
    pageUrl: (orderId) => `${publicOrigin}/order/${orderId}?link=${sign(orderId)}`,
    shortUrl: (orderId, reference) =>
      `${publicOrigin}/o/${reference.slice(REFERENCE_PREFIX.length)}${signShort(orderId)}`,
    readShort: (code) => {
      const [, spoken, signature] = SHORT_CODE.exec(code) ?? []
      if (spoken === undefined || signature === undefined) return null
      return {
        reference: REFERENCE_PREFIX + spoken,
        isOf: (orderId) => isSame(signShort(orderId), signature),
      }
    },
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
