import { expect, it } from 'vitest'

import { isInOrder } from './in-order.ts'

const leaf = { isHashRight: true, isIncluded: true, isNumberInLeaf: true }
const walk = { order: {}, payment: { isProven: true }, leaf }

it('takes a ticket for in order when its payment and its leaf are proven', () => {
  expect(isInOrder(walk)).toBe(true)
  expect(isInOrder({ ...walk, payment: { isProven: false } })).toBe(false)
  expect(isInOrder({ ...walk, order: null })).toBe(false)
  for (const wrong of Object.keys(leaf))
    expect(isInOrder({ ...walk, leaf: { ...leaf, [wrong]: false } })).toBe(false)
})
