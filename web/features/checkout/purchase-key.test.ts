import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { PurchaseRequest } from '#services/contract/purchases.ts'

import { endPurchase, forgetPurchaseKey, keyForPurchase, notePurchased } from './purchase-key.ts'

const purchase = { customerName: 'Maya Haddad', items: [] } as unknown as PurchaseRequest
const another = { ...purchase, customerName: 'Karim Saab' }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('gives one purchase one key until it is at its end, and another purchase another', () => {
  const key = keyForPurchase(purchase)
  notePurchased('order 1')
  expect(keyForPurchase(purchase)).toBe(key)
  expect(keyForPurchase(another)).not.toBe(key)
  forgetPurchaseKey()
  expect(keyForPurchase(another)).not.toBe(key)
})

it('says of the order of the cart, once, that it is paid', () => {
  keyForPurchase(purchase)
  notePurchased('order 1')
  expect(endPurchase('order 1')).toBe(true)
  expect(endPurchase('order 1')).toBe(false)
})

it('says of an older order nothing, and keeps the purchase at hand', () => {
  const key = keyForPurchase(purchase)
  notePurchased('order 2')
  expect(endPurchase('order 1')).toBe(false)
  expect(keyForPurchase(purchase)).toBe(key)
  expect(endPurchase('order 2')).toBe(true)
})

it('has nothing to end where no purchase was begun, or it has ended', () => {
  expect(endPurchase('order 1')).toBe(false)
  keyForPurchase(purchase)
  notePurchased('order 1')
  expect(endPurchase('order 1')).toBe(true)
  expect(endPurchase('order 1')).toBe(false)
})

it('says nothing of the order of a cart that has become another purchase', () => {
  keyForPurchase(purchase)
  notePurchased('order 1')
  const key = keyForPurchase(another)
  notePurchased('order 2')
  expect(endPurchase('order 1')).toBe(false)
  expect(keyForPurchase(another)).toBe(key)
})

it('ends a purchase whose answer was lost with whatever is paid', () => {
  const key = keyForPurchase(purchase)
  expect(endPurchase('order 1')).toBe(true)
  expect(keyForPurchase(purchase)).not.toBe(key)
})
