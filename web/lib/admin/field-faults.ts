// What the shop found wrong with a field, in the words of the staff area. The wire has a sentence
// in English and no code: what forms of staff can meet is known here by that sentence or by the
// field. Anything else English readers are told as it came, and others to check the field.
import type { FieldProblem } from '#services/contract/shared.ts'

import type { AdminTexts } from '../text/admin-en.ts'

type Reader = {
  text: AdminTexts
  isEnglish: boolean
  /** The body of the call, where a form has it. */
  sent: object
}

export function faultWords({ path, message }: FieldProblem, reader: Reader): string {
  const { text, isEnglish, sent } = reader
  const field = path.split('.').at(-1) ?? path
  if (field === 'image' && isMissing.has(message)) return text.requiredImage
  if (isMissing.has(message) || isBlank(sent, path)) return text.required
  const known = ofSentence[message]?.(text) ?? boundOf(message, text)
  if (known !== undefined) return known
  if (isEnglish && !bare.has(message)) return message
  return ofField[field]?.(text) ?? text.fault.check
}

/** Says nothing that a person could use. */
const bare: ReadonlySet<string> = new Set(['is not valid', 'Invalid input'])

const isMissing: ReadonlySet<string> = new Set(['is required', 'must not be empty'])

type Words = Readonly<Partial<Record<string, (text: AdminTexts) => string>>>

const ofSentence: Words = {
  'must be a whole number': ({ badNumber }) => badNumber,
  'must be an amount like 12.50': ({ badMoney }) => badMoney,
  'must be a day like 2026-11-21': ({ badDate }) => badDate,
  'must be a day like 2026-11-21 or an instant': ({ badDate }) => badDate,
  'is not a day of the calendar': ({ badDate }) => badDate,
  'This is not a date': ({ badDate }) => badDate,
  'The end date has passed': ({ fault }) => fault.ended,
  'The end date must be after the start date': ({ fault }) => fault.endFirst,
  'brings the price below 0.00': ({ fault }) => fault.belowZero,
  'brings the price above 99999.99': ({ fault }) => fault.tooDear,
  'must be an https address': ({ fault }) => fault.https,
  'is no Ed25519 verifier key': ({ fault }) => fault.key,
}

/** Where the shop says more in English, or nothing at all. */
const ofField: Words = {
  email: ({ fault }) => fault.email,
  phone: ({ fault }) => fault.phone,
  image: ({ fault }) => fault.image,
}

/** The bound itself comes along in the sentence. */
function boundOf(message: string, { fault }: AdminTexts): string | undefined {
  const [, number] = /(-?\d+)/.exec(message) ?? []
  const bound = Number(number)
  switch (message.replace(/-?\d+/, '#')) {
    case 'must be at least #':
      return fault.atLeast(bound)
    case 'must be at most #':
      return fault.atMost(bound)
    case 'must have at least # characters':
      return fault.longer(bound)
    case 'must have at most # characters':
      return fault.shorter(bound)
    case 'must be # bytes of hex':
      return fault.hex(bound * HEX_DIGITS_PER_BYTE)
    default:
      return undefined
  }
}

const HEX_DIGITS_PER_BYTE = 2

/** Typed nothing, or only spaces, into a field that must have something. */
function isBlank(sent: object, path: string): boolean {
  let value: unknown = sent
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof value === 'string' && value.trim() === ''
}
