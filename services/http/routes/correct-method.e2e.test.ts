// Money that staff took was written down under the wrong method: corrected over the wire, and every
// figure that tells of it follows.
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

let buyers = 0
async function take(change: object = {}): Promise<string> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: `+9617055000${++buyers}`,
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'whish',
    status: 'paid',
    ...change,
  })
  return body.order.id
}

const correct = (id: string, body: object, etag?: string) =>
  owner.post(`/api/admin/orders/${id}/proof`, body, etag ? { 'If-Match': etag } : {})
const read = async (id: string): Promise<Body> => (await owner.get(`/api/admin/orders/${id}`)).body
const factsOf = async (id: string) =>
  (await read(id)).history.filter(({ what }: Body) => what === 'PaymentMethodCorrected').length
const bookedOf = async (id: string) => {
  const { rows } = await shop.test.owner.query<Body>(
    `select taken.method as written, sold.method as sold
       from manual_payments as taken join sales_orders as sold using (order_id)
      where order_id = $1`,
    [id],
  )
  return rows[0]
}
const inTill = async () => {
  const { tills } = (await owner.get('/api/admin/money/till')).body
  const counted = tills[0].methods.map(({ method, payments }: Body) => [method, payments])
  return { ...Object.fromEntries(counted), expected: tills[0].expected }
}
const unproven = async (id: string) => {
  const { data } = (await owner.get('/api/admin/attention?kind=unproven')).body
  return data.some(({ orderId }: Body) => orderId === id)
}

it('counts as cash in the till, the list and every figure, and says why', async () => {
  const id = await take()
  await expect.poll(() => unproven(id), patient).toBe(true)
  expect(await inTill()).toEqual({ whish: 1, expected: '0.00' })

  const right = { method: 'cash', collector: 'Rami', note: 'it was cash' }
  const { status, body } = await correct(id, right)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    paymentMethod: 'cash',
    payments: [{ method: 'cash' }],
    proof: { method: 'cash', collector: 'Rami' },
  })
  expect(body.history.at(-1)).toMatchObject({
    what: 'PaymentMethodCorrected',
    method: 'cash',
    note: 'it was cash',
    who: { kind: 'staff' },
  })
  await expect.poll(() => bookedOf(id), patient).toEqual({ written: 'cash', sold: 'cash' })
  await expect.poll(inTill, patient).toEqual({ cash: 1, expected: '10.00' })
  await expect.poll(() => unproven(id), patient).toBe(false)
  const figures = async () => {
    const { paymentMethods } = (await owner.get('/api/admin/analytics')).body
    return paymentMethods.map(({ method }: Body) => method)
  }
  await expect.poll(figures, patient).toEqual(['cash'])
  const { rows } = await shop.test.owner.query<Body>(
    `select method, paid, gross_cents from insight_days where paid <> 0`,
  )
  expect(rows).toEqual([{ method: 'cash', paid: 1, gross_cents: 1_000 }])
  const { rows: noted } = await shop.test.owner.query<Body>(
    `select details from audit_details where subject = $1 and act = 'correct_method'`,
    [`order/${id}`],
  )
  const parts = { reference: null, currency: null, rate: null }
  expect(noted.map(({ details }) => details)).toEqual([
    {
      note: 'it was cash',
      before: { ...parts, collector: null, method: 'whish' },
      after: { ...parts, collector: 'Rami', method: 'cash' },
    },
  ])
})

it('says the method it has without a fact, and follows one whose row was left behind', async () => {
  const id = await take({ paymentMethod: 'omt' })
  expect((await correct(id, { method: 'omt', reference: 'OMT-1' })).body.proof).toMatchObject({
    method: 'omt',
    reference: 'OMT-1',
  })
  expect(await factsOf(id)).toBe(0)
  await correct(id, { method: 'card' })
  // As a process leaves it that dies after the fact.
  const { owner: database } = shop.test
  await database.query(`update manual_payments set method = 'omt' where order_id = $1`, [id])
  await expect.poll(inTill, patient).toMatchObject({ card: 1 })
  expect((await correct(id, { method: 'card' })).body.proof.method).toBe('card')
  expect(await factsOf(id)).toBe(1)
  expect((await correct(id, { collector: 'Rami' })).body.proof.method).toBe('card')
})

it('takes out what stands at the wrong order, which another order may have then', async () => {
  const [wrong, right] = [await take(), await take()]
  const written = { reference: 'W-77', collector: 'Rami' }
  expect((await correct(wrong, written)).body.proof).toMatchObject(written)
  expect((await correct(right, { reference: 'W-77' })).body.code).toBe('reference_used')
  const { body } = await correct(wrong, { reference: null, note: 'Of another order' })
  expect(body.proof).toMatchObject({ reference: null, collector: 'Rami' })
  expect((await correct(wrong, { collector: null })).body.proof.collector).toBeNull()
  await expect.poll(() => unproven(wrong), patient).toBe(true)
  expect((await correct(right, { reference: 'W-77' })).body.proof.reference).toBe('W-77')
})

it('is refused for no such method, an old version, a used number, online money', async () => {
  const id = await take()
  const refused = await correct(id, { method: 'whishpay' })
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'method' }] } })
  await correct(id, { reference: 'R-7' })
  const { headers } = await owner.get(`/api/admin/orders/${id}`)
  const etag = headers.get('etag') ?? ''
  await take({ paymentMethod: 'card', reference: 'R-7' })
  expect((await correct(id, { method: 'card' })).body.code).toBe('reference_used')
  expect([await factsOf(id), (await read(id)).proof.method]).toEqual([0, 'whish'])
  expect((await correct(id, { method: 'cash' }, etag)).status).toBe(200)
  expect((await correct(id, { method: 'omt' }, etag)).body.code).toBe('edit_conflict')

  const { body: online } = await shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170560001',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  await shop.pay(online.id, 'approve')
  await expect.poll(async () => (await read(online.id)).status, patient).toBe('paid')
  expect((await correct(online.id, { method: 'cash' })).body.code).toBe('order_not_paid')
})

it('keeps a proof that was written since this one was read, and says whose it is', async () => {
  const id = await take()
  const tagOf = async () => (await owner.get(`/api/admin/orders/${id}`)).headers.get('etag') ?? ''
  const etag = await tagOf()
  const right = await correct(id, { reference: 'RIGHT-1' }, etag)
  expect(right.status).toBe(200)
  const { body } = await correct(id, { reference: 'STALE-1' }, etag)
  expect(body).toMatchObject({ code: 'edit_conflict', changedBy: expect.any(String) })
  // A version alone says nothing of the proof that was read.
  const { version } = await read(id)
  expect((await correct(id, { reference: 'STALE-2' }, `"${version}"`)).status).toBe(409)
  expect((await read(id)).proof.reference).toBe('RIGHT-1')
  // Its answer was lost, and it comes again.
  expect((await correct(id, { reference: 'RIGHT-1' }, etag)).status).toBe(200)
  expect((await correct(id, { reference: 'NEXT-1' }, await tagOf())).status).toBe(200)

  const asRead = await tagOf()
  const both = await Promise.all(
    ['A-1', 'B-1'].map((reference) => correct(id, { reference }, asRead)),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
