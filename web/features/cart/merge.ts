// The cart of this browser and the one the shop keeps for the customer, made one. Pure.
import { LINES_MAX } from '#services/contract/purchase-limits.ts'

import { isSame } from './cart.ts'
import type { Cart } from './cart.ts'

/**
 * What is in either is in the cart; of what is in both, the greater number: adding them up would
 * double the cart of somebody who signs in twice. Prices are the shop's, which come in `kept`.
 */
export function mergeCarts(own: Cart, kept: Cart): Cart {
  const joined = own.map((line) => {
    const other = kept.find((known) => isSame(known, line))
    return other ? { ...other, quantity: Math.max(line.quantity, other.quantity) } : line
  })
  const more = kept.filter((line) => !own.some((known) => isSame(known, line)))
  return [...joined, ...more].slice(0, LINES_MAX)
}

/** What the shop tells about the cart that this browser had: names, for one sentence. */
export function changesOf(before: Cart, after: Cart): { repriced: string[]; gone: string[] } {
  const repriced: string[] = []
  const gone: string[] = []
  for (const line of before) {
    const now = after.find((known) => isSame(known, line))
    if (!now) gone.push(line.name)
    else if (now.price !== line.price) repriced.push(line.name)
  }
  return { repriced, gone }
}
