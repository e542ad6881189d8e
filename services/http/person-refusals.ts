// A purchase may be refused for what holds of a person: that he is on the staff, has a pause or a
// limit, has his tickets already. Whoever types what is somebody else's learns that of him, so how
// often he may be told is counted.
import { Rejection } from '#events/kernel/rejection.ts'

import { checkoutPhone } from '../commands/checkout-phone.ts'
import { isOwnPhone } from '../commands/own-phone.ts'
import type { Buyer } from '../commands/place-order.ts'
import type { Limits } from './limits.ts'

/** By the number of the order, which may be that of who is signed in. */
const byPhone = new Set(['buying_excluded', 'buying_paused', 'monthly_cap', 'person_limit'])
/** By the e-mail as well, which is nobody's own: it is only typed. */
const BY_EMAIL_TOO = 'staff_excluded'

export type Asker = {
  buyer: Buyer
  /** As it was typed. */
  phone: string
  address: string
}

/** Once he was told too often, he hears that instead: `too_many_requests`. */
export async function countingRefusals<Answer>(
  limits: Limits,
  asker: Asker,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (tellsOfAnother(error, asker)) {
      // A browser that has had its own takes nothing from the others at its address.
      limits.take('personRefusalsPerBrowser', asker.buyer.sessionId)
      limits.take('personRefusalsPerAddress', asker.address)
    }
    throw error
  }
}

function tellsOfAnother(error: unknown, { buyer, phone }: Asker): boolean {
  if (!(error instanceof Rejection)) return false
  if (error.code === BY_EMAIL_TOO) return true
  // Who is refused by his number has typed one that can be read.
  return byPhone.has(error.code) && !isOwnPhone({ buyer, phone: checkoutPhone(phone) })
}
