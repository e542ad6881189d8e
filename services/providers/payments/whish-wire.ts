// Whish's wire: one envelope around every answer, HTTP 200 for application errors too.
import * as z from 'zod/mini'

import type { Breaker } from '../breaker.ts'
import { ProviderOutage } from '../breaker.ts'
import { httpRequest } from '../../io/http-client.ts'
import type { Timeouts } from './timeouts.ts'

export type WhishAccount = {
  /** Without a slash at the end, for instance `https://api.whish.money/itel-service/api`. */
  baseUrl: string
  channel: string
  /** The whole authentication: never logged, never in an error. */
  secret: string
  /** Exactly the text Whish issued; some accounts have a bare domain. */
  websiteUrl: string
  /** Whish wants to be told who calls: `App/1.0 (https://site; contact@mail)`. */
  userAgent?: string
}

export type WhishCall = {
  name: string
  path: string
  body: object
  timeouts: Pick<Timeouts, 'connectMs' | 'totalMs'>
}

export type WhishAnswer =
  | { kind: 'data'; data: unknown; isReplay: boolean }
  /** Whish said no. `code`: its own code, or `http_403` and alike. */
  | { kind: 'refused'; code: string }

const envelope = z.looseObject({
  status: z.boolean(),
  code: z.nullish(z.union([z.string(), z.number()])),
  data: z.optional(z.unknown()),
  retrieved: z.nullish(z.boolean()),
})

/** Throws ProviderOutage when no answer came that says yes or no. */
export function whishCall(
  account: WhishAccount,
  breaker: Breaker,
  call: WhishCall,
): Promise<WhishAnswer> {
  return breaker.run(async () => {
    const answer = await httpRequest({
      name: `whish ${call.name}`,
      method: 'POST',
      url: account.baseUrl + call.path,
      headers: headersOf(account),
      body: JSON.stringify(call.body),
      allowedHosts: [new URL(account.baseUrl).host],
      connectTimeoutMs: call.timeouts.connectMs,
      totalTimeoutMs: call.timeouts.totalMs,
      maxBytes: 64 * 1024,
    })
    return readAnswer(call.name, answer.status, answer.text)
  })
}

function readAnswer(name: string, status: number, text: string): WhishAnswer {
  if (status >= 500) throw new ProviderOutage(`whish ${name}: HTTP ${status}`, 'unknown')
  if (status === 429) throw new ProviderOutage(`whish ${name}: HTTP 429`, 'not_sent')

  const parsed = envelope.safeParse(jsonOf(text))
  if (!parsed.success) {
    if (status >= 400) return { kind: 'refused', code: `http_${status}` }
    throw new ProviderOutage(`whish ${name}: HTTP ${status} without an envelope`, 'unknown')
  }
  const code = String(parsed.data.code ?? 'no_code').slice(0, 60)
  if (parsed.data.status)
    return { kind: 'data', data: parsed.data.data, isReplay: parsed.data.retrieved === true }
  // Code "500" is the one that means "outcome unknown", not "failed".
  if (code === '500') throw new ProviderOutage(`whish ${name}: code 500`, 'unknown')
  return { kind: 'refused', code }
}

const headersOf = (account: WhishAccount) => ({
  channel: account.channel,
  secret: account.secret,
  websiteUrl: account.websiteUrl,
  'User-Agent': account.userAgent ?? `Qura/1.0 (${account.websiteUrl})`,
  'Content-Type': 'application/json',
  Accept: 'application/json',
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // an HTML page, a cut answer: the caller sees that it has no envelope
  }
}
