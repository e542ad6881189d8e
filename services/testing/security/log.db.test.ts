// What the log says of people: nothing (docs/security.md, K56). A whole run with everything that
// goes wrong in it, on the most talkative level, searched for all that was said of one person.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { orderIdSchema } from '#events/kernel/ids.ts'

import { ownerEmail, ownerPassword } from '../running-service.ts'
import { peopleIn, toldOf } from '../nobody-told.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
beforeAll(async () => {
  shop = await openGuardedShop()
}, 120_000)
afterAll(() => shop.stop())

const phone = '+96178431977'
const person = {
  customerName: 'Zenobia Qahwaji',
  customerEmail: 'zenobia.q@private.example',
  customerPhone: '78 431 977',
  shippingMethod: 'delivery',
  deliveryAddress: 'Zenobia Qahwaji, 78431977, Rue Gouraud 4417, Achrafieh, 2071',
}

/** As if the database had lost a table while somebody calls: the error names what it tripped on. */
async function without(table: string, act: () => Promise<unknown>): Promise<void> {
  await shop.test.owner.query(`alter table ${table} rename to ${table}_gone`)
  try {
    await act()
  } finally {
    await shop.test.owner.query(`alter table ${table}_gone rename to ${table}`)
  }
}

it('K56 holds no name, phone, code, e-mail, address, password, cookie or key', async () => {
  const { productId } = await shop.sell({ name: 'Watch', totalTickets: 50 })
  const browser = shop.browser()
  const order = await shop.buy(browser, productId, person)
  expect(order.status).toBe(201)
  await shop.pay(order.body.id, 'approve', 3)
  await vi.waitFor(
    async () =>
      expect((await browser.get(`/api/orders/${order.body.id}`)).body.status).toBe('paid'),
    { timeout: 15_000 },
  )

  await browser.post('/api/auth/send-otp', { phone })
  const code = await shop.codeFor(phone)
  const proof = { phone, code, fullName: person.customerName }
  await browser.post('/api/auth/verify-otp', { ...proof, code: code === '000000' ? '1' : '000000' })
  const { body } = await browser.post('/api/auth/verify-otp', proof)
  await browser.get(`/api/users/${body.user.id}/purchases`)
  await shop.browser().get(`/api/users/${body.user.id}/purchases`)
  await shop.browser().get(`/order/${order.body.id}?link=${phone}`)
  await shop.browser().get(`/api/whishpay/callback?eid=${phone}&r=${person.customerEmail}`)

  const owner = await shop.owner()
  await owner.get(`/api/admin/orders?search=${encodeURIComponent(phone)}`)
  await owner.get(`/api/admin/orders?search=Zenobia`)
  const guess = { email: person.customerEmail, password: ownerPassword }
  await shop.browser().post('/api/auth/admin-login', guess)

  const failing = ['order_contacts', 'payment_attempts', 'people', 'messages', 'sign_in_codes']
  const statuses: number[] = []
  for (const table of failing)
    await without(table, async () => {
      const stranger = shop.browser()
      statuses.push((await shop.buy(stranger, productId, person)).status)
      statuses.push((await stranger.post('/api/auth/send-otp', { phone: '78431978' })).status)
      statuses.push((await stranger.post('/api/auth/check-phone', { phone })).status)
      statuses.push((await owner.get(`/api/admin/orders?search=Zenobia`)).status)
    })
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(4)

  const logged = shop.logged()
  expect(logged.trim().split('\n').length).toBeGreaterThan(failing.length)
  const cookies = [...browser.cookies.values(), ...owner.cookies.values()]
  const link = new URL(order.body.orderPageUrl).searchParams.get('link') ?? ''
  expect(link.length).toBeGreaterThan(20)
  const personal = [
    /zenobia|qahwaji|gouraud|achrafieh/i,
    /8\s?431\s?97/,
    /private\.example/i,
    new RegExp(`\\b${code}\\b`),
  ]
  for (const trace of personal) expect(logged).not.toMatch(trace)
  for (const secret of [...cookies, link, ownerPassword, ownerEmail])
    expect(logged).not.toContain(secret)
})

it('K56 holds no short link of an order, though its call failed; nor do the figures', async () => {
  const { productId } = await shop.sell({ name: 'Lira', totalTickets: 50 })
  const order = await shop.buy(shop.browser(), productId)
  expect(order.status).toBe(201)
  const owner = await shop.owner()
  const orderId = orderIdSchema.parse(order.body.id)
  const shown = () => owner.get(`/api/admin/orders/${orderId}`)
  await expect.poll(async () => (await shown()).status, { timeout: 15_000 }).toBe(200)
  const { reference } = (await shown()).body
  const link = shop.service.core.desk.links.shortUrl({ orderId, generation: 0 }, reference)
  const { pathname } = new URL(link)
  const code = pathname.slice('/o/'.length)
  expect(code.length).toBeGreaterThan(20)

  const statusOf = async (path: string) =>
    (await fetch(shop.origin + path, { redirect: 'manual' })).status
  const both = [pathname, `/O/${code}`]
  await expect.poll(() => statusOf(pathname), { timeout: 15_000 }).toBe(303)
  await without('order_status', async () => {
    expect(await Promise.all(both.map(statusOf))).toEqual([500, 500])
  })
  expect(await Promise.all(both.map(statusOf))).toEqual([303, 303])
  const { host, port } = shop.config.metrics
  const figures = await (await fetch(`http://${host}:${port}/metrics`)).text()
  expect(figures).toContain('http_request_seconds_count{operation="other",status="500"}')
  for (const said of [shop.logged(), figures])
    for (const key of [code, code.slice(6)]) expect(said).not.toContain(key)
  expect(shop.logged()).toContain('"path":"/o/•••"')
})

it('K56 is looked for in what every shop of a test has said: a leak would be found', async () => {
  const people = await peopleIn(shop.test.owner)
  const leak = `${person.customerName.toUpperCase()} called from 78431977`
  expect(toldOf(people, [], { log: leak })).toHaveLength(2)
  expect(toldOf(people, [], { log: shop.logged() })).toEqual([])
})

it('K56 keeps one event on one line, whatever is in it', async () => {
  await shop.browser().get('/api/nothing%0d%0a{"level":"fatal"}')
  const owner = await shop.owner()
  await without('people', () => owner.get('/api/admin/orders?search=%0a%0dforged'))
  for (const line of shop.logged().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})
