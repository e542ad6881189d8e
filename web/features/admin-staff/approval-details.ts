// What a second person reads of an act: which one it is, and its details as words. Pure.
import type { Approval } from '#services/contract/admin-approvals.ts'

import { poundsAt, readableRate } from '../../lib/admin/pounds.ts'
import { grouped, worth } from '../../lib/money.ts'
import { readablePhone } from '../../lib/phone.ts'
import type { AdminStaffTexts } from '../../lib/text/admin-staff-en.ts'

type Words = AdminStaffTexts['approvals']
export type DetailName = keyof Words['fields']
export type Asked = Pick<Approval, 'kind' | 'details'>
export type Detail = { name: DetailName; label: string; value: string }

/** One kind of fact, several acts: each has a detail that no other has. */
const moneyKinds = ['refund', 'repaid', 'withdrawn', 'booked', 'dayRate'] as const

export function titleOf({ kind, details }: Asked, { kinds, moneyKinds: titles }: Words): string {
  const act = moneyKinds.find((name) => textOf(details[name]) !== '')
  return kind === 'manual_payment' && act !== undefined ? titles[act] : kinds[kind]
}

/** In the order of the table's fields; `words`: of methods. What is not said is left out. */
export function detailsOf(
  { details }: Pick<Asked, 'details'>,
  text: Words,
  methods: Readonly<Record<string, string>>,
): Detail[] {
  const names = Object.keys(text.fields) as DetailName[] // its keys are these and no others
  const words = { ...methods, ...text.causes, ...text.currencies }
  return names.flatMap((name) => {
    const value = textOf(details[name])
    if (value === '') return []
    return [
      {
        name,
        label: labelOf(name, details, text),
        value: readable(name, value, { details, words }),
      },
    ]
  })
}

function labelOf(name: DetailName, details: Approval['details'], text: Words): string {
  if (!isRefund(details)) return text.fields[name]
  const { refundFields, usualRates } = text
  const known: Partial<Record<DetailName, string>> = refundFields
  const usual: Readonly<Record<string, string>> = usualRates
  const own = name === 'usual' ? usual[textOf(details.usualOf)] : undefined
  return own ?? known[name] ?? text.fields[name]
}

/** Only a refund in pounds is asked about. */
const isRefund = (details: Approval['details']) => textOf(details.refund) !== ''

type Around = { details: Approval['details']; words: Readonly<Record<string, string>> }

/** Money, a rate, a phone, a way of paying and a reason as they are read; the rest as it is. */
function readable(name: DetailName, value: string, { details, words }: Around): string {
  switch (name) {
    case 'total':
    case 'refund':
    case 'repaid':
    case 'withdrawn':
      return worth(value)
    case 'rate':
    case 'usual':
    case 'dayRate':
      return readableRate(value)
    case 'customer':
    case 'from':
    case 'to':
      return value.startsWith('+') ? readablePhone(value) : value
    case 'currency':
      return poundsBack(details) ?? words[value] ?? value
    case 'method':
    case 'cause':
      return words[value] ?? value
    case 'was':
    case 'booked':
      return words[value] ?? bookedIn(value, words)
    default:
      return value
  }
}

/** `LBP 360,000`; null: nothing goes back, or at no rate. */
function poundsBack(details: Approval['details']): string | null {
  if (!isRefund(details)) return null
  const pounds = poundsAt(textOf(details.refund), textOf(details.rate))
  return pounds === null ? null : `LBP ${grouped(pounds)}`
}

/** `LBP 89500`: pounds, and at which rate they count. */
function bookedIn(value: string, words: Around['words']): string {
  const [currency = '', rate] = value.split(' ')
  return rate === undefined ? value : `${words[currency] ?? currency} · ${readableRate(rate)}`
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
