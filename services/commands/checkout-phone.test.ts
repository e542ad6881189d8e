import { expect, it } from 'vitest'

import { checkoutPhone } from './checkout-phone.ts'

it.each([
  ['03123456', '+9613123456'],
  ['+961 70 123 456', '+96170123456'],
  ['96170123456', '+96170123456'],
  ['٠٣١٢٣٤٥٦', '+9613123456'],
  ['78123456', '+96178123456'],
  ['+33612345678', '+33612345678'],
])('reads %s as %s', (typed, phone) => expect(checkoutPhone(typed)).toBe(phone))

it.each(['', 'abc', '+9617012345', '+96131234567', '80123456', '01123456', '+3312'])(
  'refuses %s: no text would arrive',
  (typed) => expect(() => checkoutPhone(typed)).toThrow('Please enter a valid phone number'),
)
