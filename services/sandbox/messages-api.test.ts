import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxHarness } from '../testing/sandbox.ts'
import { openSandboxHarness } from '../testing/sandbox.ts'
import { createInbox } from './inbox.ts'
import { twilioSignature } from './messages-api.ts'
import { sandboxDefaults } from './settings.ts'

const { accountSid, authToken } = sandboxDefaults.twilio

let harness: SandboxHarness
beforeAll(async () => {
  harness = await openSandboxHarness()
})
beforeEach(async () => {
  await harness.reset()
  await fetch(`${harness.sandbox.url}/messages`, { method: 'DELETE' })
})
afterAll(() => harness.stop())

it('lists a phone’s messages newest first, with the code of sign-in messages only', async () => {
  await sms({ text: 'Your code is 111222.', purpose: 'sign_in_code' })
  await sms({ text: 'Your tickets: 1204 to 1213.', purpose: 'receipt' })
  await sms({ to: '+96171000000', text: 'Your code is 999999.', purpose: 'sign_in_code' })
  const list = await fetch(`${harness.sandbox.url}/messages?to=%2B96170123456`)
  expect(await list.json()).toEqual({
    messages: [
      { to, text: 'Your tickets: 1204 to 1213.', code: null, sentAt: expect.any(String) },
      { to, text: 'Your code is 111222.', code: '111222', sentAt: expect.any(String) },
    ],
  })
})

it.each([
  ['Your Qura code is 483920. Valid for 5 minutes.', null, '483920'],
  ['رمزك هو 483920', null, '483920'],
  ['Your tickets: 1204 to 1213.', null, null],
  ['Your tickets: 1204 to 1213.', 'receipt', null],
  ['483920', 'sign_in_code', '483920'],
])('reads the code of %j (%s) as %s', (text, purpose, code) => {
  const { message } = createInbox(10).add({ id: '1', to, text, ref: null, purpose })
  expect(message.code).toBe(code)
})

it('forgets the oldest beyond its limit and keeps its newest', () => {
  const inbox = createInbox(10)
  for (let n = 1; n <= 95; n++)
    inbox.add({ id: String(n), to, text: String(n), ref: String(n), purpose: null })
  const kept = inbox.newest(100)
  expect(kept.length).toBeLessThanOrEqual(10)
  expect(kept[0]?.text).toBe('95')
  expect(inbox.newestTo(to, 100)).toEqual(kept)
})

it('signs delivery reports as Twilio does: the known answer', () =>
  expect(
    twilioSignature('test-token', 'https://shop.example/api/sms/status', {
      MessageStatus: 'delivered',
      MessageSid: 'SM00000000000000000000000000000001',
      To: '+96170123456',
    }),
  ).toBe('SFEuD6AMnWI1qZemZ598jPwg70Y='))

it.each([
  ['+96170123456', 'delivered'],
  ['+96170000003', 'undelivered'],
])('reports to the shop that %s was %s', async (phone, status) => {
  const url = `${harness.shopOrigin}/api/sms/status`
  await twilio({ To: phone, From: 'Qura', Body: 'Hello', StatusCallback: url })
  await expect.poll(() => harness.received.length).toBe(1)
  const [report] = harness.received
  const fields = Object.fromEntries(new URLSearchParams(report!.body.toString()))
  expect(fields).toMatchObject({ MessageStatus: status, To: phone })
  const signature = twilioSignature(authToken, url, fields)
  expect(report!.headers['x-twilio-signature']).toBe(signature)
})

it.each([
  [{ To: '96170123456' }, 400, 21211],
  [{ To: '+96170000002' }, 400, 21610],
  [{ From: '' }, 201, undefined],
  [{ Body: '' }, 400, 21602],
])('answers %j with %i %s', async (parts, status, code) => {
  const answer = await twilio({ To: to, From: 'Qura', Body: 'Hello', ...parts })
  expect(answer.status).toBe(status)
  expect(((await answer.json()) as { code?: number }).code).toBe(code)
})

it('knows no stranger', async () => {
  const answer = await twilio({ To: to, From: 'Qura', Body: 'Hello' }, 'wrong')
  expect(answer.status).toBe(401)
})

const to = '+96170123456'

const sms = (parts: object) =>
  fetch(`${harness.sandbox.url}/sms`, { method: 'POST', body: JSON.stringify({ to, ...parts }) })

const twilio = (fields: Record<string, string>, token = authToken) =>
  fetch(`${harness.sandbox.url}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`,
    },
    body: new URLSearchParams(fields),
  })
