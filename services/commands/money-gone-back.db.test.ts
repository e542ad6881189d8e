// A payment had come, and its provider says later that the money went back.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { whishCallbackUrls } from '../providers/payments/whish-callback.ts'
import { otherProcess } from '../testing/faults/rig.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { countAttention, handleAttention, listAttention } from './attention.ts'
import { askOfSettled } from './money-gone-back.ts'
import { closeSettledMoney } from './open-money.ts'
import type { OnlineMethod } from './purchase-rows.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** An order of $20, paid a minute ago. */
async function paid(paymentMethod: OnlineMethod): Promise<OrderId> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const { id } = await rig.buy({ items, paymentMethod })
  await rig.pay(id, 'approve')
  await rig.watch.stop()
  expect(await rig.order(id)).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }] })
  await rig.moveClock(60)
  return id as OrderId
}

async function chargeBack(orderId: OrderId, callbacks = 1): Promise<void> {
  await rig.pay(orderId, 'chargeback', callbacks)
  await rig.watch.stop()
}

/** As the service does it every half minute. */
async function sweep(): Promise<void> {
  await askOfSettled(rig.desk)
  while ((await closeSettledMoney(rig.test.database)) > 0);
}

async function listed(orderId: OrderId) {
  const { database } = rig.test
  const needs = { database, halted: () => [], readModels: async () => [], now: rig.desk.now }
  const page = await listAttention(needs, { kind: 'unmatched', limit: 100, offset: 0 })
  const { kinds } = await countAttention(needs)
  expect(kinds.find(({ kind }) => kind === 'unmatched')?.count ?? 0).toBe(page.items.length)
  return page.items.filter((item) => item.orderId === orderId)
}

type AttemptNow = { ref: string; state: string; next_check_at: Date | null; open: number }

/** `open`: callbacks about it that nobody is done with. */
async function attemptOf(orderId: OrderId): Promise<AttemptNow> {
  const { rows } = await rig.test.owner.query<AttemptNow>(
    `select ref, state, next_check_at,
            (select count(*) from provider_callbacks
              where is_open and attempt_ref = attempt.ref) as open
       from payment_attempts as attempt
      where order_id = $1`,
    [orderId],
  )
  return rows[0]!
}

const personId = '00000000-0000-4000-8000-000000000001'

it.each([
  ['montypay', 'chargeback'],
  ['whishpay', 'refunded'],
] as const)('is told to staff once, and changes nothing: %s, %s', async (method, word) => {
  const orderId = await paid(method)
  const before = await rig.order(orderId)
  await chargeBack(orderId, 3)
  // A callback is a hint: nobody has said so yet.
  expect(await listed(orderId)).toEqual([])

  await sweep()
  const { ref } = await attemptOf(orderId)
  const [item, ...others] = await listed(orderId)
  const told = { method, amount: '20.00', code: 'refund', detail: `${ref} ${word}` }
  expect([item, others]).toMatchObject([told, []])
  await sweep()
  expect(await listed(orderId)).toHaveLength(1)
  expect(await rig.order(orderId)).toEqual(before)
  expect(await attemptOf(orderId)).toMatchObject({ state: 'settled', next_check_at: null, open: 1 })

  const handled = { kind: 'unmatched', item: item?.item ?? '', note: 'Wrote to them.', personId }
  await handleAttention(rig.test.database, handled)
  expect(await listed(orderId)).toEqual([])
  await sweep()
  expect(await attemptOf(orderId)).toMatchObject({ state: 'settled', open: 0 })
})

describe('of an order whose tickets wait for a halted raffle', () => {
  /** Paid a minute ago; `resume` lifts the halt and settles in another process. */
  async function waiting() {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const items = [{ productId: productIds[0]!, quantity: 2 }]
    const orderId = (await rig.buy({ items, paymentMethod: 'montypay' })).id as OrderId
    const logId = `raffle/${raffleId}` as const
    await markHalted(rig.test.database, { logId, error: new Error('7 is not 8') })
    await rig.pay(orderId, 'approve')
    await rig.watch.stop()
    expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [] })
    await rig.moveClock(60)

    async function resume() {
      await liftHalt(rig.test.owner, logId)
      await rig.moveClock(31)
      const process = otherProcess(rig)
      while ((await process.watch.checkDue()) > 0);
      await process.stop()
    }
    return { orderId, resume }
  }

  it('is told as well, and stays told when they are given', async () => {
    const { orderId, resume } = await waiting()
    const before = await rig.order(orderId)
    await chargeBack(orderId, 3)
    expect(await listed(orderId)).toEqual([])
    await sweep()
    const detail = `${(await attemptOf(orderId)).ref} chargeback`
    const told = { method: 'montypay', amount: '20.00', code: 'refund', detail }
    expect(await listed(orderId)).toMatchObject([told])
    await sweep()
    expect(await listed(orderId)).toMatchObject([told])
    expect(await rig.order(orderId)).toEqual(before)
    expect((await attemptOf(orderId)).state).not.toBe('settled')

    await resume()
    await sweep()
    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
    expect(await attemptOf(orderId)).toMatchObject({ state: 'settled', open: 1 })
    expect(await listed(orderId)).toMatchObject([told])
  })

  it('is told where the raffle is resumed before anybody has asked', async () => {
    const { orderId, resume } = await waiting()
    await chargeBack(orderId)
    await resume()
    await sweep()
    expect(await listed(orderId)).toMatchObject([{ code: 'refund' }])
  })
})

it('asks nothing where the money never came, and keeps no callback open', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const orderId = (await rig.buy({ items, paymentMethod: 'montypay' })).id as OrderId
  // At the second one the provider has spoken of it before.
  for (let time = 0; time < 2; time++) {
    await rig.pay(orderId, 'decline')
    await rig.watch.stop()
  }
  expect(await attemptOf(orderId)).toMatchObject({ state: 'declined', open: 0 })
  const asking = vi.spyOn(rig.desk.providers.montypay!, 'fetchStatus')
  await sweep()
  expect(asking).not.toHaveBeenCalled()
  asking.mockRestore()
  expect(await listed(orderId)).toEqual([])
  expect(await attemptOf(orderId)).toMatchObject({ state: 'declined', open: 0 })
})

it('asks nothing because of callbacks that say "paid", and once because of others', async () => {
  const orderId = await paid('montypay')
  const asking = vi.spyOn(rig.desk.providers.montypay!, 'fetchStatus')
  await rig.pay(orderId, 'approve', 7)
  await rig.watch.stop()
  await sweep()
  expect(asking).not.toHaveBeenCalled()

  await chargeBack(orderId, 5)
  await sweep()
  await sweep()
  expect(asking).toHaveBeenCalledTimes(1)
  asking.mockRestore()
})

it('is asked about until the provider answers', async () => {
  const orderId = await paid('montypay')
  await rig.switchSandbox({ montypay: { calls: ['status'], http500Rate: 1 } })
  await chargeBack(orderId)
  await sweep()
  expect(await listed(orderId)).toEqual([])
  expect(await attemptOf(orderId)).toMatchObject({ open: 1 })

  await rig.switchSandbox({ montypay: null })
  await sweep()
  expect(await listed(orderId)).toMatchObject([{ code: 'refund' }])
})

it('is nothing where the provider says that the payment stands', async () => {
  const orderId = await paid('whishpay')
  const { ref } = await attemptOf(orderId)
  const { publicOrigin, callbackKey: key } = rig.desk
  const { failure } = whishCallbackUrls({ publicOrigin, ref, key })
  expect((await fetch(failure)).status).toBe(200)
  await rig.watch.stop()
  expect(await attemptOf(orderId)).toMatchObject({ open: 1 })

  await sweep()
  expect(await listed(orderId)).toEqual([])
  expect(await attemptOf(orderId)).toMatchObject({ state: 'settled', open: 0 })
})

it.each([
  ['whishpay', { cents: 2_000, by: 'whishpay' }, 'is not told'],
  ['whishpay', { cents: 1_999, by: 'whishpay' }, 'is told'],
  ['whishpay', { cents: 2_000, by: 'cash' }, 'is told'],
  // What the bank has taken is lost beside it.
  ['montypay', { cents: 2_000, by: 'montypay' }, 'is told'],
] as const)('from %s, beside a refund of staff %j, %s', async (method, refund, outcome) => {
  const orderId = await paid(method)
  await rig.test.owner.query(
    `insert into refund_duties (order_id, refund_id, cause, amount_cents, due_at, paid_at, method)
     values ($1, 'staff:1', 'cancelled', $2, clock_now(), clock_now(), $3)`,
    [orderId, refund.cents, refund.by],
  )
  await chargeBack(orderId)
  await sweep()
  const isTold = outcome === 'is told'
  expect(await listed(orderId)).toHaveLength(isTold ? 1 : 0)
  expect(await attemptOf(orderId)).toMatchObject({ open: isTold ? 1 : 0 })
})
