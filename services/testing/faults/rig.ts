// What the tests of single faults share: orders waiting for their money, the provider's callbacks
// as addresses, a second process beside the first, and the question whether everything still holds.
import { expect } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import type { Clock } from '../../clock.ts'
import { openOrderDesk } from '../../commands/order-desk.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { openPaymentWatch } from '../../commands/payment-watch.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import { placeOrder } from '../../commands/place-order.ts'
import type { PlaceOrder } from '../../commands/place-order.ts'
import type { PurchaseRequest } from '../../contract/purchases.ts'
import { openEventStore } from '../../event-store/store.ts'
import { newId } from '../../ids.ts'
import { isOutage } from '../../io/database.ts'
import type { Database, Queryable } from '../../io/database.ts'
import { whishCallbackUrls } from '../../providers/payments/whish-callback.ts'
import { verify } from '../../verify/run.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import type { PurchaseRig } from '../purchase-rig.ts'

export type Unpaid = { orderId: OrderId; ref: string }

/** Orders of two tickets each, in one raffle with room for `ticketsMax`. */
export async function unpaidOrders(
  rig: PurchaseRig,
  { orders, ticketsMax = orders * 2 }: { orders: number; ticketsMax?: number },
): Promise<Unpaid[]> {
  const { productIds } = await rig.sellRaffle({ ticketsMax })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const bought = await Promise.all(Array.from({ length: orders }, () => rig.buy({ items })))
  return Promise.all(
    bought.map(async ({ id }) => {
      const { attempts } = await rig.order(id)
      return { orderId: id as OrderId, ref: attempts[0]!.ref }
    }),
  )
}

export function callbackUrl({ desk }: PurchaseRig, ref: string, result: 'success' | 'failure') {
  const { publicOrigin, callbackKey: key } = desk
  return whishCallbackUrls({ publicOrigin, ref, key })[result]
}

export type OtherProcess = { desk: OrderDesk; watch: PaymentWatch; stop: () => Promise<void> }

/**
 * Knows nothing of the first one but the database and the provider. `database`: where it has
 * connections of its own; `clock`: where it has a time of its own.
 */
export function otherProcess(
  rig: Pick<PurchaseRig, 'desk'>,
  database: Database = rig.desk.database,
  clock: Pick<Clock, 'now' | 'sync'> = { now: rig.desk.now, sync: async () => {} },
): OtherProcess {
  const store = openEventStore({ database, clock })
  const secrets = { linkSecrets: [Buffer.alloc(32, 1)], personSecret: Buffer.alloc(32, 2) }
  const time = { now: clock.now, syncClock: clock.sync }
  const desk = openOrderDesk({ ...rig.desk, ...secrets, ...time, database, store })
  const watch = openPaymentWatch(desk)
  return {
    desk,
    watch,
    async stop() {
      await watch.stop()
      await desk.close()
      await store.close()
    },
  }
}

/** A purchase of somebody new, with a key of his own: for any process, and to be asked again. */
export function wishFor(items: PurchaseRequest['items']): PlaceOrder {
  return {
    buyer: { sessionId: newId<string>(), customerId: null },
    idempotencyKey: newId<string>(),
    purchase: {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Maya Haddad',
      customerEmail: 'maya@example.com',
      customerPhone: '+96170123456',
      items,
    },
  }
}

/** Refused for nothing that is in them: told to come later. */
export const outagesAmong = (answers: readonly PromiseSettledResult<unknown>[]): boolean[] =>
  answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => isOutage(reason))

/** Longer than one request may work on a purchase before the same key is taken up again. */
export const CLAIM_SECONDS = 11

/** Everybody asks again with his key, where all is well: his order, one of its own, for each. */
export async function expectServedAgain(
  rig: PurchaseRig,
  wishes: readonly PlaceOrder[],
): Promise<void> {
  await rig.moveClock(CLAIM_SECONDS)
  const placed = await Promise.all(wishes.map((wish) => placeOrder(rig.desk, wish)))
  expect(new Set(placed.map(({ id }) => id)).size).toBe(wishes.length)
  const { rows } = await rig.test.owner.query(
    `select count(*)::int as orders from streams where stream_id like 'order/%'`,
  )
  expect(rows).toEqual([{ orders: wishes.length }])
  await expectSound(rig)
}

/** Charged once, one range of two tickets, nothing owed. */
export async function expectSoldOnce(rig: PurchaseRig, orderId: OrderId): Promise<void> {
  const { order } = await rig.desk.orders.load(orderId, { fresh: true })
  expect(order).toMatchObject({ status: 'paid', refunds: [] })
  if (order.status === 'none') return
  expect(order.payments).toHaveLength(1)
  expect(order.grants).toHaveLength(1)
  expect(order.grants[0]!.last - order.grants[0]!.first).toBe(1)
}

/** Everything that is about raffles, orders and money. */
const JUDGED = /^I([1-7]|1[567])$/

export async function expectSound(rig: PurchaseRig): Promise<void> {
  // By then what was paid must have its tickets.
  await rig.moveClock(90)
  const { findings } = await verify(rig.test.database)
  const judged = findings.filter(({ id }) => JUDGED.test(id))
  expect(judged).toHaveLength(10)
  expect(judged.filter(({ violations }) => violations > 0)).toEqual([])
}

/** I14 gives an idle shop so long; killed again and again the read models may have stood still. */
const CAUGHT_UP_WITHIN_MS = 30_000

/** Nobody buys any more: all read models come to the heads of their logs; no writer has halted. */
export async function expectCaughtUp(owner: Database): Promise<void> {
  const behind = async () =>
    (await projectionStatus(owner)).filter(({ lagEvents }) => lagEvents > 0)
  await expect.poll(behind, { timeout: CAUGHT_UP_WITHIN_MS, interval: 100 }).toEqual([])
  const { rows } = await owner.query('select log_id, detail from raffle_halts')
  expect(rows).toEqual([])
}

/** What projectors have made is what one run from zero makes, and they know where they stand. */
export async function expectReadModels({ test }: PurchaseRig): Promise<void> {
  const { findings } = await verify(test.owner)
  const judged = findings.filter(({ id }) => id === 'I11' || id === 'I13')
  expect(judged).toMatchObject([
    { id: 'I11', verdict: 'pass' },
    { id: 'I13', verdict: 'pass' },
  ])
}

/** Somebody who locks what he likes for as long as he likes: no limit ends it for him. */
export const inNoHurry = <Result>(
  owner: Database,
  act: (tx: Queryable) => Promise<Result>,
): Promise<Result> =>
  owner.transaction(async (tx) => {
    await tx.query(
      `select set_config(name, '0', true)
         from unnest('{idle_in_transaction_session_timeout,statement_timeout,lock_timeout}'::text[])
           as name`,
    )
    return act(tx)
  })

/** How many of these orders are recorded. */
export async function ordersFound(owner: Queryable, orderIds: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ found: number }>(
    `select count(*)::int as found from streams where stream_id = any($1::text[])`,
    [orderIds.map((id) => `order/${id}`)],
  )
  return rows[0]?.found ?? 0
}
