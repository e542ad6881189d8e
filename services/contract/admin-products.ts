// Products and variants as staff write them. Forms travel as multipart, so every field is text.
import * as z from 'zod/mini'

import { product, variant } from './products.ts'
import { id, moneyIn, numberIn, paged, signedMoneyIn, version, words } from './shared.ts'

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
/** Empty: the product is linked to no raffle. */
const raffleId = () => z.union([id(), z.literal('')])

export const createProductForm = z.strictObject({
  ...productForm,
  raffleId: z.optional(raffleId()),
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
})
export type ChangeProductForm = z.infer<typeof changeProductForm>

export const createVariantForm = z.strictObject({
  name: words(200, 1),
  sku: words(80, 1),
  priceAdjustment: z.optional(z.union([signedMoneyIn(), z.literal('')])),
})
export type CreateVariantForm = z.infer<typeof createVariantForm>

export const changeVariantForm = z.strictObject({
  name: z.optional(words(200, 1)),
  sku: z.optional(words(80, 1)),
  priceAdjustment: z.optional(z.union([signedMoneyIn(), z.literal('')])),
})
export type ChangeVariantForm = z.infer<typeof changeVariantForm>

export const adminProduct = z.strictObject({ ...product.def.shape, version: version() })
export type AdminProduct = z.infer<typeof adminProduct>
export const adminProductPage = paged(adminProduct)

export const adminVariantList = z.strictObject({ variants: z.array(variant), version: version() })
