import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { cancelOrder } from '../commands/cancel-order.ts'
import { markHalted } from '../event-store/raffle-halts.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { readAdminOrder } from './admin-order-view.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

it('offers no cancelling while the tickets of a paid order wait for a halted raffle', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  const orderId = (await rig.buy({ items })).id as OrderId
  const offered = async () => {
    const { status, mayDo } = await readAdminOrder(rig.desk, orderId)
    return { status, mayCancel: mayDo.includes('cancel') }
  }
  expect(await offered()).toEqual({ status: 'pending', mayCancel: true })

  await markHalted(rig.test.database, { logId: `raffle/${raffleId}`, error: new Error('7 is 8') })
  await rig.pay(orderId, 'approve', 0)
  await rig.watch.askNow(orderId)

  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [], refunds: [] })
  expect(await offered()).toEqual({ status: 'pending', mayCancel: false })
  const cancel = { orderId, reason: 'staff', actor: 'staff:test' } as const
  await expect(cancelOrder(rig.desk, cancel)).rejects.toMatchObject({ code: 'order_settling' })
})
