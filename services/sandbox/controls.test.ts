import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxHarness } from '../testing/sandbox.ts'
import { openSandboxHarness } from '../testing/sandbox.ts'
import { sandboxDefaults } from './settings.ts'
import { createSwitchBoard, switchesOff } from './switches.ts'

let harness: SandboxHarness
let nextRef = 500_000_000_000
beforeAll(async () => {
  harness = await openSandboxHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.stop())

it.each([0, 1, 7, 100])('sends a callback %i times, and counts the answers', async (callbacks) => {
  const orderId = await placed()
  const paid = await harness.pay(orderId, { outcome: 'approve', callbacks })
  expect(paid.json).toMatchObject({ orderId, state: 'paid', callbacksAnswered: callbacks })
  expect(harness.received).toHaveLength(callbacks)
})

it('approves late: a failure first, the success after the delay', async () => {
  const orderId = await placed()
  const first = await harness.pay(orderId, { outcome: 'approve_late', delaySeconds: 0.05 })
  expect(first.json).toMatchObject({ state: 'declined' })
  expect(results()).toEqual(['fail'])
  await expect.poll(results).toEqual(['fail', 'ok'])
})

it('tells the success before the failure when callbacks are reordered', async () => {
  await harness.switchOn({ callbacks: { isReordered: true } })
  const orderId = await placed()
  await harness.pay(orderId, { outcome: 'approve_late', delaySeconds: 0.02, callbacks: 2 })
  await expect.poll(results).toEqual(['ok', 'ok', 'fail', 'fail'])
})

it('does what the payer of the newest attempt does', async () => {
  const orderId = randomUUID()
  const first = await placed(orderId)
  const firstPage = await pageOf(first)
  await placed(orderId)
  expect(await pageOf(orderId)).not.toBe(firstPage)
  await harness.pay(orderId, { outcome: 'approve' })
  expect(await (await fetch(firstPage)).text()).toContain('Approve')
})

it('repeats the callbacks of a payment that was made, and refuses to undo it', async () => {
  const orderId = await placed()
  await harness.pay(orderId, { outcome: 'approve', callbacks: 0 })
  await harness.pay(orderId, { outcome: 'approve', callbacks: 3 })
  expect(results()).toEqual(['ok', 'ok', 'ok'])
  const declined = await harness.pay(orderId, { outcome: 'decline' })
  expect(declined).toMatchObject({ status: 409, json: { code: 'payment_closed' } })
})

it('sends callbacks late, lost and doubled by switch, also for a click on the page', async () => {
  await harness.switchOn({ callbacks: { copies: 2, delaySeconds: 0.03 } })
  await click(await placed(), 'approve')
  expect(harness.received).toEqual([])
  await expect.poll(results).toEqual(['ok', 'ok'])

  await harness.reset()
  await harness.switchOn({ callbacks: { copies: 0 } })
  const orderId = await placed()
  await click(orderId, 'approve')
  await harness.pay(orderId, { outcome: 'approve', callbacks: 1 })
  expect(results()).toEqual(['ok'])
})

it('has a page for each click, and says when a payment is closed', async () => {
  const orderId = await placed()
  const never = await click(orderId, 'never')
  expect(await never.text()).toContain('The shop hears nothing')
  const declined = await click(orderId, 'decline')
  expect(declined.headers.get('location')).toContain('/payment/failed?orderId=')
  const wrong = await submit(orderId, { phone: '96170123456', code: '222222' })
  expect(await wrong.text()).toContain('That code is wrong')
  const paid = await submit(orderId, { phone: '96170123456', code: '111111' })
  expect(paid.headers.get('location')).toContain('/payment/success?orderId=')
  expect(results()).toEqual(['fail', 'fail', 'ok'])
  expect(await (await fetch(await pageOf(orderId))).text()).toContain('This payment has been made')
})

it('serves pages without scripts under a policy that allows none', async () => {
  const page = await fetch(await pageOf(await placed()))
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`form-action 'self' ${harness.shopOrigin}`)
  expect(await page.text()).not.toMatch(/<script|\sstyle="|\son\w+="/)
})

it('shows what others wrote as text, never as HTML', async () => {
  const text = '<img src=x onerror=alert(1)> code 123456'
  await fetch(`${harness.sandbox.url}/sms`, {
    method: 'POST',
    body: JSON.stringify({ to: '+96170123456', text }),
  })
  const page = await (await fetch(harness.sandbox.url)).text()
  expect(page).not.toContain('<img')
  expect(page).toContain('123456')
})

it.each([
  ['an unknown order', randomUUID(), { outcome: 'approve' }, 404],
  ['an unknown outcome', null, { outcome: 'steal' }, 400],
  ['101 callbacks', null, { outcome: 'approve', callbacks: 101 }, 400],
  ['a field nobody knows', null, { outcome: 'approve', amount: 1 }, 400],
])('refuses %s and does nothing', async (_name, order, request, status) => {
  const orderId = order ?? (await placed())
  const answer = await harness.pay(orderId, request as { outcome: 'approve' })
  expect(answer).toMatchObject({ status, json: { code: expect.any(String) } })
  expect(harness.received).toEqual([])
})

it('refuses a click that another website makes', async () => {
  const answer = await fetch(`${harness.sandbox.url}/switches`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'cross-site' },
    body: '{}',
  })
  expect(answer.status).toBe(403)
})

it('sets back one group or everything, and knows no switch that is not there', async () => {
  const url = `${harness.sandbox.url}/switches`
  await harness.switchOn({ whish: { slowMs: 5 }, callbacks: { copies: 9 } })
  await harness.switchOn({ whish: null })
  expect(await (await fetch(url)).json()).toMatchObject({
    whish: switchesOff.whish,
    callbacks: { copies: 9 },
  })
  expect(await (await fetch(url, { method: 'DELETE' })).json()).toEqual(switchesOff)
  const unknown = await fetch(url, { method: 'POST', body: '{"whish":{"slow":1}}' })
  expect(unknown.status).toBe(400)
})

it.each([0.1, 0.25, 0.5, 1])('fails exactly the share %f of the calls, the first first', (rate) => {
  const board = createSwitchBoard()
  board.change({ whish: { http500Rate: rate } })
  const failures = Array.from({ length: 100 }, () => board.nextFailure('whish'))
  expect(failures[0]).toBe('http500')
  expect(failures.filter((failure) => failure !== null)).toHaveLength(100 * rate)
})

it('stops with callbacks waiting and calls unanswered', async () => {
  const other = await openSandboxHarness()
  await other.switchOn({ messages: { timeoutRate: 1 } })
  const unanswered = fetch(`${other.sandbox.url}/sms`, { method: 'POST', body: '{}' })
  const ended = expect(unanswered).rejects.toThrow()
  await other.switchOn({ callbacks: { delaySeconds: 3600 } })
  await other.stop()
  await ended
})

async function placed(orderId: string = randomUUID()): Promise<string> {
  const ref = String(nextRef++)
  const { channel, secret, websiteUrl } = sandboxDefaults.whish
  const callback = `${harness.shopOrigin}/api/whishpay/callback?eid=${ref}`
  const response = await fetch(`${harness.sandbox.url}/whish/itel-service/api/payment/whish`, {
    method: 'POST',
    headers: { channel, secret, websiteUrl, 'User-Agent': 'Test/1.0' },
    body: JSON.stringify({
      amount: '25.00',
      currency: 'USD',
      invoice: 'Order 1A2B3C4D',
      externalId: ref,
      successCallbackUrl: `${callback}&r=ok`,
      failureCallbackUrl: `${callback}&r=fail`,
      successRedirectUrl: `${harness.shopOrigin}/payment/success?orderId=${orderId}`,
      failureRedirectUrl: `${harness.shopOrigin}/payment/failed?orderId=${orderId}`,
    }),
  })
  expect(await response.json()).toMatchObject({ status: true })
  return orderId
}

const results = () => harness.received.map(({ query }) => query['r'])

async function pageOf(orderId: string): Promise<string> {
  const response = await fetch(`${harness.sandbox.url}/payments/${orderId}`)
  return ((await response.json()) as { pageUrl: string }).pageUrl
}

const click = (orderId: string, choice: string) => submit(orderId, { choice })

async function submit(orderId: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(await pageOf(orderId), { method: 'POST', body, redirect: 'manual' })
}
