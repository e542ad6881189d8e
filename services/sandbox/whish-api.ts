// Whish's partner interface: HTTP 200 and one envelope for nearly everything.
import { isSameSecret } from '../providers/payments/constant-time.ts'
import type { PayerNeeds } from './payer.ts'
import { act } from './payer.ts'
import type { Payment } from './payments.ts'
import type { Failure } from './switches.ts'
import type { Answer, Handler, Incoming } from './wire.ts'
import { jsonAnswer, jsonObject, textAnswer } from './wire.ts'

export type WhishNeeds = PayerNeeds & {
  /** Address of the hosted page of a payment. */
  pageUrl: (payment: Payment) => string
  pause: (ms: number) => Promise<void>
}

type Call = 'create' | 'status' | 'refund'
type Body = Readonly<Record<string, unknown>>

export const whishBase = '/whish/itel-service/api'

export function whishApi(needs: WhishNeeds): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    [`POST ${whishBase}/payment/whish`, guarded(needs, 'create', create)],
    [`POST ${whishBase}/payment/collect/status`, guarded(needs, 'status', status)],
    [`POST ${whishBase}/payment/whish/refund`, guarded(needs, 'refund', refund)],
    [`GET ${whishBase}/payment/account/balance`, (incoming) => balance(needs, incoming)],
  ])
}

/** Headers first, then the failures that are switched on, then the call. */
function guarded(
  needs: WhishNeeds,
  call: Call,
  answer: (needs: WhishNeeds, body: Body) => Answer | Promise<Answer>,
): Handler {
  return async ({ headers, body }) => {
    if (!isKnown(needs, headers)) return refused('auth.session_not_exist')
    const switches = needs.switches.now().whish
    if (!switches.calls.includes(call)) return answer(needs, jsonObject(body))

    if (switches.slowMs > 0) await needs.pause(switches.slowMs)
    const failure = needs.switches.nextFailure('whish')
    if (failure === null) return answer(needs, jsonObject(body))
    if (switches.isWorkDone) await answer(needs, jsonObject(body))
    return failed(failure)
  }
}

async function create(needs: WhishNeeds, body: Body): Promise<Answer> {
  const problem = creationProblem(needs, body)
  if (problem !== null) return problem
  const ref = String(body['externalId'])
  const earlier = needs.payments.byRef('whishpay', ref)
  if (earlier !== undefined) return granted({ collectUrl: needs.pageUrl(earlier) }, true)

  const payment = needs.payments.add({
    provider: 'whishpay',
    ref,
    amount: wireAmount(body['amount']),
    currency: String(body['currency']),
    description: String(body['invoice']),
    successUrl: String(body['successRedirectUrl']),
    failureUrl: String(body['failureRedirectUrl']),
    successCallbackUrl: String(body['successCallbackUrl']),
    failureCallbackUrl: String(body['failureCallbackUrl']),
    expiresAt: null,
  })
  const { early, copies } = needs.switches.now().callbacks
  if (early !== null) await act(needs, payment, early, { copies, delaySeconds: 0 })
  return granted({ collectUrl: needs.pageUrl(payment) })
}

const mandatory = [
  'amount',
  'currency',
  'invoice',
  'externalId',
  'successCallbackUrl',
  'failureCallbackUrl',
  'successRedirectUrl',
  'failureRedirectUrl',
]

function creationProblem({ settings, switches }: WhishNeeds, body: Body): Answer | null {
  const isStrict = settings.whish.version === '1.4.4'
  const isText = (name: string) => typeof body[name] === 'string' && body[name] !== ''
  const isNumberTaken = (name: string) => !isStrict && typeof body[name] === 'number'
  const numbers = ['amount', 'externalId']
  const isComplete = mandatory.every(
    (name) => isText(name) || (numbers.includes(name) && isNumberTaken(name)),
  )
  if (!isComplete || !isPayable(body)) return refused('400')
  if (!/^\d{1,15}$/.test(String(body['externalId'])) && !isStrict) return refused('400')
  if (/\p{Extended_Pictographic}/u.test(String(body['invoice'])))
    return refused('emoji.not_supported')
  const urls = mandatory.slice(4).map((name) => URL.parse(String(body[name])))
  if (urls.some((url) => url === null || !/^https?:$/.test(url.protocol))) return refused('400')
  if (switches.now().whish.isLocalRefused && urls.some((url) => isLocal(url?.hostname ?? '')))
    return textAnswer(403, 'Forbidden')
  return null
}

/** USD exactly two places and at least 1.00; LBP without places and at least 1000. */
function isPayable({ amount, currency }: Body): boolean {
  const text = wireAmount(amount)
  if (currency === 'USD') return /^\d{1,9}\.\d\d$/.test(text) && Number(text) >= 1
  return currency === 'LBP' && /^\d{4,12}$/.test(text)
}

const wireAmount = (amount: unknown) =>
  typeof amount === 'number' ? amount.toFixed(2) : String(amount)

const isLocal = (host: string) =>
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\])/.test(host)

function status(needs: WhishNeeds, { currency, externalId }: Body): Answer {
  if (typeof currency !== 'string' || externalId === undefined) return refused('400')
  const payment = needs.payments.byRef('whishpay', String(externalId))
  if (payment === undefined || payment.currency !== currency)
    return refused('external_id.not_exists')
  const { isPendingForEver, isAmountShown } = needs.switches.now().whish
  if (isPendingForEver) return granted({ collectStatus: 'pending' })
  const isOdd = payment.paidAmount !== null && payment.paidAmount !== payment.amount
  return granted({
    collectStatus: words[payment.state],
    ...(payment.payerPhone !== null && { payerPhoneNumber: payment.payerPhone }),
    ...((isAmountShown || isOdd) && { amount: payment.paidAmount ?? payment.amount, currency }),
  })
}

/** A decline is reported as `failed`, and may still turn into `success`. */
const words: Readonly<Record<Payment['state'], string>> = {
  open: 'pending',
  declined: 'failed',
  expired: 'failed',
  paid: 'success',
  refunded: 'refunded',
}

function refund(needs: WhishNeeds, { currency, externalId, refundReason }: Body): Answer {
  if (needs.switches.now().whish.isRefundRefused) return textAnswer(403, 'Forbidden')
  if (typeof currency !== 'string' || typeof refundReason !== 'string') return refused('400')
  const payment = needs.payments.byRef('whishpay', String(externalId))
  if (payment === undefined || payment.currency !== currency)
    return refused('external_id.not_exists')
  if (payment.state === 'refunded') return granted(null, true)
  if (payment.state !== 'paid') return refused('refund.not_allowed')
  payment.state = 'refunded'
  return granted(null)
}

function balance(needs: WhishNeeds, { headers }: Incoming): Answer {
  if (!isKnown(needs, headers)) return refused('auth.session_not_exist')
  return granted({ balance: 0 })
}

function isKnown({ settings }: WhishNeeds, headers: Incoming['headers']): boolean {
  const { channel, secret, websiteUrl } = settings.whish
  const header = (name: string) => String(headers[name] ?? '')
  return (
    header('channel') === channel &&
    isSameSecret(header('secret'), secret) &&
    header('websiteurl') === websiteUrl &&
    header('user-agent') !== ''
  )
}

function failed(failure: Failure): Answer {
  if (failure === 'timeout') return 'silence'
  if (failure === 'garbage') return textAnswer(200, '<html><body>Please wait', 'text/html')
  if (failure === 'http500') return textAnswer(502, '<h1>502 Bad Gateway</h1>', 'text/html')
  return refused('500')
}

function granted(data: unknown, isReplay = false): Answer {
  const envelope = { status: true, code: null, dialog: null, actions: null, extra: null, data }
  return jsonAnswer(200, isReplay ? { ...envelope, retrieved: true } : envelope)
}

function refused(code: string): Answer {
  const message = dialogs.get(code) ?? 'Your request could not be completed.'
  const dialog = { title: 'Whish', message, yesButton: 'OK', noButton: null }
  return jsonAnswer(200, { status: false, code, dialog, actions: null, extra: null, data: null })
}

const dialogs: ReadonlyMap<string, string> = new Map([
  ['400', 'Mandatory parameters are missing'],
  ['500', 'Something went wrong'],
  ['auth.session_not_exist', 'Session does not exist'],
  ['external_id.not_exists', 'External id does not exist'],
  ['emoji.not_supported', 'Emoji are not supported'],
])
