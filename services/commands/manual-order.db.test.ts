import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OrderId, ProductId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { ManualOrderRequest } from '../contract/admin-orders.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import type { Agreement } from './approvals.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { completeRefund } from './complete-refund.ts'
import { expireOrders, releaseOrphans } from './expire-holds.ts'
import { finishUnfinished } from './finish-orders.ts'
import { placeManualOrder } from './manual-order.ts'
import { takeManualPayment } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const staff = { personId: newId<string>(), sessionId: newId<string>() }
const actor = `staff:${staff.personId}`

const requestFor = (productId: ProductId): ManualOrderRequest => ({
  customerPhone: '03 123456',
  items: [{ productId, quantity: 2 }],
  shippingMethod: 'pickup',
  paymentMethod: 'cash',
  status: 'paid',
})

async function take(change: Partial<ManualOrderRequest> = {}, ticketsMax = 10) {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax })
  const request = { ...requestFor(productIds[0]!), ...change }
  const placed = await placeManualOrder(rig.desk, { staff, request, idempotencyKey: null })
  return { ...placed, raffleId, productId: productIds[0]! }
}

const held = async (raffleId: Awaited<ReturnType<typeof take>>['raffleId']) =>
  (await rig.store.raffle(raffleId).state()).held

describe('an order taken by staff', () => {
  it('that is paid has its tickets at once', async () => {
    const { order, raffleId } = await take()

    expect(order).toMatchObject({ orderType: 'offline', status: 'paid', grants: [{ last: 2 }] })
    expect(await held(raffleId)).toBe(0)
  })

  it('that is pending reserves its tickets for 72 hours, then ends', async () => {
    const { order, orderId, raffleId } = await take({ status: 'pending' })
    expect(order).toMatchObject({ status: 'pending', grants: [] })
    expect(await held(raffleId)).toBe(2)

    await rig.moveClock(72 * 3_600 + 1)
    await expireOrders(rig.desk)

    expect(await rig.order(orderId)).toMatchObject({ cancelReason: 'expired' })
  })

  it('makes an unknown phone a customer, and keeps the name of a known one', async () => {
    const first = await take({ customerPhone: '+96171000001', customerName: 'Rana' })
    const second = await take({ customerPhone: '71000001', customerName: 'Someone' })

    expect(second.order.customerId).toBe(first.order.customerId)
    const { rows } = await rig.test.owner.query(
      'select full_name, phone_verified_at from people where person_id = $1',
      [first.order.customerId],
    )
    expect(rows).toEqual([{ full_name: 'Rana', phone_verified_at: null }])
  })

  it('is told of in the language of the last order, unless another one is chosen', async () => {
    const customerPhone = '+96171000009'
    const languages = []
    for (const language of [undefined, 'ar', undefined, 'fr', undefined] as const) {
      const { orderId } = await take({ customerPhone, ...(language && { language }) })
      const { rows } = await rig.test.owner.query<{ language: string }>(
        'select language from order_contacts where order_id = $1',
        [orderId],
      )
      languages.push(rows[0]?.language)
    }
    expect(languages).toEqual(['en', 'ar', 'ar', 'fr', 'fr'])
  })

  it('over the capacity is refused as online, and leaves nothing behind', async () => {
    await expect(take({}, 1)).rejects.toMatchObject({ code: 'tickets_left' })
    const { rows } = await rig.test.owner.query(`select from purchases where state = 'running'`)
    expect(rows).toHaveLength(0)
  })

  it('is one order though it was asked for twice in a minute, without a key', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const request = requestFor(productIds[0]!)
    const ask = (by = staff) =>
      placeManualOrder(rig.desk, { staff: by, request, idempotencyKey: null })

    const both = await Promise.allSettled([ask(), ask()])
    const [first] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(await ask()).toMatchObject({ orderId: first!.orderId, isNew: false })
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ issued: 2 })

    // A colleague's, and a later one, are orders of their own.
    expect(await ask({ ...staff, sessionId: newId<string>() })).toMatchObject({ isNew: true })
    await rig.moveClock(60)
    expect(await ask()).toMatchObject({ isNew: true })
  })

  it('is one order across the turn of a minute, too, for 60 seconds', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const request = requestFor(productIds[0]!)
    const ask = () => placeManualOrder(rig.desk, { staff, request, idempotencyKey: null })
    const toSecond = (second: number) => {
      const now = rig.desk.now()
      const left = second - now.getUTCSeconds() - now.getUTCMilliseconds() / 1_000
      return rig.moveClock(left > 0 ? left : left + 60)
    }
    await toSecond(57)
    const first = await ask()
    await toSecond(0.1)
    expect(await ask()).toMatchObject({ orderId: first.orderId, isNew: false })
    await toSecond(50)
    expect(await ask()).toMatchObject({ orderId: first.orderId, isNew: false })
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ issued: 2 })
    await toSecond(59)
    expect(await ask()).toMatchObject({ isNew: true })
  })

  it('uses a reference once per method', async () => {
    await take({ reference: 'OMT-1', paymentMethod: 'omt' })

    await expect(take({ reference: 'OMT-1', paymentMethod: 'omt' })).rejects.toMatchObject({
      code: 'reference_used',
    })
    await take({ reference: 'OMT-1', paymentMethod: 'whish' })
  })
})

describe('moving an order on', () => {
  it('to paid issues once', async () => {
    const { orderId } = await take({ status: 'pending' })

    const paid = await takeManualPayment(rig.desk, { orderId, staffId: staff.personId, proof: {} })

    expect(paid).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }] })
    await expect(
      takeManualPayment(rig.desk, { orderId, staffId: staff.personId, proof: {} }),
    ).rejects.toMatchObject({ code: 'order_paid' })
  })

  it('to paid after its reservation needs room for all of it', async () => {
    const { orderId, productId } = await take({ status: 'pending' }, 3)
    await rig.moveClock(72 * 3_600 + 1)
    await expireOrders(rig.desk)
    await rig.buy({ items: [{ productId, quantity: 2 }] })

    await expect(
      takeManualPayment(rig.desk, { orderId, staffId: staff.personId, proof: {} }),
    ).rejects.toMatchObject({ code: 'tickets_left' })
    expect(await rig.order(orderId)).toMatchObject({ status: 'cancelled', payments: [] })
  })

  it('to completed, and only when it is paid', async () => {
    const pending = await take({ status: 'pending' })
    const { orderId } = await take()

    expect(await completeOrder(rig.desk, { orderId, actor })).toMatchObject({ status: 'completed' })
    await expect(
      completeOrder(rig.desk, { orderId: pending.orderId, actor }),
    ).rejects.toMatchObject({ code: 'order_not_paid' })
  })

  it('to cancelled gives the reservation back', async () => {
    const { orderId, raffleId } = await take({ status: 'pending' })

    await cancelOrder(rig.desk, { orderId, reason: 'staff', actor })

    expect(await held(raffleId)).toBe(0)
  })

  it('to cancelled after payment owes the money and voids the numbers', async () => {
    const { orderId, raffleId } = await take()

    const order = await cancelOrder(rig.desk, { orderId, reason: 'staff', actor })

    expect(order.refunds).toMatchObject([{ amountCents: 2_000, cause: 'cancelled' }])
    const { raffle } = await rig.store.raffle(raffleId).state()
    expect(raffle).toMatchObject({ issued: 2, voided: 2 })
    const refundId = order.refunds[0]!.refundId
    const refunded = await completeRefund(rig.desk, { orderId, refundId, method: 'cash', actor })
    expect(refunded.refunds).toMatchObject([{ isPaid: true }])
  })
})

it('an order whose process died between money and tickets is finished by the sweep', async () => {
  const { orderId } = await take({ status: 'pending' })
  await rig.test.owner.query(
    `update order_contacts set finish_due_at = clock_now() + interval '20 seconds'
      where order_id = $1`,
    [orderId],
  )
  await rig.desk.orders.change(orderId as OrderId, {
    actor,
    commands: () => [
      {
        type: 'TakeManualPayment',
        now: rig.desk.now().toISOString(),
        method: 'cash',
        reference: null,
        room: 'none',
      },
    ],
  })

  await rig.moveClock(21)
  while ((await finishUnfinished(rig.desk)) > 0);

  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
})

describe('an order that is cut short', () => {
  const sale = async (reference: string) => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const request = { ...requestFor(productIds[0]!), paymentMethod: 'omt' as const, reference }
    const place = (desk: OrderDesk) =>
      placeManualOrder(desk, { staff, request, idempotencyKey: newId<string>() })
    return { raffleId, place }
  }
  const broken = (): OrderDesk => ({
    ...rig.desk,
    orders: { ...rig.desk.orders, change: () => Promise.reject(new Error('killed')) },
  })

  it.each([
    ['a minute', 71, releaseOrphans],
    ['its reservation', 72 * 3_600 + 1, expireOrders],
  ] as const)('gives its reference back after %s', async (_after, seconds, sweep) => {
    const { raffleId, place } = await sale(`OMT-${seconds}`)
    await expect(place(broken())).rejects.toThrow('killed')
    await expect(place(rig.desk)).rejects.toMatchObject({ code: 'reference_used' })

    await rig.moveClock(seconds)
    while ((await sweep(rig.desk)) > 0);

    expect(await place(rig.desk)).toMatchObject({ order: { status: 'paid' } })
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ issued: 2 })
  })

  it('is not recorded any more when the sweep may have taken its rows', async () => {
    const { raffleId, place } = await sale('OMT-slow')
    const slow: OrderDesk = {
      ...rig.desk,
      async nextReference() {
        await rig.moveClock(71)
        expect(await releaseOrphans(rig.desk)).toBe(1)
        return rig.desk.nextReference()
      },
    }

    await expect(place(slow)).rejects.toMatchObject({ code: 'busy' })

    expect(await held(raffleId)).toBe(0)
    expect(await place(rig.desk)).toMatchObject({ order: { status: 'paid' } })
  })
})

describe('two requests with one key, the first of which is slow', () => {
  const refuse: Agreement = () =>
    Promise.reject(new Rejection('approval_required', 'It is used up.'))

  /** `meanwhile`: before the first is recorded, when its claim is over. */
  async function slowly(meanwhile: (place: (agreed: Agreement) => Promise<unknown>) => unknown) {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const request = requestFor(productIds[0]!)
    const idempotencyKey = newId<string>()
    const place = (agreed: Agreement) =>
      placeManualOrder(rig.desk, { staff, request, idempotencyKey, agreed })
    const { orderId, order } = await place(async () => {
      await rig.moveClock(11)
      await meanwhile(place)
    })
    expect(order).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }] })
    expect((await rig.store.raffle(raffleId).state()).raffle).toMatchObject({ issued: 2 })
    const { rows } = await rig.test.owner.query(
      `select phone, method from order_contacts join manual_payments using (order_id)
        where order_id = $1`,
      [orderId],
    )
    expect(rows).toEqual([{ phone: '+9613123456', method: 'cash' }])
  }

  it('are one order, though the second is refused', () =>
    slowly(async (place) => {
      await expect(place(refuse)).rejects.toMatchObject({ code: 'approval_required' })
    }))

  it('are one order, though the first is refused once the second has placed it', () =>
    slowly(async (place) => {
      await place(async () => {})
      await refuse()
    }))
})
