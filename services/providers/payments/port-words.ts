// The words in which the providers say what became of a payment, and what each means to the shop.
// Any other is `unknown`: nothing is done about it but to tell somebody (docs/providers.md).
import type { PaymentState } from './port.ts'

type Words = ReadonlyMap<string, PaymentState>

/**
 * Compared exactly, lower case. `pending` includes "a try failed, the link can still be paid";
 * `unknown` is a word of Whish's own, and says no more than that.
 */
export const whishWords: Words = new Map([
  ['pending', 'pending'],
  ['unknown', 'pending'],
  ['success', 'paid'],
  ['failed', 'declined'],
  ['refunded', 'refunded'],
])

/** A chargeback or a reversal is nobody's rule to settle: it stays `unknown`, for people to see. */
export const montypayWords: Words = new Map([
  ['prepare', 'pending'],
  ['redirect', 'pending'],
  ['3ds', 'pending'],
  ['pending', 'authorized'],
  ['settled', 'paid'],
  ['decline', 'declined'],
  ['refund', 'refunded'],
  ['void', 'refunded'],
])

/** Our own word, for a payment that the provider does not know. */
export const NOT_FOUND = 'not_found'

const words = [...whishWords, ...montypayWords]

/** The payment went back as a refund does. */
export const refundWords: readonly string[] = words
  .filter(([, state]) => state === 'refunded')
  .map(([word]) => word)

/** Neither went back nor needs anybody's eyes; what stands in no list does. */
export const ordinaryWords: readonly string[] = [
  ...words.filter(([, state]) => state !== 'refunded').map(([word]) => word),
  NOT_FOUND,
]

/** The payment has not come, as far as they say. */
export const unpaidWords: readonly string[] = [
  ...words.filter(([, state]) => state !== 'refunded' && state !== 'paid').map(([word]) => word),
  NOT_FOUND,
]
