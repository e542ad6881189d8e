// MontyPay's hashes. hash = sha1_hex(inner_hex(UPPER(fields joined without separator))), where the
// inner digest is MD5, or SHA-256 for accounts with "Use SHA256 encryption algorithm for hash".
// The inner digest goes into SHA-1 as lower-case hex text; the result is lower-case hex.
//
// None of them covers a payment's status, and the hash of a callback equals the hash appended to
// the shopper's return address. A right hash says who made the message, never that money came.
import { createHash } from 'node:crypto'

import { isSameSecret } from './constant-time.ts'

export type HashMode = 'md5' | 'sha256'

export type HashKey = { password: string; mode: HashMode }

/** What the hashes speak of, each exactly as it stands on the wire. */
export type HashedOrder = {
  number: string
  amount: string
  currency: string
  description: string
}

export const sessionHash = (order: HashedOrder, key: HashKey) =>
  digest([order.number, order.amount, order.currency, order.description], key)

/** Also the hash of a void and of a retry. */
export const statusByPaymentHash = (paymentId: string, key: HashKey) => digest([paymentId], key)

export const statusByOrderHash = (orderNumber: string, key: HashKey) => digest([orderNumber], key)

/** Also the hash of a capture. */
export const refundHash = (paymentId: string, amount: string, key: HashKey) =>
  digest([paymentId, amount], key)

/** Also the hash of the return address. */
export const callbackHash = (paymentId: string, order: HashedOrder, key: HashKey) =>
  digest([paymentId, order.number, order.amount, order.currency, order.description], key)

/** Any case, in constant time. */
export const isSameHash = (received: string, expected: string) =>
  isSameSecret(received.toLowerCase(), expected)

function digest(fields: readonly string[], { password, mode }: HashKey): string {
  const upper = asciiUpper([...fields, password].join(''))
  const inner = createHash(mode).update(upper, 'utf8').digest('hex')
  return createHash('sha1').update(inner, 'utf8').digest('hex')
}

/** As callbacks do it. Requests are said to use all of Unicode; all we hash is ASCII. */
const asciiUpper = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
