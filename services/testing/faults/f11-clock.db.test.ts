// F11: clocks that jump. This machine's wall clock may be set by anybody, to any time, while the
// shop sells; PostgreSQL's clock decides, and when that one leaps the shop follows it.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { openClock } from '../../clock.ts'
import { dropExpiredHolds, expireOrders } from '../../commands/expire-holds.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { expectSoldOnce, expectSound, unpaidOrders } from './rig.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOLD_MS = 1_800_000

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())
afterEach(() => void vi.useRealTimers())

/** Only what tells the time of day: timers and what is measured go on as they were. */
function setWallClock(jumpMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
}

/** PostgreSQL's, whatever anybody here believes. */
async function databaseNow(): Promise<number> {
  const { rows } = await rig.test.owner.query<{ ms: number }>(
    'select (extract(epoch from clock_now()) * 1000)::float8 as ms',
  )
  return rows[0]!.ms
}

describe.each([
  ['an hour back', -HOUR_MS],
  ['an hour ahead', HOUR_MS],
  ['a day back', -DAY_MS],
  ['a day ahead', DAY_MS],
])('this machine set %s', (_how, jumpMs) => {
  it('reserves for as long as ever, and sells (F11)', async () => {
    setWallClock(jumpMs)
    const [order] = await unpaidOrders(rig, { orders: 1 })
    const { holdUntil } = await rig.order(order!.orderId)
    const heldForMs = Date.parse(holdUntil) - (await databaseNow())
    expect(Math.abs(heldForMs - HOLD_MS)).toBeLessThan(60_000)

    await expireOrders(rig.desk)
    await dropExpiredHolds(rig.desk)
    await rig.pay(order!.orderId, 'approve')
    await rig.watch.stop()
    await expectSoldOnce(rig, order!.orderId)
    await expectSound(rig)
  })

  it('is no reason for another time, also when the clock is opened in it (F11)', async () => {
    const before = await openClock(rig.test.database)
    setWallClock(jumpMs)
    const after = await openClock(rig.test.database)
    for (const clock of [before, after])
      expect(Math.abs(clock.now().getTime() - (await databaseNow()))).toBeLessThan(1_000)
    await Promise.all([before.stop(), after.stop()])
  })
})

it('PostgreSQL’s clock leaps a day: what is over is over, the next buyer is served', async () => {
  const [late, paid] = await unpaidOrders(rig, { orders: 2 })
  // Nobody here has looked since: a writer that stamps yesterday is told so, and looks.
  const to = new Date((await databaseNow()) + DAY_MS)
  await rig.test.owner.query('select move_clock($1)', [to])

  const [next] = await unpaidOrders(rig, { orders: 1 })
  await rig.moveClock(1)
  await expireOrders(rig.desk)
  expect(await rig.order(late!.orderId)).toMatchObject({ status: 'cancelled' })

  await rig.pay(paid!.orderId, 'approve')
  await rig.pay(next!.orderId, 'approve')
  await rig.watch.stop()
  await expectSoldOnce(rig, next!.orderId)
  await expectSoldOnce(rig, paid!.orderId)
  await expectSound(rig)
})
