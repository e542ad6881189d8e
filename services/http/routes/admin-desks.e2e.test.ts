// The desks of staff over the wire, on the whole shop: needs attention, fulfilment, money,
// messages.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale({ withMail: true, totalTickets: 5_000 }))
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

async function manual(change: object = {}): Promise<Body> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170123456',
    customerName: 'Maya Haddad',
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    ...change,
  })
  return body.order
}

async function buy(
  method: 'whishpay' | 'montypay' = 'whishpay',
  customerEmail = 'maya@example.com',
): Promise<Body> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: method,
    deliveryAddress: 'Maya Haddad, +96170123456, Street 1, Beirut, 0000',
    customerName: 'Maya Haddad',
    customerEmail,
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  return body
}

const attention = async (kind: string) =>
  (await owner.get(`/api/admin/attention?kind=${kind}`)).body.data as Body[]
const inboxOf = async (to: string) => {
  const answer = await fetch(`${shop.sandboxUrl}/messages?to=${to}`)
  return ((await answer.json()) as { messages: Body[] }).messages
}
const itemOf = (kind: string, orderId: string) =>
  expect.poll(async () => (await attention(kind)).find((item) => item.orderId === orderId), patient)
const statusOf = async (id: string) =>
  (await owner.get(`/api/admin/orders/${id}`)).body.status as string

it('lists a paid order without proof until its proof is written down', async () => {
  const { id, reference } = await manual({ paymentMethod: 'omt' })
  await itemOf('unproven', id).toMatchObject({ reference, method: 'omt', customer: 'Maya Haddad' })
  const proof = { reference: 'OMT-9', collector: 'Rami' }
  expect((await owner.post(`/api/admin/orders/${id}/proof`, proof)).status).toBe(200)
  await itemOf('unproven', id).toBeUndefined()
})

it('keeps the owner out of the draw, and lists what other staff buy', async () => {
  const { body: me } = await owner.get('/api/auth/me')
  const setPhone = (phone: string) => owner.patch(`/api/admin/staff/${me.user.id}`, { phone })
  expect((await setPhone('12')).body.fields).toMatchObject([{ path: 'phone' }])
  expect((await setPhone('70 765 432')).body.phone).toBe('+96170765432')
  const cashier = {
    email: 'nadim@shop.example',
    fullName: 'Nadim',
    phone: '+96170765433',
    role: 'cashier',
    entry: 'link',
  }
  expect((await owner.post('/api/admin/staff', cashier)).status).toBe(201)

  const refused = await shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'The owner',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170765432',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'staff_excluded'])
  expect(refused.body.raffleName).toBeTruthy()

  const { id } = await manual({ customerPhone: cashier.phone, collector: 'Rami' })
  await itemOf('staff_bought', id).toMatchObject({ detail: 'Nadim' })
  const handled = { kind: 'staff_bought', item: id, note: 'She may' }
  expect((await owner.post('/api/admin/attention/handled', handled)).status).toBe(200)
  expect(await attention('staff_bought')).toEqual([])
})

it('lists a refund that is due until it is paid, and counts it', async () => {
  const { id } = await manual({ collector: 'Rami' })
  await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'mistake' })
  await itemOf('refund_due', id).toMatchObject({ amount: '10.00', code: 'cancelled' })
  const { body: counts } = await owner.get('/api/admin/attention/counts')
  expect(counts.kinds).toContainEqual({ kind: 'refund_due', count: 1 })
  const due = await owner.get('/api/admin/money/refunds?state=due')
  expect(due.body.data).toMatchObject([{ orderId: id, amount: '10.00', cause: 'cancelled' }])

  const payment = { refundId: `cancelled:${id}`, method: 'cash', reference: 'R-1' }
  await owner.post(`/api/admin/orders/${id}/refunds`, payment)
  await itemOf('refund_due', id).toBeUndefined()
  const paid = await owner.get('/api/admin/money/refunds?state=paid')
  expect(paid.body.data).toMatchObject([{ orderId: id, method: 'cash', proof: 'R-1' }])
})

it('lists a payment of another amount until its money is promised back', async () => {
  const { id } = await buy('montypay')
  await shop.pay(id, 'wrong_amount')
  const read = async () => (await attention('mismatched')).find(({ orderId }) => orderId === id)
  await expect.poll(read, patient).toMatchObject({ amount: '15.00' })
  const item = await read()
  const owed = { amount: item?.received, attemptId: item?.item }
  const { body } = await owner.post(`/api/admin/orders/${id}/refund-duties`, owed)
  expect(body.refunds).toMatchObject([{ cause: 'mismatch', amount: item?.received }])
  await expect.poll(read, patient).toBeUndefined()
  await itemOf('refund_due', id).toMatchObject({ code: 'mismatch' })
})

it('lists messages that failed, sends one once more, and takes others off the list', async () => {
  const ref = 'notice:00000000-0000-4000-8000-000000000001:9'
  await shop.test.owner.query(
    `insert into messages (ref, to_phone, body, purpose, state, tries, failure, created_at)
     values ($1, '+96170000009', 'Your order is ready', 'notice', 'failed', 3, 'blocked', now()),
            ($2, '+96170000009', 'Another', 'notice', 'failed', 1, 'bad_number', now())`,
    [ref, `${ref}x`],
  )
  expect((await attention('message_failed')).map(({ detail }) => detail)).toEqual([ref, `${ref}x`])
  const again = await owner.post('/api/admin/messages/resend', { ref })
  expect(again.body.state).toBe('sent')
  const handled = { kind: 'message_failed', item: `${ref}x` }
  const end = (note?: string) => owner.post('/api/admin/attention/handled', { ...handled, note })
  for (const unsaid of [undefined, '', '  '])
    expect((await end(unsaid)).body.fields).toMatchObject([{ path: 'note' }])
  expect(await attention('message_failed')).toHaveLength(1)
  expect((await end('Called her instead')).status).toBe(200)
  expect(await attention('message_failed')).toEqual([])
  await shop.service.workers.catchUp()
  const { data: told } = (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body
  const note = 'Called her instead'
  expect(told).toMatchObject([{ data: { kind: 'attention_settled' }, details: { note } }])
  const { body } = await owner.get('/api/admin/messages?search=70000009')
  expect(body.data.map(({ state }: Body) => state).toSorted()).toEqual(['failed', 'failed', 'sent'])
  expect((await owner.get('/api/admin/messages?search=nobody')).body.data).toEqual([])
})

it('names the order of a message, and none of what is about another matter', async () => {
  const id = '00000000-0000-4000-8000-000000000002'
  const about = ['receipt', 'email-notice', 'alert', 'request', 'email-request']
  for (const [n, matter] of about.entries())
    await shop.test.owner.query(
      `insert into messages (ref, to_phone, body, purpose, state, tries, created_at)
       values ($1, '+96170000010', 'Words', 'notice', 'sent', 1, now() - $2 * interval '1 hour')`,
      [`${matter}:${id}`, n],
    )
  const { body } = await owner.get('/api/admin/messages?search=70000010')
  const orderIds = body.data.map(({ orderId }: Body) => orderId)
  expect(orderIds).toEqual([id, id, null, null, null])
})

it('writes an e-mail beside the text, and shows one whose address is none', async () => {
  const right = await buy('whishpay', 'rita@example.com')
  const wrong = await buy('montypay', 'unknown@example.com')
  for (const { id } of [right, wrong]) await shop.pay(id, 'approve')
  await expect.poll(() => inboxOf('rita@example.com'), patient).toHaveLength(1)
  const [mail] = await inboxOf('rita@example.com')
  const { body: order } = await owner.get(`/api/admin/orders/${right.id}`)
  expect(mail?.subject).toBe(`Order ${order.reference} is paid: your tickets`)
  expect(mail?.text).toMatch(/^A Trip to Egypt: 0\d{5}-0\d{5}$/m)

  const failed = async () =>
    (await attention('message_failed')).filter(({ item }) => String(item).includes(wrong.id))
  await expect
    .poll(failed, patient)
    .toMatchObject([{ method: 'email', code: 'email_bad_number', phone: '+96170123456' }])
  const [{ item: ref } = {}] = await failed()
  const again = await owner.post('/api/admin/messages/resend', { ref })
  expect(again.body.state).toBe('failed')
  await expect.poll(failed, patient).toMatchObject([{ item: `${ref}#1` }])
  await owner.post('/api/admin/attention/handled', {
    kind: 'message_failed',
    item: `${ref}#1`,
    note: 'Not an address',
  })
  expect(await failed()).toEqual([])
  const { body } = await owner.get('/api/admin/messages?search=UNKNOWN@example')
  expect(body).toMatchObject({ pagination: { total: 2 } })
  expect(body.data).toMatchObject([
    { channel: 'email', to: 'unknown@example.com', state: 'failed', orderId: wrong.id },
    { channel: 'email', state: 'failed' },
  ])
})

it('prepares, sends out and hands over paid orders, oldest first, with what to pick', async () => {
  const { id } = await buy()
  await shop.pay(id, 'approve')
  await expect.poll(() => statusOf(id), patient).toBe('paid')
  const at = async (stage: string) =>
    (await owner.get(`/api/admin/fulfilment?stage=${stage}`)).body.data as Body[]
  const isAt = (stage: string) =>
    expect.poll(async () => (await at(stage)).some((order) => order.id === id), patient)
  await isAt('to_prepare').toBe(true)
  const { body: list } = await owner.get('/api/admin/fulfilment/pick-list')
  const units = (await at('to_prepare')).flatMap(({ items }) => items as Body[])
  expect(list.items[0]).toMatchObject({ productName: 'Cedar Notebook', quantity: units.length })

  await owner.post(`/api/admin/orders/${id}/handover`, { step: 'sent_out' })
  await isAt('sent_out').toBe(true)
  await isAt('to_prepare').toBe(false)
  await owner.post(`/api/admin/orders/${id}/handover`, { step: 'handed_over' })
  await isAt('sent_out').toBe(false)
})

it('takes back what the courier returns: to be prepared again, its address put right', async () => {
  const { id } = await buy()
  await shop.pay(id, 'approve')
  await expect.poll(() => statusOf(id), patient).toBe('paid')
  const step = (body: object) => owner.post(`/api/admin/orders/${id}/handover`, body)
  const right = { name: 'Maya Haddad', email: null, address: 'Street 2, Beirut' }
  const stagesOf = async () => {
    const pages = ['to_prepare', 'ready', 'sent_out'].map(async (stage) => {
      const { body } = await owner.get(`/api/admin/fulfilment?stage=${stage}`)
      return (body.data as Body[]).some((order) => order.id === id) ? [stage] : []
    })
    return (await Promise.all(pages)).flat()
  }

  expect((await owner.get(`/api/admin/orders/${id}`)).body.mayDo).not.toContain('came_back')
  await step({ step: 'sent_out' })
  for (const note of [undefined, null, '  '])
    expect(await step({ step: 'came_back', note })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'note' }] },
    })
  expect((await owner.get(`/api/admin/orders/${id}`)).body.mayDo).toContain('came_back')
  const { status, body: back } = await step({ step: 'came_back', note: 'wrong address' })
  expect(status).toBe(200)
  expect(back).toMatchObject({ status: 'paid', handover: null })
  expect(back.history.at(-1)).toMatchObject({ what: 'OrderCameBack', note: 'wrong address' })
  await expect.poll(stagesOf, patient).toEqual(['to_prepare'])

  expect((await owner.post(`/api/admin/orders/${id}/contact`, right)).status).toBe(200)
  expect((await step({ step: 'sent_out' })).body.handover).toBe('sent_out')
  const { body: done } = await step({ step: 'handed_over' })
  expect(done).toMatchObject({ status: 'completed' })
  expect(done.mayDo).toContain('came_back')
  await expect.poll(stagesOf, patient).toEqual([])

  // Pressed at the wrong card.
  const undone = await step({ step: 'came_back', note: 'wrong card' })
  expect(undone.body).toMatchObject({ status: 'paid', handover: null })
  await expect.poll(stagesOf, patient).toEqual(['to_prepare'])
})

it('does nothing at the desk to an order that has moved on since its card was read', async () => {
  const { id } = await buy()
  await shop.pay(id, 'approve')
  await expect.poll(() => statusOf(id), patient).toBe('paid')
  const cardAt = async (stage: string) => {
    const { body } = await owner.get(`/api/admin/fulfilment?stage=${stage}`)
    return (body.data as Body[]).find((order) => order.id === id)
  }
  const step = (version: unknown, body: object) =>
    owner.post(`/api/admin/orders/${id}/handover`, body, { 'if-match': `"${version}"` })
  await expect.poll(() => cardAt('to_prepare'), patient).toBeDefined()
  const packed = await cardAt('to_prepare')
  expect((await step(packed!.version, { step: 'sent_out' })).status).toBe(200)
  await expect.poll(() => cardAt('sent_out'), patient).toBeDefined()
  const [mine, theirs] = [await cardAt('sent_out'), await cardAt('sent_out')]
  expect((await step(mine!.version, { step: 'came_back', note: 'no one home' })).status).toBe(200)
  expect(await step(theirs!.version, { step: 'handed_over' })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', changedBy: expect.stringMatching(/./) },
  })
  expect(await statusOf(id)).toBe('paid')
})

it('matches a statement against the books and lists every difference', async () => {
  const [one, two, three] = [await buy(), await buy(), await buy()]
  for (const { id } of [one, two, three]) {
    await shop.pay(id, 'approve')
    await expect.poll(() => statusOf(id), patient).toBe('paid')
  }
  const refOf = async ({ id }: Body) =>
    (await owner.get(`/api/admin/orders/${id}`)).body.attempts[0].ref as string
  const day = new Date().toISOString()
  const csv = [
    'externalId,transactionId,amount,fee,currency,date',
    `${await refOf(one)},T-1,15.00,0.15,USD,${day}`,
    `${await refOf(two)},T-2,14.00,0.15,USD,${day}`,
    `999999,T-3,15.00,0.15,USD,${day}`,
  ].join('\n')
  const send = () =>
    owner.post('/api/admin/money/statements?provider=whishpay&fileName=november.csv', csv, {
      'Content-Type': 'text/csv',
    })
  const { status, body } = await send()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    statement: { lines: 3, sales: '44.00', fees: '0.45', net: '43.55', importedBy: ownerEmail },
    matched: 1,
  })
  const kinds = async () => {
    const path = `/api/admin/money/differences?statement=${body.statement.id}`
    const { differences } = (await owner.get(path)).body
    return differences.map(({ kind, orderId }: Body) => [kind, orderId])
  }
  await expect.poll(kinds, patient).toContainEqual(['missing', three.id])
  expect(await kinds()).toContainEqual(['amount', two.id])
  expect(await kinds()).toContainEqual(['unknown', null])
  expect((await send()).status).toBe(200)
  await itemOf('unmatched', null as never).toMatchObject({ detail: '999999', amount: '15.00' })

  const wrong = await owner.post(
    '/api/admin/money/statements?provider=whishpay&fileName=x.csv',
    'a,b\n1,2',
    { 'Content-Type': 'text/csv' },
  )
  expect(wrong.body.error).toContain('Line 1')
})

it('counts the till of a day', async () => {
  const { body: before } = await owner.get('/api/admin/money/till')
  const [till] = before.tills
  expect(till).toMatchObject({ cashier: ownerEmail, cashUp: null })
  const counted = (Number(till.expected) + 1).toFixed(2)
  const closing = { day: before.day, cashierId: till.cashierId, counted, note: 'a dollar too much' }
  const { body } = await owner.post('/api/admin/money/cash-ups', closing)
  expect(body.tills[0].cashUp).toMatchObject({ counted, difference: '1.00' })
})

it('issues one VAT invoice for an order, with the dated rates it keeps', async () => {
  await owner.post('/api/admin/money/rates', { day: '2026-01-01', lbpPerUsd: '89500' })
  const tax = { day: '2026-01-01', vatPercent: '11', vatNumber: 'LB-1' }
  await owner.post('/api/admin/money/taxes', tax)
  const { id } = await manual({ shippingMethod: 'delivery', deliveryAddress: 'Beirut' })
  const { body } = await owner.post(`/api/admin/orders/${id}/invoice`)
  expect(body).toMatchObject({
    total: '15.00',
    vat: '1.49',
    net: '13.51',
    vatPercent: '11',
    vatNumber: 'LB-1',
    lbp: { rate: '89500', day: '2026-01-01', total: '1342500', vat: '133355' },
  })
  await owner.post('/api/admin/money/rates', { day: '2026-01-02', lbpPerUsd: '90000' })
  expect((await owner.post(`/api/admin/orders/${id}/invoice`)).body).toEqual(body)
  const { id: other } = await manual()
  expect((await owner.post(`/api/admin/orders/${other}/invoice`)).body.number).toBe(body.number + 1)
})

it('gives out orders, refunds and sales as files', async () => {
  const lines = async (path: string) => {
    const { bytes, headers } = await owner.get(path)
    expect(headers.get('content-type')).toContain('text/csv')
    return bytes.toString('utf8').trim().split('\r\n')
  }
  const listed = async () => (await owner.get('/api/admin/orders')).body.pagination.total as number
  // The list may be a moment behind the last order.
  await expect
    .poll(async () => (await lines('/api/admin/orders/export')).length - (await listed()), patient)
    .toBe(1)
  const orders = await lines('/api/admin/orders/export')
  expect(orders[0]).toContain('Order ID,Reference,Status')
  expect(orders[1]).toContain("Maya Haddad,'+96170123456")
  expect((await lines('/api/admin/money/refunds/export'))[1]).toContain(',10.00,cancelled,')
  const sales = await lines('/api/admin/money/sales/export?startDate=2026-01-01')
  expect(sales.filter((line) => line.includes(',refund,'))).toHaveLength(1)
  // Gross, shipping, VAT % and VAT, net: money with two decimals, what was given back with a minus.
  const amounts = /,-?\d+\.\d\d,-?\d+\.\d\d,[\d.]+,-?\d+\.\d\d,-?\d+\.\d\d,/
  expect(sales.slice(1).filter((line) => !amounts.test(line))).toEqual([])
  expect(sales.find((line) => line.includes(',refund,'))).toContain(',-10.00,')
  expect(await lines('/api/admin/orders/export?endDate=2020-01-01')).toHaveLength(1)
})
