import { expect, it } from 'vitest'

import { ProviderOutage } from '../breaker.ts'
import type { Channel, Message, MessageGateway, Sent } from './port.ts'
import { twoChannels } from './two-channels.ts'

const taken = (gatewayId: string): Sent => ({ kind: 'queued', gatewayId })

/** A gateway that answers this, and writes down that it was asked. */
function gateway(channel: Channel, answer: Sent | Error) {
  const asked: Message[] = []
  const own: MessageGateway = {
    channel,
    async send(message) {
      asked.push(message)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { asked, own }
}

const message: Message = { to: '+96170123456', text: 'Hello', ref: 'r', purpose: 'notice' }

it.each<[string, Sent | Error, string[]]>([
  ['the first took it', taken('w'), ['w']],
  ['the first cannot reach the phone', { kind: 'rejected', reason: 'bad_number' }, ['w', 's']],
  ['the first was never reached', new ProviderOutage('left alone', 'not_sent'), ['w', 's']],
])('asks the second only when nothing was taken: %s', async (_what, answer, order) => {
  const first = gateway('whatsapp', answer)
  const second = gateway('sms', taken('s'))
  const sent = await twoChannels(first.own, second.own).send(message)
  expect(sent).toEqual(taken(order.at(-1) ?? ''))
  expect([first.asked.length, second.asked.length]).toEqual([1, order.length - 1])
})

it('never sends twice what may have arrived', async () => {
  const second = gateway('sms', taken('s'))
  const first = gateway('whatsapp', new ProviderOutage('silence', 'unknown'))
  await expect(twoChannels(first.own, second.own).send(message)).rejects.toThrow('silence')
  expect(second.asked).toEqual([])
})

it('goes straight to the channel a text was put on', async () => {
  const first = gateway('whatsapp', taken('w'))
  const second = gateway('sms', taken('s'))
  const both = twoChannels(first.own, second.own)
  expect(await both.send({ ...message, channel: 'sms' })).toEqual(taken('s'))
  expect(first.asked).toEqual([])
})
