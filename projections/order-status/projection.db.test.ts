import { afterEach, expect, it } from 'vitest'

import { ask, askOne } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  attemptIdOf,
  customerIdOf,
  line,
  order,
  orderIdOf,
  projected,
  rafflePublished,
  type Told,
} from '#services/testing/story.ts'

import { countOrders, listOrders, orderById, orderByReference, ordersByIds } from './queries.ts'
import type { OrderFilter } from './queries.ts'
import { findOrders } from './search.ts'

let db: TestDatabase
afterEach(() => db.drop())

const one = line(1, { product: 1, raffle: 1, quantity: 2 })
const goods = line(2, { product: 2, raffle: null })
const bought = order(1, { lines: [one, goods], shippingCents: 500, shippingMethod: 'delivery' })

const statusAfter = async (...told: Told[]) => {
  db = await projected([...rafflePublished(1), ...told])
  return askOne(db.database, orderById(orderIdOf(1)))
}

it('an order is pending until its lines have tickets, though its payment succeeded', async () => {
  const paid = await statusAfter(bought.placed(), bought.attempted(), bought.paid())

  expect(paid).toMatchObject({ status: 'pending', whishPayStatus: 'success', montyPayStatus: null })
})

it('an order with its tickets is paid, with every figure the page needs', async () => {
  const row = await statusAfter(
    bought.placed(),
    bought.attempted(),
    bought.paid('2026-03-01T10:01:00.000Z'),
    ...bought.granted(one, 1, 4),
  )

  expect(row).toMatchObject({
    orderId: orderIdOf(1),
    reference: 'QR-000001',
    status: 'paid',
    orderType: 'online',
    paymentMethod: 'whishpay',
    refundStatus: null,
    subtotalCents: 4_000,
    shippingCents: 500,
    totalCents: 4_500,
    items: [
      { lineId: one.lineId, tickets: 4, subtotalCents: 2_000 },
      { lineId: goods.lineId, tickets: 0, subtotalCents: 2_000 },
    ],
    grants: [{ lineId: one.lineId, first: 1, last: 4 }],
    placedAt: '2026-03-01T10:00:02.000Z',
    paidAt: '2026-03-01T10:01:00.000Z',
    customerId: null,
    logId: 'shop/0',
    logPosition: 5,
    version: 4,
  })
})

it('a declined payment is failed until the next attempt speaks', async () => {
  const declined = bought.tell({
    type: 'PaymentDeclined',
    data: { attemptId: attemptIdOf(1), providerStatus: 'decline' },
  })
  const row = await statusAfter(bought.placed(), bought.attempted('montypay'), declined)
  expect(row).toMatchObject({ status: 'pending', montyPayStatus: 'decline' })
  await db.drop()

  const again = bought.attempted('montypay', 2)
  const retried = await statusAfter(bought.placed(), bought.attempted('montypay'), declined, again)
  expect(retried).toMatchObject({ status: 'pending', montyPayStatus: 'pending' })
})

it('an expired order is cancelled, and alive again when a late payment revives it', async () => {
  const expired = bought.tell({ type: 'OrderCancelled', data: { reason: 'expired' } })
  const row = await statusAfter(bought.placed(), bought.attempted(), expired)
  expect(row).toMatchObject({ status: 'cancelled', cancelReason: 'expired' })
  expect(row?.cancelledAt).not.toBeNull()
  await db.drop()

  const revival = bought.paid('2026-03-01T11:00:00.000Z', { isRevival: true })
  const revived = await statusAfter(
    bought.placed(),
    bought.attempted(),
    expired,
    revival,
    ...bought.granted(one, 1, 4),
  )
  expect(revived).toMatchObject({ status: 'paid', cancelReason: null, cancelledAt: null })
})

it('belongs to who claimed it', async () => {
  const claimed: Told = {
    stream: `customer/${customerIdOf(7)}`,
    event: { type: 'OrdersClaimed', data: { orderIds: [orderIdOf(1)] } },
  }
  expect((await statusAfter(bought.placed(), claimed))?.customerId).toBe(customerIdOf(7))
})

it('orders are listed newest first, by kind, status and what people remember of them', async () => {
  const mug = line(4, { product: 2, raffle: null })
  const manual = order(2, { lines: [mug], orderType: 'offline', paymentMethod: 'cash' })
  const third = order(3, { lines: [line(3, { product: 1, raffle: 1 })] })
  db = await projected([bought.placed(), manual.placed(), manual.paid(), third.placed()])
  await db.owner.query(
    `insert into order_contacts (order_id, name, phone, language, created_at)
     values ($1, 'Rana 100% Haddad', '+96170123456', 'en', now())`,
    [orderIdOf(3)],
  )
  type Reach = { foundMax?: number; isMore?: boolean }
  const found = async (search: string, filter: OrderFilter = {}, reach: Reach = {}) => {
    const { foundMax = 1_000, isMore = false } = reach
    const wanted = { ...filter, search, limit: 20, offset: 0, foundMax }
    const query = findOrders(wanted)
    const answer = await askOne(db.database, query)
    const { orderIds, total, isCapped } = answer ?? { orderIds: [], total: -1, isCapped: false }
    expect(total).toBe(orderIds.length)
    expect(isCapped).toBe(isMore)
    const asOfMany = findOrders({ ...wanted, oneByOneMax: 0 })
    expect(await askOne(db.database, asOfMany)).toEqual({ orderIds, total, isCapped })
    const rows = await ask(db.database, ordersByIds(orderIds))
    const references = new Map(rows.map((row) => [row.orderId, row.reference]))
    return orderIds.map((orderId) => references.get(orderId))
  }
  const listed = async (filter: OrderFilter) => {
    const rows = await ask(db.database, listOrders({ ...filter, limit: 20, offset: 0 }))
    expect(await ask(db.database, countOrders(filter))).toEqual([rows.length])
    return rows.map(({ reference }) => reference)
  }

  expect(await listed({})).toEqual(['QR-000003', 'QR-000002', 'QR-000001'])
  expect(await listed({ orderType: 'offline' })).toEqual(['QR-000002'])
  expect(await listed({ status: 'paid' })).toEqual(['QR-000002'])
  expect(await found('haddad')).toEqual(['QR-000003'])
  expect(await found('70123')).toEqual(['QR-000003'])
  expect(await found('qr-000001')).toEqual(['QR-000001'])
  expect(await found('100%')).toEqual(['QR-000003'])
  expect(await found('_')).toEqual([])
  expect(await found('070 12')).toEqual(['QR-000003'])
  for (const part of ['+961 70-123', '٧٠١٢٣٤٥٦', '۰۷۰ ۱۲۳', '0096170123456', '+961 070/123'])
    expect(await found(part)).toEqual(['QR-000003'])
  expect(await found('a\nb')).toEqual([])
  expect(await found(orderIdOf(3).slice(0, 8))).toContain('QR-000003')
  expect(await found(orderIdOf(2))).toEqual(['QR-000002'])
  // All by their reference; one of them by the name as well, and only once.
  expect(await found('QR-')).toEqual(['QR-000003', 'QR-000002', 'QR-000001'])
  // More than are to be found by their reference, or by their name: the newest of them.
  for (const [search, isMore, names] of [
    ['QR-0', true, ['QR-000003', 'QR-000002']],
    ['QR-00', true, ['QR-000003']],
    ['QR-000', false, ['QR-000003', 'QR-000002', 'QR-000001']],
    ['haddad', false, ['QR-000003']],
  ] as const)
    expect(await found(search, {}, { foundMax: names.length, isMore })).toEqual(names)
  // Two letters are no reference: they are in too many.
  expect(await found('QR')).toEqual([])
  expect(await found('haddad', { orderType: 'online' })).toEqual(['QR-000003'])
  expect(await found('qr-', { status: 'paid' })).toEqual(['QR-000002'])
  expect(await found('qr-', { orderType: 'online' })).toEqual(['QR-000003', 'QR-000001'])
  expect(await found('qr-', { orderType: 'offline', status: 'paid' })).toEqual(['QR-000002'])
  expect(await found('qr-', { orderType: 'online', status: 'paid' })).toEqual([])
  expect(await found('haddad', { orderType: 'offline', status: 'paid' })).toEqual([])
  expect((await askOne(db.database, orderByReference('QR-000002')))?.orderId).toBe(orderIdOf(2))
  expect(await ask(db.database, ordersByIds([orderIdOf(1), orderIdOf(3)]))).toHaveLength(2)
})
