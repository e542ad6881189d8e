import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { attemptIdSchema, orderIdSchema } from '#events/kernel/ids.ts'

import { sandboxDefaults } from '../../sandbox/settings.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import type { ContractCase } from './contract-suite.ts'
import { paymentContract } from './contract-suite.ts'
import type { HashMode } from './hashes.ts'
import { montypayProvider } from './montypay.ts'
import type { Attempt } from './port.ts'

const { merchantKey, password } = sandboxDefaults.montypay

const contract = (hash: HashMode): ContractCase => ({
  open: () => openSandboxHarness({ montypay: { hash } }),
  provider: ({ sandbox }, { isSecretWrong = false, ...settings }) =>
    montypayProvider({
      baseUrl: `${sandbox.url}/montypay`,
      merchantKey,
      password: isSecretWrong ? 'wrong' : password,
      hash,
      ...settings,
    }),
  callbackUrls: () => ({ success: '', failure: '' }), // MontyPay has one address, in its panel
  failures: (change) => ({ montypay: change }),
})

paymentContract('MontyPay with MD5', contract('md5'))
paymentContract('MontyPay with SHA-256', contract('sha256'))

const attempt: Attempt = {
  attemptId: attemptIdSchema.parse(randomUUID()),
  orderId: orderIdSchema.parse(randomUUID()),
  ref: '100000000007',
  amountCents: 2550,
  currency: 'USD',
  description: 'Order 1',
  providerRef: null,
  successUrl: '',
  failureUrl: '',
  successCallbackUrl: '',
  failureCallbackUrl: '',
  sessionMinutes: 20,
}

describe('MontyPay’s answer', () => {
  let order = { number: '', amount: '25.50', currency: 'USD' }
  const provider = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ payment_id: 'paid-1', status: 'settled', order }))
  })
  beforeAll(() => new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening)))
  afterAll(() => new Promise((closed) => provider.close(closed)))

  it('K42 about another order is no answer, though the money in it would fit', async () => {
    const { port } = provider.address() as AddressInfo // a port, because it listens on one
    const baseUrl = `http://127.0.0.1:${port}`
    const montypay = montypayProvider({ baseUrl, merchantKey, password, hash: 'md5' })
    order = { ...order, number: attempt.ref }
    expect(await montypay.fetchStatus(attempt)).toMatchObject({ state: 'paid', amountCents: 2550 })
    for (const number of ['100000000008', `0${attempt.ref}`, `${attempt.ref} `, '']) {
      order = { ...order, number }
      await expect(montypay.fetchStatus(attempt)).rejects.toMatchObject({
        name: 'ProviderOutage',
        outcome: 'unknown',
      })
    }
  })
})
