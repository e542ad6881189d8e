import { expect, it } from 'vitest'

import { checkoutEn } from '../../lib/text/checkout-en.ts'
import {
  checkoutProblem,
  deliveryAddress,
  emptyCheckout,
  purchaseOf,
  refusedFields,
} from './validation.ts'

const ann = {
  ...emptyCheckout,
  name: 'Ann Khoury',
  email: 'ann@example.com',
  phone: '+96170123456',
}
const problemOf = (changes: Partial<typeof ann>) =>
  checkoutProblem({ ...ann, ...changes }, checkoutEn)

it('finds nothing wrong with a complete pickup order', () => expect(problemOf({})).toBeNull())

it.each([{ name: ' ' }, { email: '' }, { phone: '' }, { phone: '+961' }])(
  'asks for name, e-mail and phone: %o',
  (changes) =>
    expect(problemOf(changes)).toMatchObject({
      title: 'Missing information',
      text: 'Please fill in your name, email, and phone number.',
      fields: Object.keys(changes),
    }),
)

it.each(['ann', 'ann@', 'ann@example', 'a b@example.com', '@example.com'])(
  'does not take %s for an e-mail address',
  (email) =>
    expect(problemOf({ email })).toMatchObject({
      title: 'Invalid email',
      text: 'Please enter a valid email address.',
    }),
)

it('asks for the whole address of a delivery', () =>
  expect(problemOf({ shippingMethod: 'delivery', street: 'Hamra 1', city: 'Beirut' })).toEqual({
    title: 'Missing information',
    text: 'Please fill in all delivery address fields.',
    fields: ['postalCode'],
  }))

it('marks the fields that the shop refuses, under the names they have in the form', () => {
  const said = { title: 'Order failed', text: 'Please check it.' }
  const refused = (...paths: string[]) => {
    const fields = paths.map((path) => ({ path, message: 'is not valid' }))
    return refusedFields({ error: said.text, code: 'invalid_request', fields }, said)
  }
  expect(refused('customerPhone')).toEqual({ ...said, fields: ['phone'] })
  expect(refused('customerName', 'customerEmail', 'deliveryAddress')?.fields).toEqual([
    'name',
    'email',
    'street',
  ])
  expect(refused('items.0.quantity')).toBeNull()
  expect(refusedFields({ error: 'This raffle has ended', code: 'raffle_ended' }, said)).toBeNull()
  expect(refusedFields(null, said)).toBeNull()
})

it('sends the address as one text of name, phone, street, city and postal code', () => {
  const form = { ...ann, street: 'Hamra 1', city: 'Beirut', postalCode: '1103' }
  expect(deliveryAddress(form)).toBe('Ann Khoury, +96170123456, Hamra 1, Beirut, 1103')
})

it('sends no address for a pickup', () =>
  expect(
    purchaseOf(ann, { lines: [], expectedTotal: '0.00', expectedTickets: 0 }).deliveryAddress,
  ).toBeNull())
