// An invoice is one sheet for ever: what is corrected later does not change it, erasing the buyer
// takes his name off it, and nobody issues one for a sale that has gone back. The file for the VAT
// return says the same of it, and of a sale without one what it would say.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveClock } from '../../clock.ts'
import { eraseOrders } from '../../commands/erase-orders.ts'
import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
}, 120_000)
afterAll(() => shop?.stop())

async function sold(): Promise<string> {
  const wanted = {
    customerPhone: '+96170123456',
    customerName: 'Maya Hadad',
    deliveryAddress: 'Hamra 1',
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'delivery',
    paymentMethod: 'cash',
    status: 'paid',
  }
  const key = { 'Idempotency-Key': newId<string>() }
  const { body } = await owner.post('/api/admin/orders/manual', wanted, key)
  const { id } = body.order
  await expect.poll(async () => (await order(id)).status, patient).toBe('paid')
  return id
}

const order = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body
const invoice = (id: string) => owner.post(`/api/admin/orders/${id}/invoice`)
const read = (id: string) => owner.get(`/api/admin/orders/${id}/invoice`)
const set = async (what: 'rates' | 'taxes', body: object) => {
  const day = beirut.format(shop.service.core.clock.now())
  expect((await owner.post(`/api/admin/money/${what}`, { day, ...body })).status).toBe(200)
}
const beirut = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Beirut', dateStyle: 'short' })

/** The lines of a file that tell of an order, as their columns are called. */
async function linesOf(file: string, id: string): Promise<Record<string, string>[]> {
  const { reference } = await order(id)
  const text = (await owner.get(`/api/admin/${file}`)).bytes.toString('utf8').replace(/^\uFEFF/, '')
  const [header = [], ...lines] = text.split('\r\n').map((line) => line.split(','))
  const own = lines.filter((line) => line.includes(reference))
  return own.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])))
}

/** All of it: its tickets go back with the money. */
const giveBack = (id: string) =>
  owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'customer_asked' })

let refunds = 0
const payBack = (id: string, refundId: string) =>
  owner.post(`/api/admin/orders/${id}/refunds`, {
    refundId,
    method: 'cash',
    reference: `R-${++refunds}`,
  })

it('names buyer and seller as it was issued, whatever is corrected later', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  expect(sheet).toMatchObject({ customer: 'Maya Hadad', address: 'Hamra 1' })
  expect(sheet.seller).toMatchObject({ name: 'Qura', address: { fr: expect.any(String) } })

  const corrected = { name: 'Maya Haddad', email: null, address: 'Hamra 12', note: null }
  const { status } = await owner.post(`/api/admin/orders/${id}/contact`, corrected)
  expect(status).toBe(200)
  expect(await order(id)).toMatchObject({ userName: 'Maya Haddad' })
  await shop.test.owner.query(
    `update invoice_parties set seller = jsonb_set(seller::jsonb, '{name}', '"Qura before"')::json
      where order_id = $1`,
    [id],
  )
  const seller = { ...sheet.seller, name: 'Qura before' }
  expect((await invoice(id)).body).toEqual({ ...sheet, seller })
})

it('is read by who reads the books once it was issued, and never issued by reading', async () => {
  const id = await sold()
  expect(await read(id)).toMatchObject({ status: 409, body: { code: 'no_invoice' } })
  const { body: sheet } = await invoice(id)
  expect(await read(id)).toMatchObject({ status: 200, body: sheet })
  await shop.test.owner.query('delete from invoice_parties where order_id = $1', [id])
  expect((await read(id)).body).toEqual(sheet)
  const { rows } = await shop.test.owner.query('select from invoice_parties where order_id = $1', [
    id,
  ])
  expect(rows).toEqual([])
})

it('keeps one of before as it is first opened again', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  await shop.test.owner.query('delete from invoice_parties where order_id = $1', [id])
  expect((await invoice(id)).body).toEqual(sheet)
  await shop.test.owner.query(`update order_contacts set name = 'Nobody' where order_id = $1`, [id])
  expect((await invoice(id)).body).toEqual(sheet)
})

it('names its buyer no more once he is erased', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  const { owner: admin } = shop.test
  await admin.transaction((tx) => eraseOrders(tx, { orderIds: [id], personId: null }))
  const nobody = { customer: null, phone: null, address: null }
  expect((await invoice(id)).body).toEqual({ ...sheet, ...nobody })
})

it('is not issued once all the money goes back, and opened again where it was', async () => {
  const [before, after] = [await sold(), await sold()]
  const { body: sheet } = await invoice(before)
  for (const id of [before, after]) expect((await giveBack(id)).status).toBeLessThan(300)
  expect(await invoice(after)).toMatchObject({ status: 409, body: { code: 'order_cancelled' } })
  expect((await order(after)).mayDo).not.toContain('issue_invoice')
  expect((await order(before)).mayDo).toContain('issue_invoice')
  expect((await invoice(before)).body).toEqual(sheet)
})

it('says the same in the file for the VAT return, whatever rate is typed later', async () => {
  const [late, early, loose] = [await sold(), await sold(), await sold()]
  const { body: without } = await invoice(late)
  expect(without.lbp).toBeNull()
  await set('rates', { lbpPerUsd: '89001' })
  const { body: sheet } = await invoice(early)
  await set('rates', { lbpPerUsd: '95000' })
  await set('taxes', { vatPercent: '12' })

  const told = ({ number, vat, vatPercent, net, lbp, total }: typeof sheet) => ({
    Kind: 'sale',
    Invoice: String(number),
    'Gross USD': total,
    'VAT %': vatPercent,
    'VAT USD': vat,
    'Net USD': net,
    'LBP per USD': lbp?.rate ?? '',
    'Gross LBP': lbp?.total ?? '',
    'VAT LBP': lbp?.vat ?? '',
  })
  const file = 'money/sales/export'
  await expect.poll(() => linesOf(file, loose), patient).toHaveLength(1)
  expect(await linesOf(file, early)).toMatchObject([told(sheet)])
  expect(await linesOf(file, late)).toMatchObject([told(without)])
  expect(await linesOf(file, loose)).toMatchObject([
    { Invoice: '', 'VAT %': '12', 'LBP per USD': '95000' },
  ])

  await giveBack(early)
  const isOwed = async () => (await order(early)).refunds.length
  await expect.poll(isOwed, patient).toBe(1)
  await payBack(early, `cancelled:${early}`)
  await expect.poll(() => linesOf(file, early), patient).toHaveLength(2)
  const back = (amount: string) => `-${amount}`
  const { lbp } = sheet
  expect((await linesOf(file, early))[1]).toMatchObject({
    ...told({ ...sheet, total: back(sheet.total), vat: back(sheet.vat), net: back(sheet.net) }),
    Kind: 'refund',
    'Gross LBP': back(lbp.total),
    'VAT LBP': back(lbp.vat),
  })
})

it('is read for ever where its payment never was, and says so', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  expect(sheet.withdrawn).toBeNull()
  await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'mistake' })
  const refundId = `cancelled:${id}`
  const offered = async () => (await order(id)).refunds[0]?.withdrawable
  await expect.poll(offered, patient).toBe('never_paid')
  const never = { refundId, reason: 'never_paid', note: 'Paid by Rana' }
  expect((await owner.post(`/api/admin/orders/${id}/refund-withdrawals`, never)).status).toBe(200)

  const withdrawn = { at: expect.any(String), reason: 'never_paid' }
  expect(await read(id)).toMatchObject({ status: 200, body: { ...sheet, withdrawn } })
  expect((await order(id)).mayDo).toContain('issue_invoice')
  expect(await invoice(id)).toMatchObject({ status: 200, body: { ...sheet, withdrawn } })
  await expect.poll(() => linesOf('money/sales/export', id), patient).toHaveLength(2)
  const lines = await linesOf('money/sales/export', id)
  const numbered = { Invoice: String(sheet.number), 'VAT %': sheet.vatPercent }
  expect(lines).toMatchObject([
    { ...numbered, Kind: 'sale', 'Gross USD': sheet.total, 'VAT USD': sheet.vat },
    { ...numbered, Kind: 'refund', 'Gross USD': `-${sheet.total}`, 'VAT USD': `-${sheet.vat}` },
  ])

  // Nor has the file of orders, or the buyer's count, a payment of it.
  await expect
    .poll(() => linesOf('orders/export', id), patient)
    .toMatchObject([{ Status: 'cancelled', Paid: '', 'Refunded USD': '0.00' }])
})

it('tells what had gone back before it was issued; what goes back later has notes', async () => {
  const id = await sold()
  const owe = async (amount: string) => {
    const { body } = await owner.post(`/api/admin/orders/${id}/refund-duties`, { amount })
    return body.refunds.at(-1).id as string
  }
  await payBack(id, await owe('9.99'))
  const later = await owe('1.00')
  const { body: sheet } = await invoice(id)
  expect(sheet).toMatchObject({
    total: '15.00',
    refunded: { amount: '9.99', left: '5.01', vat: expect.any(String) },
  })
  await payBack(id, later)
  const { vatPercent } = sheet
  const note = { number: `${sheet.number}-1`, amount: '1.00', withdrawnAt: null, goods: null }
  const { body } = await read(id)
  expect(body).toMatchObject({ ...sheet, creditNotes: [note] })

  const file = 'money/sales/export'
  const notes = async () => (await linesOf(file, id)).map((line) => line['Credit note'])
  await expect.poll(notes, patient).toEqual(['', '', '1'])
  const [{ vat, net, lbp }] = body.creditNotes
  expect((await linesOf(file, id))[2]).toMatchObject({
    Kind: 'refund',
    'VAT %': vatPercent,
    'VAT USD': `-${vat}`,
    'Net USD': `-${net}`,
    'VAT LBP': `-${lbp.vat}`,
    'Gross LBP': `-${lbp.total}`,
  })
})

it('stands as issued where a refund on it was not paid, and agrees with the VAT file', async () => {
  const id = await sold()
  const path = `/api/admin/orders/${id}`
  const owed = await owner.post(`${path}/refund-duties`, { amount: '5.00' })
  const refundId = owed.body.refunds.at(-1).id as string
  await payBack(id, refundId)
  const { body: sheet } = await invoice(id)
  const { refunded } = sheet
  expect(refunded).toMatchObject({ amount: '5.00', left: '10.00', withdrawn: [] })

  /** Of the file: each line's amount and the suffix of its credit note. */
  const filed = async () =>
    (await linesOf('money/sales/export', id)).map((line) => [
      line['Gross USD'],
      line['Credit note'],
    ])
  const sale = ['15.00', '']
  const before = ['-5.00', '']
  await expect.poll(filed, patient).toEqual([sale, before])

  const undone = { refundId, note: 'He never came' }
  expect((await owner.post(`${path}/refund-payment-withdrawals`, undone)).status).toBe(200)
  const withdrawn = [{ at: expect.any(String), amount: '5.00' }]
  const said = { ...sheet, refunded: { ...refunded, withdrawn } }
  expect((await read(id)).body).toEqual(said)
  await expect.poll(filed, patient).toEqual([sale, before, ['5.00', '']])

  const again = { refundId, method: 'omt', reference: 'OMT-5' }
  expect((await owner.post(`${path}/refunds`, again)).status).toBe(200)
  const note = { number: `${sheet.number}-1`, amount: '5.00', withdrawnAt: null }
  expect((await read(id)).body).toMatchObject({ ...said, creditNotes: [note] })
  await expect.poll(filed, patient).toEqual([sale, before, ['5.00', ''], ['-5.00', '1']])
})

it('without one what goes back has the rates of the sale, whatever holds by then', async () => {
  await set('rates', { lbpPerUsd: '89500' })
  await set('taxes', { vatPercent: '11' })
  const [never, part] = [await sold(), await sold()]
  const { clock } = shop.service.core
  await moveClock(shop.test.owner, new Date(clock.now().getTime() + 36 * 3_600_000))
  await clock.sync()
  owner = await shop.owner()
  await set('rates', { lbpPerUsd: '90000' })
  await set('taxes', { vatPercent: '12' })

  await owner.patch(`/api/admin/orders/${never}`, { status: 'cancelled', reason: 'mistake' })
  const offered = async () => (await order(never)).refunds[0]?.withdrawable
  await expect.poll(offered, patient).toBe('never_paid')
  const unpaid = { refundId: `cancelled:${never}`, reason: 'never_paid', note: 'Paid by Rana' }
  const path = `/api/admin/orders/${part}`
  const owed = await owner.post(`${path}/refund-duties`, { amount: '5.00' })
  const refundId = owed.body.refunds.at(-1).id as string
  await payBack(part, refundId)
  const undone = { refundId, note: 'He never came' }
  for (const answer of [
    await owner.post(`/api/admin/orders/${never}/refund-withdrawals`, unpaid),
    await owner.post(`${path}/refund-payment-withdrawals`, undone),
  ])
    expect(answer.status).toBe(200)

  const filed = async (id: string) =>
    (await linesOf('money/sales/export', id)).map((line) => [
      line.Kind,
      line['VAT %'],
      line['VAT USD'],
      line['LBP per USD'],
      line['Gross LBP'],
    ])
  const sale = ['sale', '11', '1.49', '89500', '1342500']
  const takenBack = ['refund', '11', '-1.49', '89500', '-1342500']
  await expect.poll(() => filed(never), patient).toEqual([sale, takenBack])
  const lines = [
    sale,
    ['refund', '11', '-0.50', '89500', '-447500'],
    ['refund_payment_withdrawn', '11', '0.50', '89500', '447500'],
  ]
  await expect.poll(() => filed(part), patient).toEqual(lines)
  // Nor does an invoice that is issued later change a line that was handed in.
  expect(await invoice(part)).toMatchObject({ status: 200, body: { vatPercent: '11' } })
  expect(await filed(part)).toEqual(lines)
})
