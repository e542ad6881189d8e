// Twilio Messages (API 2010-04-01): a form to one address, told to the generic gateway by settings
// alone, and Twilio's word of what became of a text. It knows no key of ours, so a text is sent
// once and never again by itself; the row beside it says so.
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { HttpGateway, HttpGatewaySettings } from './http-gateway.ts'
import { httpGateway } from './http-gateway.ts'
import type { DeliveryStatus, MessageGateway } from './port.ts'

export type TwilioSettings = {
  /** `https://api.twilio.com`, without a slash at the end. */
  baseUrl: string
  accountSid: string
  /** An API key and its secret, or the account's SID and its auth token. */
  user: string
  password: string
  /** A number, an alphanumeric sender, or a messaging service (`MG…`). */
  sender: string
  /** Where Twilio reports to, and the token it signs with; null: it is not asked to report. */
  status: { url: string; authToken: string } | null
} & Pick<HttpGatewaySettings, 'totalTimeoutMs' | 'breaker'>

/** What their codes say of a text; any other is told by the HTTP status. */
const reasons = {
  21211: 'bad_number',
  21612: 'bad_number',
  21614: 'bad_number',
  21635: 'bad_number',
  21610: 'blocked',
  21408: 'config',
  21212: 'config',
  20003: 'config',
  20429: 'limit',
} as const

export function twilioGateway(settings: TwilioSettings): HttpGateway {
  const { baseUrl, accountSid, user, password, sender, status, totalTimeoutMs, breaker } = settings
  const from = sender.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  const report = status === null ? '' : `&StatusCallback=${encodeURIComponent(status.url)}`
  const gateway = httpGateway({
    method: 'POST',
    url: `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: `To={{to}}&${from}={{sender}}&Body={{text}}${report}`,
    sender,
    success: { statusMin: 201, statusMax: 201 },
    idPath: 'sid',
    errors: { path: 'code', reasons },
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    ...(breaker !== undefined && { breaker }),
  })
  return status === null ? gateway : { ...gateway, parseStatus: twilioStatus(status) }
}

const states: ReadonlyMap<string, DeliveryStatus['state']> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** Null: not Twilio's, or a word on the way that says nothing yet. */
function twilioStatus({
  url,
  authToken,
}: NonNullable<TwilioSettings['status']>): NonNullable<MessageGateway['parseStatus']> {
  return (body, headers) => {
    const form = new URLSearchParams(body.toString('utf8'))
    const signature = headers['x-twilio-signature'] ?? ''
    if (!isSame(twilioSignature({ url, authToken }, form), signature)) return null
    const state = states.get(form.get('MessageStatus') ?? '')
    const gatewayId = form.get('MessageSid')
    return state === undefined || gatewayId === null ? null : { gatewayId, state }
  }
}

/** The address, then each field's name and value in the order of the names, HMAC-SHA-1, base64. */
export function twilioSignature(
  { url, authToken }: { url: string; authToken: string },
  form: URLSearchParams,
): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const signed = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
