// A wrong name, e-mail or address is mended by staff, at the order and at the customer: recorded
// without a personal datum, told to auditors with before and after, and erased with the person.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { finishErasure } from '../../commands/account-erasure.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
const phone = '+96170440001'

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
}, 120_000)
afterAll(() => shop?.stop())

const wrong = {
  customerPhone: phone,
  customerName: 'Nour Sab',
  customerEmail: 'nour@exmaple.com',
  deliveryAddress: 'Hamra 21, Beirut',
}
const right = { name: 'Nour Saab', email: 'nour@example.com', address: 'Hamra 12, Beirut' }

async function manual(change: object = {}): Promise<string> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    ...wrong,
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'delivery',
    paymentMethod: 'cash',
    status: 'pending',
    ...change,
  })
  return body.order.id
}

const correct = (id: string, body: object, etag?: string) =>
  owner.post(`/api/admin/orders/${id}/contact`, body, etag ? { 'If-Match': etag } : {})

const handOver = (id: string, step: string) =>
  owner.post(`/api/admin/orders/${id}/handover`, { step })

const detailsOf = async (subject: string, act: string) => {
  const { rows } = await shop.test.owner.query<{ details: object }>(
    'select details from audit_details where subject = $1 and act = $2',
    [subject, act],
  )
  return rows.map(({ details }) => details)
}

const customerOf = async (search: string): Promise<Body> => {
  const { body } = await owner.get(`/api/admin/customers?search=${encodeURIComponent(search)}`)
  return body.data[0] ?? {}
}

it('is mended before the goods leave: listed, on the tickets, and told to auditors', async () => {
  const id = await manual()
  const { body: order, headers } = await owner.get(`/api/admin/orders/${id}`)
  expect(order.mayDo).toContain('correct_contact')

  const etag = headers.get('etag') ?? ''
  const { status, body } = await correct(id, { ...right, note: 'read back' }, etag)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    userName: right.name,
    userEmail: right.email,
    deliveryAddress: right.address,
    userPhone: phone,
  })
  expect(body.history.at(-1)).toMatchObject({
    what: 'ContactCorrected',
    code: 'name email address',
    note: 'read back',
    who: { name: ownerEmail },
  })
  const late = await correct(id, { ...right, name: 'Nour S.' }, etag)
  expect(late.body).toMatchObject({ code: 'edit_conflict', changedBy: ownerEmail })

  await owner.patch(`/api/admin/orders/${id}`, { status: 'paid', paymentMethod: 'cash' })
  const { rows } = await shop.test.owner.query<{ name: string }>(
    `select holder_text::json ->> 'name' as name from issues where order_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ name: right.name }])
  const { body: found } = await owner.get('/api/admin/orders?search=nour%20saab')
  expect(found.data.map((one: Body) => one.id)).toEqual([id])

  expect(await detailsOf(`order/${id}`, 'correct_contact')).toEqual([
    {
      note: 'read back',
      before: { name: 'Nour Sab', email: 'nour@exmaple.com', address: 'Hamra 21, Beirut' },
      after: right,
    },
  ])
  const { rows: facts } = await shop.test.owner.query<{ text: string }>(
    `select string_agg(payload || meta, ' ') as text from events where stream_id = 'order/' || $1`,
    [id],
  )
  expect(facts[0]?.text).toContain('"fields":["name","email","address"]')
  expect(facts[0]?.text).not.toMatch(/Nour|Hamra|@ex/)
})

it('keeps the address of goods that have left, and an order that is over', async () => {
  const id = await manual({ status: 'paid' })
  await handOver(id, 'sent_out')
  expect((await correct(id, right)).body.code).toBe('order_handed_over')
  const names = { name: right.name, email: right.email }
  expect((await correct(id, names)).body).toMatchObject({
    userName: right.name,
    deliveryAddress: wrong.deliveryAddress,
  })
  expect(await detailsOf(`order/${id}`, 'correct_contact')).toEqual([
    {
      before: { name: 'Nour Sab', email: 'nour@exmaple.com' },
      after: names,
    },
  ])
  expect((await correct(id, names)).body.code).toBe('invalid_request')

  await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'duplicate' })
  expect((await correct(id, { ...names, name: 'N.' })).body.code).toBe('order_cancelled')
  expect((await owner.get(`/api/admin/orders/${id}`)).body.mayDo).not.toContain('correct_contact')
})

it('gives no address to who fetches, and no e-mail of who has a part in the draw', async () => {
  const invited = { email: 'nadia@shop.example', fullName: 'Nadia', role: 'manager' }
  expect((await owner.post('/api/admin/staff', { ...invited, entry: 'link' })).status).toBe(201)
  const id = await manual({ shippingMethod: 'pickup' })
  expect((await correct(id, right)).body.fields).toMatchObject([{ path: 'address' }])
  const staff = await correct(id, { name: 'Nour Saab', email: invited.email })
  expect(staff.body).toMatchObject({ code: 'staff_excluded' })
  expect((await correct(id, { name: 'Nour Saab', email: 'nour' })).body.fields).toMatchObject([
    { path: 'email' },
  ])
})

it('is mended at the customer, whose older version is refused, and never at staff', async () => {
  await manual({ customerPhone: '+96170440002', customerName: 'Rima Kfoury', customerEmail: '' })
  const { id } = await customerOf('+96170440002')
  const path = `/api/admin/customers/${id}`
  const { body: before, headers } = await owner.get(path)
  const etag = headers.get('etag') ?? ''
  expect(etag).toBe(`"${before.version}"`)

  const names = { fullName: 'Rima Khoury', email: 'rima@example.com', note: 'by phone' }
  const { body } = await owner.put(`${path}/profile`, names, { 'If-Match': etag })
  expect(body).toMatchObject({ fullName: 'Rima Khoury', email: 'rima@example.com' })
  expect(body.version).toBe(before.version + 1)
  const late = await owner.put(`${path}/profile`, { ...names, email: null }, { 'If-Match': etag })
  expect(late.body).toMatchObject({ code: 'edit_conflict', changedBy: ownerEmail })
  // The same again is no act.
  expect((await owner.put(`${path}/profile`, names)).body.version).toBe(body.version)
  expect((await customerOf('rima khoury')).id).toBe(id)
  expect(await detailsOf(`customer/${id}`, 'correct_customer')).toEqual([
    {
      note: 'by phone',
      before: { fullName: 'Rima Kfoury', email: null },
      after: { fullName: 'Rima Khoury', email: 'rima@example.com' },
    },
  ])
  const { body: trail } = await owner.get(`/api/admin/audit?subjectKind=customer&subject=${id}`)
  expect(trail.data.find(({ type }: Body) => type === 'ProfileChanged')).toMatchObject({
    actor: { name: ownerEmail },
    details: { before: { fullName: 'Rima Kfoury' } },
  })

  // Whoever is on the staff may be a customer as well.
  const { rows } = await shop.test.owner.query<{ person_id: string }>(
    `update people set phone = '+96170440009' where email = $1 returning person_id`,
    [ownerEmail],
  )
  const staff = await owner.put(`/api/admin/customers/${rows[0]?.person_id}/profile`, names)
  expect([staff.status, staff.body.code]).toEqual([403, 'not_allowed'])
})

it('leaves nothing of it beside the facts when the person is erased', async () => {
  const id = await manual({ customerPhone: '+96170440003' })
  await correct(id, right)
  const customer = await customerOf('+96170440003')
  await owner.put(`/api/admin/customers/${customer.id}/profile`, {
    fullName: 'Nour Saab',
    email: 'nour@example.com',
  })
  const isHis = async () => (await customerOf('+96170440003')).totalOrders
  await expect.poll(isHis, patient).toBe(1)

  await finishErasure(shop.test.database, customer.id)

  expect(await detailsOf(`order/${id}`, 'correct_contact')).toEqual([{}])
  expect(await detailsOf(`customer/${customer.id}`, 'correct_customer')).toEqual([{}])
  expect((await correct(id, { ...right, name: 'Nobody' })).body.code).toBe('not_found')
  const names = { fullName: 'Nobody', email: null }
  expect((await owner.put(`/api/admin/customers/${customer.id}/profile`, names)).status).toBe(404)
})
