// Products and variants as staff write them. Forms travel as multipart, so every field is text.
import * as z from 'zod/mini'

import { stockReasons } from '#events/product/events.ts'
import { piecesMax } from '#events/product/stock.ts'

import { product, variant } from './products.ts'
import { count, id, moneyIn, numberIn, paged, signedMoneyIn, version, words } from './shared.ts'

const TICKETS_MAX = 10_000_000
const TICKETS_PER_UNIT_MAX = 1_000

const productForm = {
  name: words(200, 1),
  description: words(10_000, 1),
  price: moneyIn(),
  tickets: numberIn({ min: 0, max: TICKETS_PER_UNIT_MAX }),
  totalTickets: numberIn({ min: 0, max: TICKETS_MAX }),
  active: z.enum(['1', '0']),
}
/** 1: sold as goods, without tickets, whatever raffle it is linked to. */
const withoutEntry = () => z.optional(z.enum(['1', '0']))
/** Empty: the product is linked to no raffle. */
const raffleId = () => z.union([id(), z.literal('')])

export const createProductForm = z.strictObject({
  ...productForm,
  raffleId: z.optional(raffleId()),
  withoutEntry: withoutEntry(),
})
export type CreateProductForm = z.infer<typeof createProductForm>

/** What is left out stays as it is. */
export const changeProductForm = z.strictObject({
  name: z.optional(productForm.name),
  description: z.optional(productForm.description),
  price: z.optional(productForm.price),
  tickets: z.optional(productForm.tickets),
  totalTickets: z.optional(productForm.totalTickets),
  active: z.optional(productForm.active),
  raffleId: z.optional(raffleId()),
  withoutEntry: withoutEntry(),
})
export type ChangeProductForm = z.infer<typeof changeProductForm>

const pieces = () => numberIn({ min: 0, max: piecesMax })
/** Pieces in hand that are not sold, the reserved ones among them; empty: nobody counts them. */
const stock = () => z.union([pieces(), z.literal('')])

export const createVariantForm = z.strictObject({
  name: words(200, 1),
  sku: words(80, 1),
  priceAdjustment: z.optional(z.union([signedMoneyIn(), z.literal('')])),
  stock: z.optional(stock()),
  /** Staff are warned when no more than this are left. */
  lowAt: z.optional(pieces()),
})
export type CreateVariantForm = z.infer<typeof createVariantForm>

export const changeVariantForm = z.strictObject({
  name: z.optional(words(200, 1)),
  sku: z.optional(words(80, 1)),
  priceAdjustment: z.optional(z.union([signedMoneyIn(), z.literal('')])),
  stock: z.optional(stock()),
  lowAt: z.optional(pieces()),
  /** What `stock` was when the form was opened: if it has changed, `stock_changed`. */
  stockSeen: z.optional(pieces()),
})
export type ChangeVariantForm = z.infer<typeof changeVariantForm>

/** A delivery, a loss or a return: so many pieces more, or fewer. */
export const adjustStockRequest = z.strictObject({
  change: z.int().check(z.minimum(-piecesMax), z.maximum(piecesMax)),
  reason: z.enum(stockReasons),
  note: z.optional(z.nullable(words(500))),
})
export type AdjustStockRequest = z.infer<typeof adjustStockRequest>

export const adminVariant = z.strictObject({
  ...variant.def.shape,
  /** Null: nobody counts its pieces. */
  stock: z.nullable(
    z.strictObject({
      /** In hand and not sold: `left` and `held` together. */
      pieces: count(),
      left: count(),
      /** Reserved by orders that are not paid yet. */
      held: count(),
      /** Sold since they are counted. */
      taken: count(),
      lowAt: count(),
    }),
  ),
})
export type AdminVariant = z.infer<typeof adminVariant>

export const adminProduct = z.strictObject({
  ...product.def.shape,
  variants: z.array(adminVariant),
  version: version(),
})
export type AdminProduct = z.infer<typeof adminProduct>
export const adminProductPage = paged(adminProduct)

export const adminVariantList = z.strictObject({
  variants: z.array(adminVariant),
  version: version(),
})
