import { expect, it } from 'vitest'

import { adminAr } from '../text/admin-ar.ts'
import { adminEn } from '../text/admin-en.ts'
import { adminFr } from '../text/admin-fr.ts'
import { faultWords } from './field-faults.ts'

const words = (path: string, message: string, sent: object = {}) => {
  const fault = { path, message }
  return {
    en: faultWords(fault, { text: adminEn, isEnglish: true, sent }),
    ar: faultWords(fault, { text: adminAr, isEnglish: false, sent }),
    fr: faultWords(fault, { text: adminFr, isEnglish: false, sent }),
  }
}

it('names the bounds of a number, in every language', () => {
  expect(words('totalTickets', 'must be at most 10000000')).toEqual({
    en: 'Please enter 10,000,000 or less.',
    ar: 'يُرجى إدخال 10,000,000 أو أقلّ.',
    fr: 'Merci de saisir 10\u202f000\u202f000 ou moins.',
  })
  expect(words('totalTickets', 'must be at least 1').fr).toBe('Merci de saisir 1 ou plus.')
  expect(words('name', 'must have at most 200 characters').en).toContain('200 characters')
  expect(words('signature', 'must be 64 bytes of hex').en).toContain('128 hex digits')
})

it('knows an e-mail, a phone and an end that is past', () => {
  const phone = 'Please enter a valid phone number with country code'
  expect(words('phone', phone)).toMatchObject({ en: phone, fr: adminFr.fault.phone })
  const email = 'Please enter a valid email address.'
  expect(words('email', email)).toMatchObject({ en: email, ar: adminAr.fault.email })
  expect(words('email', 'is not valid').en).toBe(adminEn.fault.email)
  expect(words('endsAt', 'The end date has passed').fr).toBe(adminFr.fault.ended)
})

it('says of an empty field that it is empty, wherever it stands in the form', () => {
  const sent = { place: ' ', witnesses: [{ name: 'R. S.', office: '' }] }
  const tooShort = 'must have at least 2 characters'
  expect(words('place', tooShort, sent).en).toBe(adminEn.required)
  expect(words('witnesses.0.office', tooShort, sent).ar).toBe(adminAr.required)
  expect(words('witnesses.0.name', tooShort, sent).en).toContain('2 characters')
  expect(words('image', 'is required').fr).toBe(adminFr.requiredImage)
  expect(words('seed', 'is required').fr).toBe(adminFr.required)
})

it('asks to check a field of which nothing more is known; English says what the shop said', () => {
  expect(words('raffleId', 'is something new')).toEqual({
    en: 'is something new',
    ar: adminAr.fault.check,
    fr: adminFr.fault.check,
  })
  expect(words('raffleId', 'is not valid').en).toBe(adminEn.fault.check)
})
