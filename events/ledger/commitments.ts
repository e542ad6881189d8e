// Commitments (`raffle-draw/v1`, 2): a leaf holds the hash, a side table the opening. Deleting the
// 32 random bytes of salt unlinks the person while every proof still stands.
//   operatorCommit = SHA-256("raffle-draw/v1/operator-commit" || 0x00 || seed32)
//   holderCommit   = SHA-256("raffle-draw/v1/holder"          || 0x00 || salt32 || JCS(holder))
//   orderCommit    = SHA-256("raffle-draw/v1/order"           || 0x00 || salt32 || JCS(summary))
// All are lower-case hex. Texts are canonical JSON, kept as they were hashed.
import { assert } from '../kernel/assert.ts'
import { concat, hexOf, utf8 } from '../kernel/bytes.ts'
import type { Sha256 } from '../kernel/hash.ts'
import { isPlanted } from '../kernel/planted.ts'

import { canonicalJson } from './canonical-json.ts'

export type Holder = {
  readonly customerId: string | null
  readonly name: string
  /** E.164. */
  readonly phone: string
}

export type OrderSummary = {
  readonly orderId: string
  readonly lineId: string
  readonly productId: string
  readonly quantity: number
  readonly ticketsPerUnit: number
  /** The line's total as a decimal string of minor units. */
  readonly totalMinor: string
  readonly currency: string
  readonly paidAt: string
}

/** What the salt hides. */
export function holderText({ customerId, name, phone }: Holder): string {
  return canonicalJson({ customerId, name, phone })
}

export function orderText(summary: OrderSummary): string {
  const { orderId, lineId, productId, quantity, ticketsPerUnit, totalMinor, currency, paidAt } =
    summary
  return canonicalJson({
    orderId,
    lineId,
    productId,
    quantity,
    ticketsPerUnit,
    ...(!isPlanted('hash_omits_a_field') && { totalMinor }),
    currency,
    paidAt,
  })
}

export function operatorCommit(seed: Uint8Array, sha256: Sha256): string {
  assert(seed.length === 32, 'the operator seed has 32 bytes')
  return hexOf(sha256(concat(operatorDomain, seed)))
}

/** `text` is what `holderText` wrote. */
export function holderCommit(salt: Uint8Array, text: string, sha256: Sha256): string {
  assert(salt.length === 32, 'a salt has 32 bytes')
  return hexOf(sha256(concat(holderDomain, salt, utf8(text))))
}

/** `text` is what `orderText` wrote. */
export function orderCommit(salt: Uint8Array, text: string, sha256: Sha256): string {
  assert(salt.length === 32, 'a salt has 32 bytes')
  return hexOf(sha256(concat(orderDomain, salt, utf8(text))))
}

const domain = (name: string): Uint8Array => utf8(`raffle-draw/v1/${name}\0`)
const operatorDomain = domain('operator-commit')
const holderDomain = domain('holder')
const orderDomain = domain('order')
