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

export function orderLinks({ secrets, publicOrigin }: LinkSettings): OrderLinks {
  const keys = secrets.map(keyOf)
  const [current] = keys
  if (current === undefined) throw new Error('there is no key to sign links with')
  const sign = (orderId: OrderId) => signLong(current, orderId)

  return {
    sign,
    isSigned: (orderId, signature) => keys.some((key) => isSame(signLong(key, orderId), signature)),
    pageUrl: (orderId) => `${publicOrigin}/order/${orderId}?link=${sign(orderId)}`,
    shortUrl: (orderId, reference) =>
      `${publicOrigin}/o/${reference.slice(REFERENCE_PREFIX.length)}${signShort(current, orderId)}`,
    readShort: (code) => {
      const [, spoken, signature] = SHORT_CODE.exec(code) ?? []
      if (spoken === undefined || signature === undefined) return null
      return {
        reference: REFERENCE_PREFIX + spoken,
        isOf: (orderId) => keys.some((key) => isSame(signShort(key, orderId), signature)),
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
  /** At least 32 random bytes each, outside the database. The first signs; all of them open. */
  secrets: readonly Uint8Array[]
  /** `https://shop.example`, without a slash at the end. */
  publicOrigin: string
}

/** As text: node:crypto takes a tenth of the time for a text key of what it takes for bytes. */
const keyOf = (secret: Uint8Array) =>
  createHmac('sha256', secret).update('order-link').digest('hex')

const signLong = (key: string, orderId: OrderId) => signed(key, orderId, SIGNATURE_BYTES)

/** Not the beginning of the long one: neither tells anything of the other. */
const signShort = (key: string, orderId: OrderId) =>
  signed(key, `short ${orderId}`, SHORT_SIGNATURE_BYTES)

const signed = (key: string, words: string, bytes: number) =>
  createHmac('sha256', key).update(words).digest().subarray(0, bytes).toString('base64url')

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
