// F8: a provider that is slow, broken, talks nonsense or stays pending while many people pay.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { dropExpiredHolds, expireOrders } from '../../commands/expire-holds.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { expectSoldOnce, expectSound, unpaidOrders } from './rig.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const CHECKOUT_MS_MAX = 3_000
const HOLD_SECONDS = 1_800
const WATCHED_SECONDS = 48 * 3_600

it.each([
  ['breaks', { http500Rate: 0.5 }],
  ['talks garbage', { garbageRate: 0.5 }],
  ['loses its answers', { http500Rate: 0.5, isWorkDone: true }],
  ['is pending for long', { isPendingForEver: true }],
])(
  'a provider that %s while orders are paid: every order ends paid, once (F8)',
  async (_how, failure) => {
    const orders = await unpaidOrders(rig, { orders: 8 })
    await rig.switchSandbox({ whish: { calls: ['status'], ...failure } })
    for (const { orderId } of orders) await rig.pay(orderId, 'approve', 2)
    await rig.watch.stop()
    await rig.moveClock(30)
    while ((await rig.watch.checkDue()) > 0);

    await rig.switchSandbox({ whish: null })
    await rig.moveClock(120)
    while ((await rig.watch.checkDue()) > 0);

    for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
    await expectSound(rig)
  },
)

it('a provider that is never done with it: each order ends by its deadline (F8)', async () => {
  const orders = await unpaidOrders(rig, { orders: 8 })
  const orderIds = orders.map(({ orderId }) => orderId)
  await rig.switchSandbox({ whish: { calls: ['status'], isPendingForEver: true } })
  for (const orderId of orderIds) await rig.pay(orderId, 'approve', 2)
  await rig.watch.stop()

  await rig.moveClock(HOLD_SECONDS + 1)
  while ((await rig.watch.checkDue()) > 0);
  await expireOrders(rig.desk)
  await dropExpiredHolds(rig.desk)
  const unsold = { status: 'cancelled', cancelReason: 'expired', payments: [], grants: [] }
  for (const orderId of orderIds) expect(await rig.order(orderId)).toMatchObject(unsold)
  const holds = 'select from holds where order_id = any($1::uuid[])'
  expect((await rig.test.owner.query(holds, [orderIds])).rowCount).toBe(0)

  // Asked for two days more, then it is a person who looks.
  await rig.moveClock(WATCHED_SECONDS)
  while ((await rig.watch.checkDue()) > 0);
  const { rows } = await rig.test.owner.query(
    'select distinct state, next_check_at from payment_attempts where order_id = any($1::uuid[])',
    [orderIds],
  )
  expect(rows).toEqual([{ state: 'attention', next_check_at: null }])
  await rig.switchSandbox({ whish: null })
  await expectSound(rig)
})

it('a provider that never answers holds no checkout longer than three seconds (F8)', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 40 })
  await rig.switchSandbox({ whish: { calls: ['create'], slowMs: 10_000 } })
  const items = [{ productId: productIds[0]!, quantity: 2 }]

  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const startedAt = performance.now()
      const code = await rig.buy({ items }).then(
        () => 'placed',
        (error: { code: string }) => error.code,
      )
      return { code, isInTime: performance.now() - startedAt < CHECKOUT_MS_MAX }
    }),
  )
  await rig.switchSandbox({ whish: null })

  expect(new Set(answers.map(({ code }) => code))).toEqual(
    new Set(['payment_provider_unavailable']),
  )
  expect(answers.every(({ isInTime }) => isInTime)).toBe(true)
  // The tickets wait for whoever tries again; see the same key in `settle-payment.db.test.ts`.
  expect((await rig.store.raffle(raffleId).state()).held).toBe(16)
  await expectSound(rig)
})
