import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OrderLine } from '#events/order/events.ts'
import { publicStatus } from '#events/order/public-status.ts'

import { newId } from '../ids.ts'
import type { Statement } from '../io/database.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { dropExpiredHolds, expireOrders, releaseOrphans } from './expire-holds.ts'
import type { OrderDesk } from './order-desk.ts'
import { payAgain } from './pay.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

async function unpaid() {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  return { raffleId, orderId: id as Parameters<typeof payAgain>[1]['orderId'], productIds }
}

/** The column, as the board shows it: a raffle nobody buys from must not look reserved for ever. */
async function heldShown(raffleId: string): Promise<number> {
  const { rows } = await rig.test.owner.query<{ held: number }>(
    'select held from raffle_state where log_id = $1',
    [`raffle/${raffleId}`],
  )
  return rows[0]!.held
}

it('a reservation that was taken anew after the sweep had found it stays', async () => {
  const { orderId, raffleId } = await unpaid()
  const { lines } = await rig.order(orderId)
  const [{ lineId: orderLineId, productId }] = lines as [OrderLine]
  const raffle = rig.desk.store.raffle(raffleId)
  await rig.moveClock(1_801)
  const database: OrderDesk['database'] = {
    ...rig.desk.database,
    async query<Row extends object>(statement: string | Statement, values?: readonly unknown[]) {
      const found = await rig.desk.database.query<Row>(statement, values)
      if (typeof statement === 'object' && statement.name === 'holds_expired') {
        const expiresAt = new Date(rig.desk.now().getTime() + 60_000)
        await raffle.hold({ orderLineId, orderId, productId, n: 2, expiresAt, personKey: '' })
      }
      return found
    },
  }

  expect(await dropExpiredHolds({ ...rig.desk, database })).toBeGreaterThan(0)

  expect(await heldShown(raffleId)).toBe(2)
})

describe('an unpaid order', () => {
  it('ends with its reservation, and its tickets are free', async () => {
    const { orderId, raffleId } = await unpaid()

    await rig.moveClock(1_801)
    expect(await expireOrders(rig.desk)).toBeGreaterThan(0)
    while ((await dropExpiredHolds(rig.desk)) > 0);

    expect(await rig.order(orderId)).toMatchObject({ cancelReason: 'expired' })
    expect(await heldShown(raffleId)).toBe(0)
    expect(await expireOrders(rig.desk)).toBe(0)
  })

  it('lives on while another attempt is under way near its end', async () => {
    const { orderId } = await unpaid()
    await rig.moveClock(1_790)
    await rig.pay(orderId, 'decline')
    await rig.watch.stop()

    await payAgain(rig.desk, { orderId, actor: 'guest:test' })
    await rig.moveClock(15)
    await expireOrders(rig.desk)

    expect(await rig.order(orderId)).toMatchObject({ status: 'pending' })
  })

  it('cannot be paid again once its reservation is over', async () => {
    const { orderId } = await unpaid()
    await rig.moveClock(1_801)

    await expect(payAgain(rig.desk, { orderId, actor: 'guest:test' })).rejects.toMatchObject({
      code: 'hold_expired',
    })
  })
})

describe('who tries again', () => {
  const actor = 'guest:test'

  it('has a new attempt, though the decline of the last was never heard of', async () => {
    const { orderId } = await unpaid()
    await rig.pay(orderId, 'decline', 0)

    await payAgain(rig.desk, { orderId, actor })
    const order = await rig.order(orderId)
    expect(order.attempts).toMatchObject([{ state: 'declined' }, { state: 'open' }])
    // The page that waits for the new one does not hear of the old one's failure.
    expect(publicStatus(order).whishPayStatus).toBe('pending')
  })

  it('pays no second time what was paid on a link that had been declined', async () => {
    const { orderId } = await unpaid()
    await rig.pay(orderId, 'decline')
    await rig.watch.stop()
    await rig.pay(orderId, 'approve', 0)

    const again = payAgain(rig.desk, { orderId, actor })
    await expect(again).rejects.toMatchObject({ code: 'order_paid' })
    expect((await rig.order(orderId)).attempts).toMatchObject([{ state: 'paid' }])
  })
})

it('a purchase that ended unanswered says so to whoever asks with its key', async () => {
  const buy = await unanswered()

  await rig.moveClock(1_801)
  // The row with its key is all that the sweep knows the order by.
  await expect(buy()).rejects.toMatchObject({ code: 'request_in_flight' })
  await expireOrders(rig.desk)

  await expect(buy()).rejects.toMatchObject({ code: 'hold_expired' })
})

it.each(['answered', 'left alone'])(
  'the same cart after its reservation is a new order, and the old one (%s) ends',
  async (state) => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: null }
    const buy = () => rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] }, by)
    const { id } = await buy()
    if (state === 'left alone')
      await rig.test.owner.query(
        `update purchases set state = 'running', answer = null, claimed_until = clock_now()
          where order_id = $1`,
        [id],
      )
    await rig.moveClock(1_801)

    if (state === 'left alone') {
      await expect(buy()).rejects.toMatchObject({ code: 'request_in_flight' })
      await expireOrders(rig.desk)
    }
    expect((await buy()).id).not.toBe(id)
    await expireOrders(rig.desk)
    expect(await rig.order(id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' })
  },
)

it('a purchase that died before its order gives its tickets back after a minute', async () => {
  const { raffleId, orderId } = await unpaid()
  const died = newId<string>()
  await rig.test.owner.query(
    `update purchases set state = 'running', order_id = $2, claimed_until = clock_now()
      where order_id = $1`,
    [orderId, died],
  )
  await rig.test.owner.query('update holds set order_id = $2 where order_id = $1', [orderId, died])

  await rig.moveClock(59)
  expect(await releaseOrphans(rig.desk)).toBe(0)
  await rig.moveClock(2)
  expect(await releaseOrphans(rig.desk)).toBe(1)

  expect(await heldShown(raffleId)).toBe(0)
})

describe('a purchase that died before its order, and whose key comes again', () => {
  const killed = () => Promise.reject(new Error('killed'))

  /** A minute ago. */
  async function dead() {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: newId<string>() }
    const again = () => rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] }, by)
    const { nextReference } = rig.desk
    rig.desk.nextReference = killed
    await expect(again()).rejects.toThrow('killed')
    rig.desk.nextReference = nextReference
    await rig.moveClock(71)
    return { raffleId, again }
  }

  it('while the sweep cleans up after it, is in flight, and then a new one', async () => {
    const { raffleId, again } = await dead()
    const { load } = rig.desk.orders
    const tried: unknown[] = []
    const orders: OrderDesk['orders'] = {
      ...rig.desk.orders,
      async load(...asked) {
        const loaded = await load(...asked)
        tried.push(...(await Promise.allSettled([again()])))
        return loaded
      },
    }

    expect(await releaseOrphans({ ...rig.desk, orders })).toBe(1)
    expect(tried).toMatchObject([{ reason: { code: 'request_in_flight' } }])

    const placed = await again()
    expect(placed.redirectUrl).toMatch(/^http/)
    expect(await heldShown(raffleId)).toBe(2)
  })

  it.each(['before', 'behind'] as const)(
    'keeps its order where the clean-up is slower than its claim, %s the tickets',
    async (when) => {
      const { raffleId, again } = await dead()
      const placed: string[] = []
      const comeAgain = async () => {
        await rig.moveClock(61)
        placed.push((await again()).id)
      }
      const orders: OrderDesk['orders'] = {
        ...rig.desk.orders,
        async load(...asked) {
          const loaded = await rig.desk.orders.load(...asked)
          if (when === 'before') await comeAgain()
          return loaded
        },
      }
      const store: OrderDesk['store'] = {
        ...rig.desk.store,
        raffle(of) {
          const writer = rig.desk.store.raffle(of)
          return {
            ...writer,
            async release(line) {
              await writer.release(line)
              if (when === 'behind') await comeAgain()
            },
          }
        },
      }

      expect(await releaseOrphans({ ...rig.desk, orders, store })).toBe(0)

      expect(await heldShown(raffleId)).toBe(2)
      const { rows } = await rig.test.owner.query(
        `select (select count(*)::int from purchases where order_id = $1) as purchases,
                (select count(*)::int from payment_attempts where order_id = $1) as attempts`,
        placed,
      )
      expect(rows).toEqual([{ purchases: 1, attempts: 1 }])
    },
  )

  it('before the sweep has come to it, is not cleaned up after', async () => {
    const { raffleId, again } = await dead()
    const database: OrderDesk['database'] = {
      ...rig.desk.database,
      async query<Row extends object>(statement: string | Statement, values?: readonly unknown[]) {
        const found = await rig.desk.database.query<Row>(statement, values)
        if (typeof statement === 'object' && statement.name === 'purchases_orphaned')
          await rig.test.owner.query(
            `update purchases set claimed_until = clock_now() + interval '10 seconds'
              where state = 'running'`,
          )
        return found
      },
    }

    expect(await releaseOrphans({ ...rig.desk, database })).toBe(0)
    expect(await heldShown(raffleId)).toBe(2)

    await rig.moveClock(11)
    expect((await again()).redirectUrl).toMatch(/^http/)
  })
})

it('one that was placed and never answered waits for its key, also behind the sweep', async () => {
  const buy = await unanswered()
  await rig.moveClock(61)

  expect(await releaseOrphans(rig.desk)).toBe(0)

  expect((await buy()).redirectUrl).toMatch(/^http/)
})

/** Placed, and its provider was not there to answer: what its buyer asks again, with its key. */
async function unanswered() {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const by = { sessionId: newId<string>(), idempotencyKey: newId<string>() }
  const buy = () => rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] }, by)
  await rig.switchSandbox({ whish: { calls: ['create'], http500Rate: 1 } })
  await expect(buy()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  await rig.switchSandbox({ whish: null })
  return buy
}
