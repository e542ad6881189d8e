// The history of buyers is held against the log itself: what somebody has changed there is named.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import { historyBroken, newHistory, wishes } from './history.ts'
import { openPurchaseRig } from './purchase-rig.ts'
import type { PurchaseRig } from './purchase-rig.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

it('names an order out of its turn, one that is gone, and one that nobody asked for', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const history = newHistory()
  async function buy(): Promise<string> {
    const idempotencyKey = newId<string>()
    const headers = { 'idempotency-key': idempotencyKey }
    const told = wishes(history, { method: 'POST', url: '/api/purchases', headers })
    const items = [{ productId: productIds[0]!, quantity: 1 }]
    const { id } = await rig.buy({ items }, { idempotencyKey })
    told({ status: 201, body: JSON.stringify({ id }) })
    return id
  }
  const judge = () => historyBroken(rig.test.owner, history)
  const orders = [await buy(), await buy(), await buy()]
  expect(await judge()).toEqual([])

  const placed = `stream_id = $1 and type = 'OrderPlaced'`
  const [first, second] = orders.map((id) => `order/${id}`)
  const [answered, , asked] = orders
  await rig.test.owner.query(`update events set position = 1000 where ${placed}`, [first])
  expect(await judge()).toEqual([
    `I10 shop/0: order ${answered} was told before order ${asked} was asked for, and is behind`,
  ])
  await rig.test.owner.query(`delete from events where ${placed}`, [second])
  const { key } = history.wishes[1]!
  expect(await judge()).toContain(`I9 key ${key}: told of order ${orders[1]}, and is none`)

  history.wishes.pop()
  expect(await judge()).toContain(`I9 order ${asked}: nobody asked for it`)
})
