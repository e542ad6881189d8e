// Infobip SMS (API 3): one text to one phone. The text's id is ours, made from its ref, and the
// address that Infobip reports to carries that id and our signature of it: a report comes unsigned,
// so it is believed about that one text and about no other.
import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { HttpGateway } from './http-gateway.ts'
import { jsonGateway, jsonOf } from './json-gateway.ts'
import type { JsonGatewaySettings } from './json-gateway.ts'
import type { DeliveryReport, Message, RejectionReason, ReportReader, Sent } from './port.ts'
import { infobipSignature, isSameSignature } from './signatures.ts'

export type InfobipSettings = {
  /** The account's own, `https://xxxxx.api.infobip.com`, without a slash at the end. */
  baseUrl: string
  apiKey: string
  sender: string
  /**
   * Where Infobip reports to, and the keys: the first signs, all of them are believed. Null: it is
   * not asked to report.
   */
  report: { url: string; keys: readonly [string, ...string[]] } | null
} & Pick<JsonGatewaySettings, 'totalTimeoutMs' | 'breaker'>

/** `status.name` of a text that was not taken; a word that is not here is one to look up. */
const reasons: ReadonlyMap<string, RejectionReason> = new Map([
  ['REJECTED_DESTINATION', 'bad_number'],
  ['REJECTED_PREFIX_MISSING', 'bad_number'],
  ['REJECTED_NETWORK', 'bad_number'],
  ['REJECTED_DND', 'blocked'],
  ['REJECTED_USER_OPTED_OUT', 'blocked'],
  ['REJECTED_FLOODING_FILTER', 'limit'],
  ['REJECTED_SYSTEM_ERROR', 'temporary'],
])

export function infobipGateway(settings: InfobipSettings): HttpGateway {
  const { baseUrl, apiKey, report, totalTimeoutMs, breaker } = settings
  const gateway = jsonGateway({
    channel: 'sms',
    url: `${baseUrl}/sms/3/messages`,
    authorization: `App ${apiKey}`,
    bodyOf: (message) => requestOf(message, settings),
    sentFrom,
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    ...(breaker !== undefined && { breaker }),
  })
  return report === null ? gateway : { ...gateway, readReports: infobipReports(report.keys) }
}

function requestOf({ to, text, ref }: Message, { sender, report }: InfobipSettings) {
  const messageId = messageIdOf(ref)
  const delivery = report === null ? null : { url: reportUrl(report, messageId) }
  return {
    messages: [
      {
        sender,
        destinations: [{ to: to.replace(/^\+/, ''), messageId }],
        content: { text },
        ...(delivery !== null && { webhooks: { delivery, contentType: 'application/json' } }),
      },
    ],
  }
}

/** A ref may be longer than their ids are, and says what the text is about. */
const messageIdOf = (ref: string) => createHash('sha256').update(ref).digest('hex').slice(0, 40)

type Report = NonNullable<InfobipSettings['report']>

function reportUrl({ url, keys: [key] }: Report, messageId: string): string {
  const signed = new URL(url)
  signed.searchParams.set('id', messageId)
  signed.searchParams.set('sig', infobipSignature(key, messageId))
  return signed.href
}

const takenAnswer = z.object({
  messages: z.tuple([
    z.object({
      messageId: z.string().check(z.minLength(1), z.maxLength(200)),
      status: z.object({ groupName: z.string(), name: z.string() }),
    }),
  ]),
})

/** A text that is refused is answered with 200 as well. */
function sentFrom({ status, json }: { status: number; json: unknown }): Sent | null {
  const parsed = takenAnswer.safeParse(json)
  if (status !== 200 || !parsed.success) return null
  const [{ messageId, status: word }] = parsed.data.messages
  return word.groupName === 'REJECTED' || word.groupName === 'UNDELIVERABLE'
    ? { kind: 'rejected', reason: reasons.get(word.name) ?? 'config' }
    : { kind: 'queued', gatewayId: `infobip:${messageId}` }
}

const reportBody = z.object({
  results: z.array(
    z.object({
      messageId: z.string(),
      status: z.object({ groupName: z.string() }),
      error: z.optional(z.object({ name: z.optional(z.string()) })),
    }),
  ),
})

const states: ReadonlyMap<string, DeliveryReport['state']> = new Map([
  ['DELIVERED', 'delivered'],
  ['UNDELIVERABLE', 'failed'],
  ['EXPIRED', 'failed'],
  ['REJECTED', 'failed'],
])

function infobipReports(keys: readonly string[]): ReportReader {
  return ({ query: { id = '', sig = '' }, body }) => {
    if (!keys.some((key) => isSameSignature(infobipSignature(key, id), sig))) return null
    const parsed = reportBody.safeParse(jsonOf(body.toString('utf8')))
    if (!parsed.success) return []
    return parsed.data.results.flatMap(({ messageId, status, error }) => {
      const state = states.get(status.groupName)
      if (messageId !== id || state === undefined) return []
      const failure = state === 'failed' ? (error?.name ?? status.groupName) : null
      return [{ gatewayId: `infobip:${id}`, state, failure }]
    })
  }
}
