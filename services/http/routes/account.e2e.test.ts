// The account over HTTP, on the whole shop: what a customer changes of himself, what he forbids
// himself, and that an erased person leaves a sound database behind.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { changeStream } from '../../commands/change-stream.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { verify } from '../../verify/run.ts'

let shop: RunningShop
let productId: string
beforeAll(async () => {
  shop = await openRunningShop({ withMail: true })
  const sold = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 1_000 })
  productId = sold.productId
}, 120_000)
afterAll(() => shop.stop())

/** The newest code that went to a phone. */
async function codeOf(phone: string): Promise<string> {
  const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await inbox.json()) as { messages: { code: string | null; at?: string }[] }
  const code = messages.find((message) => message.code !== null)?.code
  if (!code) throw new Error(`no code went to ${phone}`)
  return code
}

async function customer(phone: string): Promise<ApiClient> {
  const browser = shop.client()
  await browser.post('/api/auth/send-otp', { phone })
  const code = await codeOf(phone)
  const { status } = await browser.post('/api/auth/verify-otp', { phone, code, fullName: 'Rima' })
  expect(status).toBe(200)
  return browser
}

/** Codes to one phone keep a minute between them. */
const forgetSent = (phone: string) =>
  shop.test.owner.query(
    `update sign_in_codes set created_at = created_at - interval '2 minutes' where phone = $1`,
    [phone],
  )

const purchase = (customerPhone: string, quantity = 1) => ({
  shippingMethod: 'pickup',
  paymentMethod: 'whishpay',
  customerName: 'Rima Saab',
  customerEmail: 'rima@example.com',
  customerPhone,
  items: [{ productId, quantity, variantId: null }],
})

const atCounter = (customerPhone: string, quantity = 1) => ({
  customerPhone,
  items: purchase(customerPhone, quantity).items,
  shippingMethod: 'pickup',
  paymentMethod: 'cash',
  status: 'paid',
})

async function buy(browser: ApiClient, phone: string): Promise<string> {
  const { body } = await browser.post('/api/purchases', purchase(phone))
  await shop.pay(body.id, 'approve')
  await vi.waitFor(
    async () => {
      expect((await browser.get(`/api/orders/${body.id}`)).body.status).toBe('paid')
    },
    { timeout: 15_000, interval: 100 },
  )
  return body.id
}

it('is for customers alone', async () => {
  expect((await shop.client().get('/api/account')).status).toBe(401)
  expect((await (await shop.owner()).get('/api/account')).status).toBe(404)
})

it('changes name and e-mail, keeps addresses and choices', async () => {
  const browser = await customer('+96170200001')
  const changed = await browser.put('/api/account/profile', {
    fullName: 'Rima Saab',
    email: 'rima@example.com',
  })
  expect(changed.body).toMatchObject({ fullName: 'Rima Saab', email: 'rima@example.com' })
  const noMail = await browser.put('/api/account/profile', { fullName: 'Rima', email: 'no' })
  expect(noMail).toMatchObject({ status: 400, body: { code: 'invalid_request' } })

  const address = { label: 'Home', street: 'Hamra 12', city: 'Beirut', postalCode: '0000' }
  const saved = await browser.post('/api/account/addresses', address)
  expect(saved).toMatchObject({ status: 201, body: { addresses: [address] } })
  const addressId = saved.body.addresses[0].id
  const other = await customer('+96170200002')
  expect((await other.delete(`/api/account/addresses/${addressId}`)).status).toBe(404)
  const forgotten = await browser.delete(`/api/account/addresses/${addressId}`)
  expect(forgotten.body.addresses).toEqual([])

  const choices = { receipts: true, drawNews: false, offers: true, language: 'ar' }
  expect((await browser.put('/api/account/messages', choices)).body.messages).toEqual(choices)
})

describe('a limit on oneself', () => {
  it('refuses what would pass the monthly cap, signed in or as a guest', async () => {
    const phone = '+96170200003'
    const browser = await customer(phone)
    const capped = await browser.put('/api/account/monthly-cap', { monthlyCap: '25.00' })
    expect(capped.body.limits).toMatchObject({ monthlyCap: '25.00', next: null })

    expect((await browser.post('/api/purchases', purchase(phone, 2))).status).toBe(201)
    const own = await browser.post('/api/purchases', purchase(phone))
    const amounts = { monthlyCap: '25.00', left: '5.00' }
    expect(own).toMatchObject({ status: 409, body: { code: 'monthly_cap', ...amounts } })
    const guest = await shop.client().post('/api/purchases', purchase(phone))
    const elsewhere = await browser.post('/api/purchases', purchase('+96170200099'))
    for (const { status, body } of [guest, elsewhere])
      expect([status, body]).toEqual([409, { error: expect.any(String), code: 'monthly_cap' }])
    expect((await browser.get('/api/account')).body.limits.spentThisMonth).toBe('20.00')
  })

  it.each([
    ['with his own number', '+96170200018', '+96170200018'],
    ['with another one', '+96170200020', '+96170200021'],
  ])('holds for who tries again to pay what was declined, %s', async (_whose, phone, named) => {
    const browser = await customer(phone)
    await browser.put('/api/account/monthly-cap', { monthlyCap: '25.00' })
    const { body: declined } = await browser.post('/api/purchases', purchase(named, 2))
    await shop.pay(declined.id, 'decline')
    const again = () => browser.post(`/api/purchases/${declined.id}/payment`, {})
    expect(await again()).toMatchObject({ status: 201 })
    await shop.pay(declined.id, 'decline')
    await shop.test.owner.query(
      `update payment_attempts set state = 'declined' where order_id = $1`,
      [declined.id],
    )
    await buy(browser, phone)
    expect(await again()).toMatchObject({ status: 409, body: { code: 'monthly_cap' } })
  })

  it('holds for two purchases at the same moment', async () => {
    const phone = '+96170200019'
    const browser = await customer(phone)
    await browser.put('/api/account/monthly-cap', { monthlyCap: '25.00' })
    const both = await Promise.all(
      [1, 2].map((quantity) => browser.post('/api/purchases', purchase(phone, quantity))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await browser.post('/api/purchases', purchase(phone, 3))).status).toBe(409)
  })

  it('holds at the counter, and counts what is bought there', async () => {
    const phone = '+96170200016'
    const browser = await customer(phone)
    const owner = await shop.owner()
    await browser.put('/api/account/monthly-cap', { monthlyCap: '25.00' })
    expect((await owner.post('/api/admin/orders/manual', atCounter(phone, 2))).status).toBe(201)
    expect((await browser.get('/api/account')).body.limits.spentThisMonth).toBe('20.00')

    const overCap = await owner.post('/api/admin/orders/manual', atCounter(phone))
    expect(overCap).toMatchObject({ status: 409, body: { code: 'monthly_cap' } })
    expect(overCap.body).not.toHaveProperty('left')
    const online = await browser.post('/api/purchases', purchase(phone))
    expect(online.body).toMatchObject({ code: 'monthly_cap', left: '5.00' })

    await browser.post('/api/account/pause', { days: 30 })
    for (const status of ['paid', 'pending'])
      expect(
        await owner.post('/api/admin/orders/manual', { ...atCounter(phone), status }),
      ).toMatchObject({ status: 409, body: { code: 'buying_paused' } })
    const { rows } = await shop.test.owner.query(
      `select from purchases join order_contacts using (order_id)
        where phone = $1 and state = 'running'`,
      [phone],
    )
    expect(rows).toEqual([])
  })

  it('is lowered at once and raised after a week', async () => {
    const browser = await customer('+96170200004')
    await browser.put('/api/account/monthly-cap', { monthlyCap: '50.00' })
    const raised = await browser.put('/api/account/monthly-cap', { monthlyCap: null })
    expect(raised.body.limits).toMatchObject({ monthlyCap: '50.00', next: { monthlyCap: null } })
    const lowered = await browser.put('/api/account/monthly-cap', { monthlyCap: '40.00' })
    expect(lowered.body.limits).toMatchObject({ monthlyCap: '40.00', next: null })
  })

  it('pauses buying, and a pause is never shortened', async () => {
    const phone = '+96170200005'
    const browser = await customer(phone)
    const paused = await browser.post('/api/account/pause', { days: 30 })
    expect(paused.body.limits.pausedUntil).not.toBeNull()
    expect(await shop.client().post('/api/purchases', purchase(phone))).toMatchObject({
      status: 409,
      body: { code: 'buying_paused' },
    })
    expect(await browser.post('/api/account/pause', { days: 7 })).toMatchObject({
      status: 409,
      body: { code: 'limit_is_stricter' },
    })
  })

  it('is excluded by staff and let in again, with a reason that stands in the trail', async () => {
    const phone = '+96170200015'
    const browser = await customer(phone)
    const owner = await shop.owner()
    const found = await owner.get(`/api/admin/customers?search=${encodeURIComponent(phone)}`)
    const path = `/api/admin/customers/${found.body.data[0].id}`
    const exclude = (isExcluded: boolean, reason: string) =>
      owner.put(`${path}/exclusion`, { isExcluded, reason, note: 'a letter of the family' })
    expect((await owner.get(path)).body.exclusion).toEqual({
      byStaffSince: null,
      pausedUntil: null,
    })

    expect((await exclude(true, 'reviewed')).status).toBe(400)
    const since = (await exclude(true, 'relative')).body.exclusion.byStaffSince
    expect(since).not.toBeNull()
    expect((await exclude(true, 'abuse')).body.exclusion.byStaffSince).toBe(since)
    const refused = { status: 409, body: { code: 'buying_excluded' } }
    expect(await browser.post('/api/purchases', purchase(phone))).toMatchObject(refused)
    expect(await shop.client().post('/api/purchases', purchase(phone))).toMatchObject(refused)
    const manual = atCounter(phone)
    expect(await owner.post('/api/admin/orders/manual', manual)).toMatchObject(refused)

    expect((await exclude(false, 'mistake')).body.exclusion.byStaffSince).toBeNull()
    expect((await owner.post('/api/admin/orders/manual', manual)).status).toBe(201)
    const { rows } = await shop.test.owner.query<{ act: string; details: object }>(
      'select act, details from audit_details where subject = $1 order by created_at',
      [path.replace('/api/admin/customers/', 'customer/')],
    )
    const note = 'a letter of the family'
    expect(rows).toEqual([
      { act: 'customer excluded', details: { reason: 'relative', note } },
      { act: 'exclusion lifted', details: { reason: 'mistake', note } },
    ])
    const { rows: acts } = await shop.test.owner.query<{ kind: string }>(
      `select payload::json ->> 'kind' as kind from events
        where type = 'StaffActed' and payload::json ->> 'subject' = $1 order by position`,
      [path.replace('/api/admin/customers/', 'customer/')],
    )
    expect(acts.map(({ kind }) => kind)).toEqual(['customer_excluded', 'exclusion_lifted'])
  })

  it('answers an order that was placed before the same as then', async () => {
    const phone = '+96170200006'
    const browser = await customer(phone)
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await browser.post('/api/purchases', purchase(phone), key)
    await browser.put('/api/account/monthly-cap', { monthlyCap: '5.00' })
    const again = await browser.post('/api/purchases', purchase(phone), key)
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } })
  })
})

describe('the number', () => {
  const before = '+96170200007'
  const after = '+96170200008'

  it('changes with the codes of both, and takes its limits along', async () => {
    const browser = await customer(before)
    const elsewhere = shop.client()
    await browser.post('/api/account/pause', { days: 30 })
    await forgetSent(before)
    const sent = await browser.post('/api/account/phone-codes', { phone: after })
    expect(sent.body.sent).toBe(true)
    const [currentCode, newCode] = [await codeOf(before), await codeOf(after)]

    const wrong = newCode === '000000' ? '000001' : '000000'
    const refused = await browser.put('/api/account/phone', {
      phone: after,
      currentCode,
      newCode: wrong,
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'wrong_code' } })
    const changed = await browser.put('/api/account/phone', { phone: after, currentCode, newCode })
    expect(changed).toMatchObject({ status: 200, body: { phone: after } })
    expect(changed.body.limits.pausedUntil).not.toBeNull()
    expect((await elsewhere.post('/api/auth/check-phone', { phone: before })).body.exists).toBe(
      false,
    )
  })

  it('of another account is not taken', async () => {
    const taken = '+96170200009'
    await customer(taken)
    const browser = await customer('+96170200010')
    await forgetSent(taken)
    await forgetSent('+96170200010')
    await browser.post('/api/account/phone-codes', { phone: taken })
    const codes = { currentCode: await codeOf('+96170200010'), newCode: await codeOf(taken) }
    expect(await browser.put('/api/account/phone', { phone: taken, ...codes })).toMatchObject({
      status: 409,
      body: { code: 'phone_taken' },
    })
  })
})

describe('the cart', () => {
  it('is the same on another device, at the prices of today', async () => {
    const phone = '+96170200011'
    const browser = await customer(phone)
    const gone = { productId: crypto.randomUUID(), variantId: null, quantity: 1 }
    const lines = [{ productId, variantId: null, quantity: 3 }, gone]
    const kept = await browser.put('/api/cart', { lines })
    expect(kept.body).toMatchObject({ version: 1, gone: [gone] })

    await forgetSent(phone)
    const other = await customer(phone)
    const seen = await other.get('/api/cart')
    expect(seen.body).toMatchObject({
      version: 1,
      lines: [{ id: productId, quantity: 3, price: '10.00', prizeName: 'A Trip to Egypt' }],
    })
    expect((await shop.client().get('/api/cart')).status).toBe(401)
  })
})

describe('the data of a person', () => {
  const phone = '+96170200012'

  it('are handed over whole, and erased with everything that names him', async () => {
    const browser = await customer(phone)
    const orderId = await buy(browser, phone)
    await shop.service.workers.catchUp()
    const data = await browser.get('/api/account/data')
    expect(data.headers.get('content-disposition')).toContain('attachment')
    expect(data.body.orders).toMatchObject([{ id: orderId, contact: { name: 'Rima Saab' } }])
    const receipt = { purpose: 'receipt', email: 'rima@example.com' }
    await vi.waitFor(
      async () => {
        const { messages } = (await browser.get('/api/account/data')).body
        expect(messages).toContainEqual(expect.objectContaining(receipt))
      },
      { timeout: 15_000, interval: 100 },
    )

    await forgetSent(phone)
    await browser.post('/api/account/erasure-code')
    const code = await codeOf(phone)
    const open = await browser.post('/api/account/erasure', { code, giveUpTickets: true })
    expect(open).toMatchObject({ status: 409, body: { code: 'account_in_use' } })

    await (await shop.owner()).patch(`/api/admin/orders/${orderId}`, { status: 'completed' })
    // What is being sent at this moment goes with the hourly sweep, not with the erasure.
    const told = `select from messages where to_phone = $1 and purpose = 'notice'`
    const notices = async () => (await shop.test.owner.query(told, [phone])).rowCount
    await expect.poll(notices, { timeout: 15_000 }).toBe(1)
    const live = await browser.post('/api/account/erasure', { code })
    expect(live.body).toMatchObject({ code: 'account_in_use', field: 'giveUpTickets' })
    const erased = await browser.post('/api/account/erasure', { code, giveUpTickets: true })
    expect(erased).toMatchObject({ status: 200, body: { erased: true } })

    expect((await browser.get('/api/auth/me')).body.user).toBeNull()
    const left = await shop.test.owner.query(
      `select (select count(*) from people where phone = $1) as people,
              (select count(*) from order_contacts where phone = $1) as contacts,
              (select count(*) from messages where to_phone = $1) as messages,
              (select count(*) from emails where ref like '%' || $2 || '%') as emails,
              (select count(*) from issues where order_id = $2::uuid and holder_text is not null)
                as openings`,
      [phone, orderId],
    )
    expect(left.rows).toEqual([{ people: 0, contacts: 0, messages: 0, emails: 0, openings: 0 }])
  })

  it('are erased by the shop when the process that began it died', async () => {
    const lost = '+96170200013'
    const browser = await customer(lost)
    const { body: me } = await browser.get('/api/auth/me')
    await changeStream(shop.service.core.store, {
      streamId: `customer/${me.user.id}`,
      decider: customerDecider,
      actor: `customer:${me.user.id}`,
      commands: (): CustomerCommand[] => [{ type: 'ErasePerson' }],
    })
    await vi.waitFor(
      async () => {
        const left = await shop.test.owner.query(
          `select (select count(*) from people where phone = $1) as people,
                  (select count(*) from messages where to_phone = $1) as messages,
                  (select count(*) from sessions where person_id = $2 and revoked_at is null)
                    as sessions`,
          [lost, me.user.id],
        )
        expect(left.rows).toEqual([{ people: 0, messages: 0, sessions: 0 }])
      },
      { timeout: 20_000, interval: 100 },
    )
  })

  it('leave a database behind that can still be verified', async () => {
    await shop.service.workers.catchUp()
    const { findings } = await verify(shop.test.owner)
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  })
})
