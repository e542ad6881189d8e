// What signing in asks of the customer before it calls the shop.
import { latinDigits } from '#events/kernel/latin-digits.ts'

import type { AccountTexts } from '../../lib/text/account-en.ts'

export const CODE_LENGTH = 6
export const RESEND_SECONDS = 60
const PHONE_LENGTH_MIN = 10

export const digitsOf = (text: string): string =>
  latinDigits(text).replace(/\D/g, '').slice(0, CODE_LENGTH)

type Entered = { way: 'signIn' | 'signUp'; phone: string; fullName: string }

/** `phone` has been made presentable already. */
export function phoneStepProblem(
  { way, phone, fullName }: Entered,
  text: AccountTexts['login'],
): { field: 'phone' | 'fullName'; text: string } | null {
  if (phone.length < PHONE_LENGTH_MIN) return { field: 'phone', text: text.invalidPhone }
  if (way === 'signUp' && fullName.trim() === '')
    return { field: 'fullName', text: text.invalidName }
  return null
}
