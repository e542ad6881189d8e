// Duties to give money back that never were, over the wire and on the whole shop: one that was
// typed wrongly, one of a payment written down at the wrong order, one of a payment that did not
// fit; and a payment that staff settle otherwise.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { verify } from '../../verify/run.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale({ totalTickets: 5_000 }))
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

const read = async (id: string): Promise<Body> => (await owner.get(`/api/admin/orders/${id}`)).body
const act = (id: string, path: string, body: object) =>
  owner.post(`/api/admin/orders/${id}/${path}`, body)
const withdraw = (id: string, refundId: string, reason = 'mistake', note = 'Ten for one') =>
  act(id, 'refund-withdrawals', { refundId, reason, note })
const itemOf = async (kind: string, id: string): Promise<Body | undefined> =>
  (await owner.get(`/api/admin/attention?kind=${kind}`)).body.data.find(
    ({ orderId }: Body) => orderId === id,
  )
const linesOf = async (file: string, about: string) =>
  (await owner.get(`/api/admin/${file}`)).bytes
    .toString('utf8')
    .split('\r\n')
    .filter((line) => line.includes(about))
const messagesOf = async (reference: string) => {
  const { rows } = await shop.test.owner.query<{ body: string }>(
    'select body from messages where body like $1 order by created_at',
    [`%${reference}%`],
  )
  return rows.map(({ body }) => body)
}

async function manual(change: object = {}): Promise<Body> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170123456',
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    collector: 'Rami',
    ...change,
  })
  return body.order
}

async function buy(): Promise<string> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: 'whishpay',
    deliveryAddress: 'Maya Haddad, +96170123456, Street 1, Beirut, 0000',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  return body.id
}

it('a refund that was typed wrongly ends without money, with a note and by name', async () => {
  const { id, reference } = await manual()
  await act(id, 'refund-duties', { amount: '9.00' })
  const [{ id: refundId, withdrawable }] = (await read(id)).refunds
  expect(withdrawable).toBe('mistake')
  await expect.poll(() => itemOf('refund_due', id), patient).toMatchObject({ amount: '9.00' })
  expect(await linesOf('money/refunds/export', reference)).toHaveLength(1)
  const silent = await act(id, 'refund-withdrawals', { refundId, reason: 'mistake', note: ' ' })
  expect(silent.body.fields).toMatchObject([{ path: 'note' }])
  expect((await withdraw(id, refundId, 'never_paid')).body.code).toBe('refund_stays')

  const { status, body } = await withdraw(id, refundId)
  expect([status, body.refunds, body.refundable]).toEqual([200, [], '10.00'])
  expect(body.history.at(-1)).toMatchObject({
    what: 'RefundWithdrawn',
    amount: '9.00',
    code: 'staff',
    note: 'Ten for one',
  })
  await expect.poll(() => itemOf('refund_due', id), patient).toBeUndefined()
  const [line = '', ...more] = await linesOf('money/refunds/export', reference)
  expect([line, more]).toEqual([expect.stringMatching(/,9\.00,staff,.*,withdrawn,.*,mistake,/), []])
  expect((await withdraw(id, refundId)).status).toBe(200)
  // The same duty for another reason is another act: what was paid at the till stays on record.
  expect((await withdraw(id, refundId, 'never_paid')).body.code).toBe('refund_stays')
  expect((await read(id)).proof).toMatchObject({ method: 'cash' })
  const pay = { refundId, method: 'cash', reference: 'R-1' }
  expect((await act(id, 'refunds', pay)).status).toBe(404)
  // Of what staff had promised by word there was no text, and there is none now.
  expect((await messagesOf(reference)).filter((text) => /promised|goes back/.test(text))).toEqual(
    [],
  )
})

it('a payment at the wrong order is none: its reference and the till are free', async () => {
  const till = async () =>
    Number((await owner.get('/api/admin/money/till')).body.tills[0]?.expected ?? 0)
  const before = await till()
  const { id, reference } = await manual({ reference: 'C-77' })
  await expect.poll(till, patient).toBe(before + 10)
  const used = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170123457',
    customerName: 'Rana',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    reference: 'C-77',
  })
  expect(used.body.code).toBe('reference_used')
  await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'mistake' })
  const refundId = `cancelled:${id}`
  const due = async () => (await read(id)).refunds
  await expect.poll(due, patient).toMatchObject([{ withdrawable: 'never_paid' }])
  expect((await withdraw(id, refundId)).body.code).toBe('refund_stays')

  const { body } = await withdraw(id, refundId, 'never_paid', 'Paid by Rana')
  expect(body).toMatchObject({ status: 'cancelled', refunds: [], payments: [], proof: null })
  await expect.poll(till, patient).toBe(before)
  const right = await manual({ customerPhone: '+96170123457', reference: 'C-77' })
  expect(right.status).toBe('paid')
  const sold = async () =>
    (await linesOf('money/sales/export', reference)).map((line) => /-?\d+\.\d\d/.exec(line)?.[0])
  await expect.poll(sold, patient).toEqual(['10.00', '-10.00'])
  await expect
    .poll(() => messagesOf(reference), patient)
    .toContainEqual(expect.stringContaining('$10.00 was promised back by mistake'))
  const { data } = (await owner.get(`/api/admin/audit?type=RefundWithdrawn&limit=1`)).body
  expect(data[0].details).toMatchObject({
    note: 'Paid by Rana',
    before: { method: 'cash', reference: 'C-77', collector: 'Rami' },
  })
})

it('a payment that did not fit is open again, or was settled and leaves the list', async () => {
  const id = await buy()
  await shop.pay(id, 'wrong_amount')
  await expect.poll(() => itemOf('mismatched', id), patient).toBeDefined()
  const { item, received } = (await itemOf('mismatched', id))!
  expect((await read(id)).attempts).toMatchObject([
    { state: 'mismatched', received, receivedCurrency: 'USD', returnable: received },
  ])
  const owed = { amount: received, attemptId: item }
  const { body } = await act(id, 'refund-duties', owed)
  await expect.poll(() => itemOf('mismatched', id), patient).toBeUndefined()
  await withdraw(id, body.refunds[0].id)
  await expect.poll(() => itemOf('mismatched', id), patient).toMatchObject({ received })
  const { body: again } = await act(id, 'refund-duties', { ...owed, amount: '1.00' })
  expect(again.refunds).toMatchObject([{ id: `mismatch:${item}:2`, amount: '1.00' }])
  await withdraw(id, again.refunds[0].id)
  await expect.poll(() => itemOf('mismatched', id), patient).toBeDefined()

  const handled = { kind: 'mismatched', item }
  const end = (note: string) => owner.post('/api/admin/attention/handled', { ...handled, note })
  expect((await end(' ')).body.fields).toMatchObject([{ path: 'note' }])
  expect((await end('Brought the rest, new order QR-1')).status).toBe(200)
  expect(await itemOf('mismatched', id)).toBeUndefined()
})

it('what was begun online and paid in cash is cash in the list and the file', async () => {
  const id = await buy()
  const cash = { status: 'paid', paymentMethod: 'cash', currency: 'LBP', rate: '89500' }
  await owner.patch(`/api/admin/orders/${id}`, { ...cash, collector: 'Rami' })
  const order = await read(id)
  expect(order).toMatchObject({ paymentMethod: 'cash', payments: [{ method: 'cash' }] })
  const { data } = (await owner.get(`/api/admin/orders?search=${order.reference}`)).body
  expect(data).toMatchObject([{ id, paymentMethod: 'cash' }])
  const [line] = await linesOf('orders/export', order.reference)
  expect(line).toMatch(/cash/)
  expect(line).not.toMatch(/whishpay/)
})

it('the ledger is sound after all of it', async () => {
  const { findings } = await verify(shop.test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
}, 60_000)
