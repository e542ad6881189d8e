// The demo's counted goods: some days before the visitor comes staff count a few variants, and sell
// from then on until of one there is plenty, of one little and of one nothing left. What is said to
// be there afterwards is what a real shelf would have: pieces less what was sold of them.
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { variantIdSchema } from '#events/kernel/ids.ts'

import type { Actor } from '../commands/audit.ts'
import { adjustStock, setStock } from '../commands/stock.ts'
import { stockOfVariant } from '../commands/stock-table.ts'
import type { Core } from '../core.ts'
import { demoRaffles } from './shop.ts'
import type { PlannedOrder } from './timetable.ts'

const DAY_MS = 86_400_000

/** When the shelf is counted: late enough to be quick, early enough to sell from it. */
export const countedFrom = (now: Date): Date => new Date(now.getTime() - 3 * DAY_MS)

type Sold = { productId: ProductId; variantIds: string[] }

type Counting = {
  core: Core
  actor: Actor
  /** By the product's name: what is on sale. */
  productIds: ReadonlyMap<string, Sold>
}

type Counted = { productId: ProductId; variantId: VariantId; left: number; lowAt: number }

/** Enough for everybody who is still to come, the unpaid among them, and what shall be left. */
export async function countShelf(
  counting: Counting,
  orders: readonly PlannedOrder[],
): Promise<void> {
  for (const { productId, variantId, left, lowAt, planned } of countedGoods(counting)) {
    let pieces = left
    for (const order of orders) if (planned(order)) pieces += order.quantity
    const wanted = { pieces, lowAt }
    await setStock(needsOf(counting), { productId, variantId, actor: counting.actor, wanted })
  }
}

/** What was reserved and never paid is on the shelf again: that much turns out to be broken. */
export async function tidyShelf(counting: Counting): Promise<void> {
  for (const { productId, variantId, left } of countedGoods(counting)) {
    const now = await stockOfVariant(counting.core.database, variantId)
    if (now.left <= left) continue
    await adjustStock(needsOf(counting), {
      productId,
      variantId,
      actor: counting.actor,
      change: left - now.left,
      reason: 'lost',
      note: 'Damaged in the store room',
    })
  }
}

const needsOf = ({ core }: Counting) => ({ ...core, now: core.clock.now })

function countedGoods({ productIds }: Counting) {
  const goods: (Counted & { planned: (order: PlannedOrder) => boolean })[] = []
  for (const { products } of demoRaffles)
    for (const product of products)
      for (const [index, { stock }] of product.variants.entries()) {
        const sold = productIds.get(product.name)
        if (stock === undefined || sold === undefined) continue
        const variantId = variantIdSchema.parse(sold.variantIds[index])
        const planned = (order: PlannedOrder) =>
          order.product.name === product.name && order.variant === index
        goods.push({ productId: sold.productId, variantId, ...stock, planned })
      }
  return goods
}
