import { expect, it } from 'vitest'

import type { PaymentRequest } from './payments.ts'
import { createPayments, expireIfDue } from './payments.ts'

it('forgets the oldest payment beyond its limit, under all of its names', () => {
  const payments = createPayments(2)
  const [first, second, third] = ['1', '2', '3'].map((ref) => payments.add(request(ref)))
  const { paymentId } = payments.startTry(second!)
  expect(payments.count()).toBe(2)
  expect(payments.byRef('montypay', '1')).toBeUndefined()
  expect(payments.byToken(first!.token)).toBeUndefined()
  expect(payments.newestOfOrder('order-1')).toBeUndefined()
  expect(payments.byPaymentId(paymentId)).toBe(second)
  payments.add(request('4'))
  expect(payments.byPaymentId(paymentId)).toBeUndefined()
  expect(payments.newest(10).map(({ ref }) => ref)).toEqual(['4', third!.ref])
})

it('means the newest session of an order, and by its number the one last tried', () => {
  const payments = createPayments(10)
  const first = payments.add(request('1'))
  const second = payments.add(request('1'))
  expect(payments.newestOfOrder('order-1')).toBe(second)
  payments.startTry(first)
  expect(payments.byRef('montypay', '1')).toBe(first)
})

it('reads the order from the return address', () => {
  expect(orderOf('https://x/ok?a=1&orderId=o%2D1&b=2')).toBe('o-1')
  expect(orderOf('https://x/ok?orderId=%FF%')).not.toBeNull()
  expect(orderOf('https://x/ok?noOrderId=1')).toBe('order-1')
})

it('is expired when its minutes are over, unless it has been paid', () => {
  const payments = createPayments(2)
  const open = payments.add({ ...request('1'), expiresAt: new Date(1_000) })
  const paid = payments.add({ ...request('2'), expiresAt: new Date(1_000) })
  paid.state = 'paid'
  for (const payment of [open, paid]) expireIfDue(payment, new Date(999))
  expect([open.state, paid.state]).toEqual(['open', 'paid'])
  for (const payment of [open, paid]) expireIfDue(payment, new Date(1_000))
  expect([open.state, paid.state]).toEqual(['expired', 'paid'])
})

const orderOf = (successUrl: string) =>
  createPayments(1).add({ ...request('1'), successUrl }).orderId

const request = (ref: string): PaymentRequest => ({
  provider: 'montypay',
  ref,
  amount: '25.00',
  currency: 'USD',
  description: 'Order',
  successUrl: 'https://x/ok',
  failureUrl: `https://x/failed?orderId=order-${ref}`,
  successCallbackUrl: null,
  failureCallbackUrl: null,
  expiresAt: null,
})
