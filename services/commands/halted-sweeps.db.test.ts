// What a halted raffle leaves lying about keeps no sweep from what lies in other raffles.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'

import { markHalted } from '../event-store/raffle-halts.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { closeDueRaffles } from './close-raffles.ts'
import { dropExpiredHolds, releaseOrphans } from './expire-holds.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const halt = (raffleId: RaffleId) =>
  markHalted(rig.test.database, { logId: `raffle/${raffleId}`, error: new Error('7 is not 8') })

const hold = (raffleId: RaffleId, productId: ProductId, orderId = newId<OrderId>()) =>
  rig.store.raffle(raffleId).hold({
    orderLineId: newId(),
    orderId,
    productId,
    n: 1,
    expiresAt: new Date(rig.desk.now().getTime() + 600_000),
    personKey: '',
  })

const heldIn = async (raffleId: RaffleId) => {
  const { rows } = await rig.test.owner.query('select from holds where log_id = $1', [
    `raffle/${raffleId}`,
  ])
  return rows.length
}

it('what is reserved no more is dropped', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 300 })
  for (let n = 0; n < 210; n++) await hold(raffleId, productIds[0]!)
  await rig.moveClock(1)
  const sound = await rig.sellRaffle({ ticketsMax: 2 })
  await hold(sound.raffleId, sound.productIds[0]!)
  await halt(raffleId)

  await rig.moveClock(700)
  while ((await dropExpiredHolds(rig.desk)) > 0);

  expect(await heldIn(sound.raffleId)).toBe(0)
  expect(await heldIn(raffleId)).toBe(210)
})

it('a page that a process cannot drop ends, also where the mark is gone already', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 2 })
  await hold(raffleId, productIds[0]!)
  await halt(raffleId)
  await expect(hold(raffleId, productIds[0]!)).rejects.toMatchObject({ code: 'raffle_halted' })
  await rig.moveClock(700)
  await rig.test.owner.query('delete from raffle_halts where log_id = $1', [`raffle/${raffleId}`])

  expect(await dropExpiredHolds(rig.desk)).toBe(0)
})

it('what nobody ordered goes back', async () => {
  const halted = await rig.sellRaffle({ ticketsMax: 2 })
  const sound = await rig.sellRaffle({ ticketsMax: 2 })
  for (const { productIds } of [halted, sound]) {
    const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] })
    const orderId = newId<OrderId>()
    await rig.test.owner.query(
      `update purchases set order_id = $2, state = 'running' where order_id = $1`,
      [id, orderId],
    )
    await rig.test.owner.query('update holds set order_id = $2 where order_id = $1', [id, orderId])
  }
  await halt(halted.raffleId)
  await rig.moveClock(120)

  await releaseOrphans(rig.desk)

  expect(await heldIn(sound.raffleId)).toBe(0)
})

it('they close at their end', async () => {
  const first = await rig.sellRaffle({ ticketsMax: 10, closesInSeconds: 60 })
  const second = await rig.sellRaffle({ ticketsMax: 10, closesInSeconds: 60 })
  await halt(first.raffleId)
  await rig.moveClock(61)

  await closeDueRaffles(rig.desk)

  expect((await rig.store.raffle(second.raffleId).state()).raffle.status).toBe('closed')
})
