// F9: the same job twice at once, a job that never comes, jobs in the wrong order. After each of
// them every order is sold once, and the read models are those of one undisturbed run.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'

import { dropExpiredHolds, expireOrders, releaseOrphans } from '../../commands/expire-holds.ts'
import { finishUnfinished } from '../../commands/finish-orders.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { openProjector } from '../../workers/projector.ts'
import type { Projector } from '../../workers/projector.ts'
import { openReactor } from '../../workers/reactor.ts'
import { receipts } from '../../workers/reactors/receipts.ts'
import { startWorkers } from '../../workers/workers.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { expectReadModels, expectSoldOnce, expectSound, otherProcess, unpaidOrders } from './rig.ts'
import type { OtherProcess } from './rig.ts'

let rig: PurchaseRig
let projector: Projector
let other: OtherProcess
beforeAll(async () => {
  rig = await openPurchaseRig()
  projector = projectorOf(rig)
})
afterAll(async () => {
  await projector.stop()
  await rig.stop()
})
beforeEach(() => void (other = otherProcess(rig)))
afterEach(() => other.stop())

const projectorOf = ({ test: { database } }: PurchaseRig) =>
  openProjector({ database, projections: allProjections })

async function expectUndisturbed(): Promise<void> {
  await projector.catchUp()
  await expectSound(rig)
  await expectReadModels(rig)
}

const both = <Answer>(act: (process: Pick<OtherProcess, 'desk' | 'watch'>) => Promise<Answer>) =>
  Promise.all([act(rig), act(other), act(rig), act(other)])

it('a settlement asked for four times at once in two processes happens once (F9)', async () => {
  const orders = await unpaidOrders(rig, { orders: 20 })
  for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)
  await rig.moveClock(30)

  await both(({ watch }) => watch.checkDue())
  await both(({ desk }) => finishUnfinished(desk))
  while ((await rig.watch.checkDue()) > 0);

  for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
  await expectUndisturbed()
})

it('a payment whose every bell was lost has its tickets within sixty seconds (F9)', async () => {
  const [order] = await unpaidOrders(rig, { orders: 1 })
  await rig.pay(order!.orderId, 'approve', 0)

  await rig.moveClock(60)
  await rig.watch.checkDue()

  await expectSoldOnce(rig, order!.orderId)
  await expectUndisturbed()
})

it('an expiry asked for four times at once in two processes happens once (F9)', async () => {
  const orders = await unpaidOrders(rig, { orders: 20 })
  await rig.moveClock(1_801)

  await both(({ desk }) => expireOrders(desk))
  await both(({ desk }) => releaseOrphans(desk))
  await both(({ desk }) => dropExpiredHolds(desk))

  const { rows } = await rig.test.owner.query<{ n: number }>(
    `select count(*)::int as n from events where type = 'OrderCancelled' group by stream_id`,
  )
  expect(rows).toHaveLength(orders.length)
  expect(rows.every(({ n }) => n === 1)).toBe(true)
  const { rows: holds } = await rig.test.owner.query('select from holds')
  expect(holds).toEqual([])
  await expectUndisturbed()
})

it('expiry beside the settlement of the same orders: each is paid once (F9)', async () => {
  const orders = await unpaidOrders(rig, { orders: 12 })
  for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)
  await rig.moveClock(1_801)

  await Promise.all([
    expireOrders(rig.desk),
    other.watch.checkDue(),
    expireOrders(other.desk),
    rig.watch.checkDue(),
  ])
  await rig.moveClock(60)
  while ((await rig.watch.checkDue()) > 0);
  await dropExpiredHolds(rig.desk)

  for (const { orderId } of orders) await expectSoldOnce(rig, orderId)
  await expectUndisturbed()
})

const lostJobs = [
  ['is deleted', `delete from pgboss.job where name = 'project' and state = 'created'`],
  [
    'was taken by somebody who died',
    `update pgboss.job set state = 'active', started_on = now()
      where name = 'project' and state = 'created'`,
  ],
] as const

it.each(lostJobs)('a project job that %s: caught up within sixty seconds (F9)', async (_, lose) => {
  const ringing = await workers({ isOnlyRinging: true })
  await unpaidOrders(rig, { orders: 3 })
  await expect.poll(jobsWaiting).toBe(1)
  await ringing.stop()
  await rig.test.owner.query(lose)
  expect(await jobsWaiting()).toBe(0)
  expect(await factsBehind()).toBeGreaterThan(0)

  const hearing = await workers({ isOnlyRinging: false })
  await expect.poll(factsBehind, { timeout: 60_000 }).toBe(0)
  await hearing.stop()

  await expectReadModels(rig)
  await rig.test.owner.query(`delete from pgboss.job where name = 'project'`)
})

const workers = ({ isOnlyRinging }: { isOnlyRinging: boolean }) =>
  startWorkers({
    database: rig.test.database,
    url: rig.test.url,
    store: rig.store,
    failed,
    isOnlyRinging,
  })

const failed = (what: string, error: unknown) => {
  throw new Error(what, { cause: error })
}

async function jobsWaiting(): Promise<number> {
  const { rows } = await rig.test.owner.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where name = 'project' and state = 'created'`,
  )
  return rows[0]?.n ?? 0
}

async function factsBehind(): Promise<number> {
  const status = await projectionStatus(rig.test.database)
  return Math.max(...status.map(({ lagEvents }) => lagEvents))
}

it('handlers of one bell, at work in two processes at once, act as one (F9)', async () => {
  const rival = projectorOf(rig)
  const senders = await Promise.all([senderOf(rig.desk), senderOf(other.desk)])
  const orders = await unpaidOrders(rig, { orders: 20 })
  for (const { orderId } of orders) await rig.pay(orderId, 'approve', 0)
  await rig.moveClock(30)
  while ((await rig.watch.checkDue()) > 0);

  await Promise.all([projector.catchUp(), rival.catchUp(), ...senders.map(({ run }) => run())])
  // Who found everything taken has ended before the other.
  await Promise.all([rival.stop(), ...senders.map(({ run }) => run())])
  await Promise.all(senders.map(({ stop }) => stop()))

  for (const { orderId } of orders) {
    await expectSoldOnce(rig, orderId)
    const texts = rig.sent.filter(({ ref }) => ref.startsWith(`receipt:${orderId}:`))
    expect(texts).toHaveLength(1)
  }
  await expectUndisturbed()
})

const senderOf = (desk: OrderDesk) =>
  openReactor({
    database: rig.test.database,
    reactor: receipts(desk),
    failed: ({ reactor, error }) => failed(reactor, error),
  })
