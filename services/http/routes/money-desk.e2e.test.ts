// The money desk over the wire, on the whole shop: refunds of a provider, and a till of two
// currencies.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { hire } from '../../testing/admin-furnishing.ts'
import type { ApiAnswer, ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
/** Whose till it is: nobody counts his own a second time. */
let cashier: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
  cashier = await hire({ shop, owner, productId })
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

const manual = (change: object) =>
  cashier.post('/api/admin/orders/manual', {
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    ...change,
  })

async function buy(): Promise<Body> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: 'whishpay',
    deliveryAddress: 'Maya Haddad, +96170123456, Street 1, Beirut, 0000',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  return body
}

it('counts dollars and pounds, at the rate of the payment or of the day', async () => {
  await manual({ customerPhone: '+96170900009' })
  const { body: begun } = await owner.get('/api/admin/money/till')
  const own = async (): Promise<Body> => (await owner.get('/api/admin/money/till')).body.tills[0]
  const closed = { day: begun.day, cashierId: begun.tills[0].cashierId, counted: '11.00' }
  await owner.post('/api/admin/money/cash-ups', closed)
  await manual({ customerPhone: '+96170900000', currency: 'LBP' })
  const unrated = await own()
  expect(unrated.expectedLbp).toBeNull()
  await owner.post('/api/admin/money/rates', { day: '2026-01-01', lbpPerUsd: '90000' })
  const before = await own()
  expect(before.expectedLbp).toBe('900000')
  expect(Number(unrated.expected) - Number(before.expected)).toBe(10)
  for (const [customerPhone, money] of [
    ['+96170900001', { currency: 'LBP', rate: '89500' }],
    ['+96170900002', { currency: 'LBP' }],
    ['+96170900003', { currency: 'USD' }],
  ])
    await manual({ customerPhone, ...(money as object) })
  await manual({ customerPhone: '+96170900004', paymentMethod: 'omt', currency: 'LBP' })

  const after = await own()
  expect(Number(after.expected) - Number(before.expected)).toBe(10)
  expect(after.expectedLbp).toBe(String(895_000 + 2 * 900_000))
  expect(after.methods).toContainEqual({
    method: 'cash',
    payments: 3,
    amount: '30.00',
    lbp: '2695000',
  })
  expect(after.methods).toContainEqual({
    method: 'omt',
    payments: 1,
    amount: '10.00',
    lbp: '900000',
  })

  // Counted before there were pounds: it stays as it was.
  expect(after.cashUp).toMatchObject({ difference: '1.00', countedLbp: null, differenceLbp: null })
  const { cashierId, expected } = after
  const count = async (change: object) => {
    const { version } = (await own()).cashUp
    const closing = { day: begun.day, cashierId, version, counted: expected, ...change }
    const { status, body } = await owner.post('/api/admin/money/cash-ups', closing)
    return status === 200 ? body.tills[0].cashUp : body.fields
  }
  expect(await count({ countedLbp: '2695000' })).toMatchObject({
    difference: '0.00',
    countedLbp: '2695000',
    differenceLbp: '0',
  })
  expect(await count({ countedLbp: '2690000' })).toMatchObject({ differenceLbp: '-5000' })
  expect(await count({})).toMatchObject({ countedLbp: '0', differenceLbp: '-2695000' })
  expect(await count({ countedLbp: '12.5' })).toMatchObject([{ path: 'countedLbp' }])
  const newest = async () =>
    (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body.data[0].details.after
  const noted = { expectedLbp: '2695000', countedLbp: '0' }
  await expect.poll(newest, patient).toMatchObject(noted)
})

it('holds refunds of a statement against the duties that were paid, each by its own', async () => {
  const order = await buy()
  await shop.pay(order.id, 'approve')
  const read = async () => (await owner.get(`/api/admin/orders/${order.id}`)).body
  await expect.poll(async () => (await read()).status, patient).toBe('paid')
  const [{ ref }] = (await read()).attempts
  const day = new Date().toISOString()
  const csv = [
    'externalId,transactionId,amount,currency,date,type',
    `${ref},T-11,15.00,USD,${day},sale`,
    `${ref},T-12,4.00,USD,${day},refund`,
    `${ref},T-13,-4.00,USD,${day},chargeback`,
    `888888,T-14,9.00,USD,${day},reversal`,
  ].join('\n')
  const path = '/api/admin/money/statements?provider=whishpay&fileName=refunds.csv'
  const { body } = await owner.post(path, csv, { 'Content-Type': 'text/csv' })
  const told = async () => {
    const statement = `/api/admin/money/differences?statement=${body.statement.id}`
    const { matched, differences } = (await owner.get(statement)).body
    const unknown = differences.filter(({ kind }: Body) => kind === 'refund_unknown')
    return [
      matched,
      unknown.map(({ providerRef, orderId }: Body) => [providerRef, orderId]).toSorted(),
    ]
  }
  const open = async () => {
    const { data } = (await owner.get('/api/admin/attention?kind=unmatched')).body
    return data
      .filter(({ code }: Body) => code === 'refund')
      .map(({ amount, orderId, detail }: Body) => [amount, orderId, detail])
      .toSorted()
  }
  const reversal = ['9.00', null, '888888']
  const refund = ['4.00', order.id, ref]
  expect(await told()).toEqual([
    1,
    [
      ['T-12', order.id],
      ['T-13', order.id],
      ['T-14', null],
    ],
  ])
  expect(await open()).toEqual([refund, refund, reversal])

  const payBack = async (method: string) => {
    const owed = { amount: '4.00' }
    await owner.post(`/api/admin/orders/${order.id}/refund-duties`, owed)
    const { id: refundId } = (await read()).refunds.find(({ isPaid }: Body) => !isPaid)
    const paid = { refundId, method, reference: `P-${method}-${refundId}` }
    expect((await owner.post(`/api/admin/orders/${order.id}/refunds`, paid)).status).toBe(200)
  }
  // Cash is not what the provider gave back.
  await payBack('cash')
  await payBack('whishpay')
  await expect.poll(told, patient).toEqual([
    2,
    [
      ['T-13', order.id],
      ['T-14', null],
    ],
  ])
  expect(await open()).toEqual([refund, reversal])
  await payBack('whishpay')
  await expect.poll(told, patient).toEqual([3, [['T-14', null]]])
  expect(await open()).toEqual([reversal])
})

it('lists the pound’s rates by pages, and notes what held before the first of them', async () => {
  await shop.test.owner.query(
    `insert into exchange_rates
     select date '2020-01-01' + n, 1500 + n, gen_random_uuid(), now()
       from generate_series(0, 60) as n`,
  )
  const page = async (n: number): Promise<Body> =>
    (await owner.get(`/api/admin/money/settings?page=${n}`)).body
  const [first, second] = [await page(1), await page(2)]
  expect((await owner.get('/api/admin/money/settings')).body).toEqual(first)
  const days = [...first.rates, ...second.rates].map(({ day }: Body) => day)
  expect(first.rates).toHaveLength(60)
  expect(days).toHaveLength(first.rateCount)
  expect(days).toEqual([...new Set(days)].toSorted().toReversed())

  const oldest = { day: '2020-01-01', lbpPerUsd: '1507' }
  await owner.post('/api/admin/money/rates', oldest)
  const newest = async (): Promise<Body> =>
    (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body.data[0]
  await expect
    .poll(async () => (await newest())?.details, patient)
    .toMatchObject({ before: { ...oldest, lbpPerUsd: '1500' }, after: oldest })
})

const conflictOf = ({ status, body }: ApiAnswer) => [status, body.code, body.changedBy]
const changedByOwner = [409, 'edit_conflict', ownerEmail]

it('puts no rate of the pound over one that was not seen', async () => {
  const set = (rate: object) => owner.post('/api/admin/money/rates', rate)
  const read = { day: '2031-01-01', lbpPerUsd: '91000' }
  await set(read)
  const first = { day: '2031-02-01', lbpPerUsd: '92000', seen: read }
  const second = { ...first, lbpPerUsd: '93000' }
  const answers = await Promise.all([set(first), set(second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const isFirst = answers[0].status === 200
  const [standing, refused] = isFirst ? [first, second] : [second, first]
  expect(conflictOf(await set(refused))).toEqual(changedByOwner)
  // The answer to it may have been lost.
  expect((await set(standing)).status).toBe(200)

  const { day, lbpPerUsd } = standing
  const again = await set({ day, lbpPerUsd: '94000', seen: { day, lbpPerUsd } })
  expect(again.body.rates[0]).toEqual({ day, lbpPerUsd: '94000' })
  // Who does not say what was seen does not mind.
  expect((await set({ day, lbpPerUsd: '95000' })).body.rates[0].lbpPerUsd).toBe('95000')

  const earliest = { day: '2019-12-31', lbpPerUsd: '1507', seen: null }
  expect((await set(earliest)).status).toBe(200)
  expect(conflictOf(await set({ ...earliest, lbpPerUsd: '1508' }))).toEqual(changedByOwner)
})

it('puts none over one behind the first page for who has read that page alone', async () => {
  await shop.test.owner.query(
    `insert into exchange_rates
     select date '2018-01-01' + n, 1500 + n, gen_random_uuid(), now()
       from generate_series(0, 60) as n`,
  )
  const set = (rate: object) => owner.post('/api/admin/money/rates', rate)
  const standing = { day: '2017-12-01', lbpPerUsd: '1490' }
  await set(standing)
  const { rates } = (await owner.get('/api/admin/money/settings')).body
  expect(rates.every(({ day }: Body) => day > standing.day)).toBe(true)

  const change = { ...standing, lbpPerUsd: '1491' }
  expect(conflictOf(await set({ ...change, seen: null }))).toEqual(changedByOwner)
  // From a day on that has no rate of its own, it is the one before it that would end there.
  const later = { ...change, day: '2017-12-15' }
  expect(conflictOf(await set({ ...later, seen: null }))).toEqual(changedByOwner)
  expect((await set({ ...later, seen: standing })).status).toBe(200)
  expect((await set({ ...change, seen: standing })).status).toBe(200)
})

it('brings back no VAT number that a colleague has corrected', async () => {
  const set = (tax: object) => owner.post('/api/admin/money/taxes', tax)
  const read = { day: '2031-01-01', vatPercent: '11.5', vatNumber: '601-1' }
  await set({ ...read, vatPercent: '11.50' })
  const corrected = { ...read, vatNumber: '601-2' }
  expect((await set({ ...corrected, seen: read })).status).toBe(200)
  expect((await set({ ...corrected, vatPercent: '11.50', seen: read })).status).toBe(200)

  // From a later day on: with the number that was read, it would be back.
  const later = { day: '2031-02-01', vatPercent: '12' }
  const late = await set({ ...later, vatNumber: read.vatNumber, seen: read })
  expect(conflictOf(late)).toEqual(changedByOwner)
  expect((await owner.get('/api/admin/money/settings')).body.taxes).toEqual([corrected])
  const { body } = await set({ ...later, vatNumber: corrected.vatNumber, seen: corrected })
  expect(body.taxes).toEqual([{ ...later, vatNumber: corrected.vatNumber }, corrected])
})
