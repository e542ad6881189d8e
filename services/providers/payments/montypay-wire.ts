// MontyPay's wire: JSON in, JSON out; a refusal is HTTP 400 with a list of errors.
import * as z from 'zod/mini'

import type { Breaker } from '../breaker.ts'
import { ProviderOutage } from '../breaker.ts'
import { httpRequest } from '../../io/http-client.ts'
import type { HashMode } from './hashes.ts'
import type { Timeouts } from './timeouts.ts'

export type MontypayAccount = {
  /** `https://checkout.montypay.com`; the sandbox's address is issued per account. */
  baseUrl: string
  merchantKey: string
  /** Never sent, only hashed. */
  password: string
  hash: HashMode
}

export type MontypayCall = {
  name: string
  path: string
  body: object
  timeouts: Pick<Timeouts, 'connectMs' | 'totalMs'>
}

export type MontypayAnswer = { kind: 'json'; json: unknown } | { kind: 'refused'; reason: string }

export const sessionAnswer = z.looseObject({ redirect_url: z.string() })

export const paymentAnswer = z.looseObject({
  payment_id: z.string().check(z.minLength(1), z.maxLength(200)),
  status: z.string(),
  order: z.looseObject({
    number: z.string(),
    amount: z.union([z.string(), z.number()]),
    currency: z.string().check(z.maxLength(8)),
  }),
})

export const refundAnswer = z.looseObject({ result: z.literal('accepted') })

const refusal = z.looseObject({
  error_message: z.string(),
  errors: z.optional(z.array(z.looseObject({ error_message: z.string() }))),
})

/** Throws ProviderOutage when no answer came that says yes or no. */
export function montypayCall(
  account: MontypayAccount,
  breaker: Breaker,
  call: MontypayCall,
): Promise<MontypayAnswer> {
  return breaker.run(async () => {
    const answer = await httpRequest({
      name: `montypay ${call.name}`,
      method: 'POST',
      url: account.baseUrl + call.path,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(call.body),
      allowedHosts: [new URL(account.baseUrl).host],
      connectTimeoutMs: call.timeouts.connectMs,
      totalTimeoutMs: call.timeouts.totalMs,
      maxBytes: 64 * 1024,
    })
    return readAnswer(call.name, answer.status, answer.text)
  })
}

function readAnswer(name: string, status: number, text: string): MontypayAnswer {
  if (status >= 500) throw new ProviderOutage(`montypay ${name}: HTTP ${status}`, 'unknown')
  if (status === 429) throw new ProviderOutage(`montypay ${name}: HTTP 429`, 'not_sent')
  const json = jsonOf(text)
  if (status >= 400) return { kind: 'refused', reason: reasonOf(json) ?? `http_${status}` }
  if (status >= 300 || json === undefined)
    throw new ProviderOutage(`montypay ${name}: HTTP ${status} without JSON`, 'unknown')
  return { kind: 'json', json }
}

function reasonOf(json: unknown): string | null {
  const parsed = refusal.safeParse(json)
  if (!parsed.success) return null
  const details = parsed.data.errors?.map(({ error_message: message }) => message) ?? []
  return (details.length > 0 ? details.join(' ') : parsed.data.error_message).slice(0, 200)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // an HTML page or a cut answer: the caller sees that there is nothing
  }
}
