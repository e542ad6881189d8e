// The signed link of an order (docs/decisions/0035): who holds it may open the order's page, from
// any browser. It proves nothing else and names nobody. It goes to the phone of the order, and ends
// with it: once the phone is corrected, another generation of links opens the order, and none
// before.
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { OrderId } from '#events/kernel/ids.ts'

const SIGNATURE_BYTES = 18 // 144 bits, 24 characters
const SHORT_SIGNATURE_BYTES = 16 // 128 bits, 22 characters
/** 20 characters, as they were sent at first: those links still open their orders. */
const FORMER_SHORT_BYTES = 15
const REFERENCE_PREFIX = 'QR-'
/** What follows the prefix of a reference, then the signature. */
const SHORT_CODE = /^([0-9A-Z]{6})([\w-]{20}|[\w-]{22})$/

/** `generation`: how often the order's phone was corrected so far; see `link-generation.ts`. */
export type LinkedOrder = { orderId: OrderId; generation: number }

export type OrderLinks = {
  sign: (order: LinkedOrder) => string
  isSigned: (order: LinkedOrder, signature: string) => boolean
  /** Sent by post or text: opens the order in whatever browser it is clicked in. */
  pageUrl: (order: LinkedOrder) => string
  /** The same door for a text message, whose every character is paid for. */
  shortUrl: (order: LinkedOrder, reference: string) => string
  /** Null: no such code was ever sent. Whether it opens the order, only the order's id tells. */
  readShort: (code: string) => ShortLink | null
  /** Where a provider sends the browser back to. */
  returnUrls: (order: LinkedOrder) => { successUrl: string; failureUrl: string }
}

export type ShortLink = { reference: string; isOf: (order: LinkedOrder) => boolean }

export function orderLinks({ secrets, publicOrigin }: LinkSettings): OrderLinks {
  const keys = secrets.map(keyOf)
  const [current] = keys
  if (current === undefined) throw new Error('there is no key to sign links with')
  const sign = (order: LinkedOrder) => signLong(current, order)

  return {
    sign,
    isSigned: (order, signature) => keys.some((key) => isSame(signLong(key, order), signature)),
    pageUrl: (order) => `${publicOrigin}/order/${order.orderId}?link=${sign(order)}`,
    shortUrl: (order, reference) =>
      `${publicOrigin}/o/${reference.slice(REFERENCE_PREFIX.length)}${signShort(current, order)}`,
    readShort: (code) => {
      const [, spoken, signature] = SHORT_CODE.exec(code) ?? []
      if (spoken === undefined || signature === undefined) return null
      const bytes = signature.length === 20 ? FORMER_SHORT_BYTES : SHORT_SIGNATURE_BYTES
      return {
        reference: REFERENCE_PREFIX + spoken,
        isOf: (order) => keys.some((key) => isSame(signShort(key, order, bytes), signature)),
      }
    },
    returnUrls: (order) => {
      const query = `orderId=${order.orderId}&link=${sign(order)}`
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

const signLong = (key: string, order: LinkedOrder) => signed(key, wordsOf(order), SIGNATURE_BYTES)

/** Not the beginning of the long one: neither tells anything of the other. */
const signShort = (key: string, order: LinkedOrder, bytes = SHORT_SIGNATURE_BYTES) =>
  signed(key, `short ${wordsOf(order)}`, bytes)

/** The first generation is signed as every link was before there were others. */
const wordsOf = ({ orderId, generation }: LinkedOrder) =>
  generation === 0 ? orderId : `${orderId} ${generation}`

const signed = (key: string, words: string, bytes: number) =>
  createHmac('sha256', key).update(words).digest().subarray(0, bytes).toString('base64url')

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
