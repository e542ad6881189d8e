// What a payment back that is refused leaves: no proof, and its reference is free.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { orderWork } from '#projections/order-work/projection.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { soldByHand } from '../testing/sold-by-hand.ts'
import { openProjector } from '../workers/projector.ts'
import { cancelOrder } from './cancel-order.ts'
import { oweRefund, payRefund } from './complete-refund.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Orders } from './orders.ts'
import { listRefunds } from './refund-duties.ts'
import { refundsAfter } from './refund-export.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const ann = newId<string>()

/** A paid order, and the refund that it is owed; some of its money, or all of it. */
async function owed(amountCents?: number): Promise<{ orderId: OrderId; refundId: string }> {
  const orderId = await soldByHand(rig, { staffId: ann, status: 'paid' })
  const { refunds } =
    amountCents === undefined
      ? await cancelOrder(rig.desk, { orderId, reason: 'staff', actor: 'staff:test' })
      : await owe(orderId, amountCents)
  return { orderId, refundId: refunds[0]!.refundId }
}

const owe = (orderId: OrderId, amountCents: number) =>
  oweRefund(rig.desk, {
    orderId,
    amountCents,
    attemptId: null,
    actor: 'staff:test',
    guard: { commandId: newId() },
  })

type Duty = Awaited<ReturnType<typeof owed>>
type Guarded = Parameters<typeof payRefund>[1]['guard']

const pay = (desk: OrderDesk, duty: Duty, reference: string, guard: Guarded = {}) =>
  payRefund(desk, {
    ...duty,
    method: 'omt',
    reference,
    paidBy: ann,
    actor: `staff:${ann}`,
    guard,
  })

/** The rig's own, with another way to the facts. */
const through = (change: Orders['change']): OrderDesk => ({
  ...rig.desk,
  orders: { ...rig.desk.orders, change },
})

const outage = () => through(() => Promise.reject(new Error('the connection broke')))

/** What is written down of the order's refunds, and the references that it holds. */
async function writtenAt(orderId: OrderId) {
  const { rows } = await rig.test.owner.query<{ kind: string; reference: string }>(
    `select 'proof' as kind, reference from refund_payments where order_id = $1
      union all
     select 'claim', reference from refund_references where order_id = $1`,
    [orderId],
  )
  return rows.map(({ kind, reference }) => `${kind} ${reference}`)
}

it('one that is refused leaves no proof, and its transfer settles the right order', async () => {
  const wrong = await owed(100)
  const { version } = await rig.desk.orders.load(wrong.orderId, { fresh: true })
  const desk = through(async (orderId, change) => {
    expect(await writtenAt(orderId)).toEqual(['proof T-1', 'claim T-1'])
    await owe(orderId, 200)
    return rig.desk.orders.change(orderId, change)
  })
  const moved = pay(desk, wrong, 'T-1', { ifVersion: version })
  await expect(moved).rejects.toMatchObject({ code: 'edit_conflict' })
  expect(await writtenAt(wrong.orderId)).toEqual([])

  const agree = () => Promise.reject(new Rejection('approval_required', 'Two must agree.'))
  const alone = pay(rig.desk, wrong, 'T-1', { agree })
  await expect(alone).rejects.toMatchObject({ code: 'approval_required' })
  expect(await writtenAt(wrong.orderId)).toEqual([])

  const right = await owed()
  expect(await pay(rig.desk, right, 'T-1')).toMatchObject({ refunds: [{ isPaid: true }] })
  await expect(pay(rig.desk, wrong, 'T-1')).rejects.toMatchObject({ code: 'reference_used' })
  expect(await writtenAt(right.orderId)).toEqual(['proof T-1', 'claim T-1'])
})

it('a proof stays where its fact is there, or nobody knows whether it is', async () => {
  const duty = await owed()
  await expect(pay(outage(), duty, 'T-2')).rejects.toThrow('the connection broke')
  expect(await writtenAt(duty.orderId)).toEqual(['proof T-2', 'claim T-2'])

  const refused = through(async (orderId, change) => {
    await rig.desk.orders.change(orderId, change)
    throw new Rejection('busy', 'It was recorded, and whoever did it never heard of it.')
  })
  await expect(pay(refused, duty, 'T-2')).rejects.toMatchObject({ code: 'busy' })
  expect(await writtenAt(duty.orderId)).toEqual(['proof T-2', 'claim T-2'])
})

it('who is refused does not forget what was written over his proof since', async () => {
  const duty = await owed()
  const refused = through(async () => {
    await expect(pay(outage(), duty, 'T-3')).rejects.toThrow('the connection broke')
    throw new Rejection('busy', 'This order is being changed.')
  })
  await expect(pay(refused, duty, 'T-3')).rejects.toMatchObject({ code: 'busy' })
  expect(await writtenAt(duty.orderId)).toEqual(['proof T-3', 'claim T-3'])
})

it('who is at work for too long gives nothing back, and leaves no proof', async () => {
  const duty = await owed()
  const slow = (seconds: number) =>
    through(async (orderId, change) => {
      await rig.moveClock(seconds)
      return rig.desk.orders.change(orderId, change)
    })

  await expect(pay(slow(16), duty, 'T-5')).rejects.toMatchObject({ code: 'busy' })
  expect(await rig.order(duty.orderId)).toMatchObject({ refunds: [{ isPaid: false }] })
  expect(await writtenAt(duty.orderId)).toEqual([])

  expect(await pay(slow(10), duty, 'T-5')).toMatchObject({ refunds: [{ isPaid: true }] })
  expect(await writtenAt(duty.orderId)).toEqual(['proof T-5', 'claim T-5'])
})

it('lists and files show the proof of what is paid alone', async () => {
  const duty = await owed()
  await expect(pay(outage(), duty, 'T-4')).rejects.toThrow('the connection broke')
  expect(await shown(duty)).toEqual([null, null])
  await pay(rig.desk, duty, 'T-4')
  expect(await shown(duty)).toEqual(['T-4', 'T-4'])
})

/** The proof in the list and in the file. */
async function shown({ orderId }: Duty) {
  const { database } = rig.test
  await openProjector({ database, projections: [orderWork] }).catchUp()
  const { data } = await listRefunds(database, { state: undefined, limit: 100, offset: 0 })
  const filed = await refundsAfter(database, { startDate: null, endDate: null }, null)
  return [
    data.find((duty) => duty.orderId === orderId)?.proof,
    filed.find((duty) => duty.order_id === orderId)?.proof,
  ]
}
