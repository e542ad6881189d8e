// WhatsApp's Cloud API, as far as templates go, and its signed reports. The two templates are there
// in the three languages, as Meta would have approved them.
import { createHmac, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { isSameSecret } from '../providers/payments/constant-time.ts'
import { fateOf, isPhone, report } from './message-fates.ts'
import type { Fate, MessagesNeeds } from './message-fates.ts'
import type { Answer, Incoming } from './wire.ts'
import { jsonAnswer, parseJson } from './wire.ts'

export const whatsappPath = (phoneNumberId: string) => `/whatsapp/v23.0/${phoneNumberId}/messages`

const parameters = z.array(z.object({ type: z.literal('text'), text: z.string() }))

const sendRequest = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.optional(z.literal('individual')),
  to: z.string().check(z.regex(/^\d{7,15}$/)),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z.array(
      z.object({
        type: z.enum(['body', 'button']),
        sub_type: z.optional(z.literal('url')),
        index: z.optional(z.string()),
        parameters,
      }),
    ),
  }),
})
type SendRequest = z.infer<typeof sendRequest>

/** How often each template wants a parameter, and the words around it. */
const templates: ReadonlyMap<string, { buttons: 0 | 1; shown: (parameter: string) => string }> =
  new Map([
    ['login_code', { buttons: 1, shown: (code) => `${code} is your verification code.` }],
    ['shop_notice', { buttons: 0, shown: (words) => words }],
  ])
const languages = new Set(['en', 'ar', 'fr'])

const PARAMETER_CHARACTERS_MAX = 1_024

export function takeWhatsapp(needs: MessagesNeeds, { headers, body }: Incoming): Answer {
  const { token } = needs.settings.whatsapp
  if (!isSameSecret(String(headers.authorization ?? ''), `Bearer ${token}`))
    return refused(401, 190, 'Invalid OAuth access token.')
  const parsed = sendRequest.safeParse(parseJson(body))
  if (!parsed.success) return refused(400, 100, 'Invalid parameter')
  const words = wordsOf(parsed.data)
  if (typeof words !== 'string') return words

  const phone = `+${parsed.data.to}`
  const fate = isPhone(phone) ? fateOf(phone) : 'bad_number'
  if (fate === 'bad_number') return refused(400, 131_026, 'Message undeliverable')
  if (fate === 'blocked') return refused(403, 131_050, 'User has stopped these messages')
  if (fate === 'limit') return refused(429, 130_429, 'Cloud API message throughput reached')

  const id = `wamid.${randomBytes(24).toString('base64url')}`
  if (fate === 'delivered')
    needs.inbox.add({ id, to: phone, text: words, ref: null, purpose: null })
  void report(needs, reportsOf(needs, { id, to: parsed.data.to, fate }))
  return jsonAnswer(200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: parsed.data.to, wa_id: parsed.data.to }],
    messages: [{ id, message_status: 'accepted' }],
  })
}

/** What the phone will show, or why Meta would not send it. */
function wordsOf({ template }: SendRequest): string | Answer {
  const known = templates.get(template.name)
  if (known === undefined || !languages.has(template.language.code))
    return refused(404, 132_001, 'Template name does not exist in the translation')
  const given = template.components.flatMap((part) => part.parameters.map(({ text }) => text))
  const [words = ''] = given
  const isCounted = given.length === 1 + known.buttons && given.every((text) => text === words)
  if (!isCounted) return refused(400, 132_000, 'Number of parameters does not match')
  if (words === '') return refused(400, 131_008, 'Required parameter is missing')
  if (/[\n\r\t]| {5}/.test(words) || words.length > PARAMETER_CHARACTERS_MAX)
    return refused(400, 132_018, 'There is a problem with the template parameters')
  return known.shown(words)
}

type Reported = { id: string; to: string; fate: Fate }

function reportsOf(needs: MessagesNeeds, { id, to, fate }: Reported) {
  const errors = [{ code: 131_026, title: 'Message undeliverable' }]
  const statuses =
    fate === 'delivered'
      ? [{ status: 'sent' }, { status: 'delivered' }]
      : [{ status: 'failed', errors }]
  return statuses.map((status) => reportOf(needs, { id, recipient_id: to, ...status }))
}

function reportOf({ settings, whatsappWebhook: url }: MessagesNeeds, status: object) {
  const { phoneNumberId, appSecret } = settings.whatsapp
  const timestamp = String(Math.floor(Date.now() / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '9611000000', phone_number_id: phoneNumberId },
    statuses: [{ timestamp, ...status }],
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  })
  const signature = createHmac('sha256', appSecret).update(body, 'utf8').digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'X-Hub-Signature-256': `sha256=${signature}`,
  }
  return { url, headers, body }
}

const refused = (status: number, code: number, message: string) =>
  jsonAnswer(status, {
    error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'A' },
  })
