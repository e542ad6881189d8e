// F11: clocks that jump. This machine's wall clock may be set by anybody, to any time, while the
// shop sells; PostgreSQL's clock decides, and when that one leaps the shop follows it. No child
// under `faketime`: it would move the steady clock with the wall clock, which no machine does, and
// the wall clock alone is what Date tells, replaced here. An hour that comes twice or never is told
// in Beirut's time by the process and by PostgreSQL, both set to it.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import type { CommandId, OrderId, RaffleId } from '#events/kernel/ids.ts'

import { openClock } from '../../clock.ts'
import { closeDueRaffles } from '../../commands/close-raffles.ts'
import { dropExpiredHolds, expireOrders } from '../../commands/expire-holds.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { payAgain } from '../../commands/pay.ts'
import { placeOrder } from '../../commands/place-order.ts'
import { makeCode, tryCode } from '../../commands/sign-in-codes.ts'
import { newId } from '../../ids.ts'
import { openDatabase, withSetting } from '../../io/database.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { expectSoldOnce, expectSound, otherProcess, unpaidOrders, wishFor } from './rig.ts'
import type { OtherProcess } from './rig.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOLD_MS = 1_800_000
const FIVE_MINUTES_MS = 5 * 60_000

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

  it('leaves a code right for five minutes, and no longer (F11)', async () => {
    const before = await askForCode()
    setWallClock(jumpMs)
    const under = await askForCode()
    expect(await Promise.all([before, under].map(tryIt))).toEqual(['right', 'right'])

    const late = await askForCode()
    await rig.moveClock(301)
    expect(await tryIt(late)).toBe('expired')
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

it('a second that comes twice sells nothing twice and opens nothing again', async () => {
  const [order] = await unpaidOrders(rig, { orders: 1 })
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10, closesInSeconds: 60 })
  await rig.moveClock(60)
  await closeDueRaffles(rig.desk)
  const code = await askForCode()

  // As a leap second is told by most machines: the last second once more.
  await rig.test.owner.query(
    `update installation set clock_offset = clock_offset - interval '1 second'`,
  )
  await rig.moveClock(0)
  expect(await tryIt(code)).toBe('right')
  const wish = rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] })
  await expect(wish).rejects.toMatchObject({ code: 'raffle_ended' })
  await closeDueRaffles(rig.desk)
  expect(await timesClosed(raffleId)).toBe(1)

  await rig.pay(order!.orderId, 'approve')
  await rig.watch.stop()
  await expectSoldOnce(rig, order!.orderId)
  await expectSound(rig)
})

it('half a minute that comes twice, by a clock that is behind, stops no sale', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const buyOne = async () => {
    const { id } = await rig.buy({ items })
    await rig.pay(id, 'approve')
    await rig.watch.stop()
    await expectSoldOnce(rig, id as OrderId)
  }
  await buyOne()
  await rig.test.owner.query(
    `update installation set clock_offset = clock_offset - interval '30 seconds'`,
  )
  await rig.moveClock(0)
  await buyOne()
  await expectSound(rig)
})

describe('a process whose own clock is five minutes off, as after its machine stood still', () => {
  const others: OtherProcess[] = []
  afterEach(async () => {
    for (const other of others.splice(0)) await other.stop()
  })

  /** Until it looks at PostgreSQL's, which it does when it is told so: each act has a new one. */
  function processOff(offMs: number): OtherProcess {
    let restMs = offMs
    const clock = {
      now: () => new Date(rig.desk.now().getTime() + restMs),
      sync: async () => void (restMs = 0),
    }
    const other = otherProcess(rig, undefined, clock)
    others.push(other)
    return other
  }
  const behind = () => processOff(-FIVE_MINUTES_MS)
  const ahead = () => processOff(FIVE_MINUTES_MS)
  const held = async (raffleId: RaffleId) => (await rig.store.raffle(raffleId).state()).held

  it('behind, sells nothing of a raffle that is over, though its last fact is young', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10, closesInSeconds: 600 })
    const items = [{ productId: productIds[0]!, quantity: 2 }]
    await rig.moveClock(560)
    const { id } = await rig.buy({ items })
    await rig.pay(id, 'approve')
    await rig.watch.stop()
    await rig.moveClock(120)

    const wish = placeOrder(behind().desk, wishFor(items))

    await expect(wish).rejects.toMatchObject({ code: 'raffle_ended' })
    expect(await held(raffleId)).toBe(0)
    await expectSoldOnce(rig, id as OrderId)
    await expectSound(rig)
  })

  it('behind, gives late money no tickets that somebody else has by now', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 2 })
    const items = [{ productId: productIds[0]!, quantity: 2 }]
    const late = await rig.buy({ items })
    await rig.moveClock(HOLD_MS / 1_000 + 1)
    const next = await rig.buy({ items })
    await rig.pay(next.id, 'approve')
    await rig.watch.stop()

    await rig.pay(late.id, 'approve', 0)
    await behind().watch.askNow(late.id as OrderId)

    expect(await rig.order(late.id)).toMatchObject({ grants: [], refunds: [{ isPaid: false }] })
    await expectSoldOnce(rig, next.id as OrderId)
    await expectSound(rig)
  })

  it('ahead, ends no reservation and no raffle before its time', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({
      ticketsMax: 2,
      closesInSeconds: HOLD_MS / 1_000 + 60,
    })
    const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
    await rig.moveClock(HOLD_MS / 1_000 - 60)

    await expireOrders(ahead().desk)
    await dropExpiredHolds(ahead().desk)
    await closeRaffle(ahead().desk, raffleId)

    expect(await held(raffleId)).toBe(2)
    expect(await timesClosed(raffleId)).toBe(0)
    await rig.pay(id, 'approve')
    await rig.watch.stop()
    await expectSoldOnce(rig, id as OrderId)
    await expectSound(rig)
  })

  it('ahead, sells of a raffle that has some minutes yet', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 2, closesInSeconds: 600 })
    const items = [{ productId: productIds[0]!, quantity: 2 }]
    await rig.moveClock(480)

    const { id } = await placeOrder(ahead().desk, wishFor(items))

    await rig.pay(id, 'approve')
    await rig.watch.stop()
    await expectSoldOnce(rig, id as OrderId)
    await expectSound(rig)
  })

  it('ahead, lets pay who is reserved for some minutes yet', async () => {
    const [order] = await unpaidOrders(rig, { orders: 1 })
    const { orderId } = order!
    await rig.moveClock(HOLD_MS / 1_000 - 60)

    const paying = payAgain(ahead().desk, { orderId, actor: 'guest:test' })

    expect(await paying).toEqual({ redirectUrl: expect.any(String) })
    await rig.pay(orderId, 'approve')
    await rig.watch.stop()
    await expectSoldOnce(rig, orderId)
    await expectSound(rig)
  })

  it('ahead, sells nobody what another one has reserved for some minutes yet', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 2 })
    const items = [{ productId: productIds[0]!, quantity: 2 }]
    const { id } = await rig.buy({ items })
    await rig.moveClock(HOLD_MS / 1_000 - 60)

    const wish = placeOrder(ahead().desk, wishFor(items))

    await expect(wish).rejects.toMatchObject({ code: 'tickets_left' })
    await rig.pay(id, 'approve')
    await rig.watch.stop()
    await expectSoldOnce(rig, id as OrderId)
    await expectSound(rig)
  })
})

describe('in Beirut', () => {
  const ownZone = process.env.TZ
  afterEach(() => {
    if (ownZone === undefined) delete process.env.TZ
    else process.env.TZ = ownZone
  })

  it.each([
    // 01:30, an hour and a half after 23:59 by the clocks on the wall.
    ['the hour after midnight is left out', '2027-03-27T22:30:00.000Z', 2],
    // 23:30 for the second time; for the first time it is an hour before.
    ['the hour before midnight comes twice', '2027-10-30T21:30:00.000Z', 3],
  ])('%s: a raffle closes at its instant', async (_how, closesAt, hoursAhead) => {
    process.env.TZ = 'Asia/Beirut'
    const url = withSetting(rig.test.url, 'timezone=Asia/Beirut')
    const database = openDatabase({ url, applicationName: 'beirut' })
    const beirut = otherProcess(rig, database)
    const untilClose = async () => Date.parse(closesAt) - (await databaseNow())
    await rig.moveClock((await untilClose()) / 1_000 - 3_600)
    expect(new Date(Date.parse(closesAt) - 3_600_000).getTimezoneOffset()).toBe(
      hoursAhead === 2 ? -120 : -180,
    )
    const { raffleId, productIds } = await rig.sellRaffle({
      ticketsMax: 10,
      closesInSeconds: (Date.parse(closesAt) - rig.desk.now().getTime()) / 1_000,
    })
    const wish = () =>
      placeOrder(beirut.desk, wishFor([{ productId: productIds[0]!, quantity: 1 }]))

    const early = await wish()
    await rig.moveClock(3_600 - 40)
    await closeDueRaffles(beirut.desk)
    const last = await wish()
    const { holdUntil } = await rig.order(last.id)
    expect(Math.abs(Date.parse(holdUntil) - (await databaseNow()) - HOLD_MS)).toBeLessThan(60_000)
    expect((await rig.order(early.id)).status).toBe('pending')
    await rig.moveClock(41)
    await expect(wish()).rejects.toMatchObject({ code: 'raffle_ended' })
    await closeDueRaffles(beirut.desk)
    expect(await timesClosed(raffleId)).toBe(1)

    await beirut.stop()
    await database.end()
    await expectSound(rig)
  })
})

/** Asked for by whoever believes that it is due. */
const closeRaffle = ({ store, now }: OrderDesk, raffleId: RaffleId) =>
  store.raffle(raffleId).command(
    { type: 'CloseRaffle', now: now().toISOString() },
    {
      commandId: newId<CommandId>(),
      correlationId: raffleId,
      actor: 'system:close-raffles',
    },
  )

const codeKeys = [Buffer.alloc(32, 5)] as const
let phones = 0
type Asked = { phone: string; sessionId: string; code: string }

async function askForCode(): Promise<Asked> {
  const asking = {
    phone: `+9617188${String(phones++).padStart(4, '0')}`,
    sessionId: newId<string>(),
  }
  const { code } = await makeCode({ database: rig.test.database, codeKeys }, asking)
  return { ...asking, code }
}

const tryIt = (asked: Asked) =>
  tryCode({ database: rig.test.database, codeKeys }, asked, async () => true)

async function timesClosed(raffleId: string): Promise<number> {
  const { rows } = await rig.test.owner.query(
    `select from events where log_id = $1 and type = 'RaffleClosed'`,
    [`raffle/${raffleId}`],
  )
  return rows.length
}
