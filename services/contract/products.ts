// Products and their variants, as the shop shows them.
import * as z from 'zod/mini'

import { count, flag, id, image, money } from './shared.ts'

export const variant = z.strictObject({
  id: id(),
  name: z.string(),
  sku: z.string(),
  image: image(),
  /** Signed. */
  priceAdjustment: money(),
  /** Pieces left, said only when they are few or none; left out: enough, or nobody counts them. */
  left: z.optional(count()),
  /** None is left, but some are reserved by orders that are not paid yet: they may come back. */
  isReserved: z.optional(z.literal(true)),
})
export type Variant = z.infer<typeof variant>

export const product = z.strictObject({
  id: id(),
  name: z.string(),
  description: z.string(),
  price: money(),
  image: image(),
  /** Tickets granted per unit. */
  tickets: count(),
  totalTickets: count(),
  /** Issued and not voided; what is only reserved is not counted. */
  soldTickets: count(),
  raffleId: z.nullable(id()),
  raffleName: z.nullable(z.string()),
  active: flag(),
  /** Sold as goods: it brings no tickets now, and belongs to no raffle. */
  withoutEntry: z.optional(z.literal(true)),
  variants: z.array(variant),
})
export type Product = z.infer<typeof product>

export const productList = z.array(product)
export const variantList = z.strictObject({ variants: z.array(variant) })
