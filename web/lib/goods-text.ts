import type { LineGoods } from '#services/contract/orders.ts'

import { own } from './text/plural.ts'

export const nameOfGoods = ({ productName, variantName }: LineGoods): string =>
  variantName === null ? productName : `${productName} (${variantName})`

/** A line of an order where only text can stand, whichever direction its name has. */
export const goodsText = (goods: LineGoods): string =>
  `${own(String(goods.quantity))} × ${own(nameOfGoods(goods))}`
