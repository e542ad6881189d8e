// WhatsApp Cloud API. Outside of a conversation only approved templates may be sent: one for codes
// (an authentication template with a copy button), one that carries our words as its only
// parameter. Meta takes no line breaks, tabs or runs of spaces in a parameter, so they are folded.
import * as z from 'zod/mini'

import type { HttpGateway } from './http-gateway.ts'
import { jsonGateway, jsonOf } from './json-gateway.ts'
import type { JsonGatewaySettings } from './json-gateway.ts'
import type { DeliveryReport, Message, RejectionReason, ReportReader, Sent } from './port.ts'
import { isSameSignature, metaSignature } from './signatures.ts'

export type WhatsappSettings = {
  /** `https://graph.facebook.com/v23.0`, without a slash at the end. */
  baseUrl: string
  phoneNumberId: string
  token: string
  codeTemplate: string
  noticeTemplate: string
  /** Of the app that is called back; null: reports are not believed. */
  appSecret: string | null
} & Pick<JsonGatewaySettings, 'totalTimeoutMs' | 'breaker'>

/** Meta's codes of a text that was not taken; others are told by the HTTP status. */
const reasons: ReadonlyMap<number, RejectionReason> = new Map([
  [131_026, 'bad_number'], // not on WhatsApp, mostly
  [131_030, 'bad_number'],
  [131_050, 'blocked'],
  [130_429, 'limit'],
  [131_048, 'limit'],
  [131_056, 'limit'],
  [80_007, 'limit'],
  [131_000, 'temporary'],
  [131_016, 'temporary'],
])

const PARAMETER_CHARACTERS_MAX = 1_024

export function whatsappGateway(settings: WhatsappSettings): HttpGateway {
  const { baseUrl, phoneNumberId, token, appSecret, totalTimeoutMs, breaker } = settings
  const gateway = jsonGateway({
    channel: 'whatsapp',
    url: `${baseUrl}/${phoneNumberId}/messages`,
    authorization: `Bearer ${token}`,
    bodyOf: (message) => requestOf(message, settings),
    sentFrom,
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    ...(breaker !== undefined && { breaker }),
  })
  return appSecret === null ? gateway : { ...gateway, readReports: whatsappReports(appSecret) }
}

function requestOf(message: Message, { codeTemplate, noticeTemplate }: WhatsappSettings) {
  const { to, text, purpose, language = 'en' } = message
  const isCode = purpose === 'sign_in_code'
  const parameters = [{ type: 'text', text: isCode ? codeIn(text) : folded(text) }]
  const body = { type: 'body', parameters }
  // Created as type `otp`, sent as `url`: the button copies the code.
  const button = { type: 'button', sub_type: 'url', index: '0', parameters }
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: to.replace(/^\+/, ''),
    type: 'template',
    template: {
      name: isCode ? codeTemplate : noticeTemplate,
      language: { code: language },
      components: isCode ? [body, button] : [body],
    },
  }
}

/** The template has the words around the code; ours have it as their one run of digits. */
const codeIn = (text: string) => /\d{4,8}/.exec(text)?.[0] ?? ''

/** A link at its end is what most texts are for: it outlives what is cut. */
export function folded(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const [link = ''] = / https?:\/\/\S{1,500}$/.exec(line) ?? []
  const words = line.slice(0, line.length - link.length)
  return words.slice(0, PARAMETER_CHARACTERS_MAX - link.length) + link
}

const takenAnswer = z.object({
  messages: z.tuple([z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })]),
})
const refusedAnswer = z.object({ error: z.object({ code: z.int() }) })

function sentFrom({ status, json }: { status: number; json: unknown }): Sent | null {
  const taken = takenAnswer.safeParse(json)
  if (status === 200 && taken.success)
    return { kind: 'queued', gatewayId: `whatsapp:${taken.data.messages[0].id}` }
  const refused = refusedAnswer.safeParse(json)
  const reason = refused.success ? reasons.get(refused.data.error.code) : undefined
  return reason === undefined ? null : { kind: 'rejected', reason }
}

const reportBody = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.optional(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  errors: z.optional(z.array(z.object({ code: z.int() }))),
                }),
              ),
            ),
          }),
        }),
      ),
    }),
  ),
})

const states: ReadonlyMap<string, DeliveryReport['state']> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['failed', 'failed'],
])

/** One call may speak of many texts. */
function whatsappReports(appSecret: string): ReportReader {
  return ({ headers, body }) => {
    const signature = headers['x-hub-signature-256'] ?? ''
    if (!isSameSignature(metaSignature(appSecret, body), signature)) return null
    const parsed = reportBody.safeParse(jsonOf(body.toString('utf8')))
    if (!parsed.success) return []
    return parsed.data.entry
      .flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? []))
      .flatMap(({ id, status, errors }) => {
        const state = states.get(status)
        if (state === undefined) return []
        const failure = state === 'failed' ? String(errors?.[0]?.code ?? 'failed') : null
        return [{ gatewayId: `whatsapp:${id}`, state, failure }]
      })
  }
}
