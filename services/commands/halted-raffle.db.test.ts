// A raffle's writer has met a broken rule and takes nothing until somebody has looked. Who has paid
// waits with what was reserved; nobody is refused for good, and no other raffle waits with it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { CommandId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { publicStatus } from '#events/order/public-status.ts'
import { allProjections } from '#projections/all.ts'

import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { newId } from '../ids.ts'
import type { EventStore } from '../event-store/types.ts'
import { openProcessesRig } from '../testing/processes-rig.ts'
import type { ProcessesRig } from '../testing/processes-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { cancelledOrders } from '../workers/reactors/cancelled-orders.ts'
import { listAttention } from './attention.ts'
import { cancelOrder } from './cancel-order.ts'
import { settleCancelledRaffle } from './cancelled-raffle.ts'
import { expireOrders } from './expire-holds.ts'
import { finishUnfinished } from './finish-orders.ts'
import { takeManualPayment } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'
import { openPaymentWatch } from './payment-watch.ts'

let rig: ProcessesRig
beforeAll(async () => void (rig = await openProcessesRig()))
afterEach(() => rig.stopOthers())
afterAll(() => rig.stop())

type Sale = { raffleId: RaffleId; productIds: ProductId[]; orderId: OrderId }

/** Unpaid, and nothing of the raffle is left for anybody else. */
async function lastTwo(): Promise<Sale> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 2 })
  return { raffleId, productIds, orderId: await buy(productIds, 2) }
}

async function buy(productIds: readonly ProductId[], quantity: number): Promise<OrderId> {
  const items = productIds.map((productId) => ({ productId, quantity }))
  const { id } = await rig.buy({ items, paymentMethod: 'whishpay' })
  return id as OrderId
}

const logOf = (raffleId: RaffleId) => `raffle/${raffleId}`

const halt = (raffleId: RaffleId) =>
  markHalted(rig.test.database, { logId: logOf(raffleId), error: new Error('7 is not 8') })

/** The mark goes and the service is started anew, as the runbook has it. */
async function resume(raffleId: RaffleId): Promise<OrderDesk> {
  expect(await liftHalt(rig.test.owner, logOf(raffleId))).toBe(true)
  return rig.anotherProcess().desk
}

async function sweepPayments(desk: OrderDesk): Promise<void> {
  await rig.moveClock(31)
  const watch = openPaymentWatch(desk)
  while ((await watch.checkDue()) > 0);
}

async function sweepUnfinished(desk: OrderDesk): Promise<void> {
  await rig.moveClock(21)
  while ((await finishUnfinished(desk)) > 0);
}

async function ask(orderId: OrderId): Promise<void> {
  await rig.pay(orderId, 'approve', 0)
  await rig.watch.askNow(orderId)
}

/** The numbers are issued, and the process dies before it grants them. */
async function payAndDie(orderId: OrderId): Promise<void> {
  const dying = rig.anotherProcess().desk
  const { change } = dying.orders
  dying.orders.change = (id, wanted) =>
    wanted.actor === 'system:issue-tickets'
      ? Promise.reject(new Error('killed'))
      : change(id, wanted)
  await rig.pay(orderId, 'approve', 0)
  await expect(openPaymentWatch(dying).askNow(orderId)).rejects.toThrow('killed')
}

const attemptOf = async (orderId: OrderId) => {
  const { rows } = await rig.test.owner.query<{ state: string; seconds: number | null }>(
    `select state, extract(epoch from next_check_at - clock_now())::float8 as seconds
       from payment_attempts where order_id = $1`,
    [orderId],
  )
  return rows[0]!
}

const dueOf = async (orderId: OrderId) => {
  const { rows } = await rig.test.owner.query<{ finish_due_at: Date | null }>(
    'select finish_due_at from order_contacts where order_id = $1',
    [orderId],
  )
  return rows[0]!.finish_due_at
}

describe('who has paid for a raffle that is halted', () => {
  it('waits, also in the batch that tripped, and has the reserved tickets afterwards', async () => {
    const { raffleId, orderId } = await lastTwo()
    const log = [logOf(raffleId)]
    const damage = 'update raffle_state set issued = $2, held = $3 where log_id = $1'
    await rig.test.owner.query(damage, [...log, 1, 1])

    await ask(orderId)

    expect(rig.store.halted().at(-1)).toMatchObject({ logId: log[0] })
    await halt(raffleId) // the mark, which the service sets where its writer calls for somebody
    const waiting = await rig.order(orderId)
    expect(waiting).toMatchObject({ status: 'paid', grants: [], refunds: [] })
    expect(publicStatus(waiting)).toMatchObject({ status: 'pending', refundStatus: null })
    const attempt = await attemptOf(orderId)
    expect(attempt.state).not.toBe('settled')
    expect(attempt.seconds).toBeGreaterThan(20)

    await rig.test.owner.query(damage, [...log, 0, 2])
    await sweepPayments(await resume(raffleId))

    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
    expect(await attemptOf(orderId)).toEqual({ state: 'settled', seconds: null })
  })

  it('comes before whoever buys when it is resumed, however long that took', async () => {
    const { raffleId, orderId, productIds } = await lastTwo()
    await halt(raffleId)
    await ask(orderId)
    await rig.moveClock(50 * 3_600)
    await sweepPayments(rig.desk)
    expect((await attemptOf(orderId)).seconds).toBeGreaterThan(20)

    const resumed = await resume(raffleId)
    await expect(holdIn(resumed.store, raffleId, productIds[0]!)).rejects.toMatchObject({
      code: 'tickets_left',
    })
    await sweepPayments(resumed)
    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
  })

  it('keeps the numbers that a process had issued before it died', async () => {
    const { raffleId, orderId } = await lastTwo()
    await payAndDie(orderId)
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ issued: 2 })

    await halt(raffleId)
    await sweepPayments(rig.desk)
    expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [], refunds: [] })

    await sweepPayments(await resume(raffleId))
    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
  })

  it('that is cancelled as well, is owed the money of what had been issued, once', async () => {
    const { raffleId, orderId } = await lastTwo()
    await payAndDie(orderId)
    const meta = { commandId: newId<CommandId>(), correlationId: raffleId, actor: 'system:test' }
    await rig.store
      .raffle(raffleId)
      .command({ type: 'CancelRaffle', now: '', reason: 'prize_unavailable' }, meta)
    await halt(raffleId)
    const stopping = new AbortController().signal
    await expect(settleCancelledRaffle(rig.desk, raffleId, { stopping })).rejects.toThrow()
    expect(await rig.order(orderId)).toMatchObject({ grants: [], refunds: [] })

    await settleCancelledRaffle(await resume(raffleId), raffleId, { stopping })
    expect(await rig.order(orderId)).toMatchObject({
      grants: [{ first: 1, last: 2 }],
      refunds: [{ cause: 'raffle_cancelled' }],
    })
  })

  it('has the tickets of other raffles at once', async () => {
    const halted = await rig.sellRaffle({ ticketsMax: 2 })
    const sound = await rig.sellRaffle({ ticketsMax: 2 })
    const orderId = await buy([halted.productIds[0]!, sound.productIds[0]!], 2)
    await halt(halted.raffleId)

    await ask(orderId)

    const waiting = await rig.order(orderId)
    expect(waiting).toMatchObject({ grants: [{ raffleId: sound.raffleId }], refunds: [] })
    expect(publicStatus(waiting)).toMatchObject({ status: 'pending' })
    await sweepPayments(await resume(halted.raffleId))
    expect((await rig.order(orderId)).grants).toHaveLength(2)
  })

  it('too late, is not told that there is no room', async () => {
    const { raffleId, orderId } = await lastTwo()
    await rig.moveClock(1_801)
    await expireOrders(rig.desk)
    await halt(raffleId)

    await ask(orderId)
    expect(await rig.order(orderId)).toMatchObject({ payments: [], refunds: [] })
    expect((await attemptOf(orderId)).seconds).toBeGreaterThan(20)

    await sweepPayments(await resume(raffleId))
    expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{ first: 1 }] })
  })

  it('at the counter, waits as well', async () => {
    const { raffleId, orderId } = await lastTwo()
    await halt(raffleId)

    const staffId = newId<string>()
    const paid = await takeManualPayment(rig.desk, { orderId, staffId, proof: { method: 'cash' } })
    expect(paid).toMatchObject({ status: 'paid', grants: [], refunds: [] })
    await sweepUnfinished(rig.desk)
    expect(await dueOf(orderId)).not.toBeNull()

    await sweepUnfinished(await resume(raffleId))
    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
    expect(await dueOf(orderId)).toBeNull()
  })
})

it('nobody orders from a raffle that is halted, and nothing of the try is left', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 2 })
  await halt(raffleId)
  await expect(buy(productIds, 1)).rejects.toMatchObject({ code: 'raffle_halted' })
  const { rows } = await rig.test.owner.query('select from holds where log_id = $1', [
    logOf(raffleId),
  ])
  expect(rows).toEqual([])
})

describe('an order that is cancelled meanwhile', () => {
  const actor = 'staff:test'

  it('has its numbers void once the raffle is resumed', async () => {
    const { raffleId, orderId } = await lastTwo()
    await ask(orderId)
    await halt(raffleId)

    const cancelled = await cancelOrder(rig.desk, { orderId, reason: 'staff', actor })
    expect(cancelled).toMatchObject({ status: 'cancelled', refunds: [{ cause: 'cancelled' }] })
    await sweepUnfinished(rig.desk)
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ voided: 0 })

    await sweepUnfinished(await resume(raffleId))
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ voided: 2 })
    expect(await dueOf(orderId)).toBeNull()
  })

  it('is not listed as one whose tickets are missing', async () => {
    const { raffleId, orderId } = await lastTwo()
    const other = await lastTwo()
    await ask(orderId)
    await halt(raffleId)
    await halt(other.raffleId)
    const [staffId, proof] = [newId<string>(), { method: 'cash' as const }]
    await takeManualPayment(rig.desk, { orderId: other.orderId, staffId, proof })
    await cancelOrder(rig.desk, { orderId, reason: 'staff', actor })
    await openProjector({ database: rig.test.database, projections: allProjections }).catchUp()
    await rig.moveClock(601)

    const { items } = await listAttention(
      {
        database: rig.test.database,
        halted: () => [],
        readModels: async () => [],
        now: rig.desk.now,
      },
      { kind: 'unfinished', limit: 100, offset: 0 },
    )
    const listed = items.map((item) => item.orderId)
    expect(listed).toContain(other.orderId)
    expect(listed).not.toContain(orderId)
  })

  it('by a process that died, keeps the reactor back from no other order', async () => {
    const { raffleId, orderId } = await lastTwo()
    await ask(orderId)
    const deaf = rig.anotherProcess().desk
    await deaf.orders.load(orderId)
    await halt(raffleId)
    await rig.desk.orders.change(orderId, {
      actor,
      commands: () => [
        {
          type: 'CancelOrder',
          now: rig.desk.now().toISOString(),
          reason: 'staff',
          drawStanding: null,
          restock: false,
          refundId: `cancelled:${orderId}`,
        },
      ],
    })
    const reactor = cancelledOrders(deaf)
    if (reactor.isTransactional) throw new Error('it acts outside')
    const event = { type: 'OrderCancelled', data: { reason: 'staff' } }
    const fact = { streamId: `order/${orderId}`, event, meta: { actor } } as never

    await reactor.react(fact, new AbortController().signal)
    expect(await dueOf(orderId)).not.toBeNull()

    await sweepUnfinished(await resume(raffleId))
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ voided: 2 })
  })
})

describe('while a hundred orders wait', () => {
  let halted: { raffleId: RaffleId; productIds: ProductId[] }
  const waiting: OrderId[] = []
  beforeAll(async () => {
    halted = await rig.sellRaffle({ ticketsMax: 200 })
    for (let n = 0; n < 100; n++) waiting.push(await buy(halted.productIds, 1))
    await Promise.all(waiting.map((orderId) => rig.pay(orderId, 'approve', 0)))
    await halt(halted.raffleId)
    await Promise.all(waiting.map((orderId) => rig.watch.askNow(orderId)))
  }, 60_000)

  const refundsOfWaiting = async () => {
    const orders = await Promise.all(waiting.map((orderId) => rig.order(orderId)))
    return orders.flatMap(({ refunds }) => refunds)
  }

  it('payments of other raffles are settled behind them', async () => {
    const { orderId } = await lastTwo()
    await rig.pay(orderId, 'approve', 0)
    await rig.test.owner.query(
      `update payment_attempts
          set next_check_at = clock_now() - case order_id when $1 then interval '1 minute'
                                                          else interval '1 hour' end
        where next_check_at is not null`,
      [orderId],
    )

    await rig.watch.checkDue()
    await rig.watch.checkDue()

    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
    expect(await refundsOfWaiting()).toEqual([])
  })

  it('so are orders that nobody watches', async () => {
    const { orderId } = await lastTwo()
    const dying = rig.anotherProcess().desk
    dying.store = {
      ...dying.store,
      raffle: () => {
        throw new Error('killed')
      },
    }
    await rig.pay(orderId, 'approve', 0)
    await expect(openPaymentWatch(dying).askNow(orderId)).rejects.toThrow('killed')
    await rig.test.owner.query(
      `update order_contacts
          set finish_due_at = clock_now() - case order_id when $1 then interval '1 minute'
                                                          else interval '1 hour' end
        where order_id = any($2)`,
      [orderId, [...waiting, orderId]],
    )

    while ((await finishUnfinished(rig.desk)) > 0);

    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
    expect(await dueOf(orderId)).toBeNull()
    expect(await dueOf(waiting[0]!)).not.toBeNull()
    expect(await refundsOfWaiting()).toEqual([])
  })

  it('have their tickets when it is resumed, each its own', async () => {
    await sweepPayments(await resume(halted.raffleId))
    const orders = await Promise.all(waiting.map((orderId) => rig.order(orderId)))
    const numbers = orders.flatMap(({ grants }) => grants.map(({ first }) => first))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(waiting.map((_, index) => index + 1))
  })
})

const holdIn = (store: EventStore, raffleId: RaffleId, productId: ProductId) =>
  store.raffle(raffleId).hold({
    orderLineId: newId(),
    orderId: newId<OrderId>(),
    productId,
    n: 1,
    expiresAt: new Date(rig.desk.now().getTime() + 60_000),
    personKey: '',
  })
