// F9: the same job twice at once, a job that never comes, jobs in the wrong order.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { dropExpiredHolds, expireOrders, releaseOrphans } from '../../commands/expire-holds.ts'
import { finishUnfinished } from '../../commands/finish-orders.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { expectSoldOnce, expectSound, otherProcess, unpaidOrders } from './rig.ts'
import type { OtherProcess } from './rig.ts'

let rig: PurchaseRig
let other: OtherProcess
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())
beforeEach(() => void (other = otherProcess(rig)))
afterEach(() => other.stop())

const both = <Answer>(act: (process: Pick<OtherProcess, 'desk' | 'watch'>) => Promise<Answer>) =>
  Promise.all([act(rig), act(other), act(rig), act(other)])

it('a settlement asked for four times at once in two processes happens once (F9)', async () => {
  const orders = await unpaidOrders(rig, { orders: 20 })
  for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)
  await rig.moveClock(30)

  await both(({ watch }) => watch.checkDue())
  await both(({ desk }) => finishUnfinished(desk))
  while ((await rig.watch.checkDue()) > 0);

  for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
  await expectSound(rig)
})

it('a payment whose every bell was lost has its tickets within sixty seconds (F9)', async () => {
  const [order] = await unpaidOrders(rig, { orders: 1 })
  await rig.pay(order!.orderId, 'approve', 0)

  await rig.moveClock(60)
  await rig.watch.checkDue()

  await expectSoldOnce(rig, order!.orderId)
})

it('an expiry asked for four times at once in two processes happens once (F9)', async () => {
  const orders = await unpaidOrders(rig, { orders: 20 })
  await rig.moveClock(1_801)

  await both(({ desk }) => expireOrders(desk))
  await both(({ desk }) => releaseOrphans(desk))
  await both(({ desk }) => dropExpiredHolds(desk))

  const { rows } = await rig.test.owner.query<{ n: number }>(
    `select count(*)::int as n from events where type = 'OrderCancelled' group by stream_id`,
  )
  expect(rows).toHaveLength(orders.length)
  expect(rows.every(({ n }) => n === 1)).toBe(true)
  const { rows: holds } = await rig.test.owner.query('select from holds')
  expect(holds).toEqual([])
  await expectSound(rig)
})

it('expiry beside the settlement of the same orders: each is paid once (F9)', async () => {
  const orders = await unpaidOrders(rig, { orders: 12 })
  for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)
  await rig.moveClock(1_801)

  await Promise.all([
    expireOrders(rig.desk),
    other.watch.checkDue(),
    expireOrders(other.desk),
    rig.watch.checkDue(),
  ])
  await rig.moveClock(60)
  while ((await rig.watch.checkDue()) > 0);
  await dropExpiredHolds(rig.desk)

  for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
  await expectSound(rig)
})
