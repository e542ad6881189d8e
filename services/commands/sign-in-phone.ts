// The phone of somebody who signs in: a Lebanese mobile number, in E.164. The rule is our own,
// because the library is wrong about Lebanon in both directions.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

import { Rejection } from '#events/kernel/rejection.ts'

const LEBANESE_MOBILE = /^\+961(3\d{6}|(70|71|76|78|79|81)\d{6})$/
const CHARACTERS_MIN = 10

/** Any usual writing: `03 123456`, `70123456`, `+961…`, `00961…`, spaces, Arabic digits. */
export function signInPhone(typed: string): string {
  const phone = parsePhoneNumberFromString(typed, 'LB')?.number ?? withCountry(typed)
  if (phone === null || phone.length < CHARACTERS_MIN || !LEBANESE_MOBILE.test(phone))
    throw refusedPhone()
  return phone
}

/** The library takes `96170123456` for a national number: a missing plus is put before it. */
function withCountry(typed: string): string | null {
  return parsePhoneNumberFromString(`+${typed.trim()}`)?.number ?? null
}

/** Pumping walks through a range, so what is limited beside the phone is all but its end. */
export const phonePrefix = (phone: string) => phone.slice(0, -4)

/** What a figure and a line of the log may say of a number. */
export const phoneRange = (phone: string) => phonePrefix(phone).slice(0, 6)

function refusedPhone(): Rejection {
  const message = 'Please enter a valid phone number with country code'
  return new Rejection('invalid_request', message, { fields: [{ path: 'phone', message }] })
}
