// A gateway that takes JSON at one address: the call, its circuit breaker and what an answer
// without a word of its own means. Each adapter says what it sends and how it reads what comes
// back. It sends once: a call that failed may have been heard.
import { httpRequest } from '../../io/http-client.ts'
import type { BreakerSettings } from '../breaker.ts'
import { createBreaker } from '../breaker.ts'
import { reasonByStatus, type HttpGateway } from './http-gateway.ts'
import type { Channel, Message, Sent } from './port.ts'

export type JsonGatewaySettings = {
  channel: Channel
  url: string
  authorization: string
  bodyOf: (message: Message) => object
  /** Null: the answer says nothing in the gateway's own words, and its HTTP status is asked. */
  sentFrom: (answer: { status: number; json: unknown }) => Sent | null
  totalTimeoutMs?: number
  breaker?: Partial<BreakerSettings>
}

export function jsonGateway(settings: JsonGatewaySettings): HttpGateway {
  const { channel, url, authorization, bodyOf, sentFrom } = settings
  const breaker = createBreaker(channel === 'sms' ? 'messages' : channel, settings.breaker)
  const { host } = new URL(url)

  async function send(message: Message): Promise<Sent> {
    const { status, text } = await httpRequest({
      name: 'message send',
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: JSON.stringify(bodyOf(message)),
      allowedHosts: [host],
      ...(settings.totalTimeoutMs !== undefined && { totalTimeoutMs: settings.totalTimeoutMs }),
      maxBytes: 64 * 1024,
    })
    const sent = sentFrom({ status, json: jsonOf(text) })
    return sent ?? { kind: 'rejected', reason: reasonByStatus(status) }
  }

  // Neither Infobip nor Meta promises to send once what is asked for twice.
  return { channel, sendsAnew: true, breaker, send: (message) => breaker.run(() => send(message)) }
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
