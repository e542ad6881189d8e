// A provider that calls about a link when its schedule is over, and is not there when it is asked.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { expireOrders } from './expire-holds.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

async function attempts(orderId: string) {
  const { rows } = await rig.test.owner.query<{ state: string; next_check_at: Date | null }>(
    'select state, next_check_at from payment_attempts where order_id = $1',
    [orderId],
  )
  return rows
}

async function checkAll(): Promise<void> {
  while ((await rig.watch.checkDue()) > 0);
}

it('is asked again each hour until it answers, and the money buys what it can', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { id } = await rig.buy({
    items: [{ productId: productIds[0]!, quantity: 2 }],
    paymentMethod: 'whishpay',
  })
  const orderId = id as OrderId
  await rig.moveClock(48 * 3_600 + 1)
  await expireOrders(rig.desk)
  await checkAll()
  expect(await attempts(orderId)).toEqual([{ state: 'attention', next_check_at: null }])

  await rig.switchSandbox({ whish: { calls: ['status'], http500Rate: 1 } })
  await rig.pay(orderId, 'approve')
  await rig.watch.stop()
  expect(await attempts(orderId)).toMatchObject([{ next_check_at: expect.any(Date) }])
  expect(await rig.order(orderId)).toMatchObject({ cancelReason: 'expired', payments: [] })

  await rig.switchSandbox({ whish: null })
  await rig.moveClock(3_601)
  await checkAll()
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{ last: 2 }] })
  expect(await attempts(orderId)).toEqual([{ state: 'settled', next_check_at: null }])
})
