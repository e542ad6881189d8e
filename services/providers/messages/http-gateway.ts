// A gateway described by settings alone, for local aggregators that each have their own small HTTP
// interface. It sends once: a message is never sent again here, because a call that failed may have
// been heard. Neither phone nor text ever reaches an error.
import { assert } from '#events/kernel/assert.ts'

import type { Breaker, BreakerSettings } from '../breaker.ts'
import { ProviderOutage, createBreaker } from '../breaker.ts'
import type { HttpAnswer } from '../../io/http-client.ts'
import { httpRequest } from '../../io/http-client.ts'
import type { Message, MessageGateway, RejectionReason, Sent } from './port.ts'
import type { TemplateValues } from './template.ts'
import { escapingFor, fillTemplate, valueAt } from './template.ts'

export type HttpGatewaySettings = {
  method: 'GET' | 'POST'
  /** Templates may stand in the path and the query, never in the host. */
  url: string
  /** `Content-Type` is JSON unless given here; it decides how the body's values are escaped. */
  headers?: Readonly<Record<string, string>>
  /** Template of a POST's body; null is `defaultBody`. */
  body?: string | null
  sender: string
  /** Sent means: status in this range (2xx unless given) and this value at this JSON path. */
  success?: { statusMin: number; statusMax: number; path?: string; equals?: string }
  /** JSON path of the gateway's message id. */
  idPath?: string | null
  /** Stands before that id, so that no two gateways' ids are the same. */
  idPrefix?: string
  /** JSON path of an error word, and what the words mean. */
  errors?: { path: string; reasons: Readonly<Record<string, RejectionReason>> }
  totalTimeoutMs?: number
  breaker?: Partial<BreakerSettings>
}

export type HttpGateway = MessageGateway & { breaker: Breaker }

export const defaultBody =
  '{"to":"{{to}}","text":"{{text}}","ref":"{{ref}}","sender":"{{sender}}","purpose":"{{purpose}}"}'

const defaults = {
  success: { statusMin: 200, statusMax: 299 },
  errors: {
    path: 'error',
    reasons: { bad_number: 'bad_number', blocked: 'blocked', limit: 'limit' },
  },
} as const

/** Speaks to the sandbox's `/sms`; also the pattern to copy for a real aggregator. */
export const sandboxGatewaySettings = (sandboxUrl: string): HttpGatewaySettings => ({
  method: 'POST',
  url: `${sandboxUrl}/sms`,
  sender: 'Qura',
  idPath: 'id',
})

export function httpGateway(given: HttpGatewaySettings): HttpGateway {
  // An address that went through a URL parser has the braces of its path percent-encoded.
  const url = given.url.replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}')
  const settings = { ...given, url }
  const { host } = new URL(url)
  assert(!host.includes('{{'), 'a template must not choose the host')
  const breaker = createBreaker('messages', settings.breaker)
  return {
    channel: 'sms',
    sendsAnew: !keepsRef(settings),
    breaker,
    send: (message) =>
      breaker.run(async () =>
        sentFrom(settings, await httpRequest(requestFor(settings, message, host))),
      ),
  }
}

/** Whoever is not told our key cannot keep it. */
const keepsRef = ({ method, url, body }: HttpGatewaySettings) =>
  [url, method === 'POST' && (body ?? defaultBody)].join(' ').includes('{{ref}}')

function requestFor(settings: HttpGatewaySettings, message: Message, host: string) {
  const values: TemplateValues = { ...message, sender: settings.sender }
  const shared = {
    name: 'message send',
    method: settings.method,
    url: fillTemplate(settings.url, values, 'url'),
    allowedHosts: [host],
    ...(settings.totalTimeoutMs !== undefined && { totalTimeoutMs: settings.totalTimeoutMs }),
    maxBytes: 64 * 1024,
  }
  if (settings.method === 'GET') return { ...shared, headers: settings.headers ?? {} }
  const contentType = contentTypeOf(settings)
  return {
    ...shared,
    headers: { 'Content-Type': contentType, ...settings.headers },
    body: fillTemplate(settings.body ?? defaultBody, values, escapingFor(contentType)),
  }
}

function contentTypeOf({ headers = {} }: HttpGatewaySettings): string {
  const given = Object.keys(headers).find((name) => name.toLowerCase() === 'content-type')
  return (given === undefined ? undefined : headers[given]) ?? 'application/json'
}

function sentFrom(settings: HttpGatewaySettings, { status, text }: HttpAnswer): Sent {
  const success: NonNullable<HttpGatewaySettings['success']> = settings.success ?? defaults.success
  const errors: NonNullable<HttpGatewaySettings['errors']> = settings.errors ?? defaults.errors
  const { idPath = null, idPrefix = '' } = settings
  const json = jsonOf(text)
  if (status >= success.statusMin && status <= success.statusMax) {
    if (success.path === undefined || String(valueAt(json, success.path)) === success.equals)
      return { kind: 'queued', gatewayId: idOf(json, idPath, idPrefix) }
  }
  const word = textAt(json, errors.path)
  const reason = word !== null && Object.hasOwn(errors.reasons, word) ? errors.reasons[word] : null
  return { kind: 'rejected', reason: reason ?? reasonByStatus(status) }
}

function idOf(json: unknown, idPath: string | null, idPrefix: string): string | null {
  const id = idPath === null ? null : textAt(json, idPath)
  return id === null ? null : idPrefix + id
}

/** 429 and 503 say that nothing was taken; other 5xx, and success without its sign, say nothing. */
export function reasonByStatus(status: number): RejectionReason {
  if (status === 429) return 'limit'
  if (status === 503) return 'temporary'
  if (status >= 400 && status < 500) return 'config'
  throw new ProviderOutage(`message send: HTTP ${status} without a clear answer`, 'unknown')
}

function textAt(json: unknown, path: string): string | null {
  const value = valueAt(json, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // gateways that answer plain text are judged by their status alone
  }
}
