import express from 'express'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { montypayProvider } from '../providers/payments/montypay.ts'
import { sandboxRoutes } from './routes.ts'
import type { Sandbox } from './sandbox.ts'
import { startSandbox } from './sandbox.ts'
import { sandboxDefaults } from './settings.ts'

let server: Server
let shopOrigin: string
let sandbox: Sandbox
beforeAll(async () => {
  const app = express()
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  shopOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    shopOrigin,
    settings: { pagesOrigin: `${shopOrigin}/sandbox` },
  })
  app.use(sandboxRoutes(sandbox))
  app.post('/api/montypay/callback', (_request, response) => void response.sendStatus(200))
})
afterAll(async () => {
  await sandbox.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('serves the inbox and the messages under the shop’s own address', async () => {
  expect(await (await fetch(`${shopOrigin}/sandbox`)).text()).toContain('Messages')
  expect(await (await fetch(`${shopOrigin}/sandbox/messages?to=%2B1`)).json()).toEqual({
    messages: [],
  })
})

it('walks a card through 3-D Secure there, for a provider that allows the host', async () => {
  const { merchantKey, password, hash } = sandboxDefaults.montypay
  const settings = { baseUrl: `${sandbox.url}/montypay`, merchantKey, password, hash }
  const order = {
    ref: '600000000001',
    amountCents: 100,
    currency: 'USD',
    description: 'Order 1A2B3C4D',
    successUrl: `${shopOrigin}/payment/success?orderId=1`,
    failureUrl: `${shopOrigin}/payment/failed?orderId=1`,
    sessionMinutes: 20,
  } as Parameters<ReturnType<typeof montypayProvider>['start']>[0]
  expect(await montypayProvider(settings).start(order)).toMatchObject({
    reason: 'redirect_not_allowed',
  })
  const redirectHosts = [new URL(shopOrigin).host]
  const started = await montypayProvider({ ...settings, redirectHosts }).start(order)
  const page = (started as { redirectUrl: string }).redirectUrl
  expect(page.startsWith(`${shopOrigin}/sandbox/montypay/pay/`)).toBe(true)

  const begun = await submit(page, { card: '4111111111111111', expiry: '05/38', cvv: '123' })
  const bank = new URL(begun.headers.get('location')!, page).href
  expect(bank.startsWith(`${shopOrigin}/sandbox/`)).toBe(true)
  expect((await submit(bank, {})).headers.get('location')).toBe(order.successUrl)
})

const submit = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
