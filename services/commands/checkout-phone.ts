// The phone of a buyer: E.164, reachable by a text. At home the rule is our own, because the
// library is wrong about Lebanon in both directions (`providers.md` 4.8); abroad its full metadata
// decides.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

import { Rejection } from '#events/kernel/rejection.ts'

const LEBANESE_MOBILE = /^\+961(3\d{6}|(70|71|76|78|79|81)\d{6})$/

export function checkoutPhone(typed: string): string {
  const parsed = parsePhoneNumberFromString(typed, 'LB')
  if (parsed === undefined) throw unreachablePhone()
  if (LEBANESE_MOBILE.test(parsed.number)) return parsed.number
  if (parsed.countryCallingCode === '961') throw unreachablePhone()
  const type = parsed.isValid() ? parsed.getType() : undefined
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') throw unreachablePhone()
  return parsed.number
}

function unreachablePhone(): Rejection {
  const message = 'Please enter a valid phone number with country code'
  return new Rejection('invalid_request', message, {
    fields: [{ path: 'customerPhone', message }],
  })
}
