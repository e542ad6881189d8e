// WhatsApp first, SMS for whom it does not reach. The second is asked only when it is known that
// the first took nothing: a text may come late, but not twice.
import { wasNotSent } from '../breaker.ts'
import type { Message, MessageGateway, Sent } from './port.ts'

export function twoChannels(first: MessageGateway, second: MessageGateway): MessageGateway {
  return {
    channel: first.channel,
    sendsAnew: first.sendsAnew === true || second.sendsAnew === true,
    async send(message) {
      if (message.channel === second.channel) return second.send(message)
      const sent = await send(first, message)
      return sent.kind === 'queued' || message.channel === first.channel
        ? sent
        : second.send(message)
    },
  }
}

/** An outage whose call has surely not arrived is a rejection like any other. */
async function send(gateway: MessageGateway, message: Message): Promise<Sent> {
  try {
    return await gateway.send(message)
  } catch (error) {
    if (wasNotSent(error)) return { kind: 'rejected', reason: 'temporary' }
    throw error
  }
}
