import { expect, it } from 'vitest'

import {
  callbackHash,
  isSameHash,
  refundHash,
  sessionHash,
  statusByOrderHash,
  statusByPaymentHash,
} from './hashes.ts'

const md5 = { password: 'sandbox-pass-123', mode: 'md5' } as const
const sha256 = { password: 'sandbox-pass-123', mode: 'sha256' } as const
const paymentId = '63c781cc-de3d-11eb-a1f1-0242ac130006'
const order = {
  number: 'order-1234',
  amount: '25.00',
  currency: 'USD',
  description: 'Raffle order 1234',
}

it.each([
  ['session', sessionHash(order, md5), 'e08d69462d82c0843e741257b62e99f07eab80ee'],
  ['session, SHA-256', sessionHash(order, sha256), 'd01c738fa99665ff668f0690212d7b5662808a35'],
  [
    'status by payment',
    statusByPaymentHash(paymentId, md5),
    '097525e83371dc397f83993dab9b2a2376308ecc',
  ],
  [
    'status by order',
    statusByOrderHash('order-1234', md5),
    'b98147d9a59fbb91f1a93585986d3771e5e4e4fa',
  ],
  [
    'refund of 10.00',
    refundHash(paymentId, '10.00', md5),
    'a153599c57f31bf91c6842992f300e02a233a7cf',
  ],
  ['callback', callbackHash(paymentId, order, md5), '5af09886300bb5178339a2446ad58bca50ccb796'],
  [
    'callback, SHA-256',
    callbackHash(paymentId, order, sha256),
    'e6b6b56cc18c51e4875b46bf7e942dfb8ea100f5',
  ],
])('computes the known answer: %s', (_name, computed, known) => expect(computed).toBe(known))

it('takes a hash in any case', () => {
  const hash = sessionHash(order, md5)
  expect(isSameHash(hash.toUpperCase(), hash)).toBe(true)
  expect(isSameHash(hash.slice(1), hash)).toBe(false)
  expect(isSameHash('', hash)).toBe(false)
})

it('hashes the received strings: another way to write the amount is another hash', () =>
  expect(callbackHash(paymentId, { ...order, amount: '25.0' }, md5)).not.toBe(
    callbackHash(paymentId, order, md5),
  ))
