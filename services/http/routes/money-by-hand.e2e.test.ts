// Money that staff give back and take by hand, over the wire and on the whole shop: one transfer
// for several refunds, pounds that go back, and a payment that was written down and never taken.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

const read = async (id: string): Promise<Body> => (await owner.get(`/api/admin/orders/${id}`)).body

async function buy(productIds: string[]): Promise<string> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: 'whishpay',
    deliveryAddress: 'Maya Haddad, +96170123456, Street 1, Beirut, 0000',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: productIds.map((productId) => ({ productId, quantity: 1, variantId: null })),
  })
  return body.id
}

async function bought(productIds: string[]): Promise<string> {
  const id = await buy(productIds)
  await shop.pay(id, 'approve')
  await expect.poll(async () => (await read(id)).status, patient).toBe('paid')
  return id
}

const giveBack = (id: string, refund: object) =>
  owner.post(`/api/admin/orders/${id}/refunds`, refund)

async function owe(id: string, amount: string): Promise<string> {
  await owner.post(`/api/admin/orders/${id}/refund-duties`, { amount })
  return (await read(id)).refunds.find(({ isPaid }: Body) => !isPaid).id
}

it('one transfer settles an order’s refunds, and its line of a statement is known', async () => {
  const boat = await shop.sell({ name: 'A boat', totalTickets: 50 })
  const watch = await shop.sell({ name: 'A watch', totalTickets: 50, price: '7.00' })
  const other = await bought([watch.productId])
  const id = await bought([boat.productId, watch.productId])
  for (const { raffleId } of [boat, watch]) {
    const form = new FormData()
    form.set('status', 'cancelled')
    form.set('reason', 'prize_unavailable')
    expect((await owner.put(`/api/admin/raffles/${raffleId}`, form)).status).toBe(200)
  }
  const due = async () => (await read(id)).refunds.map(({ amount }: Body) => amount).toSorted()
  await expect.poll(due, patient).toEqual(['10.00', '5.00', '7.00'])

  const transfer = { method: 'whishpay', reference: 'T-900' }
  for (const { id: refundId } of (await read(id)).refunds)
    expect((await giveBack(id, { refundId, ...transfer })).status).toBe(200)
  await expect.poll(async () => (await read(other)).refunds.length, patient).toBe(2)
  const [{ id: refundId }] = (await read(other)).refunds
  const used = await giveBack(other, { refundId, ...transfer })
  expect([used.status, used.body.code]).toEqual([409, 'reference_used'])

  const [{ ref }] = (await read(id)).attempts
  const day = new Date().toISOString()
  const csv = [
    'externalId,transactionId,amount,currency,date,type',
    `${ref},T-900,22.00,USD,${day},refund`,
    // Told whole already: no part of it is money that went back once more.
    `${ref},T-901,5.00,USD,${day},refund`,
  ].join('\n')
  const path = '/api/admin/money/statements?provider=whishpay&fileName=refunds.csv'
  const { body } = await owner.post(path, csv, { 'Content-Type': 'text/csv' })
  const unknown = async () => {
    const statement = `/api/admin/money/differences?statement=${body.statement.id}`
    const { differences } = (await owner.get(statement)).body
    return differences
      .filter(({ kind }: Body) => kind === 'refund_unknown')
      .map(({ providerRef }: Body) => providerRef)
  }
  await expect.poll(unknown, patient).toEqual(['T-901'])
  const { data } = (await owner.get('/api/admin/attention?kind=unmatched')).body
  expect(data.filter(({ code }: Body) => code === 'refund')).toMatchObject([{ amount: '5.00' }])
})

it('pounds that are given back come from the pounds of the till', async () => {
  const { productId } = await shop.sell({ name: 'A trip', totalTickets: 50 })
  const till = async (): Promise<Body> =>
    (await owner.get('/api/admin/money/till')).body.tills[0] ?? {}
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170900001',
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    currency: 'LBP',
    rate: '89500',
  })
  const before = await till()
  expect(before).toMatchObject({ expectedLbp: '895000', cashRefundsLbp: null })

  const { id } = body.order
  const byCash = { refundId: await owe(id, '4.00'), method: 'cash', reference: 'R-1' }
  const byTransfer = { ...byCash, method: 'omt', currency: 'LBP', rate: '89500' }
  expect((await giveBack(id, byTransfer)).body.fields).toMatchObject([{ path: 'currency' }])
  const rateOnly = await giveBack(id, { ...byCash, rate: '89500' })
  expect(rateOnly.body.fields).toMatchObject([{ path: 'rate' }])
  const paid = await giveBack(id, { ...byCash, currency: 'LBP', rate: '90000' })
  expect(paid.body.refunds).toMatchObject([{ currency: 'LBP', rate: '90000' }])
  await expect.poll(till, patient).toMatchObject({
    expected: before.expected,
    expectedLbp: String(895_000 - 360_000),
    cashRefunds: before.cashRefunds,
    cashRefundsLbp: '360000',
  })
  await giveBack(id, { refundId: await owe(id, '1.00'), method: 'cash', reference: 'R-2' })
  const less = (Number(before.expected) - 1).toFixed(2)
  await expect.poll(till, patient).toMatchObject({ expected: less, expectedLbp: '535000' })
})

it('the till counts no cash that an outage left written down and nobody took', async () => {
  const { productId, raffleId } = await shop.sell({ name: 'A phone', totalTickets: 50 })
  const id = await buy([productId])
  const [{ person_id: cashier }] = (
    await shop.test.owner.query<{ person_id: string }>(
      `select person_id from people where role = 'owner'`,
    )
  ).rows as [{ person_id: string }]
  const tills = async () => (await owner.get('/api/admin/money/till')).body.tills
  const before = await tills()
  await shop.test.owner.query(
    `insert into manual_payments (order_id, method, taken_by, created_at)
     values ($1, 'cash', $2, clock_now()), ($3, 'cash', $2, clock_now())`,
    [id, cashier, newId()],
  )
  await shop.pay(id, 'approve')
  await expect.poll(async () => (await read(id)).status, patient).toBe('paid')
  expect((await read(id)).proof).toBeNull()
  const listed = async () => (await owner.get('/api/admin/orders?status=paid')).body.data
  await expect.poll(listed, patient).toContainEqual(expect.objectContaining({ id }))
  expect(await tills()).toEqual(before)
  const walked = async () => {
    const { status, body } = await owner.get(`/api/admin/audit/raffles/${raffleId}/ticket?number=1`)
    return status === 200 ? body.payment : null
  }
  const online = { payments: [{ method: 'whishpay' }], manual: null }
  await expect.poll(walked, patient).toMatchObject(online)
  const { data } = (await owner.get('/api/admin/attention?kind=unproven')).body
  expect(data.map(({ orderId }: Body) => orderId)).not.toContain(id)
})
