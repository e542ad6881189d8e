// Orders in a halted raffle: who waits breaks nothing, and who was refused while his numbers stand
// is found. The refusal is written as a process would that takes the halt for an answer.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import { lineTotalCents } from '#events/order/evolve.ts'

import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { newId } from '../ids.ts'
import { openPaymentWatch } from '../commands/payment-watch.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { verify } from './run.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

async function sell() {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  await rig.pay(id, 'approve', 0)
  return { raffleId, orderId: id as OrderId }
}

/** An hour later; read models are no matter here. */
async function brokenRules() {
  await rig.moveClock(3_600)
  const { findings } = await verify(rig.test.owner)
  const failed = findings.filter(({ id, verdict }) => verdict === 'fail' && /^I(4|15)$/.test(id))
  return failed.flatMap(({ id, examples }) => examples.map((example) => `${id} ${example}`))
}

it('breaks no rule while its tickets wait, and breaks them when nobody waits for', async () => {
  const { raffleId, orderId } = await sell()
  const logId = `raffle/${raffleId}`
  await markHalted(rig.test.database, { logId, error: new Error('7 is not 8') })
  await rig.watch.askNow(orderId)
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [] })

  expect(await brokenRules()).toEqual([])

  await liftHalt(rig.test.owner, logId)
  expect(await brokenRules()).toEqual([
    expect.stringMatching(/^I4 .* paid for 2 tickets, has 0$/),
    expect.stringMatching(/^I15 .* its attempt is not settled$/),
  ])
})

it('finds money owed for numbers that are valid, until they are void', async () => {
  const { raffleId, orderId } = await sell()
  await refuseThoughIssued(orderId)
  const found = expect.stringMatching(/^I4 .* not issuable, yet 1-2 are valid$/)
  expect((await brokenRules()).filter((line) => line.includes(orderId))).toEqual([found])

  await voidTickets(raffleId, 1)
  expect((await brokenRules()).filter((line) => line.includes(orderId))).toEqual([found])

  await voidTickets(raffleId, 2)
  expect((await brokenRules()).filter((line) => line.includes(orderId))).toEqual([])
})

it('does not mind such numbers in a raffle that was cancelled', async () => {
  const { raffleId, orderId } = await sell()
  await refuseThoughIssued(orderId)
  await rig.store
    .raffle(raffleId)
    .command({ type: 'CancelRaffle', now: '', reason: 'prize_unavailable' }, metaOf(raffleId))
  expect((await brokenRules()).filter((line) => line.includes(orderId))).toEqual([])
})

/** The numbers are issued, and the process dies before it grants them. */
async function refuseThoughIssued(orderId: OrderId): Promise<void> {
  const { desk } = rig
  const dying: typeof desk.orders = {
    ...desk.orders,
    change: (id, wanted) =>
      wanted.actor === 'system:issue-tickets'
        ? Promise.reject(new Error('killed'))
        : desk.orders.change(id, wanted),
  }
  const watch = openPaymentWatch({ ...desk, orders: dying })
  await expect(watch.askNow(orderId)).rejects.toThrow('killed')
  const [line] = (await rig.order(orderId)).lines
  await desk.orders.change(orderId, {
    actor: 'system:test',
    commands: () => [
      {
        type: 'OweRefund',
        refundId: `not_issuable:${line!.lineId}`,
        lineId: line!.lineId,
        attemptId: null,
        amountCents: lineTotalCents(line!),
        cause: 'not_issuable',
      },
    ],
  })
  // Nobody finishes the order any more: whoever does makes the numbers void.
  await rig.test.owner.query(
    `update payment_attempts set state = 'settled', next_check_at = null where order_id = $1`,
    [orderId],
  )
}

const voidTickets = (raffleId: RaffleId, number: number) =>
  rig.store
    .raffle(raffleId)
    .command(
      { type: 'VoidTickets', now: '', ranges: [[number, number]], reason: 'refunded' },
      metaOf(raffleId),
    )

const metaOf = (raffleId: RaffleId) => ({
  commandId: newId<CommandId>(),
  correlationId: raffleId,
  actor: 'system:test',
})
