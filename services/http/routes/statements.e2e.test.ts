// Statements of providers that overlap, that were imported under the wrong provider, and that are
// withdrawn, on the whole shop.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeSettledMoney } from '../../commands/open-money.ts'
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
type Provider = 'whishpay' | 'montypay'

/** By our number for its payment. */
const orders = new Map<string, string>()

/** Our number for the payment. */
async function paid(paymentMethod: Provider): Promise<string> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod,
    deliveryAddress: 'Maya Haddad, +96170123456, Street 1, Beirut, 0000',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  await shop.pay(body.id, 'approve')
  const read = async () => (await owner.get(`/api/admin/orders/${body.id}`)).body
  await expect.poll(async () => (await read()).status, patient).toBe('paid')
  const [{ ref }] = (await read()).attempts
  orders.set(ref, body.id)
  return ref
}

const day = new Date().toISOString()
const refund = (ref: string, transaction: string, amount: string, at = day) =>
  `${ref},${transaction},${amount},0.00,USD,${at},refund`
const sale = (ref: string, transaction: string, change: { at?: string; amount?: string } = {}) =>
  `${ref},${transaction},${change.amount ?? '15.00'},0.15,USD,${change.at ?? day},sale`

async function send(provider: Provider, fileName: string, ...lines: string[]): Promise<Body> {
  const csv = ['externalId,transactionId,amount,fee,currency,date,type', ...lines].join('\n')
  const path = `/api/admin/money/statements?provider=${provider}&fileName=${fileName}`
  const { status, body } = await owner.post(path, csv, { 'Content-Type': 'text/csv' })
  expect(status).toBe(201)
  return body
}

/** Of these payments, by number: the kinds of their differences; `matched` counts all. */
async function judged({ statement }: Body, refs: readonly string[]) {
  const path = `/api/admin/money/differences?statement=${statement.id}`
  const { matched, differences } = (await owner.get(path)).body
  const own = differences.filter(({ attemptRef }: Body) => refs.includes(attemptRef))
  return { matched, kinds: own.map(({ kind }: Body) => kind) }
}

const listed = async ({ statement }: Body): Promise<Body | undefined> =>
  (await owner.get('/api/admin/money/statements')).body.data.find(
    ({ id }: Body) => id === statement.id,
  )

const withdraw = ({ statement }: Body, reason = 'Imported under the wrong provider.') =>
  owner.call({
    method: 'DELETE',
    path: `/api/admin/money/statements/${statement.id}`,
    body: { reason },
  })

it('a file under the wrong provider spoils no right one and hides nothing missing', async () => {
  const refs = [await paid('montypay'), await paid('montypay')]
  const unsettled = await paid('whishpay')
  const lines = [sale(refs[0] ?? '', 'M-1'), sale(refs[1] ?? '', 'M-2'), sale(unsettled, 'M-3')]
  const wrong = await send('whishpay', 'wrong.csv', ...lines.slice(0, 2))
  expect(await judged(wrong, refs)).toEqual({ matched: 0, kinds: ['unknown', 'unknown'] })
  const right = await send('montypay', 'right.csv', ...lines)
  expect(await judged(right, refs)).toEqual({ matched: 2, kinds: [] })
  // Another provider's file says nothing of it.
  await expect.poll(() => judged(wrong, [unsettled]), patient).toMatchObject({ kinds: ['missing'] })

  expect((await withdraw(wrong, ' ')).body).toMatchObject({ fields: [{ path: 'reason' }] })
  expect((await withdraw(wrong)).body).toEqual({ deleted: true })
  expect(await listed(wrong)).toBeUndefined()
  expect((await withdraw(wrong)).status).toBe(404)
  const trail = async () =>
    (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body.data[0]
  await expect.poll(trail, patient).toMatchObject({
    data: { kind: 'statement_withdrawn' },
    details: {
      fileName: 'wrong.csv',
      provider: 'whishpay',
      lines: 2,
      reason: 'Imported under the wrong provider.',
    },
  })
  expect(await judged(right, refs)).toEqual({ matched: 2, kinds: [] })
})

it('what a withdrawn statement had matched is free for the next import', async () => {
  const refs = [await paid('whishpay')]
  const line = sale(refs[0] ?? '', 'T-1')
  const first = await send('whishpay', 'week.csv', line)
  expect((await withdraw(first)).status).toBe(200)
  await expect.poll(() => judged(first, []).catch(() => 'gone'), patient).toBe('gone')
  const again = await send('whishpay', 'week.csv', line)
  expect(await judged(again, refs)).toEqual({ matched: 1, kinds: [] })
})

it('a line that a week and its month both tell is one, and counted once', async () => {
  const refs = [await paid('whishpay'), await paid('whishpay')]
  const [one = '', two = ''] = refs
  const noon = `${day.slice(0, 10)}T10:00:00Z`
  const week = await send('whishpay', 'w1.csv', sale(one, 'T-11', { at: noon }))
  // Of the same day, without its time.
  const inMonth = sale(one, 'T-11', { at: day.slice(0, 10) })
  const month = await send('whishpay', 'm1.csv', inMonth, sale(two, 'T-12', { at: noon }))
  expect(await judged(week, refs)).toEqual({ matched: 1, kinds: [] })
  expect(await judged(month, refs)).toEqual({ matched: 2, kinds: [] })
  const counted = async (statement: Body) => {
    const { lines, repeated, sales, fees, net } = (await listed(statement)) ?? {}
    return { lines, repeated, sales, fees, net }
  }
  const single = { sales: '15.00', fees: '0.15', net: '14.85' }
  expect(await counted(week)).toEqual({ lines: 1, repeated: 0, ...single })
  expect(await counted(month)).toEqual({ lines: 2, repeated: 1, ...single })
  const quarter = await send('whishpay', 'q1.csv', inMonth)
  const nothing = { sales: '0.00', fees: '0.00', net: '0.00' }
  await withdraw(week)
  expect(await counted(quarter)).toEqual({ lines: 1, repeated: 1, ...nothing })
  const both = { sales: '30.00', fees: '0.30', net: '29.70' }
  expect(await counted(month)).toEqual({ lines: 2, repeated: 0, ...both })
})

/** Four dollars of a paid order are given back by its own way of payment. */
async function giveBack(ref: string, method: Provider, reference: string): Promise<void> {
  const id = orders.get(ref)
  const duties = await owner.post(`/api/admin/orders/${id}/refund-duties`, { amount: '4.00' })
  const [{ id: refundId }] = duties.body.refunds
  const proof = { refundId, method, reference }
  expect((await owner.post(`/api/admin/orders/${id}/refunds`, proof)).status).toBe(200)
  await expect
    .poll(async () => (await owner.get(`/api/admin/orders/${id}`)).body.refunds, patient)
    .toMatchObject([{ isPaid: true }])
}

it('money given back that a week and its month both tell was given back once', async () => {
  const ref = await paid('whishpay')
  await giveBack(ref, 'whishpay', 'T-21')
  const back = refund(ref, 'T-21', '4.00')
  // The same instant: which of the two stands first is chance.
  const statements = [
    await send('whishpay', 'w2.csv', back),
    await send('whishpay', 'm2.csv', back, sale(ref, 'T-22')),
    await send('whishpay', 'q2.csv', sale(ref, 'T-22'), back),
  ]
  for (const statement of statements)
    expect((await judged(statement, [ref])).kinds).not.toContain('refund_unknown')
})

it('money given back that we say was not paid after all is a difference again', async () => {
  const ref = await paid('whishpay')
  await giveBack(ref, 'whishpay', 'T-31')
  const statement = await send('whishpay', 'w31.csv', refund(ref, 'T-31', '4.00'))
  expect((await judged(statement, [ref])).kinds).not.toContain('refund_unknown')
  expect(await closed()).toContain(ref)
  const path = `/api/admin/orders/${orders.get(ref)}`
  const [{ id: refundId }] = (await owner.get(path)).body.refunds
  const undone = { refundId, note: 'Of another order' }
  expect((await owner.post(`${path}/refund-payment-withdrawals`, undone)).status).toBe(200)
  expect(await closed()).not.toContain(ref)
  await expect
    .poll(async () => (await judged(statement, [ref])).kinds, patient)
    .toContain('refund_unknown')
})

/** Refund lines that are known, and that nobody looks at again. */
async function closed(): Promise<string[]> {
  await shop.service.workers.catchUp()
  await closeSettledMoney(shop.service.core.database)
  const { rows } = await shop.test.owner.query<{ attempt_ref: string }>(
    `select attempt_ref from settlement_lines where kind = 'refund' and not is_open`,
  )
  return rows.map(({ attempt_ref }) => attempt_ref)
}

it('money taken back that nobody owed is a difference on every sheet', async () => {
  const ref = await paid('whishpay')
  await giveBack(ref, 'whishpay', 'T-26')
  const known = refund(ref, 'T-26', '4.00')
  const charged = refund(ref, 'T-27', '4.00')
  const noon = `${day.slice(0, 10)}T10:00:00Z`
  const week = await send('whishpay', 'w3.csv', known, charged, refund(ref, 'T-28', '5.00', noon))
  // The other way round, and of the same day without its time.
  const whole = refund(ref, 'T-28', '5.00', day.slice(0, 10))
  const month = await send('whishpay', 'm3.csv', charged, known, whole)
  const unknown = async ({ statement }: Body) => {
    const path = `/api/admin/money/differences?statement=${statement.id}`
    const { differences } = (await owner.get(path)).body
    const own = differences.filter(({ kind }: Body) => kind === 'refund_unknown')
    return own.map(({ providerRef }: Body) => providerRef).toSorted()
  }
  expect(await unknown(week)).toEqual(['T-27', 'T-28'])
  expect(await unknown(month)).toEqual(['T-27', 'T-28'])
})

it('money given back is known though it stood under the wrong provider first', async () => {
  const ref = await paid('montypay')
  await giveBack(ref, 'montypay', 'M-21')
  const lines = [sale(ref, 'M-20'), refund(ref, 'M-21', '4.00')]
  const wrong = await send('whishpay', 'wrong-refund.csv', ...lines)
  expect((await judged(wrong, [ref])).kinds).toEqual(['unknown', 'refund_unknown'])
  const right = await send('montypay', 'right-refund.csv', ...lines)
  expect(await judged(right, [ref])).toEqual({ matched: 2, kinds: [] })
})

it('a payment that the provider pays out twice is a difference', async () => {
  const [once = '', inOne = '', later = ''] = [
    await paid('whishpay'),
    await paid('whishpay'),
    await paid('whishpay'),
  ]
  const next = new Date(Date.parse(day) + 86_400_000).toISOString()
  const first = await send(
    'whishpay',
    'first.csv',
    sale(once, 'T-21'),
    sale(inOne, 'T-22'),
    sale(inOne, 'T-22'),
    sale(later, 'T-23'),
  )
  const second = await send(
    'whishpay',
    'second.csv',
    sale(once, 'T-29'),
    sale(later, 'T-23', { at: next }),
  )
  expect(await judged(first, [once])).toEqual({ matched: 0, kinds: ['twice'] })
  expect(await judged(first, [inOne])).toEqual({ matched: 0, kinds: ['twice', 'twice'] })
  expect(await judged(first, [later])).toEqual({ matched: 0, kinds: ['twice'] })
  expect(await judged(second, [once, later])).toEqual({ matched: 0, kinds: ['twice', 'twice'] })
})

it('keeps what staff have settled about a line of a statement that is withdrawn', async () => {
  const line = sale('777001', 'T-31')
  const open = async () => {
    const { data } = (await owner.get('/api/admin/attention?kind=unmatched&limit=100')).body
    return data.filter(({ detail }: Body) => detail === '777001')
  }
  const wrong = await send('montypay', 'settled.csv', line)
  const [item, ...others] = await open()
  expect(others).toEqual([])
  const handled = { kind: 'unmatched', item: item.item, note: 'Asked them: a test of theirs.' }
  await owner.post('/api/admin/attention/handled', handled)
  expect(await open()).toEqual([])

  const refused = await withdraw(wrong)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'statement_settled', used: 1 })
  expect(await listed(wrong)).toBeDefined()

  const right = await send('montypay', 'settled-again.csv', line, sale('777002', 'T-32'))
  // What both tell waits once.
  expect(await open()).toEqual([])
  expect((await withdraw(wrong)).body).toEqual({ deleted: true })
  expect(await open()).toEqual([])
  expect((await withdraw(right)).body).toMatchObject({ code: 'statement_settled' })
})

it('carries each note of lines that look the same to a line of its own', async () => {
  const line = sale('777011', 'T-41')
  const open = async () => {
    const { data } = (await owner.get('/api/admin/attention?kind=unmatched&limit=100')).body
    return data.filter(({ detail }: Body) => detail === '777011')
  }
  const wrong = await send('montypay', 'two.csv', line, line)
  const items = (await open()).map(({ item }: Body) => item).toSorted()
  expect(items).toHaveLength(2)
  for (const [index, item] of items.entries())
    await owner.post('/api/admin/attention/handled', {
      kind: 'unmatched',
      item,
      note: `The ${index + 1}. of two.`,
    })

  const other = await send('whishpay', 'one.csv', line)
  expect(await open()).toHaveLength(1)
  expect((await withdraw(wrong)).body).toMatchObject({ code: 'statement_settled', used: 1 })
  const right = await send('whishpay', 'two-again.csv', line, line, sale('777012', 'T-42'))
  expect((await withdraw(wrong)).body).toEqual({ deleted: true })
  const { rows } = await shop.test.owner.query(
    `select item, note from attention_handled where item like any ($1) order by note`,
    [[`%${other.statement.id}%`, `%${right.statement.id}%`]],
  )
  // The head of a file is its first line.
  expect(rows).toEqual([
    { item: `statement:${other.statement.id}:2`, note: 'The 1. of two.' },
    { item: `statement:${right.statement.id}:3`, note: 'The 2. of two.' },
  ])
  // Under the same items, by which an erasure finds them.
  const { rows: copies } = await shop.test.owner.query(
    `select details ->> 'item' as item, details ->> 'note' as note
       from audit_details
      where act = 'attention settled' and details ->> 'note' like 'The _. of two.'
      order by note`,
  )
  expect(copies).toEqual(rows)
})

it('marks as open what nobody knows, and a refund again when its order’s others come', async () => {
  const ref = await paid('whishpay')
  await giveBack(ref, 'whishpay', 'T-51')
  const marked = async () => {
    const { rows } = await shop.test.owner.query<{ provider_ref: string }>(
      `select provider_ref from settlement_lines
        where is_open and provider_ref like 'T-5_' order by statement_id, line`,
    )
    return rows.map(({ provider_ref }) => provider_ref).toSorted()
  }
  const swept = () => shop.service.workers.sweeps.now('open money')
  const back = refund(ref, 'T-51', '4.00')
  await swept()
  await send('whishpay', 'open.csv', sale(ref, 'T-50'), sale('777051', 'T-52'), back)
  expect((await marked()).filter((one) => one !== 'T-51')).toEqual(['T-52'])
  await swept()
  expect(await marked()).toEqual(['T-52'])
  const others = await send('whishpay', 'others.csv', refund(ref, 'T-53', '3.00'))
  expect(await marked()).toEqual(['T-51', 'T-52', 'T-53'])
  await swept()
  expect(await marked()).toEqual(['T-52', 'T-53'])
  await withdraw(others)
  expect(await marked()).toEqual(['T-51', 'T-52'])
})

it('payments nobody knows, of one day, are all on the pages of what waits, each once', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `DAY-${n}`)
  const lines = names.map((name) => sale(name, `T-${name}`, { at: '2026-02-03' }))
  const { statement } = await send('whishpay', 'day.csv', ...lines)
  const seen: string[] = []
  for (let page = 1; page <= 12; page++) {
    const path = `/api/admin/attention?kind=unmatched&limit=10&page=${page}`
    seen.push(...(await owner.get(path)).body.data.map(({ item }: Body) => item))
  }
  expect(new Set(seen).size).toBe(seen.length)
  const ofDay = seen.filter((item) => item.startsWith(`statement:${statement.id}:`))
  expect(ofDay.length).toBe(names.length)
})

it('whatever differs and whatever was imported can be read to its end', async () => {
  const unknown = Array.from({ length: 503 }, (_, n) => sale(`NOBODY-${n}`, `N-${n}`))
  const many = await send('whishpay', 'many.csv', ...unknown)
  const refs: string[] = []
  for (const page of [1, 2]) {
    const path = `/api/admin/money/differences?statement=${many.statement.id}&page=${page}`
    const { differences, differenceCount } = (await owner.get(path)).body
    expect(differenceCount).toBeGreaterThanOrEqual(unknown.length)
    refs.push(...differences.map(({ attemptRef }: Body) => attemptRef))
  }
  for (let n = 0; n < unknown.length; n++) expect(refs).toContain(`NOBODY-${n}`)
  expect(new Set(refs).size).toBe(refs.length)

  await send('whishpay', 'newer.csv', sale('NOBODY-AGAIN', 'A-1'))
  const pages = async (query: string) =>
    (await owner.get(`/api/admin/money/statements?${query}`)).body as Body
  const { data, pagination } = await pages('limit=1')
  expect(data.map(({ fileName }: Body) => fileName)).toEqual(['newer.csv'])
  expect(pagination).toEqual({ hasMore: true, total: expect.any(Number) })
  const second = await pages('limit=1&page=2')
  expect(second.data.map(({ fileName }: Body) => fileName)).toEqual(['many.csv'])
})
