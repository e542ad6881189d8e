// The phone of a buyer: E.164, reachable by a text. At home the rule is our own, because the
// library is wrong about Lebanon in both directions; abroad its full metadata decides.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

import { Rejection } from '#events/kernel/rejection.ts'

const LEBANESE_MOBILE = /^\+961(3\d{6}|(70|71|76|78|79|81)\d{6})$/

/** `field`: of the request, named in the refusal. */
export function checkoutPhone(typed: string, field = 'customerPhone'): string {
  const parsed = parsePhoneNumberFromString(typed, 'LB')
  if (parsed === undefined) throw unreachablePhone(field)
  if (LEBANESE_MOBILE.test(parsed.number)) return parsed.number
  if (parsed.countryCallingCode === '961') throw unreachablePhone(field)
  const type = parsed.isValid() ? parsed.getType() : undefined
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') throw unreachablePhone(field)
  return parsed.number
}

function unreachablePhone(field: string): Rejection {
  const message = 'Please enter a valid phone number with country code'
  return new Rejection('invalid_request', message, {
    fields: [{ path: field, message }],
  })
}
