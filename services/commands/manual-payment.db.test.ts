// Whose proof stands beside money that was taken, or given back, by hand: of two at once, and of
// one whose command came to nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { markHalted } from '../event-store/raffle-halts.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { soldByHand } from '../testing/sold-by-hand.ts'
import { cancelOrder } from './cancel-order.ts'
import { payRefund } from './complete-refund.ts'
import { takeManualPayment } from './manual-payment.ts'
import type { Proof } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard, Orders } from './orders.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const ann = newId<string>()
const bob = newId<string>()
const omt: Partial<Proof> = { method: 'omt', reference: 'OMT-1', collector: 'Bob' }

const place = (status: 'pending' | 'paid') => soldByHand(rig, { staffId: ann, status })

/** The rig's own, with another way to the facts. */
const through = (change: Orders['change']): OrderDesk => ({
  ...rig.desk,
  orders: { ...rig.desk.orders, change },
})
const outage = () => through(() => Promise.reject(new Error('the connection broke')))

async function rowOf(table: 'manual_payments' | 'refund_payments', orderId: string) {
  const { rows } = await rig.test.owner.query<{ row: Record<string, string> }>(
    `select row_to_json(written) as row from ${table} as written where order_id = $1`,
    [orderId],
  )
  return rows.map(({ row }) => row)
}

/** The second comes while the first is at work: its row is written, its fact is not. */
async function atOnce(
  first: (desk: OrderDesk) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown> {
  let refusal: unknown
  const desk = through(async (orderId, change) => {
    refusal ??= await second().catch((error: unknown) => error)
    return rig.desk.orders.change(orderId, change)
  })
  await first(desk)
  return refusal
}

it('of two who take money for one order the proof of the one who took it stands', async () => {
  const orderId = await place('pending')
  const pay = (desk: OrderDesk, staffId: string, proof: Partial<Proof>) =>
    takeManualPayment(desk, { orderId, staffId, proof })

  const refusal = await atOnce(
    (desk) => pay(desk, ann, {}),
    () => pay(rig.desk, bob, omt),
  )

  expect(refusal).toMatchObject({ code: 'edit_conflict' })
  expect(await rowOf('manual_payments', orderId)).toMatchObject([
    { method: 'cash', taken_by: ann, reference: null },
  ])
  await expect(pay(rig.desk, bob, omt)).rejects.toMatchObject({ code: 'order_paid' })
  expect(await rowOf('manual_payments', orderId)).toMatchObject([{ taken_by: ann }])
})

it('what an outage left is taken over once nobody is at work on it', async () => {
  const orderId = await place('pending')
  const pay = (desk: OrderDesk, staffId: string, proof: Partial<Proof>) =>
    takeManualPayment(desk, { orderId, staffId, proof })
  await expect(pay(outage(), ann, {})).rejects.toThrow('the connection broke')
  const [left] = await rowOf('manual_payments', orderId)
  await expect(pay(rig.desk, bob, omt)).rejects.toMatchObject({ code: 'edit_conflict' })
  // The same person with the same words is no other payment.
  await expect(pay(outage(), ann, {})).rejects.toThrow('the connection broke')

  await rig.moveClock(61)
  expect(await pay(rig.desk, bob, omt)).toMatchObject({ payments: [{ method: 'omt' }] })
  const [taken] = await rowOf('manual_payments', orderId)
  expect(taken).toMatchObject({ method: 'omt', reference: 'OMT-1', taken_by: bob })
  expect(Date.parse(taken!.created_at!)).toBeGreaterThan(Date.parse(left!.created_at!) + 60_000)
})

it('who is at work for too long takes no money, and leaves no row', async () => {
  const orderId = await place('pending')
  const pay = (desk: OrderDesk, proof: Partial<Proof>) =>
    takeManualPayment(desk, { orderId, staffId: ann, proof })
  const slow = (seconds: number) =>
    through(async (id, change) => {
      await rig.moveClock(seconds)
      return rig.desk.orders.change(id, change)
    })
  const reference = 'OMT-slow'

  await expect(pay(slow(16), { ...omt, reference })).rejects.toMatchObject({ code: 'busy' })
  expect(await rig.order(orderId)).toMatchObject({ status: 'pending', payments: [] })
  expect(await rowOf('manual_payments', orderId)).toEqual([])

  expect(await pay(slow(10), { ...omt, reference })).toMatchObject({ payments: [{}] })
})

it('who was at work for longer than anybody is has his own proof beside his fact', async () => {
  const orderId = await place('pending')
  const pay = (desk: OrderDesk, staffId: string, guard: Guard = {}) => {
    const proof = { method: 'cash', collector: staffId } as const
    return takeManualPayment(desk, { orderId, staffId, proof, guard })
  }
  let refusal: unknown

  await pay(rig.desk, ann, {
    async agreed() {
      await rig.moveClock(61)
      refusal = await pay(outage(), bob).catch((error: unknown) => error)
    },
  })

  expect(refusal).toMatchObject({ message: 'the connection broke' })
  expect(await rowOf('manual_payments', orderId)).toMatchObject([{ taken_by: ann, collector: ann }])
})

it('no money is taken once the raffle can give no tickets, though the order is kept', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, closesInSeconds: 600 })
  const orderId = await soldByHand(rig, { staffId: ann, status: 'pending', productIds })
  const proof = { method: 'cash' } as const
  const pay = () => takeManualPayment(rig.desk, { orderId, staffId: ann, proof })
  await rig.moveClock(600 + 1_800 - 30)
  const before = await rig.order(orderId)
  await rig.moveClock(60)
  await expect(pay()).rejects.toMatchObject({ code: 'raffle_ended' })
  expect(await rig.order(orderId)).toEqual(before)
  expect(before.status).toBe('pending')
  expect(await rowOf('manual_payments', orderId)).toEqual([])
})

it('neither where another raffle of the order is halted, which says nothing', async () => {
  const raffle = { ticketsMax: 10, closesInSeconds: 600 }
  const raffles = [await rig.sellRaffle(raffle), await rig.sellRaffle(raffle)]
  // In the order in which they are asked.
  raffles.sort((a, b) => (a.raffleId < b.raffleId ? -1 : 1))
  const productIds = raffles.flatMap(({ productIds: [productId] }) => productId!)
  const orderId = await soldByHand(rig, { staffId: ann, status: 'pending', productIds })
  await markHalted(rig.test.database, {
    logId: `raffle/${raffles[0]!.raffleId}`,
    error: new Error('7 is not 8'),
  })
  await rig.moveClock(600 + 1_800 + 30)

  const paying = takeManualPayment(rig.desk, { orderId, staffId: ann, proof: { method: 'cash' } })
  await expect(paying).rejects.toMatchObject({ code: 'raffle_ended' })
  expect(await rig.order(orderId)).toMatchObject({ status: 'pending', payments: [] })
})

it('of two who give money back the proof of the one who did stands; a leftover goes', async () => {
  const orderId = await place('paid')
  const { refunds } = await cancelOrder(rig.desk, { orderId, reason: 'staff', actor: 'staff:x' })
  const refundId = refunds[0]!.refundId
  const give = (desk: OrderDesk, paidBy: string, reference: string) =>
    payRefund(desk, { orderId, refundId, method: 'omt', reference, paidBy, actor: 'staff:x' })
  await expect(give(outage(), bob, 'B-0')).rejects.toThrow('the connection broke')
  await rig.moveClock(61)

  const refusal = await atOnce(
    (desk) => give(desk, ann, 'A-1'),
    () => give(rig.desk, bob, 'B-1'),
  )

  expect(refusal).toMatchObject({ code: 'edit_conflict' })
  const proof = { paid_by: ann, reference: 'A-1', method: 'omt' }
  expect(await rowOf('refund_payments', orderId)).toMatchObject([proof])
  // Paid: who says the same again is answered with it, anybody else hears how it was paid.
  expect(await give(rig.desk, ann, 'A-1')).toMatchObject({ refunds: [{ isPaid: true }] })
  for (const [paidBy, reference] of [
    [bob, 'A-1'],
    [ann, 'A-2'],
  ] as const)
    await expect(give(rig.desk, paidBy, reference)).rejects.toMatchObject({
      code: 'refund_paid',
      details: {
        fields: [
          { path: 'method', message: 'omt' },
          { path: 'reference', message: 'A-1' },
        ],
      },
    })
  expect(await rowOf('refund_payments', orderId)).toMatchObject([proof])
  const { rows } = await rig.test.owner.query(
    'select reference from refund_references where order_id = $1',
    [orderId],
  )
  expect(rows).toEqual([{ reference: 'A-1' }])
})
