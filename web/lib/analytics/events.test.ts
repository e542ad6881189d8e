import { expect, it } from 'vitest'

import { trackRequest } from '#services/contract/events.ts'

import { paymentChosen, purchase, shippingChosen, step } from './events.ts'
import type { Bought } from './events.ts'
import { deafen, listen, track } from './track.ts'

it('sends price times quantity as the value, without delivery', () =>
  expect(step('view_cart', [cap, mug])).toEqual({
    name: 'view_cart',
    currency: 'USD',
    value: 39.99,
    items: [
      { item_id: cap.productId, item_name: 'Cap', item_variant: 'Red', price: 15.5, quantity: 2 },
      { item_id: mug.productId, item_name: 'Mug', price: 8.99, quantity: 1 },
    ],
  }))

it('names the tiers and the payment types to the letter', () => {
  expect(shippingChosen('delivery', [cap]).shipping_tier).toBe('Delivery')
  expect(shippingChosen('pickup', [cap]).shipping_tier).toBe('Store Pickup')
  expect(paymentChosen('whishpay', [cap]).payment_type).toBe('whishpay')
  expect(paymentChosen('montypay', [cap]).payment_type).toBe('montypay')
})

it('counts delivery as 5 beside the value of a purchase', () => {
  const bought = { id: order, bought: [mug] }
  expect(purchase({ ...bought, shippingMethod: 'delivery' })).toMatchObject({
    transaction_id: order,
    value: 8.99,
    shipping: 5,
  })
  expect(purchase({ ...bought, shippingMethod: 'pickup' }).shipping).toBe(0)
})

it('sends nothing that the shop would refuse', () => {
  const events = [
    step('view_item', [cap]),
    shippingChosen('pickup', [cap]),
    paymentChosen('montypay', [cap]),
    purchase({ id: order, shippingMethod: 'delivery', bought: [cap, mug] }),
  ]
  expect(trackRequest.parse({ events })).toEqual({ events })
})

it('keeps events until somebody may hear them, and forgets them after a refusal', () => {
  const heard: string[] = []
  track(step('add_to_cart', [cap]))
  deafen()
  track(step('view_cart', [cap]))
  listen(({ name }) => heard.push(name))
  track(step('begin_checkout', [cap]))
  expect(heard).toEqual(['begin_checkout'])
})

const order = '6f1c2a4e-3b7d-4c58-9e0f-1a2b3c4d5e6f'
const cap: Bought = {
  productId: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  name: 'Cap',
  variantName: 'Red',
  price: '15.50',
  quantity: 2,
}
const mug: Bought = {
  productId: '1b2c3d4e-5f6a-4b7c-8d9e-0f1a2b3c4d5e',
  name: 'Mug',
  variantName: null,
  price: '8.99',
  quantity: 1,
}
