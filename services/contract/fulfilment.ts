// The fulfilment desk: paid orders on their way to their buyers.
import * as z from 'zod/mini'

import { count, id, image, instantOut, pageQuery, paged } from './shared.ts'

export const fulfilmentStages = ['to_prepare', 'ready', 'sent_out'] as const
export type FulfilmentStage = (typeof fulfilmentStages)[number]

export const fulfilmentQuery = z.strictObject({
  ...pageQuery,
  stage: z._default(z.enum(fulfilmentStages), 'to_prepare'),
})

export const fulfilmentItem = z.strictObject({
  productId: id(),
  productName: z.string(),
  productImage: image(),
  variantName: z.nullable(z.string()),
  quantity: count(),
})

export const fulfilmentOrder = z.strictObject({
  id: id(),
  /** For If-Match of what is done to it. */
  version: count(),
  reference: z.string(),
  shippingMethod: z.enum(['pickup', 'delivery']),
  paidAt: instantOut(),
  readyAt: z.nullable(instantOut()),
  sentOutAt: z.nullable(instantOut()),
  customer: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  items: z.array(fulfilmentItem),
})
export type FulfilmentOrder = z.infer<typeof fulfilmentOrder>

export const fulfilmentPage = paged(fulfilmentOrder)

/** What to take from the shelves for the orders that are to be prepared, the oldest ones first. */
export const pickList = z.strictObject({
  stages: z.strictObject({ to_prepare: count(), ready: count(), sent_out: count() }),
  items: z.array(z.strictObject({ ...fulfilmentItem.shape, orders: count() })),
})
export type PickList = z.infer<typeof pickList>
