// Money that staff took by hand with a provider's means, in that provider's statement: known by the
// reference of its proof, whenever that is written down, and unknown again when it is another one.
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
/** Of 10.00; answers its id. */
async function take(change: object): Promise<string> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: `+961705500${String(++buyers).padStart(2, '0')}`,
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'whish',
    status: 'paid',
    ...change,
  })
  return body.order.id
}

const day = new Date().toISOString()
/** Lines of sales, each our number, theirs and the amount; answers the statement's id. */
async function send(fileName: string, ...lines: string[]): Promise<string> {
  const sales = lines.map((line) => `${line},${day},sale`)
  const csv = ['reference,transactionId,amount,date,type', ...sales].join('\n')
  const path = `/api/admin/money/statements?provider=whishpay&fileName=${fileName}`
  const { status, body } = await owner.post(path, csv, { 'Content-Type': 'text/csv' })
  expect(status).toBe(201)
  return body.statement.id
}

const judged = async (statementId: string): Promise<Body> =>
  (await owner.get(`/api/admin/money/differences?statement=${statementId}`)).body

/** Our numbers of the lines that need attention. */
const unmatched = async (): Promise<string[]> => {
  const { data } = (await owner.get('/api/admin/attention?kind=unmatched')).body
  return data.map(({ detail }: Body) => detail).toSorted()
}
const marked = async (): Promise<string[]> => {
  const { rows } = await shop.test.owner.query<{ ref: string }>(
    'select attempt_ref as ref from settlement_lines where is_open order by 1',
  )
  return rows.map(({ ref }) => ref)
}
const swept = () => shop.service.workers.sweeps.now('open money')

it('is known by either number, as a difference where its sum or its times differ', async () => {
  await take({ reference: '9001' })
  await take({ reference: 'W-2' })
  const other = await take({ reference: '9003' })
  const twice = await take({ reference: '9004' })
  await take({ reference: '9005', paymentMethod: 'omt' })
  const lines = ['9001,W-1,10.00', '9002,W-2,10.00', '9003,W-3,25.00', '9005,W-5,10.00']
  const statementId = await send('hands.csv', ...lines, '9004,W-4,10.00', '9004,W-6,10.00')
  const found = async () => {
    const { matched, differences } = await judged(statementId)
    return { matched, kinds: differences.map(({ kind }: Body) => kind).toSorted() }
  }
  const kinds = ['amount', 'twice', 'twice', 'unknown']
  await expect.poll(found, patient).toEqual({ matched: 2, kinds })
  const { differences } = await judged(statementId)
  const ofRef = (ref: string) => differences.find(({ attemptRef }: Body) => attemptRef === ref)
  expect(ofRef('9003')).toMatchObject({ orderId: other, stated: '25.00', ours: '10.00' })
  expect(ofRef('9004')).toMatchObject({ orderId: twice, kind: 'twice' })
  await expect.poll(unmatched, patient).toEqual(['9005'])
  await swept()
  await expect.poll(marked, patient).toEqual(['9005'])
})

it('is known when its proof comes after the file, unknown again when it is corrected', async () => {
  const id = await take({})
  await send('later.csv', '9101,W-11,10.00', '9102,W-12,10.00')
  await expect.poll(unmatched, patient).toEqual(['9005', '9101', '9102'])
  const prove = (body: object) => owner.post(`/api/admin/orders/${id}/proof`, body)
  expect((await prove({ reference: '9101' })).status).toBe(200)
  await expect.poll(unmatched, patient).toEqual(['9005', '9102'])
  await swept()
  await expect.poll(marked, patient).toEqual(['9005', '9102'])

  expect((await prove({ reference: 'W-12' })).status).toBe(200)
  expect(await marked()).toEqual(['9005', '9101', '9102'])
  await expect.poll(unmatched, patient).toEqual(['9005', '9101'])
  await swept()
  await expect.poll(marked, patient).toEqual(['9005', '9101'])

  expect((await prove({ method: 'omt' })).status).toBe(200)
  await expect.poll(unmatched, patient).toEqual(['9005', '9101', '9102'])
})

it('is unknown again when staff say that the payment never came', async () => {
  const before = await unmatched()
  const id = await take({ reference: '9201' })
  await send('never.csv', '9201,W-21,10.00')
  await expect.poll(unmatched, patient).toEqual(before)
  await swept()
  await expect.poll(marked, patient).toEqual(before)
  const path = `/api/admin/orders/${id}`
  await owner.patch(path, { status: 'cancelled', reason: 'customer_asked' })
  const [{ id: refundId }] = (await owner.get(path)).body.refunds
  const withdrawn = { refundId, reason: 'never_paid', note: 'It came from somebody else.' }
  expect((await owner.post(`${path}/refund-withdrawals`, withdrawn)).status).toBe(200)
  await expect.poll(unmatched, patient).toEqual([...before, '9201'])
})

/** With a fee and a currency for each line; answers the statement. */
async function sendMoney(fileName: string, ...lines: string[]): Promise<Body> {
  const csv = ['reference,transactionId,amount,fee,currency,type,date', ...lines].join('\n')
  const dated = csv.replaceAll(/(sale|refund)$/gm, `$1,${day}`)
  const path = `/api/admin/money/statements?provider=whishpay&fileName=${fileName}`
  const { status, body } = await owner.post(path, dated, { 'Content-Type': 'text/csv' })
  expect(status).toBe(201)
  return body.statement
}

const unmatchedOf = async (refs: readonly string[]): Promise<Body[]> => {
  const { data } = (await owner.get('/api/admin/attention?kind=unmatched&limit=100')).body
  return data.filter(({ detail }: Body) => refs.includes(detail))
}

it('paid by the statement and not by us needs attention until the payment has come', async () => {
  const { body: order } = await shop.client().post('/api/purchases', {
    customerPhone: '+96170559999',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
  })
  await shop.pay(order.id, 'decline')
  const attempt = async () => (await owner.get(`/api/admin/orders/${order.id}`)).body.attempts[0]
  await expect.poll(async () => (await attempt()).state, patient).toBe('declined')
  const { ref } = await attempt()
  await sendMoney('says.csv', `${ref},S-1,10.00,0.10,USD,sale`)
  const item = { code: 'not_paid', orderId: order.id, amount: '10.00' }
  expect(await unmatchedOf([ref])).toMatchObject([item])
  await swept()
  expect(await unmatchedOf([ref])).toMatchObject([item])

  const come = `update payment_attempts set state = 'settled' where ref = $1`
  expect((await shop.test.owner.query(come, [ref])).rowCount).toBe(1)
  expect(await unmatchedOf([ref])).toEqual([])
  await swept()
  await expect.poll(marked, patient).not.toContain(ref)
})

it('sums and shows each currency by itself', async () => {
  const [dollars, pounds] = [
    { sales: '15.00', fees: '0.15', refunds: '0.00', net: '14.85' },
    { sales: '900000.00', fees: '1800.00', refunds: '90000.00', net: '808200.00' },
  ]
  const { id, ...mixed } = await sendMoney(
    'pounds.csv',
    '9301,W-31,15.00,0.15,USD,sale',
    '9302,W-32,900000.00,900.00,LBP,sale',
    '9303,W-33,90000.00,900.00,LBP,refund',
  )
  expect(mixed).toMatchObject({ ...dollars, others: [{ currency: 'LBP', ...pounds }] })
  const stated = [
    ['9301', '15.00', undefined],
    ['9302', '900000.00', 'LBP'],
    ['9303', '90000.00', 'LBP'],
  ]
  const { differences } = await judged(id)
  const told = differences.filter(({ kind }: Body) => kind !== 'missing')
  const shown = told.map(({ attemptRef, stated: sum, currency }: Body) => [
    attemptRef,
    sum,
    currency,
  ])
  expect(shown.toSorted()).toEqual(stated)
  const waiting = await unmatchedOf(['9301', '9302', '9303'])
  const money = waiting.map(({ detail, amount, currency }) => [detail, amount, currency])
  expect(money.toSorted()).toEqual(stated)
})

it('holds pounds without a rate of their own against that of the day they came on', async () => {
  await shop.test.owner.query(
    `insert into exchange_rates (from_day, lbp_per_usd, set_by, set_at)
     values ('2020-01-01', 89500, gen_random_uuid(), clock_now())`,
  )
  await take({ reference: '9401', currency: 'LBP' })
  await take({ reference: '9402', currency: 'LBP', rate: '0' })
  await take({ reference: '9403', currency: 'LBP', rate: '90000' })
  await take({ reference: '9404', currency: 'LBP' })
  const { id } = await sendMoney(
    'pounds-by-hand.csv',
    '9401,W-41,895000.00,0.00,LBP,sale',
    '9402,W-42,895000.00,0.00,LBP,sale',
    '9403,W-43,900000.00,0.00,LBP,sale',
    '9404,W-44,900000.00,0.00,LBP,sale',
  )
  const found = async () => {
    const { differences } = await judged(id)
    const told = differences.filter(({ kind }: Body) => kind !== 'missing')
    return told.map(({ attemptRef, kind }: Body) => [attemptRef, kind])
  }
  await expect.poll(found, patient).toEqual([['9404', 'amount']])
})
