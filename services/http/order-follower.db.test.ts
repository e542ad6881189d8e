import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId, ProductId } from '#events/kernel/ids.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { followOrders } from './order-follower.ts'
import { openPaymentStatusCache } from './payment-status-cache.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const cartOf = (productId: ProductId) => ({ items: [{ productId, quantity: 1 }] })

it('hears of an order that another process changed, and the kept answer is gone', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 100 })
  const { id } = await rig.buy(cartOf(productIds[0]!))
  const orderId = id as OrderId
  const follower = await followOrders({
    database: rig.test.database,
    shopLogs: 1,
    failed: (error) => expect.unreachable(String(error)),
    everyMs: 5,
  })
  // Its own `orders` never tell it anything: as if the change were made elsewhere.
  const orders = { ...rig.desk.orders, onChange: () => () => {} }
  const statuses = openPaymentStatusCache({ orders, follower })
  expect((await statuses.read(orderId)).isPending).toBe(true)

  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(orderId)

  await expect.poll(async () => (await statuses.read(orderId)).isPending).toBe(false)
  statuses.stop()
  await follower.stop()
})

it('keeps an answer while the logs are followed, for a second when they are not', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 100 })
  const { id } = await rig.buy(cartOf(productIds[0]!))
  let [reads, nowMs, isFollowed] = [0, 0, true]
  const orders = {
    ...rig.desk.orders,
    load: (...asked: Parameters<typeof rig.desk.orders.load>) => {
      reads += 1
      return rig.desk.orders.load(...asked)
    },
  }
  const follower = { onChange: () => () => {}, isCurrent: () => isFollowed }
  const statuses = openPaymentStatusCache({ orders, follower, nowMs: () => nowMs })

  await statuses.read(id as OrderId)
  nowMs = 60_000
  await statuses.read(id as OrderId)
  expect(reads).toBe(1)
  isFollowed = false
  await statuses.read(id as OrderId)
  expect(reads).toBe(2)
  await expect(statuses.read(randomUUID() as OrderId)).rejects.toThrow()
  statuses.stop()
})
