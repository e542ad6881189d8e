// Paid, and the process dies before the tickets: whoever is left gives them out within the minute
// (I4), also where no callback ever came.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { settlePayment } from './settle-payment.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

it('a poll has seen the money, and nobody asks the provider again for minutes', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const { id } = await rig.buy({ items, paymentMethod: 'whishpay' as const })
  const orderId = id as OrderId
  // Long enough for the schedule to take its time.
  await rig.moveClock(16 * 60)
  await rig.watch.checkDue()
  await rig.pay(orderId, 'approve', 0)

  const [attempt] = (await rig.order(orderId)).attempts
  const { attemptId } = attempt!
  const dying = {
    ...rig.desk,
    store: {
      ...rig.desk.store,
      raffle: () => {
        throw new Error('killed')
      },
    },
  }
  await expect(settlePayment(dying, { attemptId, orderId })).rejects.toThrow('killed')
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [] })

  await rig.moveClock(30)
  await rig.watch.checkDue()
  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
})
