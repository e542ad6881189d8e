import type { LineGoods } from '#services/contract/orders.ts'

/** A line of an order in one line of text, whichever direction its name has. */
export function Goods({ quantity, productName, variantName }: LineGoods) {
  return (
    <>
      <bdi>{quantity}</bdi> ×{' '}
      <bdi>{variantName === null ? productName : `${productName} (${variantName})`}</bdi>
    </>
  )
}
