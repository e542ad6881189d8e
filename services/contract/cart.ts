// The cart of a signed-in customer, kept by the shop so that each of his devices has it. Sent are
// products and quantities; what comes back is how the shop would sell them now.
import * as z from 'zod/mini'

import { LINES_MAX, QUANTITY_MAX } from './purchase-limits.ts'
import { count, id, image, money } from './shared.ts'

export const keptLine = z.strictObject({
  productId: id(),
  variantId: z.nullable(id()),
  quantity: z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX)),
})
export type KeptLine = z.infer<typeof keptLine>

export const cartRequest = z.strictObject({
  lines: z.array(keptLine).check(z.maxLength(LINES_MAX)),
})

/** As the browser's own cart has it, at the prices of this moment. */
export const soldLine = z.strictObject({
  id: id(),
  name: z.string(),
  price: money(),
  image: image(),
  tickets: count(),
  quantity: count(),
  prizeName: z.nullable(z.string()),
  prizeImage: image(),
  variantId: z.nullable(id()),
  variantName: z.nullable(z.string()),
})
export type SoldLine = z.infer<typeof soldLine>

export const cartResponse = z.strictObject({
  /** Counts up with every change; the same number is the same cart. */
  version: count(),
  lines: z.array(soldLine),
  /** What was in the cart and is not sold any more. */
  gone: z.array(keptLine),
})
export type CartResponse = z.infer<typeof cartResponse>
