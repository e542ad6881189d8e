import { expect, it } from 'vitest'

import { accountEn } from '../../lib/text/account-en.ts'
import { digitsOf, phoneStepProblem } from './sign-in.ts'

const ask = (way: 'signIn' | 'signUp', phone: string, fullName = '') =>
  phoneStepProblem({ way, phone, fullName }, accountEn.login)?.text ?? null

it('asks for a phone of at least ten characters', () => {
  expect(ask('signIn', '')).toBe('Please enter a valid phone number with country code')
  expect(ask('signIn', '+96170123')).toBe('Please enter a valid phone number with country code')
  expect(ask('signIn', '+9613123456')).toBeNull()
})

it('asks for a name when signing up only', () => {
  expect(ask('signUp', '+96170123456', '  ')).toBe('Please enter your full name')
  expect(ask('signIn', '+96170123456', '  ')).toBeNull()
})

it('keeps the first six digits of whatever is pasted', () =>
  expect(digitsOf(' 12-34 56 78')).toBe('123456'))

it('reads the digits of an Arabic keyboard', () => expect(digitsOf('١٢٣٤۵۶')).toBe('123456'))
