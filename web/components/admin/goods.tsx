import type { LineGoods } from '#services/contract/orders.ts'

import { nameOfGoods } from '../../lib/goods-text.ts'

/** A line of an order in one line of text, whichever direction its name has. */
export function Goods(goods: LineGoods) {
  return (
    <>
      <bdi>{goods.quantity}</bdi> × <bdi>{nameOfGoods(goods)}</bdi>
    </>
  )
}
