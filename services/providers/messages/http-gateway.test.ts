import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sandboxDefaults } from '../../sandbox/settings.ts'
import type { SandboxHarness } from '../../testing/sandbox.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import { messageContract } from './contract-suite.ts'
import type { HttpGatewaySettings } from './http-gateway.ts'
import { httpGateway, sandboxGatewaySettings } from './http-gateway.ts'
import { fillTemplate, valueAt } from './template.ts'

const { accountSid, authToken } = sandboxDefaults.twilio

/** The same gateway, told by settings alone to speak like Twilio. */
const twilioSettings = (sandboxUrl: string): HttpGatewaySettings => ({
  method: 'POST',
  url: `${sandboxUrl}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`,
  headers: {
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  body: 'To={{to}}&From={{sender}}&Body={{text}}',
  sender: 'Qura',
  success: { statusMin: 201, statusMax: 201, path: 'status', equals: 'queued' },
  idPath: 'sid',
  errors: {
    path: 'code',
    reasons: { 21211: 'bad_number', 21610: 'blocked', 20429: 'limit' },
  },
})

messageContract('the generic gateway', {
  gateway: ({ sandbox }, totalTimeoutMs = 8_000) =>
    httpGateway({ ...sandboxGatewaySettings(sandbox.url), totalTimeoutMs }),
})

messageContract('the generic gateway with a form and another success rule', {
  gateway: ({ sandbox }, totalTimeoutMs = 8_000) =>
    httpGateway({ ...twilioSettings(sandbox.url), totalTimeoutMs }),
})

let harness: SandboxHarness
beforeAll(async () => {
  harness = await openSandboxHarness()
})
afterAll(() => harness.stop())

it('sends one message for one ref, however often it is asked', async () => {
  const gateway = httpGateway(sandboxGatewaySettings(harness.sandbox.url))
  const message = {
    to: '+96171000111',
    text: 'Your tickets: 1 to 5',
    ref: randomUUID(),
    purpose: 'receipt',
  } as const
  const first = await gateway.send(message)
  expect(await gateway.send(message)).toEqual(first)
  const listed = await fetch(`${harness.sandbox.url}/messages?to=%2B96171000111`)
  expect(await listed.json()).toMatchObject({ messages: [{ text: message.text, code: null }] })
})

it('fills path and query of a GET, also when a URL parser has seen the address', async () => {
  const url = `${harness.shopOrigin}/send/{{to}}?text={{text}}`
  const message = { to: '+96171000111', text: 'a&b=ü', ref: '1', purpose: 'notice' } as const
  for (const address of [url, new URL(url).href]) {
    const gateway = httpGateway({ method: 'GET', sender: 'Qura', url: address })
    expect(await gateway.send(message)).toEqual({ kind: 'queued', gatewayId: null })
    const heard = harness.received.at(-1)
    expect(heard).toMatchObject({ path: '/send/%2B96171000111', query: { text: message.text } })
  }
})

it('never lets a message choose the host', () =>
  expect(() =>
    httpGateway({ ...sandboxGatewaySettings('http://x'), url: 'http://{{to}}.example/' }),
  ).toThrow())

it('does not read a value as a template again', () => {
  const values = { to: '{{text}}', text: '{{to}}"', ref: 'r', sender: 's', purpose: 'p' }
  expect(fillTemplate('{"a":"{{to}}","b":"{{text}}"}', values, 'json')).toBe(
    '{"a":"{{text}}","b":"{{to}}\\""}',
  )
})

it.each([
  ['messages.0.id', 'm1'],
  ['messages.1.id', undefined],
  ['__proto__', undefined],
  ['messages.length', 1],
])('finds at %s', (path, found) => expect(valueAt({ messages: [{ id: 'm1' }] }, path)).toBe(found))
