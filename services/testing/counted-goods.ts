// Goods whose pieces are counted, put on the shelf of a purchase rig by the commands of staff.
import type { ProductId, VariantId } from '#events/kernel/ids.ts'

import { terminal } from '../commands/audit.ts'
import { record } from '../commands/product.ts'
import { planStock, withStock } from '../commands/stock.ts'
import { newId } from '../ids.ts'
import type { PurchaseRig } from './purchase-rig.ts'

export type CountedGoods = { productId: ProductId; variantId: VariantId }

type Counting = {
  pieces: number
  priceCents?: number
  /** Of a raffle that is on sale; left out: goods alone. */
  product?: ProductId
}

/** A product with one variant. What costs nothing is paid at once. */
export async function sellCounted(
  { desk, store, test, sellGoods }: PurchaseRig,
  { pieces, priceCents = 0, product }: Counting,
): Promise<CountedGoods> {
  const productId = product ?? sellGoods(priceCents)
  const variantId = newId<VariantId>()
  const names = { name: 'Red', sku: `RED-${variantId.slice(0, 8)}`, image: null }
  const variant = { variantId, priceAdjustmentCents: 0, ...names }
  const needs = { store, database: test.database }
  const first = await planStock(needs, undefined, { productId, variantId, wanted: { pieces } })
  await withStock(first, () =>
    record(needs, {
      productId,
      actor: terminal,
      act: 'list product',
      commands: () => [
        { type: 'ListProduct', fields: { ...shirt, priceCents } },
        { type: 'AddVariant', variant },
        ...first.commands,
      ],
    }),
  )
  const stock = { left: pieces, held: 0, taken: 0, lowAt: 5 }
  desk.catalogue.product(productId)!.variants.push({ ...variant, stock })
  return { productId, variantId }
}

const shirt = {
  name: 'Shirt',
  description: '',
  currency: 'USD',
  image: null,
  ticketsPerUnit: 0,
  ticketsMax: 0,
  isActive: true,
} as const
