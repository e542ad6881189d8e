// Who comes after the last ticket is reserved is told so at once, and nobody else is.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { cancelOrder } from './cancel-order.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** A raffle with no ticket left, of which somebody has heard that there is none. */
async function soldOut() {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 2, name: 'A car' })
  const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }
  const by = { sessionId: newId<string>(), idempotencyKey: 'first' }
  const placed = await rig.buy(cart, by)
  await expect(rig.buy(cart)).rejects.toMatchObject({ code: 'tickets_left' })
  return { raffleId, productIds, cart, by, placed }
}

it('is refused in the words of the writer, and writes nothing', async () => {
  const { raffleId, productIds, cart } = await soldOut()
  const opening = vi.spyOn(rig.desk.rows.open, 'add')
  try {
    await expect(rig.buy(cart)).rejects.toMatchObject({
      code: 'tickets_left',
      message: 'Only 0 tickets left for A car',
      details: { available: 0, raffleId, raffleName: 'A car', productId: productIds[0] },
    })
    expect(opening).not.toHaveBeenCalled()
  } finally {
    opening.mockRestore()
  }
})

it('is answered again, who has them already', async () => {
  const { cart, by, placed } = await soldOut()
  expect(await rig.buy(cart, by)).toEqual({ ...placed, isNew: false })
})

it('has what was given back at once', async () => {
  const { cart, placed } = await soldOut()
  await cancelOrder(rig.desk, {
    orderId: placed.id as OrderId,
    reason: 'customer',
    actor: 'guest:test',
  })
  expect((await rig.buy(cart)).totalTickets).toBe(2)
})

it('has what was given back elsewhere a second later', async () => {
  const { raffleId, cart, placed } = await soldOut()
  const { lines } = await rig.order(placed.id)
  for (const { lineId } of lines) await rig.store.raffle(raffleId).release(lineId)
  await rig.moveClock(1)
  expect((await rig.buy(cart)).totalTickets).toBe(2)
})
