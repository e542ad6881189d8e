import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { attemptIdSchema, orderIdSchema } from '#events/kernel/ids.ts'

import {
  sessionHash,
  statusByOrderHash,
  statusByPaymentHash,
} from '../providers/payments/hashes.ts'
import { montypayProvider } from '../providers/payments/montypay.ts'
import type { Attempt, PaymentProvider } from '../providers/payments/port.ts'
import type { SandboxHarness } from '../testing/sandbox.ts'
import { openSandboxHarness } from '../testing/sandbox.ts'
import { sandboxDefaults } from './settings.ts'

const { merchantKey, password } = sandboxDefaults.montypay
const key = { password, mode: 'md5' } as const

let harness: SandboxHarness
let provider: PaymentProvider
let nextRef = 400_000_000_000
beforeAll(async () => {
  harness = await openSandboxHarness({ callbackTimeoutMs: 60 })
  const baseUrl = `${harness.sandbox.url}/montypay`
  provider = montypayProvider({ baseUrl, merchantKey, password, hash: 'md5' })
})
beforeEach(() => harness.reset())
afterAll(() => harness.stop())

it.each([
  [{ order: { amount: '0.00' } }, 'order.amount: This value should be greater than 0.'],
  [{ order: { amount: 25 } }, 'order.amount: This value should be of type string.'],
  [{ order: { amount: '25' } }, 'order.amount: This value is not valid.'],
  [{ order: { description: 'Order – 1' } }, 'order.description: This value is not valid.'],
  [{ order: { number: 'a b' } }, 'order.number: This value is not valid.'],
  [{ success_url: undefined }, 'success_url: This value should not be blank.'],
  [{ session_expiry: 721 }, 'session_expiry: This value should be between 1 and 720.'],
  [{ customer: { name: 'سارة' } }, 'customer.name: This value is not valid.'],
  [{ merchant_key: 'other' }, 'merchant_key: Merchant key is not valid.'],
  [{ hash: '0'.repeat(40) }, 'hash: Hash is not valid.'],
])('refuses %j with the 400 shape', async (parts, message) => {
  const answer = await session(parts)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    error_code: 0,
    error_message: 'Request data is invalid.',
    errors: [{ error_code: 100_000, error_message: message }],
  })
})

it('takes an upper-case hash', async () =>
  expect((await session({ hash: sessionHash(order(), key).toUpperCase() })).status).toBe(200))

it('pays by card without 3-D Secure: one notification, sale and settled', async () => {
  const { attempt, page } = await started()
  const paid = await submit(page, { card: '4111 1111 1111 1111', expiry: '01/38' })
  expect(paid.headers.get('location')).toBe(attempt.successUrl)
  expect(notices()).toEqual(['sale success settled'])
  expect(provider.parseCallback(harness.received[0]!)).toMatchObject({ isAuthentic: true })
})

it('pays after 3-D Secure: 3ds first, then sale', async () => {
  const { attempt, page } = await started()
  const begun = await submit(page, { card: '4111 1111 1111 1111', expiry: '05/38' })
  expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'pending' })
  const bank = new URL(begun.headers.get('location')!, page).href
  expect(await (await fetch(bank)).text()).toContain('Confirm with my bank')
  const confirmed = await submit(bank, {})
  expect(confirmed.headers.get('location')).toBe(attempt.successUrl)
  expect(notices()).toEqual(['3ds success 3ds', 'sale success settled'])
})

it('sends the 3ds notice last when callbacks are reordered', async () => {
  await harness.switchOn({ callbacks: { isReordered: true } })
  const { attempt, page } = await started()
  const begun = await submit(page, { card: '4111111111111111', expiry: '05/38' })
  await submit(new URL(begun.headers.get('location')!, page).href, {})
  expect(notices()).toEqual(['sale success settled', '3ds success 3ds'])
  expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'paid' })
})

it('fails at the bank and leaves the session payable', async () => {
  const { attempt, page } = await started()
  const begun = await submit(page, { card: '4111111111111111', expiry: '06/38' })
  const failed = await submit(new URL(begun.headers.get('location')!, page).href, {})
  expect(failed.headers.get('location')).toBe(attempt.failureUrl)
  expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'declined' })
})

it('declines, then settles the same order under a new payment id', async () => {
  const { attempt, page } = await started()
  const declined = await submit(page, { card: '4111111111111111', expiry: '02/38' })
  expect(await declined.text()).toContain('declined')
  const before = await provider.fetchStatus(attempt)
  await submit(page, { card: '4111111111111111', expiry: '01/38' })
  const settled = await provider.fetchStatus(attempt)
  expect([before.state, settled.state]).toEqual(['declined', 'paid'])
  expect(settled.providerRef).not.toBe(before.providerRef)
})

it.each(['4111 1111 1111 1112', '1111 2222 3333 4444'])('knows %s as wrong', async (card) => {
  const { page } = await started()
  const refused = await submit(page, { card, expiry: '01/38' })
  expect(await refused.text()).toContain('That card number is wrong')
  expect(harness.received).toEqual([])
})

it('appends nothing to the return address unless the panel says so', async () => {
  const { attempt, page } = await started()
  const paid = await submit(page, { choice: 'approve' })
  expect(paid.headers.get('location')).toBe(attempt.successUrl)
})

it('a return hash makes a forged "settled" look real; the status does not follow', async () => {
  await harness.switchOn({ montypay: { hasReturnParameters: true } })
  const { attempt, page } = await started()
  const declined = await submit(page, { choice: 'decline' })
  const back = new URL(declined.headers.get('location')!).searchParams
  const forged = new URLSearchParams(harness.received[0]!.body.toString())
  forged.set('hash', back.get('hash')!)
  for (const [name, value] of [
    ['type', 'sale'],
    ['status', 'success'],
    ['order_status', 'settled'],
  ] as const)
    forged.set(name, value)
  const request = { method: 'POST', query: {}, headers: {}, body: Buffer.from(forged.toString()) }
  expect(provider.parseCallback(request)).toMatchObject({ isAuthentic: true })
  expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'declined' })
})

it('a notification with another amount, or a field twice, is not authentic', async () => {
  const { page } = await started()
  await submit(page, { choice: 'approve' })
  const real = harness.received[0]!
  const altered = (change: (text: string) => string) =>
    provider.parseCallback({ ...real, body: Buffer.from(change(real.body.toString())) })
  expect(altered((text) => text).isAuthentic).toBe(true)
  expect(altered((text) => text.replace('25.50', '99.00')).isAuthentic).toBe(false)
  expect(altered((text) => `${text}&order_number=1`).isAuthentic).toBe(false)
  expect(altered((text) => text.replace(/&hash=\w+/, '')).isAuthentic).toBe(false)
})

it('accepts a refund and calls back: part of it leaves the payment settled', async () => {
  const { attempt, page } = await started()
  await submit(page, { choice: 'approve' })
  expect(await provider.refund?.(attempt, 1000, 'part')).toBe('accepted')
  await expect.poll(notices).toEqual(['sale success settled', 'refund success settled'])
  expect(await provider.refund?.(attempt, 2550, 'all')).toBe('accepted')
  await expect.poll(() => notices().at(-1)).toBe('refund success refund')
  expect(await provider.refund?.(attempt, 2550, 'again')).toBe('refused')
})

it('answers the status by either id, and a list when a size is asked', async () => {
  const { attempt, page } = await started()
  await submit(page, { card: '4111111111111111', expiry: '02/38' })
  await submit(page, { choice: 'approve' })
  const { providerRef } = await provider.fetchStatus(attempt)
  expect(
    await askStatus({ payment_id: providerRef, hash: statusByPaymentHash(providerRef!, key) }),
  ).toMatchObject({ payment_id: providerRef, status: 'settled', order: { amount: '25.50' } })
  expect(
    await askStatus({
      order_id: attempt.ref,
      hash: statusByOrderHash(attempt.ref, key),
      size: '2',
    }),
  ).toMatchObject([{ status: 'settled' }, { status: 'decline' }])
})

it('leaves an address alone after five time-outs, until it is reset', async () => {
  harness.shopAnswers('silence')
  const { attempt } = await started()
  await harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 5 })
  expect(harness.received).toHaveLength(5)
  expect(await state()).toMatchObject({ areMontypayCallbacksBlocked: true })
  harness.shopAnswers(200)
  await harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 5 })
  expect(harness.received).toHaveLength(5)
  await harness.reset()
  expect(await state()).toMatchObject({ areMontypayCallbacksBlocked: false })
})

const askStatus = async (body: object) =>
  (await post('/api/v1/payment/status', { merchant_key: merchantKey, ...body })).json()

const state = async () => (await fetch(`${harness.sandbox.url}/state`)).json()

/** `type status order_status` of each notification, in the order of arrival. */
const notices = () =>
  harness.received.map(({ body }) => {
    const form = new URLSearchParams(body.toString())
    return ['type', 'status', 'order_status'].map((name) => form.get(name)).join(' ')
  })

async function started(): Promise<{ attempt: Attempt; page: string }> {
  const orderId = orderIdSchema.parse(randomUUID())
  const attempt: Attempt = {
    attemptId: attemptIdSchema.parse(randomUUID()),
    orderId,
    ref: String(nextRef++),
    amountCents: 2550,
    currency: 'USD',
    description: 'Order 1A2B3C4D',
    providerRef: null,
    successUrl: `${harness.shopOrigin}/payment/success?orderId=${orderId}`,
    failureUrl: `${harness.shopOrigin}/payment/failed?orderId=${orderId}`,
    successCallbackUrl: '',
    failureCallbackUrl: '',
    sessionMinutes: 20,
  }
  const answer = await provider.start(attempt)
  if (answer.kind !== 'started') throw new Error(`not started: ${JSON.stringify(answer)}`)
  return { attempt, page: answer.redirectUrl }
}

const submit = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const order = () => ({
  number: 'order-1234',
  amount: '25.00',
  currency: 'USD',
  description: 'Raffle order 1234',
})

function session(parts: Record<string, unknown>) {
  const { order: orderParts, ...rest } = parts as { order?: object }
  const body = {
    merchant_key: merchantKey,
    operation: 'purchase',
    success_url: `${harness.shopOrigin}/payment/success?orderId=1`,
    hash: sessionHash(order(), key),
    order: { ...order(), ...orderParts },
    ...rest,
  }
  return post('/api/v1/session', body)
}

const post = (path: string, body: object) =>
  fetch(`${harness.sandbox.url}/montypay${path}`, { method: 'POST', body: JSON.stringify(body) })
