import { expect, it } from 'vitest'

import { sandboxDefaults } from '../../sandbox/settings.ts'
import { messageContract } from './contract-suite.ts'
import { twilioSignature } from './signatures.ts'
import { twilioGateway } from './twilio.ts'

const { accountSid, authToken } = sandboxDefaults.twilio

messageContract('Twilio', {
  gateway: ({ sandbox, shopOrigin }, totalTimeoutMs = 8_000) =>
    twilioGateway({
      baseUrl: `${sandbox.url}/twilio`,
      accountSid,
      user: accountSid,
      password: authToken,
      sender: 'Qura',
      status: { url: `${shopOrigin}/api/twilio/callback`, authToken },
      totalTimeoutMs,
    }),
})

const status = { url: 'https://shop.example/api/sms/status', authToken: 'test-token' }
const form = new URLSearchParams({
  MessageSid: 'SM00000000000000000000000000000001',
  MessageStatus: 'delivered',
  To: '+96170123456',
})
const signature = 'SFEuD6AMnWI1qZemZ598jPwg70Y='
const { readReports } = twilioGateway({
  baseUrl: 'https://api.twilio.com',
  accountSid,
  user: 'SK1',
  password: 'secret',
  sender: 'MG1',
  status,
})
const heard = (body: URLSearchParams, given: string) =>
  readReports?.({
    query: {},
    headers: { 'x-twilio-signature': given },
    body: Buffer.from(body.toString()),
  })

it('signs as Twilio does', () => expect(twilioSignature(status, form)).toBe(signature))

it('believes a report that is signed, and no other', () => {
  expect(heard(form, signature)).toEqual([
    { gatewayId: 'twilio:SM00000000000000000000000000000001', state: 'delivered', failure: null },
  ])
  expect(heard(form, 'x')).toBeNull()
  const forged = new URLSearchParams(form)
  forged.set('MessageStatus', 'failed')
  expect(heard(forged, signature)).toBeNull()
})

it('says nothing of a text that is still on its way', () => {
  const queued = new URLSearchParams(form)
  queued.set('MessageStatus', 'queued')
  expect(heard(queued, twilioSignature(status, queued))).toEqual([])
})
