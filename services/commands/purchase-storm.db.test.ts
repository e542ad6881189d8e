import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId, RaffleId } from '#events/kernel/ids.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { inTurns } from './in-turns.ts'

let rig: PurchaseRig
/** Thousands wait for one sandbox: on a busy machine its answer may take longer than a person's. */
const timeouts = { connectMs: 60_000, startMs: 60_000, totalMs: 60_000 }
const patient = { timeouts, startTimeoutMs: 60_000 }
beforeAll(async () => void (rig = await openPurchaseRig(patient)))
afterAll(() => rig.stop())

type Answer = PromiseSettledResult<{ id: string }>

const placed = (answers: readonly Answer[]) =>
  answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id as OrderId] : []))

/** Whoever was not served was told that the tickets are gone: nothing else goes wrong. */
function requireHonestRefusals(answers: readonly Answer[]) {
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason.code ?? String(answer.reason)] : [],
  )
  expect([...new Set(codes)]).toEqual(codes.length > 0 ? ['tickets_left'] : [])
}

async function payAll(orderIds: readonly OrderId[]) {
  await inTurns(orderIds, (orderId) => rig.pay(orderId, 'approve', 0))
  await inTurns(orderIds, (orderId) => rig.watch.askNow(orderId))
}

/** Numbers 1 … n, each once, and not one more than the raffle has. */
async function requireDense(raffleId: RaffleId, issuedExpected: number) {
  const { rows } = await rig.test.owner.query<{ first: number; last: number }>(
    'select first, last from issues where log_id = $1 order by first',
    [`raffle/${raffleId}`],
  )
  let next = 1
  for (const { first, last } of rows) {
    expect(first).toBe(next)
    next = last + 1
  }
  expect(next - 1).toBe(issuedExpected)
}

async function requireNobodyShort(orderIds: readonly OrderId[]) {
  for (const orderId of orderIds) {
    const { order } = await rig.desk.orders.load(orderId)
    if (order.status === 'none') throw new Error('an answered order is not there')
    const settled = order.grants.length + order.refunds.length
    expect([order.status, settled]).toEqual(['paid', order.lines.length])
  }
}

it('2,000 buyers at once on 5,000 tickets: never one too many, none charged in vain', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 5_000 })
  const cart = { items: [{ productId: productIds[0]!, quantity: 3 }] }

  const answers = await Promise.allSettled(Array.from({ length: 2_000 }, () => rig.buy(cart)))

  requireHonestRefusals(answers)
  const orderIds = placed(answers)
  expect(orderIds).toHaveLength(1_666)
  expect((await rig.store.raffle(raffleId).state()).held).toBe(1_666 * 3)
  // Each payment is four calls over HTTP: a part of them shows the same as all.
  const payers = orderIds.slice(0, 300)
  await payAll(payers)
  await requireDense(raffleId, 300 * 3)
  await requireNobodyShort(payers)
}, 60_000)

it('1,000 buyers on the last 50 tickets: exactly 50 are sold', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const cart = { items: [{ productId: productIds[0]!, quantity: 1 }] }

  const answers = await Promise.allSettled(Array.from({ length: 1_000 }, () => rig.buy(cart)))

  requireHonestRefusals(answers)
  const orderIds = placed(answers)
  expect(orderIds).toHaveLength(50)
  await payAll(orderIds)
  await requireDense(raffleId, 50)
  await requireNobodyShort(orderIds)
}, 30_000)

it('orders across three raffles take all or nothing, however they stand in the cart', async () => {
  const raffles = await Promise.all(
    [40, 60, 80].map((ticketsMax) => rig.sellRaffle({ ticketsMax })),
  )
  const items = raffles.map(({ productIds }) => ({ productId: productIds[0]!, quantity: 1 }))

  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, (_, buyer) =>
      rig.buy({ items: buyer % 2 === 0 ? items : items.toReversed() }),
    ),
  )

  requireHonestRefusals(answers)
  const orderIds = placed(answers)
  expect(orderIds).toHaveLength(40)
  await payAll(orderIds)
  for (const { raffleId } of raffles) {
    await requireDense(raffleId, 40)
    expect((await rig.store.raffle(raffleId).state()).held).toBe(0)
  }
  await requireNobodyShort(orderIds)
}, 30_000)
