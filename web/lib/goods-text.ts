import type { LineGoods } from '#services/contract/orders.ts'

import { own } from './text/plural.ts'

/** A line of an order where only text can stand, whichever direction its name has. */
export function goodsText({ quantity, productName, variantName }: LineGoods): string {
  const name = variantName === null ? productName : `${productName} (${variantName})`
  return `${own(String(quantity))} × ${own(name)}`
}
