// Store credit that still counts is found: at its customer, at the money desk, and as a file. It is
// spent at the counter.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
}, 120_000)
afterAll(() => shop?.stop())

/** For 10.00 in cash. */
async function sold(customerPhone: string): Promise<Body> {
  const order = {
    customerPhone,
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  }
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const { body } = await owner.post('/api/admin/orders/manual', order, key)
  return body.order
}

/** An order of 10.00 that was cancelled and paid back by `method`. */
async function givenBack(customerPhone: string, method: string): Promise<Body> {
  const { id } = await sold(customerPhone)
  const path = `/api/admin/orders/${id}`
  await owner.patch(path, { status: 'cancelled', reason: 'customer_asked' })
  const refundId = `cancelled:${id}`
  const proof = method === 'credit' ? {} : { reference: `R-${id}` }
  const answer = await owner.post(`${path}/refunds`, { refundId, method, ...proof })
  expect([answer.status, answer.body.code ?? null]).toEqual([200, null])
  return answer.body
}

const phone = '+96170550001'
async function creditsOf(customerPhone: string): Promise<Body[]> {
  const found = await owner.get(`/api/admin/customers?search=${encodeURIComponent(customerPhone)}`)
  return (await owner.get(`/api/admin/customers/${found.body.data[0]?.id}`)).body.credits
}
const listed = async (): Promise<string[]> => {
  const { data, pagination } = (await owner.get('/api/admin/money/refunds?state=credit')).body
  expect(pagination.total).toBe(data.length)
  return data.map(({ orderId }: Body) => orderId)
}
const inFile = async (): Promise<string[]> => {
  const { bytes } = await owner.get('/api/admin/money/refunds/export?state=credit')
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .slice(1)
}
const endOn = (orderId: string, day: string) =>
  shop.test.owner.query(
    `update refund_payments
        set credit_until = (clock_now() at time zone 'Asia/Beirut')::date + $2::int
      where order_id = $1`,
    [orderId, day],
  )

it('lists what counts, to the last day, and nothing that was paid back in money', async () => {
  const first = await givenBack(phone, 'credit')
  const second = await givenBack(phone, 'credit')
  const other = await givenBack('+96170550002', 'credit')
  await givenBack(phone, 'whish')
  await expect.poll(async () => (await listed()).length, patient).toBe(3)

  await endOn(second.id, '0')
  const credits = await creditsOf(phone)
  expect(credits.map(({ orderId }) => orderId)).toEqual([second.id, first.id])
  expect(credits[1]).toEqual({
    orderId: first.id,
    reference: first.reference,
    amount: '10.00',
    until: first.refunds[0].creditUntil,
  })
  const lines = await inFile()
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain(second.reference)
  expect(lines[0]).toContain(',10.00,')

  await endOn(second.id, '-1')
  expect((await creditsOf(phone)).map(({ orderId }) => orderId)).toEqual([first.id])
  expect((await listed()).toSorted()).toEqual([first.id, other.id].toSorted())
  expect(await inFile()).toHaveLength(2)
  const lastAct = async () =>
    (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body.data[0]
  await expect.poll(lastAct, { timeout: 20_000 }).toMatchObject({
    data: { kind: 'refunds_exported' },
    details: { state: 'credit' },
  })
})

it('is spent at the counter: the till is as before, the VAT file has one sale more', async () => {
  const customerPhone = '+96170550003'
  const { id, reference } = await givenBack(customerPhone, 'credit')
  const till = async () => (await owner.get('/api/admin/money/till')).body.tills[0]
  // Each order of these tests was paid in cash.
  const isCounted = async () => {
    const { rows } = await shop.test.owner.query('select from manual_payments')
    return Number((await till())?.expected) === 10 * rows.length
  }
  await expect.poll(isCounted, patient).toBe(true)
  const { expected } = await till()
  await expect.poll(listed, patient).toContain(id)

  const path = `/api/admin/orders/${id}`
  const refundId = `cancelled:${id}`
  const undone = { refundId, note: 'Spent at the counter' }
  expect((await owner.post(`${path}/refund-payment-withdrawals`, undone)).status).toBe(200)
  const cash = { refundId, method: 'cash', reference: `C-${id}` }
  expect((await owner.post(`${path}/refunds`, cash)).status).toBe(200)
  const bought = await sold(customerPhone)

  await expect.poll(till, patient).toMatchObject({ expected, cashRefunds: '10.00' })
  const filed = async () => {
    const { bytes } = await owner.get('/api/admin/money/sales/export')
    const lines = bytes.toString('utf8').split('\r\n')
    const grossOf = (about: string) =>
      lines.flatMap((line) => (line.includes(about) ? [/-?\d+\.\d\d/.exec(line)?.[0]] : []))
    return { before: grossOf(reference), after: grossOf(bought.reference) }
  }
  const asMoney = ['10.00', '-10.00', '10.00', '-10.00']
  await expect.poll(filed, patient).toEqual({ before: asMoney, after: ['10.00'] })
  await expect.poll(listed, patient).not.toContain(id)
  expect(await creditsOf(customerPhone)).toEqual([])
})
