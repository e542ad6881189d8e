// MontyPay's notification: a flat form. Its hash says that the sender knows the password, or has
// seen a return address of this payment; it does not cover the status. So: a hint to ask.
import type { HashKey } from './hashes.ts'
import { callbackHash, isSameHash } from './hashes.ts'
import type { CallbackHint, RawRequest } from './port.ts'

const bytesMax = 64 * 1024
/** What makes two notifications two: a payment and what has happened to it. */
const steps = ['id', 'type', 'status', 'order_status']
/** Of all but the first: a payment has come. */
const paidWord = 'sale:success:settled'

export function readMontypayCallback({ body }: RawRequest, key: HashKey): CallbackHint {
  const form = new URLSearchParams(body.length > bytesMax ? '' : body.toString('utf8'))
  const field = (name: string) => form.get(name) ?? ''
  const number = field('order_number')
  const isWellFormed = /^\d{1,15}$/.test(number) && hasOneOfEach(form)

  const expected = callbackHash(
    field('id'),
    {
      number,
      amount: field('order_amount'),
      currency: field('order_currency'),
      description: field('order_description'),
    },
    key,
  )
  return {
    attemptRef: isWellFormed ? number : null,
    dedupeKey: `montypay:${steps.map(field).join(':')}`.slice(0, 200),
    isAuthentic: isWellFormed && isSameHash(field('hash'), expected),
    isPaidWord: steps.slice(1).map(field).join(':') === paidWord,
  }
}

/** A field given twice reads differently to different readers: then we read none of it. */
const hasOneOfEach = (form: URLSearchParams) => new Set(form.keys()).size === form.size
