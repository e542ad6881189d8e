// Facts of one product and its variants: stream `product/<productId>` in the shop log.
import * as z from 'zod/mini'

import { raffleIdSchema, variantIdSchema } from '../kernel/ids.ts'
import { cents, count, currency, signedCents, text } from '../kernel/shapes.ts'

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
}

type Schemas = typeof productEvents
export type ProductEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
