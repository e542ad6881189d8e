// What a fact says, as the words a sentence is made of: amounts with their sign, tickets as ranges,
// codes as they are. What a fact does not have is an empty text.
import { fromCents, worth } from '../money.ts'
import { ticketLabel } from '../ticket-ranges.ts'
import { isDollars, moneyIn } from './received.ts'

export type FactWords = {
  amount: string
  /** How an order is paid, as a code. */
  method: string
  /** Of a corrected method: before and after. */
  from: string
  to: string
  reference: string
  tickets: string
  name: string
  field: string
  value: string
  role: string
  reason: string
  count: string
  until: string
  kind: string
  /** The short id of the order that pieces came back from. */
  order: string
  isRestocked: boolean
}

type Data = Readonly<Record<string, unknown>>

export type Codes = Readonly<Record<string, string>>

/** A code in the reader's language; what is none stays as it is. */
export const codeWord = (codes: Codes, code: string): string =>
  Object.hasOwn(codes, code) ? (codes[code] ?? code) : code

export function factWords(data: Data, codes: Codes): FactWords {
  const word = (...names: readonly string[]) => codeWord(codes, textIn(data, ...names))
  return {
    amount: amountIn(data),
    method: word('method', 'paymentMethod', 'shippingMethod'),
    from: word('from'),
    to: word('to'),
    reference: textIn(data, 'reference', 'providerRef', 'ref'),
    tickets: ticketsIn(data),
    name: textIn(data, 'name', 'prize', 'productName', 'sku'),
    field: textIn(data, 'field'),
    value: valueIn(data),
    role: word('role'),
    reason: word('reason', 'cause', 'providerStatus'),
    count: countIn(data),
    until: textIn(data, 'holdUntil', 'closesAt', 'expiresAt'),
    kind: word('kind', 'via'),
    order: textIn(data, 'orderId').slice(0, 8),
    isRestocked: data.restock === true,
  }
}

const textIn = (data: Data, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') return String(value)
  }
  return ''
}

/** What a prize is worth stands in the fact as whole cents. */
function valueIn(data: Data): string {
  const value = textIn(data, 'value', 'change')
  return data.field === 'prizeValue' ? worth(fromCents(Number(value))) : shortened(value)
}

/** Of a fingerprint its beginning: the whole of it stands in the fact itself. */
const shortened = (value: string) =>
  /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value

function amountIn(data: Data): string {
  const cents = [data.totalCents, data.amountCents, data.receivedCents, data.priceCents].find(
    (value) => typeof value === 'number',
  )
  if (typeof cents !== 'number') return ''
  const { receivedCurrency: currency } = data
  const isForeign = typeof currency === 'string' && !isDollars(currency)
  return isForeign ? moneyIn(fromCents(cents), currency) : worth(fromCents(cents))
}

const ticket = (number: unknown) => ticketLabel(String(number))

/** One word of it: no line ends behind its dash. */
function rangeIn(first: unknown, last: unknown): string {
  return first === last ? ticket(first) : `${ticket(first)}–\u2060${ticket(last)}`
}

function ticketsIn(data: Data): string {
  if (typeof data.first === 'number') return rangeIn(data.first, data.last)
  if (Array.isArray(data.grants))
    return (data.grants as Data[]).map(({ first, last }) => rangeIn(first, last)).join(', ')
  if (Array.isArray(data.ranges))
    return (data.ranges as unknown[][]).map(([first, last]) => rangeIn(first, last)).join(', ')
  return ''
}

function countIn(data: Data): string {
  if (Array.isArray(data.lines)) return String(data.lines.length)
  if (Array.isArray(data.orderIds)) return String(data.orderIds.length)
  // Of a sealed register those that may win: void ones are in what was issued.
  return textIn(data, 'count', 'validCount', 'issuedCount', 'ticketsMax', 'counted', 'lowAt')
}
