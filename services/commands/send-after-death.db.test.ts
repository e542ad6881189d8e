// A process that dies while it is sending: a gateway that knows our key is asked again under it,
// any other is not, because it may have taken the text. Each test has a shop of its own.
import { afterEach, beforeEach, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import type { Message, Sent } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { listAttention } from './attention.ts'
import { listMessages } from './messages.ts'
import { sendEmail, sendEmails, writeEmail } from './send-email.ts'
import type { Email } from './send-email.ts'
import { sendMessage, sendWaiting } from './send-message.ts'

let rig: PurchaseRig
beforeEach(async () => void (rig = await openPurchaseRig()))
afterEach(() => rig.stop())

type Answer = Sent | 'never'
const taken: Sent = { kind: 'queued', gatewayId: null }
const busy: Sent = { kind: 'rejected', reason: 'temporary' }

/** A process of the shop; `never`: it dies before the gateway has answered. */
function process(sendsAnew: boolean, answers: Answer[] = []) {
  const asked: string[] = []
  const { database, now, log } = rig.desk
  const send = ({ ref }: Message): Promise<Sent> => {
    asked.push(ref)
    const answer = answers.shift() ?? taken
    return answer === 'never' ? new Promise(() => {}) : Promise.resolve(answer)
  }
  const gateway = { channel: 'sms', sendsAnew, send } as const
  const mail = { channel: 'email', sendsAnew: true, send } as const
  return { asked, needs: { database, now, log, gateway, mail } }
}

const receipt = (): Message => ({
  to: '+96170123456',
  text: 'Your order is paid.',
  ref: `receipt:${newId<string>()}`,
  purpose: 'receipt',
})

const email = (): Email => ({
  phone: '+96170123456',
  address: 'maya@example.com',
  letter: { subject: 'Paid', title: 'Paid', lines: ['Yes'], tables: [], link: null, foot: null },
  ref: `email-receipt:${newId<string>()}`,
  purpose: 'receipt',
  language: 'en',
})

const shown = async () =>
  (await listMessages(rig.desk.database, { limit: 50, offset: 0 })).data.map(
    ({ state, tries, nextTryAt }) => ({ state, tries, isDue: nextTryAt !== null }),
  )

const forStaff = async () => {
  const { database, now } = rig.desk
  const needs = { database, now, halted: () => [], readModels: async () => [] }
  const { items } = await listAttention(needs, { kind: 'message_failed', limit: 50, offset: 0 })
  return items.map(({ detail }) => detail)
}

async function expectGivenUp(ref: string, tries: number, next: ReturnType<typeof process>) {
  expect(await forStaff(), 'while it may still be answered').toEqual([])
  for (let hours = 0; hours < 3; hours++) {
    await rig.moveClock(3_700)
    expect(await sendWaiting(next.needs)).toBe(0)
    expect(await sendEmails(next.needs)).toBe(0)
  }
  expect(next.asked).toEqual([])
  expect(await shown()).toEqual([{ state: 'unknown', tries, isDue: false }])
  expect(await forStaff()).toEqual([ref])
}

it('is not followed by a second text where the gateway would send it anew', async () => {
  const message = receipt()
  const dying = process(true, ['never'])
  void sendMessage(dying.needs, message)
  await expect.poll(() => dying.asked).toHaveLength(1)

  const next = process(true)
  expect(await sendMessage(next.needs, message)).toBe('sent_before')
  await expectGivenUp(message.ref, 1, next)
})

it('nor where it dies in a later try', async () => {
  const message = receipt()
  const dying = process(true, [busy, 'never'])
  expect(await sendMessage(dying.needs, message)).toBe('waiting')
  await rig.moveClock(61)
  void sendWaiting(dying.needs)
  await expect.poll(() => dying.asked).toHaveLength(2)

  await expectGivenUp(message.ref, 2, process(true))
})

it('is followed by the same text under the same key where the gateway knows it', async () => {
  const message = receipt()
  const dying = process(false, ['never'])
  void sendMessage(dying.needs, message)
  await expect.poll(() => dying.asked).toHaveLength(1)

  const next = process(false)
  expect(await sendWaiting(next.needs)).toBe(0)
  await rig.moveClock(61)
  expect(await sendWaiting(next.needs)).toBe(1)
  expect([...dying.asked, ...next.asked]).toEqual([message.ref, message.ref])
  expect(await shown()).toEqual([{ state: 'sent', tries: 2, isDue: false }])
})

it('claims no more texts than it sends at once', async () => {
  const messages = Array.from({ length: 18 }, receipt)
  const dying = process(true, [
    ...messages.map(() => busy),
    ...Array.from({ length: 16 }, () => 'never' as const),
  ])
  for (const message of messages) await sendMessage(dying.needs, message)
  await rig.moveClock(61)
  void sendWaiting(dying.needs)
  await expect.poll(() => dying.asked).toHaveLength(34)

  const next = process(true)
  expect(await sendWaiting(next.needs)).toBe(2)
  expect([...next.asked, ...dying.asked.slice(18)].toSorted()).toEqual(
    messages.map(({ ref }) => ref).toSorted(),
  )
})

it('is not followed by a second e-mail, whether a sweep or a person sent it', async () => {
  const dying = process(true, ['never', 'never'])
  const [swept, again] = [email(), email()]
  await writeEmail(dying.needs, swept)
  void sendEmails(dying.needs)
  await expect.poll(() => dying.asked).toHaveLength(1)
  const next = process(true)
  await expectGivenUp(swept.ref, 1, next)

  void sendEmail(dying.needs, again)
  await expect.poll(() => dying.asked).toHaveLength(2)
  await rig.moveClock(3_700)
  expect(await sendEmails(next.needs)).toBe(0)
  expect((await forStaff()).toSorted()).toEqual([swept.ref, again.ref].toSorted())
})

it('claims no more e-mails than it sends at once', async () => {
  const letters = Array.from({ length: 6 }, email)
  const dying = process(true, ['never', 'never', 'never', 'never'])
  for (const letter of letters) await writeEmail(dying.needs, letter)
  void sendEmails(dying.needs)
  await expect.poll(() => dying.asked).toHaveLength(4)

  expect(await sendEmails(process(true).needs)).toBe(2)
})
