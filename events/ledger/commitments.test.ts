import { expect, it } from 'vitest'

import { sha256 } from '../testing/hashes.ts'

import { holderCommit, holderText, operatorCommit, orderCommit, orderText } from './commitments.ts'

const counting = Uint8Array.from({ length: 32 }, (_, index) => index)
const holder = { customerId: null, name: 'Rima Haddad', phone: '+96170123456' }
const summary = {
  orderId: 'cc000000-0000-4000-8000-000000000001',
  lineId: 'cd000000-0000-4000-8000-000000000001',
  productId: 'bb000000-0000-4000-8000-000000000001',
  quantity: 2,
  ticketsPerUnit: 3,
  totalMinor: '2500',
  currency: 'USD',
  paidAt: '2026-11-21T08:05:00.000Z',
}

it('commits to the operator seed as the protocol’s own vector says', () =>
  expect(operatorCommit(counting, sha256)).toBe(
    '482985e7b170c7d76f99167099d57e088f4869db9141fbf0bb9eaa1830a433fa',
  ))

it('commits to holder and order with known answers', () => {
  expect(holderText(holder)).toBe('{"customerId":null,"name":"Rima Haddad","phone":"+96170123456"}')
  expect(holderCommit(counting, holderText(holder), sha256)).toBe(
    'a975cf6e95e86412a1c4c98fd950f649e0b05537315728b8bbd3c61e76b451c9',
  )
  expect(orderCommit(counting, orderText(summary), sha256)).toBe(
    '46952dde2037e30f3d2a3fd17fd1a1c16e5ff1e48846c0d40d0f2abe579373e5',
  )
})

it('hides the same holder behind every salt differently', () => {
  const other = new Uint8Array(32).fill(9)
  expect(holderCommit(other, holderText(holder), sha256)).not.toBe(
    holderCommit(counting, holderText(holder), sha256),
  )
})

it('keeps the kinds of commitments apart', () =>
  expect(holderCommit(counting, 'x', sha256)).not.toBe(orderCommit(counting, 'x', sha256)))

it('writes a name in one way, however it was typed', () =>
  expect(holderText({ ...holder, name: 'Rene\u0301' })).toBe(
    holderText({ ...holder, name: 'Ren\u00e9' }),
  ))

it('takes a salt or seed of another length for a bug', () => {
  expect(() => operatorCommit(new Uint8Array(31), sha256)).toThrow(/32 bytes/)
  expect(() => holderCommit(new Uint8Array(33), 'x', sha256)).toThrow(/32 bytes/)
  expect(() => orderCommit(new Uint8Array(31), 'x', sha256)).toThrow(/32 bytes/)
})
