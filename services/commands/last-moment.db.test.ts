// Money that comes in the last moments of a reservation buys what was reserved, however long it
// takes until the tickets are issued.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import type { OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'

import { markHalted } from '../event-store/raffle-halts.ts'
import type { RaffleWriter } from '../event-store/types.ts'
import { openProcessesRig } from '../testing/processes-rig.ts'
import type { ProcessesRig } from '../testing/processes-rig.ts'
import type { OrderDesk } from './order-desk.ts'
import { openPaymentWatch } from './payment-watch.ts'

let rig: ProcessesRig
beforeAll(async () => void (rig = await openProcessesRig()))
afterEach(() => rig.stopOthers())
afterAll(() => rig.stop())

/** Of the half hour that a reservation lasts, a minute and a half is left of this one. */
const NEARLY_OVER_SECONDS = 1_710

type Sale = { raffleId: RaffleId; productIds: ProductId[]; orderId: OrderId }

/** The last two tickets, paid for at the provider's: the shop has not heard of it yet. */
async function lastTwo({ seconds = NEARLY_OVER_SECONDS } = {}): Promise<Sale> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 2 })
  const orderId = await buy(productIds, 2)
  await rig.moveClock(seconds)
  await rig.pay(orderId, 'approve', 0)
  return { raffleId, productIds, orderId }
}

async function buy(productIds: readonly ProductId[], quantity: number): Promise<OrderId> {
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity }] })
  return id as OrderId
}

/** Another process, whose writers do this instead. */
function anotherProcess(instead: Partial<RaffleWriter>): OrderDesk {
  const { desk } = rig.anotherProcess()
  const raffle = (raffleId: RaffleId) => ({ ...desk.store.raffle(raffleId), ...instead })
  return { ...desk, store: { ...desk.store, raffle } }
}

const killed = () => Promise.reject(new Error('killed'))

it('its process dies before it issues: nobody else has the tickets meanwhile', async () => {
  const { productIds, orderId } = await lastTwo()
  const dying = anotherProcess({ issue: killed })
  await expect(openPaymentWatch(dying).askNow(orderId)).rejects.toThrow('killed')
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [] })

  await rig.moveClock(200)
  await expect(buy(productIds, 1)).rejects.toMatchObject({ code: 'tickets_left' })
  while ((await rig.watch.checkDue()) > 0);

  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
})

it('where there is time enough, no raffle is asked for it', async () => {
  const extendHold = vi.fn(killed)
  const { orderId } = await lastTwo({ seconds: 1_440 })

  await openPaymentWatch(anotherProcess({ extendHold })).askNow(orderId)

  expect(extendHold).not.toHaveBeenCalled()
  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
})

it('what is reserved no more is issued from what is free', async () => {
  const { raffleId, orderId } = await lastTwo()
  const [line] = (await rig.order(orderId)).lines
  await rig.store.raffle(raffleId).release(line!.lineId)

  await rig.watch.askNow(orderId)

  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
})

it('a halted raffle keeps no money from being recorded', async () => {
  const { raffleId, orderId } = await lastTwo()
  await markHalted(rig.test.database, { logId: `raffle/${raffleId}`, error: new Error('7 is 8') })

  await rig.watch.askNow(orderId)

  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [], refunds: [] })
})
