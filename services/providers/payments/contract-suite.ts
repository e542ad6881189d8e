// What every payment adapter must do, told over real HTTP against the sandbox. An adapter passes by
// calling `paymentContract` from its own test file.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { attemptIdSchema, orderIdSchema } from '#events/kernel/ids.ts'

import type { SwitchesChange } from '../../sandbox/switches.ts'
import type { SandboxHarness } from '../../testing/sandbox.ts'
import type { Breaker, BreakerSettings } from '../breaker.ts'
import type { Attempt, PaymentProvider } from './port.ts'
import { ordinaryWords } from './port-words.ts'
import type { Timeouts } from './timeouts.ts'

export type ContractCase = {
  open: () => Promise<SandboxHarness>
  provider: (
    harness: SandboxHarness,
    settings: {
      timeouts?: Partial<Timeouts>
      breaker?: Partial<BreakerSettings>
      isSecretWrong?: boolean
    },
  ) => PaymentProvider & { breaker: Breaker }
  callbackUrls: (harness: SandboxHarness, ref: string) => { success: string; failure: string }
  /** The adapter's group of switches. */
  failures: (change: { [name: string]: unknown }) => SwitchesChange
}

type Setting = { harness: SandboxHarness; provider: ReturnType<ContractCase['provider']> }

// Refs differ between files too, because each file has a sandbox of its own.
let nextRef = 100_000_000_000

export function paymentContract(name: string, contract: ContractCase): void {
  describe(name, () => {
    const setting = {} as Setting // filled before the first test

    beforeAll(async () => {
      setting.harness = await contract.open()
      setting.provider = contract.provider(setting.harness, {})
    })
    beforeEach(() => setting.harness.reset())
    afterAll(() => setting.harness.stop())

    startContract(contract, setting)
    statusContract(contract, setting)
    callbackContract(contract, setting)
    refundContract(contract, setting)
    goneBackContract(contract, setting)
    outageContract(contract, setting)
  })
}

export function attemptFor(contract: ContractCase, harness: SandboxHarness): Attempt {
  const orderId = orderIdSchema.parse(randomUUID())
  const ref = String(nextRef++)
  const urls = contract.callbackUrls(harness, ref)
  return {
    attemptId: attemptIdSchema.parse(randomUUID()),
    orderId,
    ref,
    amountCents: 2550,
    currency: 'USD',
    description: `Order ${orderId.slice(0, 8).toUpperCase()}`,
    providerRef: null,
    successUrl: `${harness.shopOrigin}/payment/success?orderId=${orderId}`,
    failureUrl: `${harness.shopOrigin}/payment/failed?orderId=${orderId}`,
    successCallbackUrl: urls.success,
    failureCallbackUrl: urls.failure,
    sessionMinutes: 20,
  }
}

function startContract(contract: ContractCase, setting: Setting): void {
  const fresh = () => attemptFor(contract, setting.harness)

  it('starts a payment on an allowed host, and the page is there', async () => {
    const started = await setting.provider.start(fresh())
    expect(started).toMatchObject({ kind: 'started' })
    const { redirectUrl } = started as { redirectUrl: string }
    expect(redirectUrl.startsWith(setting.harness.sandbox.url)).toBe(true)
    expect((await fetch(redirectUrl)).status).toBe(200)
  })

  it('starts nothing with a wrong secret', async () => {
    const stranger = contract.provider(setting.harness, { isSecretWrong: true })
    expect(await stranger.start(fresh())).toMatchObject({ kind: 'refused' })
  })

  it('starts a payment whatever is written in the description', async () => {
    const attempt = { ...fresh(), description: 'طلب 🎁 – Café №1' }
    expect(await setting.provider.start(attempt)).toMatchObject({ kind: 'started' })
  })

  it('is paid once, though it was started twice', async () => {
    const attempt = fresh()
    await setting.provider.start(attempt)
    expect(await setting.provider.start(attempt)).toMatchObject({ kind: 'started' })
    await setting.harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 0 })
    expect(await setting.provider.fetchStatus(attempt)).toMatchObject({ state: 'paid' })
  })
}

function statusContract(contract: ContractCase, setting: Setting): void {
  const started = async () => {
    const attempt = attemptFor(contract, setting.harness)
    expect(await setting.provider.start(attempt)).toMatchObject({ kind: 'started' })
    return attempt
  }
  const statusOf = (attempt: Attempt) => setting.provider.fetchStatus(attempt)
  const pay = (attempt: Attempt, outcome: Parameters<SandboxHarness['pay']>[1]['outcome']) =>
    setting.harness.pay(attempt.orderId, { outcome, callbacks: 0, delaySeconds: 0 })

  it('knows nothing of a payment that was never started', async () => {
    const status = await statusOf(attemptFor(contract, setting.harness))
    expect(status).toMatchObject({ state: 'unknown', providerStatus: 'not_found' })
  })

  it('is pending until the payer acts', async () =>
    expect(await statusOf(await started())).toMatchObject({ state: 'pending' }))

  it('is paid after approval, never with another amount or currency', async () => {
    const attempt = await started()
    await pay(attempt, 'approve')
    const status = await statusOf(attempt)
    expect(status.state).toBe('paid')
    expect([null, 2550]).toContain(status.amountCents)
    expect([null, 'USD']).toContain(status.currency)
  })

  it('is declined, and paid when the payer tries again', async () => {
    const attempt = await started()
    await pay(attempt, 'decline')
    expect(await statusOf(attempt)).toMatchObject({ state: 'declined' })
    await pay(attempt, 'approve')
    expect(await statusOf(attempt)).toMatchObject({ state: 'paid' })
  })

  it('is declined for good when its time is over', async () => {
    const attempt = await started()
    await pay(attempt, 'expire')
    expect(await statusOf(attempt)).toMatchObject({ state: 'declined' })
    expect((await pay(attempt, 'approve')).status).toBe(409)
  })

  it('shows a wrong amount as what was paid', async () => {
    const attempt = await started()
    await pay(attempt, 'wrong_amount')
    expect(await statusOf(attempt)).toMatchObject({ state: 'paid', amountCents: 1275 })
  })

  it('stays pending for ever when the provider never settles', async () => {
    const attempt = await started()
    await setting.harness.switchOn(contract.failures({ isPendingForEver: true }))
    await pay(attempt, 'approve')
    expect(await statusOf(attempt)).toMatchObject({ state: 'pending' })
  })
}

function callbackContract(contract: ContractCase, setting: Setting): void {
  const calledBack = async (outcome: 'approve' | 'decline', copies: number) => {
    const attempt = attemptFor(contract, setting.harness)
    await setting.provider.start(attempt)
    await setting.harness.pay(attempt.orderId, { outcome, callbacks: copies })
    return attempt
  }

  it.each([0, 1, 2, 100])('reads a callback that comes %i times as one hint', async (copies) => {
    const attempt = await calledBack('approve', copies)
    const hints = setting.harness.received.map(setting.provider.parseCallback)
    expect(hints).toHaveLength(copies)
    for (const hint of hints)
      expect(hint).toMatchObject({ attemptRef: attempt.ref, isAuthentic: true })
    expect(new Set(hints.map(({ dedupeKey }) => dedupeKey)).size).toBe(Math.min(copies, 1))
  })

  it('tells failure and success apart, so that neither hides the other', async () => {
    const attempt = await calledBack('decline', 1)
    await setting.harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 1 })
    const hints = setting.harness.received.map(setting.provider.parseCallback)
    expect(new Set(hints.map(({ dedupeKey }) => dedupeKey)).size).toBe(2)
  })

  it('tells a callback that says "paid" from any other', async () => {
    const attempt = await calledBack('decline', 1)
    await setting.harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 1 })
    await setting.harness.pay(attempt.orderId, { outcome: 'chargeback', callbacks: 1 })
    const hints = setting.harness.received.map(setting.provider.parseCallback)
    expect(hints.map(({ isPaidWord }) => isPaidWord)).toEqual([false, true, false])
    for (const { isAuthentic } of hints) expect(isAuthentic).toBe(true)
  })

  it('does not believe a callback made up for another payment', async () => {
    const attempt = await calledBack('approve', 1)
    const [real] = setting.harness.received
    const other = String(BigInt(attempt.ref) + 1n)
    const forged = {
      ...real!,
      query: Object.fromEntries(
        Object.entries(real!.query).map(([key, value]) => [key, value.replace(attempt.ref, other)]),
      ),
      body: Buffer.from(real!.body.toString().replace(attempt.ref, other)),
    }
    expect(setting.provider.parseCallback(forged).isAuthentic).toBe(false)
  })

  it('reads nothing from nonsense', () => {
    const nonsense: { query: Record<string, string>; body: string }[] = [
      { query: {}, body: '' },
      { query: { eid: '1', r: 'ok' }, body: 'order_number=1&status=success' },
      { query: { eid: "1' or 1", r: 'ok', sig: '\0' }, body: '\0%ff%'.repeat(40_000) },
      { query: { eid: '9'.repeat(16), r: 'x', sig: '' }, body: 'order_number=__proto__&hash=' },
    ]
    for (const { query, body } of nonsense) {
      const request = { method: 'POST', query, headers: {}, body: Buffer.from(body) }
      expect(setting.provider.parseCallback(request).isAuthentic).toBe(false)
    }
  })
}

function refundContract(contract: ContractCase, setting: Setting): void {
  it('gives the whole payment back, and says so when asked', async () => {
    const attempt = attemptFor(contract, setting.harness)
    await setting.provider.start(attempt)
    expect(await setting.provider.refund?.(attempt, 2550, 'too early')).toBe('refused')
    await setting.harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 0 })
    expect(await setting.provider.refund?.(attempt, 2550, 'paid twice')).toMatch(
      /^(accepted|done)$/,
    )
    expect(await setting.provider.fetchStatus(attempt)).toMatchObject({ state: 'refunded' })
  })
}

function goneBackContract(contract: ContractCase, setting: Setting): void {
  it('never calls a payment paid whose money the bank has taken back', async () => {
    const attempt = attemptFor(contract, setting.harness)
    await setting.provider.start(attempt)
    expect(await chargeBack(attempt)).toMatchObject({ status: 409 })
    await setting.harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 0 })
    expect(await chargeBack(attempt)).toMatchObject({ status: 200 })
    const { state, providerStatus } = await setting.provider.fetchStatus(attempt)
    expect(['refunded', 'unknown']).toContain(state)
    expect(ordinaryWords).not.toContain(providerStatus)
  })

  const chargeBack = ({ orderId }: Attempt) =>
    setting.harness.pay(orderId, { outcome: 'chargeback', callbacks: 0 })
}

function outageContract(contract: ContractCase, setting: Setting): void {
  const quick = { connectMs: 500, totalMs: 300, startMs: 300 }
  const patient = () =>
    contract.provider(setting.harness, { timeouts: quick, breaker: { callsMin: 20 } })

  it.each(['timeoutRate', 'garbageRate', 'http500Rate'])(
    'does not know whether it started when the answer fails (%s), and finds out later',
    async (failure) => {
      const provider = patient()
      const attempt = attemptFor(contract, setting.harness)
      await setting.harness.switchOn(contract.failures({ [failure]: 1, isWorkDone: true }))
      expect(await provider.start(attempt)).toEqual({ kind: 'indeterminate' })
      await expect(provider.fetchStatus(attempt)).rejects.toMatchObject({ name: 'ProviderOutage' })
      await setting.harness.reset()
      expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'pending' })
    },
  )

  it('failed and not done is found out too, and the same attempt can start then', async () => {
    const provider = patient()
    const attempt = attemptFor(contract, setting.harness)
    await setting.harness.switchOn(contract.failures({ http500Rate: 1 }))
    expect(await provider.start(attempt)).toEqual({ kind: 'indeterminate' })
    await setting.harness.reset()
    expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'unknown' })
    expect(await provider.start(attempt)).toMatchObject({ kind: 'started' })
  })

  it('answers within its time when the provider is slow', async () => {
    const provider = patient()
    await setting.harness.switchOn(contract.failures({ slowMs: 60_000 }))
    const startedAt = performance.now()
    await provider.start(attemptFor(contract, setting.harness))
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('does not know a refund whose answer failed', async () => {
    const provider = patient()
    const attempt = attemptFor(contract, setting.harness)
    await provider.start(attempt)
    await setting.harness.pay(attempt.orderId, { outcome: 'approve', callbacks: 0 })
    await setting.harness.switchOn(
      contract.failures({ http500Rate: 1, calls: ['refund'], isWorkDone: true }),
    )
    expect(await provider.refund?.(attempt, 2550, 'paid twice')).toBe('indeterminate')
    expect(await provider.fetchStatus(attempt)).toMatchObject({ state: 'refunded' })
  })

  it('leaves a provider that keeps failing alone, then tries again', async () => {
    const breaker = { callsMin: 3, openMs: 50 }
    const provider = contract.provider(setting.harness, { breaker })
    const attempt = attemptFor(contract, setting.harness)
    await setting.harness.switchOn(contract.failures({ http500Rate: 1 }))
    for (let calls = 0; calls < 3; calls++) await provider.fetchStatus(attempt).catch(() => null)
    expect(provider.breaker.state()).toBe('open')
    expect(await provider.start(attempt)).toEqual({ kind: 'refused', reason: 'unavailable' })

    await setting.harness.reset()
    await expect.poll(() => provider.start(attempt)).toMatchObject({ kind: 'started' })
    expect(provider.breaker.state()).toBe('closed')
  })
}
