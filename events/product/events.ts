// Facts of one product and its variants: stream `product/<productId>` in the shop log.
import * as z from 'zod/mini'

import { orderIdSchema, raffleIdSchema, uuidPattern, variantIdSchema } from '../kernel/ids.ts'
import { cents, count, currency, signedCents, text } from '../kernel/shapes.ts'

/** Why the number of pieces changed, other than by a sale. */
export const stockReasons = ['counted', 'received', 'lost', 'returned'] as const
export type StockReason = (typeof stockReasons)[number]

const productFields = {
  name: text(200),
  description: text(10_000),
  priceCents: cents(),
  currency: currency(),
  /** Key of the image in the file store; null only for a product made by a script. */
  image: z.nullable(text(200)),
  ticketsPerUnit: count(),
  ticketsMax: count(),
  isActive: z.boolean(),
  /** Sold as goods, whatever it is linked to: no raffle, no tickets. Left out: it is not. */
  sellsWithoutEntry: z.optional(z.literal(true)),
}

const variantFields = {
  variantId: variantIdSchema,
  name: text(200),
  sku: text(80),
  priceAdjustmentCents: signedCents(),
  image: z.nullable(text(200)),
}

export const productEvents = {
  ProductListed: z.strictObject(productFields),
  /** The whole product as it now stands. */
  ProductRevised: z.strictObject(productFields),
  ProductLinked: z.strictObject({ raffleId: raffleIdSchema }),
  ProductUnlinked: z.strictObject({ raffleId: raffleIdSchema }),
  ProductRemoved: z.strictObject({}),
  VariantAdded: z.strictObject(variantFields),
  VariantRevised: z.strictObject(variantFields),
  VariantRemoved: z.strictObject({ variantId: variantIdSchema }),
  /** From now on its pieces are counted; said again, staff are warned at another number. */
  StockTracked: z.strictObject({ variantId: variantIdSchema, sku: text(80), lowAt: count() }),
  StockAdjusted: z.strictObject({
    variantId: variantIdSchema,
    sku: text(80),
    /** Names the change, so that the row that sells applies it once. */
    changeId: z.string().check(z.regex(uuidPattern, 'must be a UUID')),
    /** Pieces, signed, never 0. */
    change: z.int(),
    /** All pieces that ever came less those that were lost, after this change; sales included. */
    counted: count(),
    reason: z.enum(stockReasons),
    /** They came back from this order, which was cancelled. */
    orderId: z.optional(orderIdSchema),
  }),
  /** Not counted any more; what was counted is forgotten. */
  StockUntracked: z.strictObject({ variantId: variantIdSchema, sku: text(80) }),
}

type Schemas = typeof productEvents
export type ProductEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
