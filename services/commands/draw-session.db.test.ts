// The end of the sale of an under-sold raffle: whose reservations are waited for, which are let go,
// and what its published rule then does.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { LineId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import type { UnderSoldRule } from '#events/raffle/under-sold.ts'

import { newId } from '../ids.ts'
import { openDrawRig } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { closeForDraw } from './draw-session.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig()
}, 60_000)
afterAll(() => rig.stop())

const SALE_SECONDS = 60
const SETTLEMENT_SECONDS = 1_800
const DAYS_MS = 3 * 86_400_000

type UnderSold = { underSold: UnderSoldRule; held: number }

/** Four tickets are sold of at least eight, and `held` stay reserved for days; the sale is over. */
async function ended({ underSold, held }: UnderSold): Promise<RaffleId> {
  const sold = { tickets: 4, ticketsMin: 8, underSold, isStillOpen: true }
  const { raffleId, productId } = await rig.soldRaffle(sold)
  await rig.store.raffle(raffleId).hold({
    orderLineId: newId<LineId>(),
    orderId: newId<OrderId>(),
    productId,
    n: held,
    expiresAt: new Date(rig.needs.now().getTime() + DAYS_MS),
    personKey: 'somebody',
  })
  await rig.pass(SALE_SECONDS + 1)
  return raffleId
}

const close = (raffleId: RaffleId) => closeForDraw(rig.needs, rig.by(raffleId, 'one'))

it('waits while reservations could still reach the minimum, then closes at once', async () => {
  const raffleId = await ended({ underSold: 'draw', held: 6 })
  await expect(close(raffleId)).rejects.toMatchObject({ code: 'still_settling' })
  expect(await rig.now(raffleId)).toMatchObject({ held: 6, raffle: { status: 'open' } })
  await rig.pass(SETTLEMENT_SECONDS)
  await close(raffleId)
  expect(await rig.now(raffleId)).toMatchObject({
    held: 0,
    raffle: { status: 'closed', closedCause: 'ended' },
  })
})

it('is cancelled by its rule once its reservations have come to nothing', async () => {
  const raffleId = await ended({ underSold: 'refund', held: 6 })
  await rig.pass(SETTLEMENT_SECONDS)
  await close(raffleId)
  expect(await rig.now(raffleId)).toMatchObject({ held: 0, raffle: { status: 'cancelled' } })
})

it('keeps its reservations when its rule extends it', async () => {
  const raffleId = await ended({ underSold: 'extend', held: 2 })
  await rig.pass(SETTLEMENT_SECONDS)
  await expect(close(raffleId)).rejects.toMatchObject({ code: 'raffle_not_ended' })
  expect(await rig.now(raffleId)).toMatchObject({
    held: 2,
    raffle: { status: 'open', extensions: 1 },
  })
})
