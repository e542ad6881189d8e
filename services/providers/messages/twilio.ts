// Twilio Messages (API 2010-04-01): a form to one address, told to the generic gateway by settings
// alone, and Twilio's word of what became of a text. It knows no key of ours, so a text is sent
// once and never again by itself; the row beside it says so.
import type { HttpGateway, HttpGatewaySettings } from './http-gateway.ts'
import { httpGateway } from './http-gateway.ts'
import type { DeliveryReport, ReportReader } from './port.ts'
import { isSameSignature, twilioSignature } from './signatures.ts'

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
    idPrefix: 'twilio:',
    errors: { path: 'code', reasons },
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    ...(breaker !== undefined && { breaker }),
  })
  return status === null ? gateway : { ...gateway, readReports: twilioReports(status) }
}

const states: ReadonlyMap<string, DeliveryReport['state']> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** One form speaks of one text. */
function twilioReports({ url, authToken }: NonNullable<TwilioSettings['status']>): ReportReader {
  return ({ headers, body }) => {
    const form = new URLSearchParams(body.toString('utf8'))
    const signature = headers['x-twilio-signature'] ?? ''
    if (!isSameSignature(twilioSignature({ url, authToken }, form), signature)) return null
    const state = states.get(form.get('MessageStatus') ?? '')
    const sid = form.get('MessageSid')
    if (state === undefined || sid === null) return []
    return [{ gatewayId: `twilio:${sid}`, state, failure: form.get('ErrorCode') }]
  }
}
