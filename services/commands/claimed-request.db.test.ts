// Two requests with one key in two processes: the first is slower than its claim, the second takes
// the order up beside it, and one of them is refused.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { ProductId, RaffleId } from '#events/kernel/ids.ts'

import { markHalted } from '../event-store/raffle-halts.ts'
import { newId } from '../ids.ts'
import { wishFor } from '../testing/faults/rig.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { releaseOrphans } from './expire-holds.ts'
import { placeManualOrder } from './manual-order.ts'
import type { OrderDesk } from './order-desk.ts'
import { placeOrder } from './place-order.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

type Raffle = { raffleId: RaffleId; productIds: ProductId[] }

/** In the order in which their tickets are reserved. */
let first: Raffle
let last: Raffle
let key: string
beforeEach(async () => {
  const raffles = [
    await rig.sellRaffle({ ticketsMax: 10 }),
    await rig.sellRaffle({ ticketsMax: 10 }),
  ]
  const sorted = raffles.toSorted((a, b) => (a.raffleId < b.raffleId ? -1 : 1))
  first = sorted[0]!
  last = sorted[1]!
  key = newId<string>()
})

/** Nobody may reserve any more in the raffle that comes last. */
const halt = () =>
  markHalted(rig.test.database, {
    logId: `raffle/${last.raffleId}`,
    error: new Error('7 is not 8'),
  })

const items = () =>
  [first, last].map(({ productIds }) => ({ productId: productIds[0]!, quantity: 2 }))

const sessionId = newId<string>()

/** In a process of its own. */
const buy = (desk: Partial<OrderDesk> = {}) =>
  placeOrder(
    { ...rig.desk, placing: new Map(), ...desk },
    {
      ...wishFor(items()),
      buyer: { sessionId, customerId: null },
      idempotencyKey: key,
    },
  )

const staff = { personId: newId<string>(), sessionId: newId<string>() }

const take = (desk: Partial<OrderDesk> = {}) =>
  placeManualOrder(
    { ...rig.desk, ...desk },
    {
      staff,
      request: {
        customerPhone: '03 123456',
        items: items(),
        shippingMethod: 'pickup',
        paymentMethod: 'cash',
        status: 'pending',
      },
      idempotencyKey: key,
    },
  )

/** All is reserved, and until it is recorded its claim runs out. */
const slowToRecord = (meanwhile: () => Promise<unknown>): Partial<OrderDesk> => ({
  async nextReference() {
    await rig.moveClock(11)
    await meanwhile()
    return rig.desk.nextReference()
  },
})

/** The first raffle is reserved, and until the last one is asked its claim runs out. */
const slowToReserve = (meanwhile: () => Promise<unknown>): Partial<OrderDesk> => ({
  store: {
    ...rig.store,
    raffle(raffleId) {
      const writer = rig.store.raffle(raffleId)
      if (raffleId !== last.raffleId) return writer
      return {
        ...writer,
        async hold(hold) {
          await rig.moveClock(11)
          await meanwhile()
          return writer.hold(hold)
        },
      }
    },
  },
})

async function refused(second: () => Promise<unknown>): Promise<void> {
  await halt()
  await expect(second()).rejects.toMatchObject({ code: 'raffle_halted' })
}

const held = async () => (await rig.store.raffle(first.raffleId).state()).held

const rowsOf = async (orderId: string) => {
  const { rows } = await rig.test.owner.query(
    `select (select count(*)::int from purchases where order_id = $1) as purchases,
            (select count(*)::int from order_contacts where order_id = $1) as contacts,
            (select count(*)::int from payment_attempts where order_id = $1) as attempts`,
    [orderId],
  )
  return rows[0]
}

it('the second is refused, and the first has all that its order needs', async () => {
  const placed = await buy(slowToRecord(() => refused(buy)))

  expect(placed.redirectUrl).toMatch(/^http/)
  expect(await rig.order(placed.id)).toMatchObject({ status: 'pending' })
  expect(await rowsOf(placed.id)).toEqual({ purchases: 1, contacts: 1, attempts: 1 })
  expect(await held()).toBe(2)
})

it('the first is refused, and the second has all that its order needs', async () => {
  let orderId = ''
  const slow = buy(
    slowToReserve(async () => {
      orderId = (await buy()).id
      await halt()
    }),
  )

  await expect(slow).rejects.toMatchObject({ code: 'raffle_halted' })
  expect(await rig.order(orderId)).toMatchObject({ status: 'pending' })
  expect(await rowsOf(orderId)).toEqual({ purchases: 1, contacts: 1, attempts: 1 })
  expect(await held()).toBe(2)
})

it('of an order that staff take, what is reserved stays, too', async () => {
  const { order } = await take(slowToRecord(() => refused(take)))

  expect(order).toMatchObject({ status: 'pending' })
  expect(await held()).toBe(2)
})

it('both are refused, and the sweep gives back what they had', async () => {
  const both = buy(slowToReserve(() => refused(buy)))
  await expect(both).rejects.toMatchObject({ code: 'raffle_halted' })
  expect(await held()).toBe(2)

  await rig.moveClock(71)
  expect(await releaseOrphans(rig.desk)).toBe(1)

  expect(await held()).toBe(0)
})

it('an order that nobody could begin for too long is not recorded behind the sweep', async () => {
  const { length: before } = await placedFacts()
  const nextReference = async () => {
    await rig.moveClock(21)
    return rig.desk.nextReference()
  }
  await expect(buy({ nextReference })).rejects.toMatchObject({ code: 'busy' })
  expect(await placedFacts()).toHaveLength(before)
})

async function placedFacts() {
  const { rows } = await rig.test.owner.query(`select from events where type = 'OrderPlaced'`)
  return rows
}
