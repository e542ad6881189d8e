import { expect, it } from 'vitest'

import { phonePrefix, signInPhone } from './sign-in-phone.ts'

it.each([
  ['03123456', '+9613123456'],
  ['3123456', '+9613123456'],
  ['03 123 456', '+9613123456'],
  ['+96103123456', '+9613123456'],
  ['009613123456', '+9613123456'],
  ['٠٣١٢٣٤٥٦', '+9613123456'],
  ['70123456', '+96170123456'],
  ['070123456', '+96170123456'],
  ['96170123456', '+96170123456'],
  ['+961 71 123 456', '+96171123456'],
  ['78123456', '+96178123456'],
  ['79512345', '+96179512345'],
  ['76212345', '+96176212345'],
  ['81 123-456', '+96181123456'],
])('takes %s for %s', (typed, phone) => {
  expect(signInPhone(typed)).toBe(phone)
})

it.each([
  '',
  '   ',
  'call me',
  '+9617012345', // one digit short
  '+96131234567', // one digit long
  '80123456', // shared cost
  '90123456', // premium rate
  '01123456', // a landline
  '82123456', // no such prefix
  '+33612345678',
  '+1 202 555 0143',
  '+961',
  '1'.repeat(32),
])('refuses %s', (typed) => {
  expect(() => signInPhone(typed)).toThrow('Please enter a valid phone number with country code')
})

it('limits a range by all but the last four digits', () => {
  expect(phonePrefix('+96170123456')).toBe('+9617012')
})
