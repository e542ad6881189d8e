// A guest's first answer brings his cookie. When it is lost on the way, he asks again without one:
// the random key that his browser made, with the very same purchase, shows that he is the same. So
// the order is his, and one.
//
// Whoever reads the database, in a backup say, must not be able to ask like that. The purchase
// stands there, the key must not: beside such an order a keyed hash of it is kept. The id of the
// session is made under the same secret, so that no guess at a purchase can be held against it.
import type { PurchaseRequest } from '../contract/purchases.ts'
import { deriveId, hashTexts } from '../ids.ts'
import type { OrderDesk } from './order-desk.ts'

export type SameGuest = {
  /** Of the session that is his, unless he has another one already. */
  sessionId: string
  /** By which the purchase of that session is known again; of any other it is the key itself. */
  keyOf: (sessionId: string) => string
}

const RANDOM_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The characters of a session's id that are of the key alone, whatever is bought with it. */
const OF_KEY = 18

/** Null: a key that others may guess, or none. */
export function sameGuest(
  { bodyHashOf }: Pick<OrderDesk, 'bodyHashOf'>,
  { key, purchase }: { key: string | null; purchase: PurchaseRequest },
): SameGuest | null {
  if (key === null || !RANDOM_KEY.test(key)) return null
  // Kept nowhere. Its secret is not of APP_SECRET: a retry is known again under a new one, too.
  const mark = bodyHashOf('guest of a purchase', { key })
  const ofKey = deriveId<string>('guest of a key', mark).slice(0, OF_KEY)
  const ofBoth = deriveId<string>('guest of a purchase', mark, JSON.stringify(purchase))
  return {
    sessionId: ofKey + ofBoth.slice(OF_KEY),
    keyOf: (sessionId) => (sessionId.startsWith(ofKey) ? hashTexts('key of a guest', mark) : key),
  }
}
