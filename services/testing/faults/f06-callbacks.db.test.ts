// F6: callbacks that come twice, a hundred times, in any order, too late, or not at all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cancelOrder } from '../../commands/cancel-order.ts'
import { expireOrders } from '../../commands/expire-holds.ts'
import { inTurns } from '../../commands/in-turns.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { callbackUrl, expectSoldOnce, expectSound, unpaidOrders } from './rig.ts'
import type { Unpaid } from './rig.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const call = async (url: string) => expect((await fetch(url)).status).toBe(200)

/** Copies for one payment stay below the limit of fifty a minute. */
const copiesOf = ({ ref }: Unpaid, copies: number) =>
  Array.from({ length: copies }, (_, n) =>
    callbackUrl(rig, ref, n % 3 === 2 ? 'failure' : 'success'),
  )

/** In an order that is the same in every run, and no order at all. */
const shuffled = <Item>(items: readonly Item[]) =>
  items
    .map((item, n) => ({ item, place: (n * 7_919) % 104_729 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)

describe('callbacks (F6)', () => {
  it('of twelve orders, none to 44 copies each, shuffled, pay each order once', async () => {
    const orders = await unpaidOrders(rig, { orders: 12 })
    for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)

    const calls = shuffled(orders.flatMap((order, n) => copiesOf(order, n * 4)))
    expect(calls.length).toBeGreaterThan(250)
    await inTurns(calls, call)
    await rig.watch.stop()
    // The first of them was never called for: its money is found by the schedule.
    await rig.moveClock(60)
    while ((await rig.watch.checkDue()) > 0);

    for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
    await expectSound(rig)
  })

  it('a hundred from the provider itself, beyond the limit, pay once', async () => {
    const [order] = await unpaidOrders(rig, { orders: 1 })
    await rig.pay(order!.orderId, 'approve', 100)
    await rig.watch.stop()

    await expectSoldOnce(rig, order!.orderId)
  })

  it('after the reservation revive the order once, while there is room', async () => {
    const orders = await unpaidOrders(rig, { orders: 3 })
    await rig.moveClock(1_801)
    while ((await expireOrders(rig.desk)) > 0);
    for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)

    await inTurns(shuffled(orders.flatMap((order) => copiesOf(order, 9))), call)
    await rig.watch.stop()

    for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
    await expectSound(rig)
  })

  it('after somebody cancelled owe the money back once, and bring no tickets', async () => {
    const [order] = await unpaidOrders(rig, { orders: 1 })
    const { orderId } = order!
    await cancelOrder(rig.desk, { orderId, reason: 'staff', actor: 'staff:test' })
    await rig.pay(orderId, 'approve', 0)

    await inTurns(copiesOf(order!, 12), call)
    await rig.watch.stop()

    expect(await rig.order(orderId)).toMatchObject({
      status: 'cancelled',
      grants: [],
      refunds: [{ cause: 'paid_late', amountCents: 2_000 }],
    })
    await expectSound(rig)
  })

  it('before the answer to the order itself pay it all the same', async () => {
    await rig.switchSandbox({ callbacks: { early: 'approve' } })
    const orders = await unpaidOrders(rig, { orders: 2 })
    await rig.switchSandbox({ callbacks: null })
    await rig.watch.stop()
    await rig.moveClock(60)
    while ((await rig.watch.checkDue()) > 0);

    for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
  })
})
