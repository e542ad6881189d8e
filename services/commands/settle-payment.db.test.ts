import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { linesToSettle } from '#events/order/evolve.ts'
import { publicStatus } from '#events/order/public-status.ts'

import { newId } from '../ids.ts'
import type { PaymentProvider } from '../providers/payments/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { expireOrders } from './expire-holds.ts'
import { payAgain } from './pay.ts'
import { settleAnew, settlePayment } from './settle-payment.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** A raffle with one product and an unpaid order for `quantity` of its tickets. */
async function unpaid({ ticketsMax = 10, quantity = 2, method = 'whishpay' as const } = {}) {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax })
  const cart = { items: [{ productId: productIds[0]!, quantity }], paymentMethod: method }
  const { id } = await rig.buy(cart)
  return { raffleId, orderId: id as OrderId, cart }
}

async function expire(seconds = 1_801) {
  await rig.moveClock(seconds)
  await expireOrders(rig.desk)
}

const attemptRows = async (orderId: string) => {
  const { rows } = await rig.test.owner.query<{ state: string; next_check_at: Date | null }>(
    'select state, next_check_at from payment_attempts where order_id = $1 order by created_at',
    [orderId],
  )
  return rows
}

describe('a paid order', () => {
  it('has its tickets, and its reservation is gone', async () => {
    const { raffleId, orderId } = await unpaid()

    await rig.pay(orderId, 'approve')
    await rig.watch.stop()

    const order = await rig.order(orderId)
    expect(order).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }], refunds: [] })
    expect(publicStatus(order)).toMatchObject({ status: 'paid', whishPayStatus: 'success' })
    expect((await rig.store.raffle(raffleId).state()).held).toBe(0)
    expect(await attemptRows(orderId)).toEqual([{ state: 'settled', next_check_at: null }])
  })

  it('over several raffles has tickets in each', async () => {
    const raffles = [
      await rig.sellRaffle({ ticketsMax: 5 }),
      await rig.sellRaffle({ ticketsMax: 5 }),
    ]
    const { id } = await rig.buy({
      items: raffles.map(({ productIds }) => ({ productId: productIds[0]!, quantity: 2 })),
      paymentMethod: 'montypay',
    })

    await rig.pay(id, 'approve')
    await rig.watch.stop()

    expect(new Set((await rig.order(id)).grants.map(({ raffleId }) => raffleId)).size).toBe(2)
  })
})

describe('callbacks (F6, F7)', () => {
  it.each([0, 1, 7, 40])('%d copies have one effect', async (copies) => {
    const { orderId } = await unpaid()

    await rig.pay(orderId, 'approve', copies)
    await rig.watch.askNow(orderId)
    await rig.watch.stop()

    const order = await rig.order(orderId)
    expect(order.payments).toHaveLength(1)
    expect(order.grants).toMatchObject([{ first: 1, last: 2 }])
  })

  it('that come after a decline still pay', async () => {
    const { orderId } = await unpaid()

    await rig.pay(orderId, 'approve_late', 2, 0.05)
    await rig.watch.stop()
    await expect
      .poll(() => rig.order(orderId), { timeout: 30_000 })
      .toMatchObject({ status: 'paid' })
  })

  it('that nobody signed change nothing and are kept as doubtful', async () => {
    const { orderId } = await unpaid()
    const { rows } = await rig.test.owner.query<{ ref: string }>(
      'select ref from payment_attempts where order_id = $1',
      [orderId],
    )
    const ref = rows[0]!.ref
    const answer = await fetch(
      `${rig.desk.publicOrigin}/api/whishpay/callback?eid=${ref}&r=ok&sig=forged`,
    )
    await rig.watch.stop()

    expect(answer.status).toBe(200)
    expect(await rig.order(orderId)).toMatchObject({ status: 'pending' })
    expect((await attemptRows(orderId))[0]).toMatchObject({ state: 'opened' })
  })

  it('that come while an older answer is on its way are asked about once more', async () => {
    const { orderId } = await unpaid()
    const { attemptId } = (await rig.order(orderId)).attempts[0]!
    const { whishpay } = rig.desk.providers
    const answered = Promise.withResolvers<void>()
    const isPaid = Promise.withResolvers<void>()
    const fetchStatus: PaymentProvider['fetchStatus'] = async (attempt) => {
      const status = await whishpay!.fetchStatus(attempt)
      answered.resolve()
      await isPaid.promise
      return status
    }
    const providers = { ...rig.desk.providers, whishpay: { ...whishpay!, fetchStatus } }
    const desk = { ...rig.desk, providers }

    const older = settlePayment(desk, { attemptId, orderId })
    // Whoever believes without asking is done, and would be waited for in vain.
    await Promise.race([answered.promise, older])
    await rig.pay(orderId, 'approve', 0)
    const newer = settleAnew(desk, { attemptId, orderId })
    isPaid.resolve()
    await Promise.all([older, newer])

    expect(await rig.order(orderId)).toMatchObject({ status: 'paid' })
  })

  it('that are signed but untrue change nothing: the provider is asked', async () => {
    const { orderId } = await unpaid()
    const { rows } = await rig.test.owner.query<{ ref: string }>(
      'select ref from payment_attempts where order_id = $1',
      [orderId],
    )
    rig.watch.ringForCallback(rows[0]!.ref)
    await rig.watch.stop()

    expect(await rig.order(orderId)).toMatchObject({ status: 'pending', payments: [] })
  })

  it('are refused beyond fifty a minute for one payment (K43)', async () => {
    const ref = '987654321'
    const call = () => fetch(`${rig.desk.publicOrigin}/api/whishpay/callback?eid=${ref}&r=ok&sig=x`)
    const startedMs = performance.now()
    const answers = await Promise.all(Array.from({ length: 60 }, call))
    const seconds = (performance.now() - startedMs) / 1_000

    // Fifty at once, and what has come free again while a busy machine was answering.
    const taken = answers.filter(({ status }) => status !== 429).length
    expect(taken).toBeGreaterThanOrEqual(50)
    expect(taken).toBeLessThanOrEqual(50 + Math.ceil((seconds * 50) / 60))
  })
})

describe('money that does not fit', () => {
  it('of another amount pays nothing and waits for a person', async () => {
    const { orderId } = await unpaid({ method: 'montypay' as 'whishpay' })

    await rig.pay(orderId, 'wrong_amount')
    await rig.watch.stop()

    const order = await rig.order(orderId)
    expect(order).toMatchObject({ status: 'pending', payments: [], grants: [] })
    expect(order.attempts).toMatchObject([{ state: 'mismatched' }])
    expect(await attemptRows(orderId)).toEqual([{ state: 'attention', next_check_at: null }])
  })

  it('twice is owed back once, and brings no second tickets', async () => {
    const { orderId } = await unpaid()
    await rig.pay(orderId, 'decline')
    await rig.watch.stop()
    const first = (await rig.order(orderId)).attempts[0]!
    await payAgain(rig.desk, { orderId, actor: 'guest:test' })
    await rig.pay(orderId, 'approve')
    await rig.watch.stop()
    // The declined link is paid after all: the provider says so when it is asked.
    await approveDeclined(first.ref)
    rig.watch.ringForCallback(first.ref)
    await rig.watch.stop()

    const order = await rig.order(orderId)
    expect(order.grants).toMatchObject([{ first: 1, last: 2 }])
    expect(order.payments).toHaveLength(2)
    expect(order.refunds).toMatchObject([{ cause: 'paid_twice', amountCents: 2_000 }])
  })

  it('late revives the order when there is room for all of it', async () => {
    const { raffleId, orderId } = await unpaid()
    await expire()
    expect(await rig.order(orderId)).toMatchObject({ cancelReason: 'expired' })

    await rig.pay(orderId, 'approve')
    await rig.watch.stop()

    const order = await rig.order(orderId)
    expect(order).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }], refunds: [] })
    expect((await rig.store.raffle(raffleId).state()).held).toBe(0)
  })

  it.each([
    ['after the sweep', true],
    ['before the sweep', false],
  ])('late, %s, is owed back when somebody else has the tickets', async (_when, isSwept) => {
    const { orderId, cart } = await unpaid({ ticketsMax: 3 })
    await rig.moveClock(1_801)
    if (isSwept) await expireOrders(rig.desk)
    await rig.buy(cart, { sessionId: newId<string>() })

    await rig.pay(orderId, 'approve')
    await rig.watch.stop()

    const order = await rig.order(orderId)
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'expired', grants: [] })
    expect(order.refunds).toMatchObject([{ cause: 'paid_late', amountCents: 2_000 }])
    expect(publicStatus(order)).toMatchObject({ status: 'cancelled', refundStatus: 'due' })
  })

  it('late, with room for only one of two raffles, takes neither', async () => {
    const roomy = await rig.sellRaffle({ ticketsMax: 9 })
    const tight = await rig.sellRaffle({ ticketsMax: 2 })
    const both = [roomy, tight].map(({ productIds }) => ({
      productId: productIds[0]!,
      quantity: 2,
    }))
    const { id } = await rig.buy({ items: both })
    await expire()
    await rig.buy({ items: [both[1]!] })

    await rig.pay(id, 'approve')
    await rig.watch.stop()

    expect(await rig.order(id)).toMatchObject({
      status: 'cancelled',
      grants: [],
      refunds: [{ cause: 'paid_late', amountCents: 4_000 }],
    })
    expect((await rig.store.raffle(roomy.raffleId).state()).held).toBe(0)
  })
})

describe('a provider that fails (F8)', () => {
  afterEach(() => rig.switchSandbox({ whish: null, callbacks: null }))

  it('and loses its callback: the schedule finds the money', async () => {
    const { orderId } = await unpaid()
    await rig.pay(orderId, 'approve', 0)

    await rig.moveClock(6)
    while ((await rig.watch.checkDue()) > 0);

    expect(await rig.order(orderId)).toMatchObject({ status: 'paid' })
  })

  it('and calls back before its own answer: the order is paid and answered', async () => {
    await rig.switchSandbox({ callbacks: { early: 'approve' } })

    const { orderId } = await unpaid()
    await rig.watch.askNow(orderId)
    await rig.watch.stop()

    expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{ first: 1 }] })
  })

  it.each([
    ['breaks', { http500Rate: 1 }],
    ['talks garbage', { garbageRate: 1 }],
    ['does not know', { code500Rate: 1 }],
    ['is slow', { slowMs: 4_000 }],
  ])(
    'and %s at checkout: an answer in 3 s, tickets reserved, the same key goes on',
    async (_how, failure) => {
      const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
      const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }
      const by = { sessionId: newId<string>(), idempotencyKey: 'again' }
      await rig.switchSandbox({ whish: { calls: ['create'], isWorkDone: true, ...failure } })

      const startedAt = performance.now()
      await expect(rig.buy(cart, by)).rejects.toMatchObject({
        code: 'payment_provider_unavailable',
      })
      expect(performance.now() - startedAt).toBeLessThan(3_000)
      expect((await rig.store.raffle(raffleId).state()).held).toBe(2)

      await rig.switchSandbox({ whish: null })
      const placed = await rig.buy(cart, by)
      await rig.pay(placed.id, 'approve')
      await rig.watch.stop()
      expect(await rig.order(placed.id)).toMatchObject({ status: 'paid', grants: [{ last: 2 }] })
      expect((await rig.order(placed.id)).attempts).toHaveLength(1)
    },
  )

  it.each([
    ['breaks', { http500Rate: 1 }],
    ['talks garbage', { garbageRate: 1 }],
    ['stays pending', { isPendingForEver: true }],
  ])(
    'and %s when asked: nothing is decided, and the schedule asks again',
    async (_how, failure) => {
      const { orderId } = await unpaid()
      await rig.switchSandbox({ whish: { calls: ['status'], ...failure } })
      await rig.pay(orderId, 'approve')
      await rig.watch.stop()
      expect(await rig.order(orderId)).toMatchObject({ status: 'pending', payments: [] })

      await rig.switchSandbox({ whish: null })
      await rig.moveClock(16)
      while ((await rig.watch.checkDue()) > 0);
      expect(await rig.order(orderId)).toMatchObject({ status: 'paid' })
    },
  )

  it('and stays pending for two days ends with a person', async () => {
    const { orderId } = await unpaid()
    await expire(48 * 3_600 + 1)
    while ((await rig.watch.checkDue()) > 0);

    expect(await attemptRows(orderId)).toEqual([{ state: 'attention', next_check_at: null }])
    expect(await rig.order(orderId)).toMatchObject({ cancelReason: 'expired' })
  })

  it('declines: the order waits, and another attempt pays it', async () => {
    const { orderId } = await unpaid()
    await rig.pay(orderId, 'decline')
    await rig.watch.stop()
    expect(publicStatus(await rig.order(orderId))).toMatchObject({
      status: 'pending',
      whishPayStatus: 'failed',
    })

    await payAgain(rig.desk, { orderId, actor: 'guest:test', method: 'montypay' })
    await rig.pay(orderId, 'approve')
    await rig.watch.stop()

    expect(await rig.order(orderId)).toMatchObject({ status: 'paid' })
  })
})

describe('an order that was paid and died before its tickets', () => {
  it('is finished by whoever looks next', async () => {
    const { orderId } = await unpaid()
    const { order } = await rig.desk.orders.load(orderId)
    if (order.status === 'none') throw new Error('no order')
    await rig.desk.orders.change(orderId, {
      actor: 'system:test',
      commands: () => [
        {
          type: 'ConfirmPayment',
          attemptId: order.attempts[0]!.attemptId,
          amountCents: null,
          currency: null,
          providerRef: null,
          providerStatus: 'success',
          now: rig.desk.now().toISOString(),
          room: 'none',
        },
      ],
    })
    expect(linesToSettle(await rig.order(orderId))).toHaveLength(1)

    await rig.moveClock(6)
    while ((await rig.watch.checkDue()) > 0);

    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
  })
})

/** In the sandbox a payer may still pay a link whose first try was declined. */
async function approveDeclined(ref: string) {
  const { rows } = await rig.test.owner.query<{ redirect_url: string }>(
    `select answer::json ->> 'redirectUrl' as redirect_url
       from purchases
       join payment_attempts using (order_id)
      where ref = $1`,
    [ref],
  )
  const page = await fetch(rows[0]!.redirect_url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'choice=approve',
    redirect: 'manual',
  })
  if (page.status >= 400) throw new Error(`the sandbox refused: ${page.status}`)
}
