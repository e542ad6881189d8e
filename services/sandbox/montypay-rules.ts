// What MontyPay takes in a session request; each broken rule is one `field: message` of its 400.
import { isSameHash, sessionHash } from '../providers/payments/hashes.ts'
import type { SandboxSettings } from './settings.ts'

type Body = Readonly<Record<string, unknown>>

const blank = 'This value should not be blank.'

/** Empty: the request is in order. */
export function sessionProblems(body: Body, account: SandboxSettings['montypay']): string[] {
  const order = objectAt(body, 'order')
  const customer = objectAt(body, 'customer')
  const problems = [
    body['merchant_key'] === account.merchantKey
      ? null
      : 'merchant_key: Merchant key is not valid.',
    isOneOf(body['operation'], ['purchase', 'debit', 'transfer'])
      ? null
      : 'operation: The value you selected is not a valid choice.',
    expiryProblem(body['session_expiry']),
    ...orderProblems(order),
    urlProblem('success_url', body['success_url'], true),
    ...['cancel_url', 'expiry_url', 'error_url'].map((name) => urlProblem(name, body[name], false)),
    nameProblem(customer['name']),
    lengthProblem('customer.email', customer['email'], 2, 255),
  ].filter((problem) => problem !== null)
  return problems.length > 0 ? problems : hashProblems(body, order, account)
}

/** `{"error_code":0, …}` with one entry for each problem. */
export function errorBody(problems: readonly string[]): object {
  return {
    error_code: 0,
    error_message: 'Request data is invalid.',
    errors: problems.map((problem) => ({ error_code: 100_000, error_message: problem })),
  }
}

export const hashProblem = 'hash: Hash is not valid.'

function orderProblems(order: Body): (string | null)[] {
  return [
    textProblem('order.number', order['number'], {
      pattern: /^[a-zA-Z0-9\-!"#$%&'()*+,./:;@]+$/,
      min: 1,
      max: 255,
    }),
    amountProblem(order['amount']),
    textProblem('order.currency', order['currency'], { pattern: /^[A-Z]{3}$/, min: 3, max: 3 }),
    textProblem('order.description', order['description'], {
      pattern: /^[a-zA-Z0-9 !"#$%&'()*+,./:;&@]+$/,
      min: 2,
      max: 1024,
    }),
  ]
}

function amountProblem(amount: unknown): string | null {
  if (amount === undefined || amount === '') return `order.amount: ${blank}`
  if (typeof amount !== 'string') return 'order.amount: This value should be of type string.'
  if (!/^\d{1,12}\.\d\d$/.test(amount)) return 'order.amount: This value is not valid.'
  return Number(amount) > 0 ? null : 'order.amount: This value should be greater than 0.'
}

/** Minutes, 1 to 720; 60 where nothing is said. */
function expiryProblem(minutes: unknown): string | null {
  if (minutes === undefined) return null
  const isGood = Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= 720
  return isGood ? null : 'session_expiry: This value should be between 1 and 720.'
}

function urlProblem(name: string, url: unknown, isRequired: boolean): string | null {
  if (url === undefined || url === '') return isRequired ? `${name}: ${blank}` : null
  const isGood =
    typeof url === 'string' &&
    url.length <= 1024 &&
    /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  return isGood ? null : `${name}: This value is not a valid URL.`
}

const nameProblem = (name: unknown) =>
  name === undefined
    ? null
    : textProblem('customer.name', name, { pattern: /^[a-zA-Z .'-]+$/, min: 2, max: 32 })

const lengthProblem = (name: string, text: unknown, min: number, max: number) =>
  text === undefined ? null : textProblem(name, text, { pattern: /^/, min, max })

function textProblem(
  name: string,
  text: unknown,
  rule: { pattern: RegExp; min: number; max: number },
): string | null {
  if (text === undefined || text === '') return `${name}: ${blank}`
  if (typeof text !== 'string') return `${name}: This value should be of type string.`
  const isGood = text.length >= rule.min && text.length <= rule.max && rule.pattern.test(text)
  return isGood ? null : `${name}: This value is not valid.`
}

function hashProblems(body: Body, order: Body, account: SandboxSettings['montypay']): string[] {
  const expected = sessionHash(
    {
      number: String(order['number']),
      amount: String(order['amount']),
      currency: String(order['currency']),
      description: String(order['description']),
    },
    { password: account.password, mode: account.hash },
  )
  return isSameHash(String(body['hash'] ?? ''), expected) ? [] : [hashProblem]
}

function objectAt(body: Body, name: string): Body {
  const value = body[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Body) // the checks on this line
    : {}
}

const isOneOf = (value: unknown, choices: readonly string[]) =>
  typeof value === 'string' && choices.includes(value)
