// The file of duties to give money back, on the whole shop: what became of each, withdrawn ones
// too, and in what money it went back.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

const read = async (id: string): Promise<Body> => (await owner.get(`/api/admin/orders/${id}`)).body
const act = async (id: string, path: string, body: object) => {
  const answer = await owner.post(`/api/admin/orders/${id}/${path}`, body)
  expect([answer.status < 300, answer.body?.code]).toEqual([true, undefined])
}

let buyers = 0
async function manual(change: object = {}): Promise<Body> {
  buyers += 1
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: `+9617012345${buyers}`,
    customerName: '=SUM(1+1)',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    ...change,
  })
  return body.order
}

async function owe(id: string, amount: string): Promise<string> {
  await act(id, 'refund-duties', { amount })
  return (await read(id)).refunds.find(({ isPaid }: Body) => !isPaid).id
}

/** By the names of the columns, oldest first. */
async function fileOf(query = ''): Promise<Record<string, string>[]> {
  const { bytes } = await owner.get(`/api/admin/money/refunds/export${query}`)
  const text = bytes.toString('utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const [header = [], ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
}

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

it('says of each duty what became of it, and in what money it went back', async () => {
  const pounds = await manual({ currency: 'LBP', rate: '89500' })
  const byPounds = { refundId: await owe(pounds.id, '4.00'), method: 'cash', reference: 'R-1' }
  await act(pounds.id, 'refunds', { ...byPounds, currency: 'LBP', rate: '89500' })
  const dollars = await manual()
  const byTransfer = { method: 'whish', reference: 'R-2' }
  await act(dollars.id, 'refunds', { refundId: await owe(dollars.id, '3.00'), ...byTransfer })
  const waiting = await manual()
  await owe(waiting.id, '2.00')
  const typo = await manual()
  const wrong = { refundId: await owe(typo.id, '9.00'), reason: 'mistake', note: 'Ten for one' }
  await act(typo.id, 'refund-withdrawals', wrong)
  const stray = await manual({ reference: 'C-77' })
  await owner.patch(`/api/admin/orders/${stray.id}`, { status: 'cancelled', reason: 'mistake' })
  await expect.poll(async () => (await read(stray.id)).refunds.length, patient).toBe(1)
  const never = { refundId: `cancelled:${stray.id}`, reason: 'never_paid', note: 'Paid by Rana' }
  await act(stray.id, 'refund-withdrawals', never)
  await shop.service.workers.catchUp()

  const rows = await fileOf()
  expect(rows.map((row) => row.Reference)).toEqual(
    [pounds, dollars, waiting, typo, stray].map(({ reference }) => reference),
  )
  const told = rows.map((row) => [
    row['Amount USD'],
    row.Cause,
    row.State,
    row['Withdrawal reason'],
    row.Currency,
    row['Amount in currency'],
    row['LBP per USD'],
  ])
  expect(told).toEqual([
    ['4.00', 'staff', 'paid', '', 'LBP', '358000', '89500'],
    ['3.00', 'staff', 'paid', '', 'USD', '3.00', ''],
    ['2.00', 'staff', 'due', '', '', '', ''],
    ['9.00', 'staff', 'withdrawn', 'mistake', '', '', ''],
    ['10.00', 'cancelled', 'withdrawn', 'never_paid', '', '', ''],
  ])
  for (const row of rows) {
    expect(row.Customer).toBe(`'=SUM(1+1)`)
    expect(row['Due since']).toMatch(moment)
    if (row.State === 'withdrawn') expect(row.Withdrawn).toMatch(moment)
    else expect(row.Withdrawn).toBe('')
  }
  // Days are of when a duty arose, withdrawn or not.
  const [day = ''] = rows[3]?.['Due since']?.split(' ') ?? []
  expect(await fileOf(`?startDate=${day}&endDate=${day}`)).toEqual(rows)
  expect(await fileOf('?endDate=2020-01-01')).toEqual([])
}, 60_000)
