import { expect, it } from 'vitest'

import { completePhone, isKeystroke, lebanesePhone, readablePhone } from './phone.ts'

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

it('grows by one digit of any script after the other', () => {
  const typed = [...'٧٠١٢٣٤٥٦'].reduce((phone, digit) => completePhone(phone + digit, '961'), '')
  expect(typed).toBe('+96170123456')
})

it.each<[Partial<InputEvent>, boolean]>([
  [{ inputType: 'insertText', data: '7' }, true],
  [{ inputType: 'deleteContentBackward', data: null }, true],
  [{ inputType: 'insertText', data: '٧' }, false],
  [{ inputType: 'insertText', data: '۷' }, false],
  [{ inputType: 'insertFromPaste', data: '70123456' }, false],
  [{}, false],
])('takes %o for a keystroke: %s', (event, is) => expect(isKeystroke(event)).toBe(is))
