// What the tests of single faults share: orders waiting for their money, the provider's callbacks
// as addresses, a second process beside the first, and the question whether everything still holds.
import { expect } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { openOrderDesk } from '../../commands/order-desk.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { openPaymentWatch } from '../../commands/payment-watch.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import { openEventStore } from '../../event-store/store.ts'
import { whishCallbackUrls } from '../../providers/payments/whish-callback.ts'
import { verify } from '../../verify/run.ts'
import type { PurchaseRig } from '../purchase-rig.ts'

export type Unpaid = { orderId: OrderId; ref: string }

/** Orders of two tickets each, in one raffle with room for `ticketsMax`. */
export async function unpaidOrders(
  rig: PurchaseRig,
  { orders, ticketsMax = orders * 2 }: { orders: number; ticketsMax?: number },
): Promise<Unpaid[]> {
  const { productIds } = await rig.sellRaffle({ ticketsMax })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const bought = await Promise.all(Array.from({ length: orders }, () => rig.buy({ items })))
  return Promise.all(
    bought.map(async ({ id }) => {
      const { attempts } = await rig.order(id)
      return { orderId: id as OrderId, ref: attempts[0]!.ref }
    }),
  )
}

export function callbackUrl({ desk }: PurchaseRig, ref: string, result: 'success' | 'failure') {
  const { publicOrigin, callbackKey: key } = desk
  return whishCallbackUrls({ publicOrigin, ref, key })[result]
}

export type OtherProcess = { desk: OrderDesk; watch: PaymentWatch; stop: () => Promise<void> }

/** Knows nothing of the first one but the database and the provider. */
export function otherProcess(rig: PurchaseRig): OtherProcess {
  const { database, now } = rig.desk
  const clock = { now, sync: async () => {} }
  const store = openEventStore({ database, clock })
  const secrets = { secret: Buffer.alloc(32, 1), personSecret: Buffer.alloc(32, 2) }
  const desk = openOrderDesk({ ...rig.desk, ...secrets, store })
  const watch = openPaymentWatch(desk)
  return {
    desk,
    watch,
    async stop() {
      await watch.stop()
      await desk.close()
      await store.close()
    },
  }
}

/** Charged once, one range of two tickets, nothing owed. */
export async function expectSoldOnce(rig: PurchaseRig, orderId: OrderId): Promise<void> {
  const { order } = await rig.desk.orders.load(orderId, { fresh: true })
  expect(order).toMatchObject({ status: 'paid', refunds: [] })
  if (order.status === 'none') return
  expect(order.payments).toHaveLength(1)
  expect(order.grants).toHaveLength(1)
  expect(order.grants[0]!.last - order.grants[0]!.first).toBe(1)
}

/** Everything that is about raffles, orders and money; this rig has no read models. */
const JUDGED = /^I([1-7]|1[567])$/

export async function expectSound(rig: PurchaseRig): Promise<void> {
  // By then what was paid must have its tickets.
  await rig.moveClock(90)
  const { findings } = await verify(rig.test.database)
  const judged = findings.filter(({ id }) => JUDGED.test(id))
  expect(judged).toHaveLength(10)
  expect(judged.filter(({ violations }) => violations > 0)).toEqual([])
}
