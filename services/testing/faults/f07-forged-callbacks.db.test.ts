// F7: a callback that nobody sent, one for another order, one that lies about the money.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { callbackUrl, expectSound, unpaidOrders } from './rig.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** Facts of orders and rows of attempts: all of it, to be compared. */
async function everything(): Promise<unknown> {
  const { rows: facts } = await rig.test.owner.query(
    'select log_id, position, event_id from events order by log_id, position',
  )
  const { rows: attempts } = await rig.test.owner.query(
    'select * from payment_attempts order by attempt_id',
  )
  return { facts, attempts }
}

const montypay = (fields: Record<string, string>) =>
  fetch(`${rig.desk.publicOrigin}/api/montypay/callback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

it('a wrong token, or the token of another order, changes nothing (F7)', async () => {
  const [mine, other] = await unpaidOrders(rig, { orders: 2 })
  // The other one's money is there: only its own token may bring anybody to look.
  await rig.pay(other!.orderId, 'approve', 0)
  const before = await everything()

  const borrowed = new URL(callbackUrl(rig, mine!.ref, 'success'))
  borrowed.searchParams.set('eid', other!.ref)
  const turned = new URL(callbackUrl(rig, other!.ref, 'failure'))
  turned.searchParams.set('r', 'ok')
  const forged = new URL(callbackUrl(rig, other!.ref, 'success'))
  forged.searchParams.set('sig', 'A'.repeat(43))
  for (const url of [borrowed, turned, forged]) expect((await fetch(url)).status).toBe(200)
  const hashless = { order_number: other!.ref, order_status: 'settled', status: 'success' }
  expect((await montypay({ ...hashless, hash: 'f'.repeat(40) })).status).toBe(200)
  await rig.watch.stop()

  expect(await everything()).toEqual(before)
  await expectSound(rig)
})

it('a true token about money that never came changes no order (F7)', async () => {
  const [order] = await unpaidOrders(rig, { orders: 1 })

  await fetch(callbackUrl(rig, order!.ref, 'success'))
  await rig.watch.stop()

  expect(await rig.order(order!.orderId)).toMatchObject({ status: 'pending', payments: [] })
})

it('a true token about another amount pays nothing and waits for a person (F7)', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const { id } = await rig.buy({ items, paymentMethod: 'montypay' })

  await rig.pay(id, 'wrong_amount', 3)
  await rig.watch.stop()

  expect(await rig.order(id)).toMatchObject({
    status: 'pending',
    payments: [],
    grants: [],
    attempts: [{ state: 'mismatched' }],
  })
  await expectSound(rig)
})
