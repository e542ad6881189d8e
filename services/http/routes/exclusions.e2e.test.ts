// The exclude list as staff read it: whose numbers, without keeping one, and each let in again by
// its id, also those of which nobody can say any more whose they are.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { codeOf } from '../../testing/customer-steps.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

const before = '+96170441001'
const after = '+96170441002'
const ofGuest = '+96170441003'
let shop: RunningShop
let owner: ApiClient
let productId: string
let rima: { browser: ApiClient; id: string }
let guestOrder: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
  rima = await customer(before)
  guestOrder = (await buy(ofGuest)).body.id
  await shop.service.workers.catchUp()
}, 120_000)
afterAll(() => shop?.stop())

async function customer(phone: string) {
  const browser = shop.client()
  await browser.post('/api/auth/send-otp', { phone })
  const proof = { phone, code: await codeOf(shop, phone), fullName: 'Rima Saab' }
  const { body } = await browser.post('/api/auth/verify-otp', proof)
  return { browser, id: body.user.id as string }
}

const buy = (customerPhone: string) =>
  shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Karim Aoun',
    customerEmail: 'karim@example.com',
    customerPhone,
    items: [{ productId, quantity: 1, variantId: null }],
  })

/** Codes to one phone keep a minute between them. */
const forgetSent = (phone: string) =>
  shop.test.owner.query(
    `update sign_in_codes set created_at = created_at - interval '2 minutes' where phone = $1`,
    [phone],
  )

type Row = {
  id: string
  holder: string
  customerId: string | null
  orderId: string | null
  by: string | null
}

async function listed(query = ''): Promise<{ data: Row[]; pagination: object }> {
  const { status, body } = await owner.get(`/api/admin/exclusions${query}`)
  expect(status).toBe(200)
  return body
}

const ofRima = async () => (await listed()).data.filter(({ customerId }) => customerId === rima.id)

const lift = (id: string) =>
  owner.put(`/api/admin/exclusions/${id}`, {
    isExcluded: false,
    reason: 'reviewed',
    note: 'spoke with the family',
  })

const notesOf = async (subject: string) => {
  const { rows } = await shop.test.owner.query<{ act: string }>(
    `select act from audit_details where subject = $1 and act like '%exclu%' order by created_at`,
    [subject],
  )
  return rows.map(({ act }) => act)
}

const refused = { status: 409, body: { code: 'buying_excluded' } }

it('has whoever was excluded, at a customer or at a guest’s order, newest first', async () => {
  const none = { data: [], pagination: { hasMore: false, total: 0 } }
  expect(await listed()).toEqual(none)
  const asked = { isExcluded: true, reason: 'asked', note: 'a letter of hers' }
  const excluded = await owner.put(`/api/admin/customers/${rima.id}/exclusion`, asked)
  const bar = { isExcluded: true, reason: 'relative' }
  await owner.post(`/api/admin/orders/${guestOrder}/exclusion`, bar)

  const { data, pagination } = await listed()
  const told = { id: expect.any(String), holder: 'known', by: expect.any(String) }
  expect(data).toEqual([
    {
      ...told,
      fullName: 'Karim Aoun',
      phone: ofGuest,
      customerId: null,
      orderId: guestOrder,
      reference: expect.stringMatching(/^QR-/),
      since: expect.any(String),
      reason: 'relative',
    },
    {
      ...told,
      fullName: 'Rima Saab',
      phone: before,
      customerId: rima.id,
      orderId: null,
      reference: null,
      since: excluded.body.exclusion.byStaffSince,
      reason: 'asked',
    },
  ])
  expect(pagination).toEqual({ hasMore: false, total: 2 })
})

it('keeps neither a number nor a name beside the hashes', async () => {
  const { rows } = await shop.test.owner.query<{ line: string }>(
    'select to_jsonb(own)::text as line from buying_limits as own',
  )
  expect(rows).toHaveLength(2)
  for (const { line } of rows) expect(line).not.toMatch(/7044100\d|Rima|Saab|Karim|Aoun|letter/)
})

it('has both numbers of who changed his, and the old one is let in by itself', async () => {
  await forgetSent(before)
  await rima.browser.post('/api/account/phone-codes', { phone: after })
  const codes = { currentCode: await codeOf(shop, before), newCode: await codeOf(shop, after) }
  const changed = await rima.browser.put('/api/account/phone', { phone: after, ...codes })
  expect(changed.status).toBe(200)

  const rows = await ofRima()
  const known = { holder: 'known', fullName: 'Rima Saab', phone: after, reason: 'asked' }
  const nameless = { holder: 'changed', fullName: null, phone: null, reason: 'asked' }
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([expect.objectContaining(known), expect.objectContaining(nameless)]),
  )
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)

  expect(await buy(before)).toMatchObject(refused)
  const old = rows.find(({ holder }) => holder === 'changed')!
  const lifted = { status: 200, body: { id: old.id, isExcluded: false } }
  expect(await lift(old.id)).toMatchObject(lifted)
  expect(await lift(old.id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ofRima()).toMatchObject([known])
  expect((await buy(before)).status).toBe(201)
  expect(await buy(after)).toMatchObject(refused)
  const acts = ['customer excluded', 'exclusion lifted']
  expect(await notesOf(`customer/${rima.id}`)).toEqual(acts)
})

it('has who was erased without name and number, and lets the number in again', async () => {
  await forgetSent(after)
  await rima.browser.post('/api/account/erasure-code')
  const code = await codeOf(shop, after)
  await shop.service.workers.catchUp()
  const erased = await rima.browser.post('/api/account/erasure', { code, giveUpTickets: true })
  expect(erased).toMatchObject({ status: 200, body: { erased: true } })

  expect(await ofRima()).toEqual([])
  const [row] = (await listed()).data.filter(({ holder }) => holder === 'erased')
  const nobody = { fullName: null, phone: null, customerId: null, orderId: null, reference: null }
  expect(row).toMatchObject({ ...nobody, by: expect.any(String), reason: 'asked' })
  const { rowCount } = await shop.test.owner.query(
    `select from buying_limits where excluded_subject = 'customer/' || $1`,
    [rima.id],
  )
  expect(rowCount).toBe(0)

  expect(await buy(after)).toMatchObject(refused)
  expect((await lift(row!.id)).status).toBe(200)
  expect((await buy(after)).status).toBe(201)
  const { user } = (await owner.get('/api/auth/me')).body
  expect(await notesOf(`staff/${user.id}`)).toEqual(['exclusion lifted'])
})

it('has what was excluded before anybody wrote down whose it is, to be lifted too', async () => {
  await shop.test.owner.query(
    `update buying_limits
        set exclusion_id = null, excluded_subject = null, excluded_by = null, excluded_reason = null
      where excluded_subject = 'order/' || $1`,
    [guestOrder],
  )
  const { data } = await listed()
  const unknown = { holder: 'unknown', fullName: null, phone: null, by: null, reason: null }
  expect(data).toMatchObject([unknown])
  expect((await listed()).data).toEqual(data)
  expect((await lift(data[0]!.id)).status).toBe(200)
  expect((await buy(ofGuest)).status).toBe(201)
  expect((await listed()).data).toEqual([])
})

it('comes page by page, each exclusion once, also of one moment', async () => {
  await shop.test.owner.query(
    `insert into buying_limits (person_key, excluded_by_staff_at, exclusion_id, changed_at)
     select 'number ' || nth, timestamptz '2026-01-01', gen_random_uuid(), clock_now()
       from generate_series(1, 25) as nth`,
  )
  const ids: string[] = []
  for (const page of [1, 2, 3]) {
    const { data, pagination } = await listed(`?page=${page}&limit=10`)
    expect(pagination).toEqual({ hasMore: page < 3, total: 25 })
    ids.push(...data.map(({ id }) => id))
  }
  expect([ids.length, new Set(ids).size]).toEqual([25, 25])
  expect((await listed('?page=4&limit=10')).data).toEqual([])
})
