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

it('has what was given back elsewhere at once', async () => {
  const { raffleId, cart, placed } = await soldOut()
  // As another process does it.
  const { lines } = await rig.order(placed.id)
  for (const { lineId } of lines) await rig.store.raffle(raffleId).release(lineId)
  expect((await rig.buy(cart)).totalTickets).toBe(2)
})

it('has what nobody has paid for once its time is over', async () => {
  const { cart } = await soldOut()
  await rig.moveClock(rig.desk.holdSeconds + 1)
  expect((await rig.buy(cart)).totalTickets).toBe(2)
})

it('is asked about by product, and about nothing where some are left', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({
    ticketsMax: 10,
    products: [{ ticketsMax: 1 }, { ticketsMax: 5 }],
  })
  const [few, many] = productIds.map((productId) => ({ raffleId, productId }))
  const buy = (productId: string, quantity: number) => rig.buy({ items: [{ productId, quantity }] })
  await buy(few!.productId, 1)
  const left = { details: { available: 0 } }
  await expect(buy(few!.productId, 1)).rejects.toMatchObject(left)
  await expect(buy(many!.productId, 6)).rejects.toMatchObject({ details: { available: 5 } })

  expect(await rig.desk.soldOut.isSoldOut(few!)).toBe(true)
  expect(await rig.desk.soldOut.isSoldOut(many!)).toBe(false)
  await buy(many!.productId, 5)
  // Nobody has been refused the last of it yet.
  expect(await rig.desk.soldOut.isSoldOut(many!)).toBe(false)
  await expect(buy(many!.productId, 1)).rejects.toMatchObject(left)
  expect(await rig.desk.soldOut.isSoldOut(many!)).toBe(true)
})
