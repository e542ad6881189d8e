import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import type { Message, Sent } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { sendEmails, writeEmail } from './send-email.ts'
import type { Email } from './send-email.ts'
import { sendMessage, sendWaiting } from './send-message.ts'
import { messageLagSeconds } from './watched-figures.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** A gateway that gives these answers one after the other, and then takes everything. */
function needs(answers: (Sent | Error)[]) {
  const asked: Message[] = []
  const { database, now, log } = rig.desk
  const gateway = {
    channel: 'sms' as const,
    async send(message: Message): Promise<Sent> {
      asked.push(message)
      const answer = answers.shift() ?? { kind: 'queued', gatewayId: 'g' }
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { asked, needs: { database, now, log, gateway } }
}

const text = (purpose: Message['purpose']): Message => ({
  to: '+96170123456',
  text: 'Your code is 123456',
  ref: `test:${newId<string>()}`,
  purpose,
})

const rowOf = async ({ ref }: Message) =>
  (
    await rig.test.owner.query('select state, body, tries, failure from messages where ref = $1', [
      ref,
    ])
  ).rows[0]

it('sends a text once, however often it is asked to', async () => {
  const { asked, needs: once } = needs([])
  const message = text('receipt')

  expect(await sendMessage(once, message)).toBe('sent')
  expect(await sendMessage(once, message)).toBe('sent_before')
  expect(asked).toHaveLength(1)
})

it('tries a receipt again after an outage', async () => {
  const { asked, needs: failing } = needs([new Error('no answer')])
  const message = text('receipt')

  expect(await sendMessage(failing, message)).toBe('waiting')
  expect(await sendWaiting(failing)).toBe(0)
  await rig.moveClock(61)
  expect(await sendWaiting(failing)).toBe(1)

  expect(asked).toHaveLength(2)
  expect(await rowOf(message)).toMatchObject({ state: 'sent', tries: 2 })
})

it('gives up on a number that does not exist', async () => {
  const { needs: refusing } = needs([{ kind: 'rejected', reason: 'bad_number' }])
  const message = text('notice')

  expect(await sendMessage(refusing, message)).toBe('failed')
  expect(await rowOf(message)).toMatchObject({ state: 'failed' })
})

const refused = { kind: 'rejected', reason: 'config' } as const

it('sends what waited for a right key or for credit, and is late until then', async () => {
  const { asked, needs: refusing } = needs([refused, refused])
  const message = text('receipt')

  expect(await sendMessage(refusing, message)).toBe('waiting')
  expect(await rowOf(message)).toMatchObject({ state: 'waiting', failure: 'config' })
  await rig.moveClock(61)
  expect(await sendWaiting(refusing)).toBe(1)
  await rig.moveClock(121)
  expect(await messageLagSeconds(rig.desk.database)).toBeGreaterThan(180)
  expect(await sendWaiting(refusing)).toBe(1)

  expect(asked).toHaveLength(3)
  expect(await rowOf(message)).toMatchObject({ state: 'sent', tries: 3, failure: null })
})

it('gives up after a day what our settings never let through, and says why', async () => {
  const { needs: refusing } = needs([refused, refused])
  const message = text('notice')

  await sendMessage(refusing, message)
  await rig.moveClock(86_400)
  expect(await sendWaiting(refusing)).toBe(1)
  expect(await rowOf(message)).toMatchObject({ state: 'failed', tries: 2, failure: 'config' })
})

it('sends each text that waits once, however many processes sweep at the same time', async () => {
  const messages = Array.from({ length: 40 }, () => text('notice'))
  const { asked, needs: failing } = needs(messages.map(() => new Error('no answer')))
  for (const message of messages) await sendMessage(failing, message)
  await rig.moveClock(61)

  const sent = await Promise.all([sendWaiting(failing), sendWaiting(failing)])
  expect(sent[0] + sent[1]).toBe(40)
  const refs = messages.map(({ ref }) => ref)
  expect(asked.map(({ ref }) => ref).toSorted()).toEqual([...refs, ...refs].toSorted())
})

it('never tries a sign-in code again, and never keeps its words', async () => {
  const { asked, needs: failing } = needs([new Error('no answer')])
  const message = text('sign_in_code')

  expect(await sendMessage(failing, message)).toBe('unknown')
  await rig.moveClock(3_600)
  expect(await sendWaiting(failing)).toBe(0)

  expect(asked).toHaveLength(1)
  expect(await rowOf(message)).toMatchObject({ state: 'unknown', body: null })
})

it('says so when a sign-in code is known not to go out', async () => {
  const { needs: refusing } = needs([refused])

  await expect(sendMessage(refusing, text('sign_in_code'))).rejects.toMatchObject({ code: 'busy' })
})

const email = (): Email => ({
  phone: '+96170123456',
  address: 'maya@example.com',
  letter: { subject: 'Paid', title: 'Paid', lines: ['Yes'], tables: [], link: null, foot: null },
  ref: `email-test:${newId<string>()}`,
  purpose: 'receipt',
  language: 'fr',
})

const emailRow = async ({ ref }: Email) =>
  (
    await rig.test.owner.query(
      `select state, tries, failure, try_at is not null as "isDue"
         from messages join emails using (ref) where ref = $1`,
      [ref],
    )
  ).rows[0]

/** Written down and given to a mail server that answers this. */
async function sentWith(answer: Sent | Error) {
  const { asked, needs: texts } = needs([answer])
  const mailing = { ...texts, mail: texts.gateway }
  const one = email()
  await writeEmail(mailing, one)
  await writeEmail(mailing, one)
  expect(await sendWaiting(texts), 'a sweep of texts leaves it alone').toBe(0)
  while ((await sendEmails(mailing)) > 0);
  return { one, asked, mailing, row: await emailRow(one) }
}

it('sends an e-mail once, however often it is written down', async () => {
  const { one, asked, row } = await sentWith({ kind: 'queued', gatewayId: 'email:1' })
  const { letter, address: to, ref } = one
  expect(asked).toMatchObject([{ to, ref, letter, text: 'Paid\n\nYes', language: 'fr' }])
  expect(row).toEqual({ state: 'sent', tries: 1, failure: null, isDue: false })
})

it('gives up an address that is none, and waits out what may come right', async () => {
  const given = await sentWith({ kind: 'rejected', reason: 'bad_number' })
  expect(given.row).toMatchObject({ state: 'failed', failure: 'email_bad_number', isDue: false })
  for (const reason of ['config', 'temporary', 'limit'] as const) {
    const { one, mailing, row } = await sentWith({ kind: 'rejected', reason })
    expect(row).toMatchObject({ state: 'waiting', failure: `email_${reason}`, isDue: true })
    await rig.moveClock(61)
    expect(await sendEmails(mailing)).toBe(1)
    expect(await emailRow(one)).toMatchObject({ state: 'sent', tries: 2, failure: null })
  }
})

it('never sends again by itself what may have gone', async () => {
  const { row, mailing } = await sentWith(new Error('silence'))
  expect(row).toMatchObject({ state: 'unknown', isDue: false })
  await rig.moveClock(3_601)
  expect(await sendEmails(mailing)).toBe(0)
})

it('gives up what waits a day after the mail server is gone, and writes no more', async () => {
  const { one, mailing } = await sentWith({ kind: 'rejected', reason: 'temporary' })
  await rig.moveClock(86_400)
  await sendEmails({ ...mailing, mail: null })
  expect(await emailRow(one)).toMatchObject({ state: 'failed', failure: 'email_config' })
  const another = email()
  await writeEmail({ ...mailing, mail: null }, another)
  await writeEmail(mailing, { ...another, address: null })
  expect(await emailRow(another)).toBeUndefined()
})
