// The file of an invoice: the sheet as the shop makes it, in the language that was asked for, with
// its letters in it. What it says is read by a program that has not made it.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { StaffRole } from '#events/staff/events.ts'

import { newId } from '../../ids.ts'
import { apiClient } from '../../testing/api-client.ts'
import type { ApiAnswer, ApiClient } from '../../testing/api-client.ts'
import { linesOfPdf, textOfPdf } from '../../testing/pdf-text.ts'
import type { SeenLine } from '../../testing/pdf-text.ts'
import { openRunningShop, ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000, interval: 100 }

let shop: RunningShop
let owner: ApiClient
let orderId: string
let number: number
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  const { productId } = await shop.sell({ name: 'Watch', totalTickets: 500 })
  const day = beirut.format(shop.service.core.clock.now())
  await owner.post('/api/admin/money/rates', { day, lbpPerUsd: '89500' })
  await owner.post('/api/admin/money/taxes', { day, vatPercent: '11', vatNumber: '601-234' })
  orderId = await sold(productId)
  number = (await owner.post(`/api/admin/orders/${orderId}/invoice`)).body.number
}, 120_000)
afterAll(() => shop?.stop())

const beirut = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Beirut', dateStyle: 'short' })

async function sold(productId: string): Promise<string> {
  const wanted = {
    customerPhone: '+96170123456',
    customerName: 'مايا Haddad حداد',
    deliveryAddress: 'شارع Bliss 12 (بيروت)',
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'delivery',
    paymentMethod: 'cash',
    status: 'paid',
  }
  const key = { 'Idempotency-Key': newId<string>() }
  const { body } = await owner.post('/api/admin/orders/manual', wanted, key)
  const { id } = body.order
  const order = () => owner.get(`/api/admin/orders/${id}`)
  await vi.waitFor(async () => expect((await order()).body.status).toBe('paid'), patient)
  return id
}

const file = (query = '') => owner.get(`/api/admin/orders/${orderId}/invoice.pdf${query}`)

/** Each run of letters from left to right. */
const seen = (line: SeenLine | undefined) => line?.map(({ text }) => text)
const lineWith = (lines: readonly SeenLine[], text: string) =>
  lines.find((line) => line.some((run) => run.text === text))

function expectFile({ status, headers, bytes }: ApiAnswer, fileName: string): void {
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
  expect(headers.get('cache-control')).toBe('no-store')
  const text = bytes.toString('latin1')
  expect(text.startsWith('%PDF-')).toBe(true)
  const fonts = text.match(/\/BaseFont \/\S+/g)
  expect(new Set(fonts?.map((font) => font.replace(/\w+\+/, '')))).toEqual(
    new Set(['/BaseFont /Alexandria-Regular', '/BaseFont /Alexandria-Bold']),
  )
  // Each is named where it is used and where its letters are described.
  expect(text.match(/\/FontFile2 /g)).toHaveLength((fonts?.length ?? 0) / 2)
}

it('is the invoice in English, with its own letters', async () => {
  const answer = await file('?language=en')
  expectFile(answer, `invoice-${number}.pdf`)
  const text = await textOfPdf(answer.bytes)
  for (const line of [
    'Tax invoice',
    `No. ${number}`,
    'VAT no. 601-234',
    'Cedar Notebook',
    'Total with VAT',
    '$15.00',
    'LBP 1,342,500',
    'In Lebanese pounds at 89,500 for $1',
  ])
    expect(text.split('\n').join(' ')).toContain(line)
  const [lines = []] = await linesOfPdf(answer.bytes)
  expect(seen(lineWith(lines, 'Haddad'))).toEqual(['مايا', 'Haddad', 'حداد'])
})

it('is the invoice in Arabic, from right to left, with its columns on the other side', async () => {
  const answer = await file('?language=ar')
  expectFile(answer, `invoice-${number}.pdf`)
  const [lines = []] = await linesOfPdf(answer.bytes)
  expect(seen(lines[0])).toEqual(['ضريبية', 'فاتورة'])
  expect(seen(lines[1])).toEqual([String(number), 'رقم'])
  expect(seen(lineWith(lines, 'Haddad'))).toEqual(['حداد', 'Haddad', 'مايا'])
  expect(seen(lineWith(lines, 'Bliss'))).toEqual(['(', 'بيروت', ')', 'Bliss', '12', 'شارع'])
  expect(seen(lineWith(lines, '89,500'))).toEqual(expect.arrayContaining(['89,500', 'بسعر']))
  expect(lineWith(lines, '$15.00')?.[0]?.left).toBeCloseTo(40, 0)
  expect(lines[0]?.at(-1)?.right).toBeCloseTo(595.28 - 40, 0)

  const [english = []] = await linesOfPdf((await file('?language=en')).bytes)
  expect(lineWith(english, '$15.00')?.at(-1)?.right).toBeCloseTo(595.28 - 40, 0)
  expect(english[0]?.[0]?.left).toBeCloseTo(40, 0)
})

it('is the same file again, and another in another language', async () => {
  const [first, again, french] = [
    await file(),
    await file('?language=en'),
    await file('?language=fr'),
  ]
  expect(first.bytes.equals(again.bytes)).toBe(true)
  expect(await textOfPdf(french.bytes)).toContain('Total TTC')
  expect((await file('?language=de')).status).toBe(400)
})

it('is the credit note too, and there is none of another number', async () => {
  const path = `/api/admin/orders/${orderId}`
  const { body } = await owner.post(`${path}/refund-duties`, { amount: '1.00' })
  const refundId = body.refunds.at(-1).id as string
  await owner.post(`${path}/refunds`, { refundId, method: 'cash', reference: 'R-1' })
  const answer = await file(`?language=en&note=${number}-1`)
  expectFile(answer, `credit-note-${number}-1.pdf`)
  const text = await textOfPdf(answer.bytes)
  for (const words of ['Credit note', `No. ${number}-1`, 'Paid back with VAT', '$1.00'])
    expect(text).toContain(words)
  expect((await file(`?note=${number}-2`)).status).toBe(404)
  expect((await file('?note=1')).status).toBe(400)
})

it('goes over to another page with its heads, and numbers the pages', async () => {
  const { sheetPdf } = await import('../invoice-pdf.ts')
  const row = ['A watch', '1', '$15.00', '$15.00']
  const goods = { heads: ['Item', 'Quantity', 'Price', 'Amount'], rows: Array(60).fill(row) }
  const sheet = { title: 'Tax invoice', number: 'No. 1', facts: [], stamp: null, parties: [] }
  const at = new Date(0)
  const bytes = await sheetPdf({
    sheet: { ...sheet, goods, totals: [] },
    language: 'en',
    author: 'Qura',
    at,
  })
  const pages = await linesOfPdf(bytes)
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, lines] of pages.entries()) {
    expect(lineWith(lines, 'Item')).toBeDefined()
    expect(
      lines
        .flat()
        .map(({ top }) => top)
        .every((top) => top < 841.89 - 20),
    ).toBe(true)
    expect(seen(lines.at(-1))).toEqual([`${index + 1}`, '/', `${pages.length}`])
  }
  expect(pages.flat().filter((line) => seen(line)?.join(' ') === 'A watch')).toHaveLength(60)
})

it('is for who reads the books, of an invoice that was issued, and is noted', async () => {
  const setRole = (role: StaffRole) =>
    shop.test.owner.query('update people set role = $1 where email = $2', [role, ownerEmail])
  for (const role of ['fulfilment', 'regulator'] as const) {
    await setRole(role)
    expect(await file()).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  }
  await setRole('owner')
  expect(
    (await apiClient(shop.origin).get(`/api/admin/orders/${orderId}/invoice.pdf`)).status,
  ).toBe(401)

  const before = await taken()
  await file('?language=fr')
  const details = { number: String(number), language: 'fr' }
  expect(await taken()).toEqual([...before, details])
  const nothing = `/api/admin/orders/${newId<string>()}/invoice.pdf`
  expect(await owner.get(nothing)).toMatchObject({ status: 409, body: { code: 'no_invoice' } })
  expect(await taken()).toHaveLength(before.length + 1)
})

async function taken(): Promise<unknown[]> {
  const { rows } = await shop.test.owner.query<{ details: unknown }>(
    `select details from audit_details where act = 'invoice exported' and subject = $1
      order by created_at`,
    [`order/${orderId}`],
  )
  return rows.map(({ details }) => details)
}
