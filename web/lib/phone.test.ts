import { expect, it } from 'vitest'

import { completePhone, lebanesePhone, readablePhone } from './phone.ts'

it.each([
  ['03 123456', '+9613123456'],
  ['3123456', '+9613123456'],
  ['70123456', '+96170123456'],
  ['70 123 456', '+96170123456'],
  ['+961 70 123 456', '+96170123456'],
  ['00961 70123456', '+96170123456'],
  ['96170123456', '+96170123456'],
  ['+961 03 123 456', '+9613123456'],
  ['٧٠١٢٣٤٥٦', '+96170123456'],
  ['', ''],
])('reads "%s" as %s', (typed, phone) => expect(lebanesePhone(typed)).toBe(phone))

it('groups a Lebanese number for reading and leaves others alone', () => {
  expect(readablePhone('+96170123456')).toBe('+961 70 123 456')
  expect(readablePhone('+9613123456')).toBe('+961 3 123 456')
  expect(readablePhone('+33612345678')).toBe('+33612345678')
})

it.each([
  ['70123456', '961', '+96170123456'],
  ['+96170123456', '961', '+96170123456'],
  ['+33 6 12 34 56 78', '961', '+33612345678'],
  ['06 12 34 56 78', '33', '+33612345678'],
  ['0033612345678', '33', '+33612345678'],
])('completes "%s" under +%s', (pasted, dialCode, phone) =>
  expect(completePhone(pasted, dialCode)).toBe(phone),
)
