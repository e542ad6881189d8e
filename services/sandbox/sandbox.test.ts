import { afterAll, beforeAll, expect, it } from 'vitest'

import type { SandboxHarness } from '../testing/sandbox.ts'
import { openSandboxHarness } from '../testing/sandbox.ts'
import { sandboxDefaults } from './settings.ts'

const { channel, secret, websiteUrl } = sandboxDefaults.whish
const { accountSid, authToken } = sandboxDefaults.twilio
const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

let harness: SandboxHarness
beforeAll(async () => {
  harness = await openSandboxHarness()
})
afterAll(() => harness.stop())

const paths = [
  '/',
  '/sms',
  '/messages',
  '/switches',
  '/payments/',
  '/payments/__proto__',
  '/payments/%00',
  '/whish/itel-service/api/payment/whish',
  '/whish/itel-service/api/payment/collect/status',
  '/whish/itel-service/api/payment/whish/refund',
  '/montypay/api/v1/session',
  '/montypay/api/v1/payment/status',
  '/montypay/api/v1/payment/refund',
  '/montypay/pay/x/3ds',
  '/whish/pay/../..',
  `/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`,
  '/nowhere',
]
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"__proto__":{"x":1}}',
  '{"outcome":{"toString":1}}',
  '{"externalId":{},"amount":[],"order":[],"hash":{},"currency":null}',
  '\u0000'.repeat(100),
  `To=%2B96170123456&From=x&Body=y&StatusCallback=${'%'.repeat(9)}`,
  'x'.repeat(300_000),
]

it.each(paths)('survives nonsense of every kind at %s', async (path) => {
  for (const body of bodies) {
    const response = await fetch(harness.sandbox.url + path, {
      method: 'POST',
      headers: { channel, secret, websiteUrl, 'User-Agent': 'x', Authorization: basic },
      body,
    })
    expect(response.status).toBeLessThan(500)
  }
})

it('brings a payer back to an address with letters that no header can hold', async () => {
  const ref = '700000000001'
  const url = `${harness.shopOrigin}/payment/success?orderId=o-1&name=سارة`
  await fetch(`${harness.sandbox.url}/whish/itel-service/api/payment/whish`, {
    method: 'POST',
    headers: { channel, secret, websiteUrl, 'User-Agent': 'x' },
    body: JSON.stringify({
      amount: '25.00',
      currency: 'USD',
      invoice: 'Order',
      externalId: ref,
      successCallbackUrl: url,
      failureCallbackUrl: url,
      successRedirectUrl: url,
      failureRedirectUrl: url,
    }),
  })
  const { pageUrl } = (await (await fetch(`${harness.sandbox.url}/payments/o-1`)).json()) as {
    pageUrl: string
  }
  const body = new URLSearchParams({ choice: 'approve' })
  const paid = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' })
  expect(paid.headers.get('location')).toBe(new URL(url).href)
})
