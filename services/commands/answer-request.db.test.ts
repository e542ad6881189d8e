// Accepting what a buyer asks for, against whoever closes the request at the same moment, and where
// the order cannot be cancelled.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import { orderStatus } from '#projections/order-status/projection.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { answerRequest } from './answer-request.ts'
import { finishAnswers } from './answered-requests.ts'
import type { OrderDesk } from './order-desk.ts'
import { askAboutOrder, closeRequest, requestsOf, withdrawRequest } from './order-requests.ts'
import type { Guard, Orders } from './orders.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** A paid order whose buyer asks to cancel it. */
async function asked(): Promise<{ orderId: OrderId; requestId: string }> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const bought = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] })
  const orderId = bought.id as OrderId
  await rig.pay(orderId, 'approve')
  await rig.watch.askNow(orderId)
  await askAboutOrder(rig.desk, { orderId, kind: 'cancel', note: null, actor: 'guest:test' })
  const [request] = await requestsOf(rig.test.database, orderId)
  rig.sent.length = 0
  return { orderId, requestId: request!.request_id }
}

type Asked = Awaited<ReturnType<typeof asked>>

const accept = (desk: OrderDesk, given: Asked, guard: Guard = {}) =>
  answerRequest(desk, {
    ...given,
    answer: 'accepted',
    words: null,
    restock: false,
    staffId: newId<string>(),
    guard: { commandId: newId<CommandId>(), ...guard },
  })

/** The rig's own; `meanwhile` happens once the request was read and before it is claimed. */
function readBefore(meanwhile: () => Promise<unknown>): OrderDesk {
  const transaction: OrderDesk['database']['transaction'] = async (act, options) => {
    await meanwhile()
    return rig.desk.database.transaction(act, options)
  }
  return { ...rig.desk, database: { ...rig.desk.database, transaction } }
}

/** The rig's own, with another way to the facts. */
const through = (change: Orders['change']): OrderDesk => ({
  ...rig.desk,
  orders: { ...rig.desk.orders, change },
})

const stateOf = async ({ orderId }: Asked) => ({
  order: (await rig.order(orderId)).status,
  requests: (await requestsOf(rig.test.database, orderId)).map(({ state }) => state),
})

it('is refused where the buyer has withdrawn since it was read; the order stays', async () => {
  const given = await asked()
  const desk = readBefore(() => withdrawRequest(rig.test.database, given.orderId))
  await expect(accept(desk, given)).rejects.toMatchObject({ code: 'request_not_possible' })
  expect(await stateOf(given)).toEqual({ order: 'paid', requests: ['withdrawn'] })
  expect(rig.sent).toEqual([])
})

it('is refused where a colleague has declined it since it was read', async () => {
  const given = await asked()
  const declined = { ...given, answer: 'declined', words: null, staffId: newId<string>() } as const
  const desk = readBefore(() => closeRequest(rig.test.database, declined))
  await expect(accept(desk, given)).rejects.toMatchObject({ code: 'request_not_possible' })
  expect(await stateOf(given)).toEqual({ order: 'paid', requests: ['declined'] })
})

it('lets who withdraws while the order is being cancelled wait, and refuses it then', async () => {
  const given = await asked()
  let withdrawn: Promise<unknown> = Promise.resolve()
  const desk = through(async (orderId, change) => {
    withdrawn = withdrawRequest(rig.test.database, orderId).catch((error: unknown) => error)
    await expect.poll(waiting, { timeout: 2_000 }).toBe(1)
    return rig.desk.orders.change(orderId, change)
  })
  await accept(desk, given)
  expect(await withdrawn).toMatchObject({ code: 'request_not_possible' })
  expect(await stateOf(given)).toEqual({ order: 'cancelled', requests: ['accepted'] })
})

/** How many wait here for the row of another. */
async function waiting(): Promise<number> {
  const { rows } = await rig.test.owner.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.count
}

it('leaves the request open where the order may not be cancelled', async () => {
  const given = await asked()
  const refused = accept(rig.desk, given, { ifVersion: 1 })
  await expect(refused).rejects.toMatchObject({ code: 'edit_conflict' })
  expect(await stateOf(given)).toEqual({ order: 'paid', requests: ['open'] })
  expect(rig.sent).toEqual([])

  await accept(rig.desk, given)
  expect(await stateOf(given)).toEqual({ order: 'cancelled', requests: ['accepted'] })
})

it('leaves it open where the process dies before the fact', async () => {
  const given = await asked()
  const dying = through(() => Promise.reject(new Error('the connection broke')))
  await expect(accept(dying, given)).rejects.toThrow('the connection broke')
  expect(await stateOf(given)).toEqual({ order: 'paid', requests: ['open'] })
  await withdrawRequest(rig.test.database, given.orderId)
})

it('is closed by the sweep where the process dies after the fact', async () => {
  const given = await asked()
  const dying = through(async (orderId, change) => {
    await rig.desk.orders.change(orderId, change)
    throw new Error('the connection broke')
  })
  await expect(accept(dying, given)).rejects.toThrow('the connection broke')
  expect(await stateOf(given)).toEqual({ order: 'cancelled', requests: ['open'] })

  await openProjector({ database: rig.test.database, projections: [orderStatus] }).catchUp()
  await rig.moveClock(31)
  await finishAnswers(rig.desk)
  expect(await stateOf(given)).toEqual({ order: 'cancelled', requests: ['accepted'] })
})
