import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxHarness } from '../testing/sandbox.ts'
import { openSandboxHarness } from '../testing/sandbox.ts'
import { sandboxDefaults } from './settings.ts'

let harness: SandboxHarness
let nextRef = 300_000_000_000
beforeAll(async () => {
  harness = await openSandboxHarness({ whish: { retrySeconds: [0.02, 0.02] } })
})
beforeEach(() => harness.reset())
afterAll(() => harness.stop())

it('grants a link in the envelope', async () => {
  expect(await create()).toMatchObject({
    status: true,
    code: null,
    data: { collectUrl: expect.stringContaining('/whish/pay/') },
  })
})

it('answers a known externalId with the first link, whatever the rest says', async () => {
  const body = creation()
  const first = await create(body)
  const again = await create({ ...body, amount: '99.00' })
  expect(again).toMatchObject({ status: true, retrieved: true, data: first.data })
})

it.each([
  ['channel', { channel: '1' }],
  ['secret', { secret: 'wrong' }],
  ['websiteUrl', { websiteUrl: 'https://qura.example' }],
  ['User-Agent', { 'User-Agent': '' }],
])('knows nobody with another %s', async (_name, headers) =>
  expect(await call('/payment/whish', creation(), headers)).toMatchObject({
    status: false,
    code: 'auth.session_not_exist',
  }),
)

it.each([
  ['a number for the amount', { amount: 25 }, '400'],
  ['one decimal', { amount: '25.0' }, '400'],
  ['less than a dollar', { amount: '0.99' }, '400'],
  ['pounds with decimals', { amount: '90000.00', currency: 'LBP' }, '400'],
  ['another currency', { currency: 'EUR' }, '400'],
  ['a number for the id', { externalId: 1 }, '400'],
  ['no invoice', { invoice: '' }, '400'],
  ['an emoji', { invoice: 'Order 🎁' }, 'emoji.not_supported'],
  ['a callback that is no address', { successCallbackUrl: 'javascript:1' }, '400'],
])('refuses %s', async (_name, parts, code) =>
  expect(await create({ ...creation(), ...parts })).toMatchObject({ status: false, code }),
)

it('takes Lebanese pounds without decimals', async () =>
  expect(await create({ ...creation(), amount: '90000', currency: 'LBP' })).toMatchObject({
    status: true,
  }))

it('asks for the currency with the id, and knows no other pair', async () => {
  const body = creation()
  await create(body)
  expect(await askStatus({ externalId: body.externalId })).toMatchObject({ code: '400' })
  expect(await askStatus({ externalId: body.externalId, currency: 'LBP' })).toMatchObject({
    code: 'external_id.not_exists',
  })
  expect(await askStatus({ externalId: body.externalId, currency: 'USD' })).toMatchObject({
    data: { collectStatus: 'pending' },
  })
})

it('calls back with an empty GET that carries our parameters, and states no amount', async () => {
  const body = creation()
  await create(body)
  await harness.pay(orderIdOf(body), { outcome: 'approve' })
  expect(harness.received).toMatchObject([
    { method: 'GET', path: '/api/whishpay/callback', query: { eid: body.externalId, r: 'ok' } },
  ])
  expect(harness.received[0]?.headers['user-agent']).toMatch(/^Apache-HttpClient/)
  const status = await askStatus({ externalId: body.externalId, currency: 'USD' })
  expect(status.data).toEqual({ collectStatus: 'success', payerPhoneNumber: '96170123456' })
})

it('calls again while the answer is not 200, for as often as it is set', async () => {
  harness.shopAnswers(503)
  const body = creation()
  await create(body)
  const paid = await harness.pay(orderIdOf(body), { outcome: 'approve' })
  expect(paid.json).toMatchObject({ callbacksAnswered: 0 })
  await expect.poll(() => harness.received.length).toBe(3)
})

it('calls nobody but the shop', async () => {
  const body = { ...creation(), successCallbackUrl: 'http://127.0.0.1:9/steal' }
  await create(body)
  const paid = await harness.pay(orderIdOf(body), { outcome: 'approve', callbacks: 3 })
  expect(paid.json).toMatchObject({ state: 'paid', callbacksAnswered: 0 })
})

it('gives code "500", local addresses and refunds the answers that are switched on', async () => {
  await harness.switchOn({ whish: { code500Rate: 0.5 } })
  const codes = [await create(), await create(), await create(), await create()]
  expect(codes.map(({ code }) => code)).toEqual(['500', null, '500', null])
  await harness.switchOn({ whish: { code500Rate: 0, isLocalRefused: true, isRefundRefused: true } })
  expect((await raw('/payment/whish', creation())).status).toBe(403)
  expect((await raw('/payment/whish/refund', {})).status).toBe(403)
})

it('is paid and has called back before the create call is answered, by switch', async () => {
  await harness.switchOn({ callbacks: { early: 'approve', copies: 2 } })
  await create()
  expect(harness.received).toHaveLength(2)
})

const creation = () => {
  const ref = String(nextRef++)
  const callback = `${harness.shopOrigin}/api/whishpay/callback?eid=${ref}`
  const back = (page: string) => `${harness.shopOrigin}/payment/${page}?orderId=order-${ref}`
  return {
    amount: '25.00' as unknown,
    currency: 'USD',
    invoice: 'Order 1A2B3C4D',
    externalId: ref as unknown,
    successCallbackUrl: `${callback}&r=ok`,
    failureCallbackUrl: `${callback}&r=fail`,
    successRedirectUrl: back('success'),
    failureRedirectUrl: back('failed'),
  }
}

const orderIdOf = (body: { externalId: unknown }) => `order-${String(body.externalId)}`

type Envelope = { status: boolean; code: string | null; data: Record<string, unknown> | null }

const askStatus = (body: object) => call('/payment/collect/status', body)

const create = (body: object = creation()) => call('/payment/whish', body)

async function call(path: string, body: object, headers: object = {}): Promise<Envelope> {
  const response = await raw(path, body, headers)
  return (await response.json()) as Envelope
}

function raw(path: string, body: object, headers: object = {}) {
  const { channel, secret, websiteUrl } = sandboxDefaults.whish
  return fetch(`${harness.sandbox.url}/whish/itel-service/api${path}`, {
    method: 'POST',
    headers: { channel, secret, websiteUrl, 'User-Agent': 'Test/1.0', ...headers },
    body: JSON.stringify(body),
  })
}
