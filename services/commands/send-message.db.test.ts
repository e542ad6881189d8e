import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import type { Message, Sent } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { sendMessage, sendWaiting } from './send-message.ts'

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
  (await rig.test.owner.query('select state, body, tries from messages where ref = $1', [ref]))
    .rows[0]

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
  const { needs: refusing } = needs([{ kind: 'rejected', reason: 'config' }])

  await expect(sendMessage(refusing, text('sign_in_code'))).rejects.toMatchObject({ code: 'busy' })
})
