// Orders that are hot are kept in memory; what is kept must never go back in time.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openOrders } from './orders.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** The real store, whose first read comes back only when it is let go. */
function storeWithOneSlowRead() {
  const slow = Promise.withResolvers<void>()
  const wasRead = Promise.withResolvers<void>()
  let reads = 0
  const readStream: PurchaseRig['store']['readStream'] = async (streamId) => {
    const isFirst = reads++ === 0
    const recorded = await rig.store.readStream(streamId)
    if (isFirst) {
      wasRead.resolve()
      await slow.promise
    }
    return recorded as never
  }
  return { store: { append: rig.store.append, readStream }, wasRead, letGo: slow.resolve }
}

it('keeps the newer state when a slow read comes back with an older one', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const bought = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] })
  const orderId = bought.id as OrderId
  const { store, wasRead, letGo } = storeWithOneSlowRead()
  const orders = openOrders({ store, now: rig.desk.now })

  const slowly = orders.load(orderId, { fresh: true })
  await wasRead.promise
  const changed = await orders.change(orderId, {
    actor: 'system:test',
    commands: () => [
      { type: 'CancelOrder', now: rig.desk.now().toISOString(), reason: 'staff', refundId: null },
    ],
  })
  letGo()

  expect((await slowly).version).toBe(changed.version)
  expect(await orders.load(orderId)).toMatchObject({
    version: changed.version,
    order: { status: 'cancelled' },
  })
})
