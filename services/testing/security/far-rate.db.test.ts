// Two persons (docs/security.md, K21) for pounds at a rate far from that of the day, however few:
// whoever types the rate of his own till decides what it is expected to hold.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiAnswer } from '../api-client.ts'
import { sell } from '../running-service.ts'
import { strictColleague, strictOwner } from '../strict-staff.ts'
import type { StrictMember } from '../strict-staff.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

type Body = ApiAnswer['body']

let shop: GuardedShop
let owner: StrictMember
let cashier: StrictMember
let productId: string

beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict', APPROVAL_ABOVE: '500' })
  owner = await strictOwner(shop)
  const raffle = { name: 'Watch', totalTickets: 500, price: '499.00' }
  productId = (await sell(owner.browser, raffle)).productId
  cashier = await strictColleague(shop, owner, 'cashier')
}, 120_000)
afterAll(() => shop.stop())

const pounds = (rate?: string) => ({ currency: 'LBP', ...(rate !== undefined && { rate }) })
const pathOf = (id: string) => `/api/admin/orders/${id}`

const sale = (proof: object) => ({
  customerPhone: '+96170123456',
  customerName: 'Maya Haddad',
  items: [{ productId, quantity: 1, variantId: null }],
  shippingMethod: 'pickup',
  paymentMethod: 'cash',
  status: 'paid',
  ...proof,
})
/** Each under a key of its own: without one the same order of the same minute is one. */
const take = (proof: object) => {
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  return cashier.browser.post('/api/admin/orders/manual', sale(proof), key)
}
const prove = (id: string, proof: object) => cashier.browser.post(`${pathOf(id)}/proof`, proof)

async function taken(proof: object): Promise<string> {
  const { status, body } = await take(proof)
  expect(status).toBe(201)
  return body.order.id
}

/** Refused until somebody else has agreed, who reads this; then done. */
async function byTwo(act: () => Promise<ApiAnswer>): Promise<{ details: Body; body: Body }> {
  const asked = await act()
  expect([asked.status, asked.body.code]).toEqual([409, 'approval_required'])
  const { approvalId } = asked.body
  await owner.prove()
  const { data } = (await owner.browser.get('/api/admin/approvals?state=waiting')).body
  await owner.browser.post(`/api/admin/approvals/${approvalId}`, { isApproved: true, note: '' })
  const { body, status } = await act()
  expect([200, 201]).toContain(status)
  return { details: data.find(({ id }: { id: string }) => id === approvalId).details, body }
}

const till = async (): Promise<Body> => {
  const { body } = await owner.browser.get('/api/admin/money/till')
  return body.tills.find(({ cashierId }: { cashierId: string }) => cashierId === cashier.id)
}

it('K21 compares with nothing while no rate is on record', async () => {
  await taken({ ...pounds('1500'), reference: 'N-1' })
})

it('K21 a cashier does not make his till agree with what he leaves in it', async () => {
  const rates = '/api/admin/money/rates'
  await owner.prove()
  for (const [day, lbpPerUsd] of [
    ['2026-01-01', '1500'],
    ['2026-01-02', '90000'],
  ])
    expect((await owner.browser.post(rates, { day, lbpPerUsd })).status).toBe(200)
  const before = await till()

  const { details } = await byTwo(() => take(pounds('1')))
  expect(details).toMatchObject({ total: '499.00', ...pounds('1'), dayRate: '90000' })
  expect((await take(pounds('1'))).body.code).toBe('approval_required')
  expect(Number((await till()).expectedLbp) - Number(before.expectedLbp)).toBe(499)
})

it('K21 who agreed before there was an order stands with it, and with its customer', async () => {
  const { body } = await byTwo(() => take(pounds('5')))
  const trail = (asked: string) => async () => {
    const { data } = (await owner.browser.get(`/api/admin/audit?limit=100&${asked}`)).body
    const placed = data.filter(
      ({ type, subject }: Body) => type === 'OrderPlaced' && subject.id === body.order.id,
    )
    const agreed = data.filter(({ type }: Body) => type === 'ApprovalGiven')
    return [placed.length, agreed.length > 0]
  }
  const patience = { timeout: 20_000 }
  await expect
    .poll(trail(`subjectKind=order&subject=${body.order.id}`), patience)
    .toEqual([1, true])
  const customer = encodeURIComponent('+96170123456')
  await expect.poll(trail(`subjectKind=customer&subject=${customer}`), patience).toEqual([1, true])
})

it('K21 a tenth of the rate of the day is near enough, and so is none at all', async () => {
  for (const rate of ['81000', '99000', '90000.5', '0', undefined]) await taken(pounds(rate))
  await taken({ currency: 'USD', rate: '1' })
  for (const rate of ['80999.9999', '99000.0001'])
    expect((await take(pounds(rate))).body.code).toBe('approval_required')
})

it('K21 money for an order that waits at the counter, as well', async () => {
  const { body } = await take({ status: 'pending' })
  const path = pathOf(body.order.id)
  const pay = (rate: string) => () =>
    cashier.browser.patch(path, { status: 'paid', paymentMethod: 'cash', ...pounds(rate) })
  const { details, body: paid } = await byTwo(pay('2'))
  expect(details).toMatchObject({ total: '499.00', ...pounds('2'), dayRate: '90000' })
  expect(paid.status).toBe('paid')
})

it('K21 a rate, a currency and a method that are said later', async () => {
  const id = await taken(pounds('90000'))
  const rated = await byTwo(() => prove(id, { rate: '3' }))
  expect(rated.details).toEqual({
    total: '499.00',
    method: 'cash',
    was: 'LBP 90000',
    booked: 'LBP 3',
    dayRate: '90000',
  })
  // What was agreed to is not asked about again, until it counts in another way.
  expect((await prove(id, { collector: 'Rami' })).status).toBe(200)
  const moved = await byTwo(() => prove(id, { method: 'omt', reference: 'M-1' }))
  expect(moved.details).toEqual({
    total: '499.00',
    was: 'cash',
    booked: 'omt',
    ...pounds('3'),
    dayRate: '90000',
  })
  expect((await prove(id, { rate: '90000' })).status).toBe(200)

  const dollars = await taken({ currency: 'USD', rate: '4' })
  const { details } = await byTwo(() => prove(dollars, { currency: 'LBP' }))
  expect(details).toMatchObject({ was: 'USD', booked: 'LBP 4', dayRate: '90000' })
})

it('K21 is held against the day on which the money came', async () => {
  const id = await taken(pounds('90000'))
  await shop.test.owner.query(
    `update manual_payments set created_at = '2026-01-01T12:00:00Z' where order_id = $1`,
    [id],
  )
  expect((await prove(id, { rate: '1600' })).status).toBe(200)
  expect((await prove(id, { rate: '90000' })).body.code).toBe('approval_required')
})

it('K21 pounds that go back at a rate of their own', async () => {
  const id = await taken(pounds('90000'))
  const owe = async () => {
    const owed = await cashier.browser.post(`${pathOf(id)}/refund-duties`, { amount: '1.00' })
    return owed.body.refunds.at(-1).id
  }
  const cash = { method: 'cash', reference: 'B-1' }
  const give = (refundId: string, rate: string) => () =>
    cashier.browser.post(`${pathOf(id)}/refunds`, { refundId, ...cash, ...pounds(rate) })
  expect((await give(await owe(), '95000')()).status).toBe(200)
  const refundId = await owe()
  const { details, body } = await byTwo(give(refundId, '900000'))
  expect(details).toMatchObject({ refund: '1.00', rate: '900000', dayRate: '90000' })
  expect(body.refunds.at(-1)).toMatchObject({ isPaid: true, rate: '900000' })
})
