import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import type { DeliveryReport, Message, Sent } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { correctHolder } from './correct-holder.ts'
import { recordReports } from './message-reports.ts'
import { sendMessage, sendWaiting } from './send-message.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

type State = DeliveryReport['state']

it.each<[string, readonly State[], string]>([
  ['delivered', ['sent', 'delivered'], 'delivered'],
  ['delivered, told in the wrong order', ['delivered', 'sent'], 'delivered'],
  ['delivered, told again and again', ['delivered', 'delivered', 'delivered'], 'delivered'],
  ['not deliverable', ['sent', 'failed', 'sent', 'failed'], 'failed'],
  ['given up too early', ['failed', 'delivered', 'failed'], 'delivered'],
])('shows a text as %s', async (_what, states, shown) => {
  const { message, gatewayId } = await sent('twilio:')
  for (const state of states) await recordReports(rig.desk.database, [report(gatewayId, state)])
  expect(await rowOf(message)).toMatchObject({
    state: shown,
    failure: shown === 'failed' ? 'undelivered:30003' : null,
    delivered_at: shown === 'delivered' ? expect.any(Date) : null,
  })
})

it('takes the furthest of several words in one call', async () => {
  const { message, gatewayId } = await sent('whatsapp:')
  const words: State[] = ['delivered', 'sent', 'failed']
  await recordReports(
    rig.desk.database,
    words.map((state) => report(gatewayId, state)),
  )
  expect(await rowOf(message)).toMatchObject({ state: 'delivered' })
})

it('keeps a report that came before the row knew its id', async () => {
  const gatewayId = `twilio:${newId<string>()}`
  const { database, now, log } = rig.desk
  const message = text()
  await sendMessage(
    {
      database,
      now,
      log,
      gateway: {
        channel: 'sms',
        async send() {
          await recordReports(database, [report(gatewayId, 'delivered')])
          return { kind: 'queued', gatewayId }
        },
      },
    },
    message,
  )
  expect(await rowOf(message)).toMatchObject({ state: 'delivered' })
})

it('knows nothing of another gateway’s text', async () => {
  const { message, gatewayId } = await sent('twilio:')
  const other = gatewayId.replace('twilio:', 'infobip:')
  await recordReports(rig.desk.database, [report(other, 'failed')])
  expect(await rowOf(message)).toMatchObject({ state: 'sent' })
})

it('sends by SMS what WhatsApp could not deliver, once', async () => {
  const { message, gatewayId, asked, needs } = await sent('whatsapp:')
  for (let copy = 0; copy < 3; copy++)
    await recordReports(rig.desk.database, [report(gatewayId, 'failed')])
  expect(await rowOf(message)).toMatchObject({ state: 'waiting', channel: 'sms' })

  await sendWaiting(needs)
  await recordReports(rig.desk.database, [report(gatewayId, 'failed')])

  expect(asked.map(({ channel }) => channel)).toEqual([undefined, 'sms'])
  expect(asked[1]).toMatchObject({ to: message.to, text: message.text, language: 'ar' })
  expect(await rowOf(message)).toMatchObject({ state: 'sent', tries: 2 })
})

it('never sends a code again: its words are not kept', async () => {
  const { message, gatewayId } = await sent('whatsapp:', text('sign_in_code'))
  await recordReports(rig.desk.database, [report(gatewayId, 'failed')])
  expect(await rowOf(message)).toMatchObject({ state: 'failed' })
})

it('goes on to nobody by SMS once the number of its order was corrected', async () => {
  const { receipt, correct } = await mistyped()
  const { gatewayId, asked, needs } = await sent('whatsapp:', receipt)
  await correct()
  await recordReports(rig.desk.database, [report(gatewayId, 'failed')])
  const given = { state: 'failed', failure: 'undelivered:30003' }
  expect(await rowOf(receipt)).toMatchObject(given)

  await rig.moveClock(61)
  await sendWaiting(needs)
  expect(asked).toHaveLength(1)
  expect(await rowOf(receipt)).toMatchObject(given)
})

it.each<[string, (gatewayId: string) => Sent, string]>([
  ['takes', (gatewayId) => ({ kind: 'queued', gatewayId }), 'undelivered:30003'],
  ['refuses', () => ({ kind: 'rejected', reason: 'temporary' }), 'contact_corrected'],
])('nor does what WhatsApp %s while it is corrected', async (_what, answer, failure) => {
  const { receipt, correct } = await mistyped()
  const gatewayId = `whatsapp:${newId<string>()}`
  const send = async () => {
    await correct()
    return answer(gatewayId)
  }
  const gateway = { channel: 'whatsapp', sendsAnew: true, send } as const
  await sendMessage({ ...rig.desk, gateway }, receipt)
  await recordReports(rig.desk.database, [report(gatewayId, 'failed')])
  expect(await rowOf(receipt)).toMatchObject({ state: 'failed', failure })
})

/** The receipt of an order whose number is wrong, until it is corrected. */
async function mistyped() {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  const to = '+96170654321'
  const orderId = (await rig.buy({ items, customerPhone: to })).id as OrderId
  const receipt: Message = { ...text('receipt'), to, ref: `receipt:${orderId}:3` }
  const correction = { orderId, phone: '+96170654322', cause: 'mistyped' } as const
  const correct = () => correctHolder(rig.desk, { ...correction, staffId: newId(), guard: {} })
  return { receipt, correct }
}

const text = (purpose: Message['purpose'] = 'notice'): Message => ({
  to: '+96170123456',
  text: 'Your code is 123456',
  ref: `test:${newId<string>()}`,
  purpose,
  language: 'ar',
})

/** A text that a gateway took; a second one of it gets another id. */
async function sent(prefix: string, message = text()) {
  const { database, now, log } = rig.desk
  const asked: Message[] = []
  const ids: string[] = []
  const needs = {
    database,
    now,
    log,
    gateway: {
      channel: 'sms' as const,
      async send(asking: Message) {
        asked.push(asking)
        const id = prefix + newId<string>()
        ids.push(id)
        return { kind: 'queued' as const, gatewayId: id }
      },
    },
  }
  await sendMessage(needs, message)
  return { message, gatewayId: ids[0] ?? '', asked, needs }
}

const report = (gatewayId: string, state: State): DeliveryReport => ({
  gatewayId,
  state,
  failure: state === 'failed' ? '30003' : null,
})

const rowOf = async ({ ref }: Message) =>
  (
    await rig.test.owner.query(
      'select state, failure, tries, channel, delivered_at from messages where ref = $1',
      [ref],
    )
  ).rows[0]
