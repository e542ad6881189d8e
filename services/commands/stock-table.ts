// The row of a counted variant: opened, read, and gone with the counting.
import * as z from 'zod/mini'

import { variantIdSchema } from '#events/kernel/ids.ts'
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { lowAtDefault } from '#events/product/stock.ts'
import type { ShelfStock } from '#projections/product-shelf/queries.ts'

import type { Queryable } from '../io/database.ts'

type Opened = { productId: ProductId; variantId: VariantId; lowAt: number }

export async function openStock(
  database: Queryable,
  { productId, variantId, lowAt }: Opened,
): Promise<void> {
  await database.query({
    name: 'stock_open',
    text: `
      insert into variant_stock as known (variant_id, product_id, low_at, low_since)
      values ($1, $2, $3, clock_now())
      on conflict (variant_id) do update
         set low_at = excluded.low_at,
             low_since = case
               when known.counted - known.held - known.taken > excluded.low_at then null
               else coalesce(known.low_since, clock_now())
             end`,
    values: [variantId, productId, lowAt],
  })
}

export async function dropStock(database: Queryable, variantId: string): Promise<void> {
  await database.query({
    name: 'stock_drop',
    text: 'delete from variant_stock where variant_id = $1',
    values: [variantId],
  })
}

const stockRow = z.object({
  variant_id: variantIdSchema,
  left: z.int(),
  held: z.int(),
  taken: z.int(),
  low_at: z.int(),
})

/** Of all variants of a product that are counted. */
export async function stocksOf(
  database: Queryable,
  productId: ProductId,
): Promise<ReadonlyMap<string, ShelfStock>> {
  const { rows } = await database.query({
    name: 'stock_of_product',
    text: `
      select variant_id, counted - held - taken as left, held, taken, low_at
        from variant_stock
       where product_id = $1`,
    values: [productId],
  })
  return new Map(
    rows
      .map((row) => stockRow.parse(row))
      .map(({ variant_id, left, held, taken, low_at }) => [
        variant_id,
        { left, held, taken, lowAt: low_at },
      ]),
  )
}

export async function stockOfVariant(
  database: Queryable,
  variantId: VariantId,
): Promise<ShelfStock> {
  const { rows } = await database.query({
    name: 'stock_of_variant',
    text: `
      select variant_id, counted - held - taken as left, held, taken, low_at
        from variant_stock
       where variant_id = $1`,
    values: [variantId],
  })
  const [row] = rows
  if (row === undefined) return { left: 0, held: 0, taken: 0, lowAt: lowAtDefault }
  const { left, held, taken, low_at: lowAt } = stockRow.parse(row)
  return { left, held, taken, lowAt }
}

/** In hand and not sold. */
export const piecesOf = ({ left, held }: ShelfStock): number => left + held
