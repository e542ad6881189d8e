// What log, figures, traces and refusals say of people on a whole journey: nothing
// (docs/security.md, K56).
// Buyers, an account, an order at the counter and a draw with its guests, everybody under words
// that nobody else uses; at the end all of them are searched for.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { moveClock } from '../../clock.ts'
import type { ApiClient } from '../api-client.ts'
import { dice } from '../draw-rig.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { openTraceCollector } from '../trace-collector.ts'
import type { TraceCollector } from '../trace-collector.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'
import { tablesHolding } from './kept-rows.ts'

let collector: TraceCollector
let shop: GuardedShop
let owner: ApiClient
/** What callers were told when they were refused. */
const refusals: string[] = []
beforeAll(async () => {
  collector = await openTraceCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  shop = await openGuardedShop(env, { withMail: true })
  owner = await shop.owner()
}, 120_000)
afterAll(() => shop.stop().finally(collector.stop))

const words = {
  buyers: ['Zenobia Qahwaji', 'Theofanis Krikorian', 'Wadiha Boulosian'],
  email: 'quixotic.mailbox@private.example',
  street: 'Rue Gouraud 4417',
  city: 'Mtaylebville',
  label: 'Grandmotherhouse',
  note: 'Vermilionnote',
  counter: 'Ildefonso Nakhlawi',
  reference: 'OMTREF-60917',
  witness: 'Philomena Sarrafian',
  official: 'Evariste Tabbarani',
  paper: 'RLDOC-77141',
  winner: 'WINDOC-55213',
}
const phones = ['+96178431901', '+96178431902', '+96178431903', '+96178431904']
/** Two for each buyer, and two for who comes to the counter. */
const TICKETS = 8

type Asked = ReturnType<ApiClient['post']>

const done = async (asked: Asked) => {
  const answer = await asked
  expect([answer.status, answer.body?.error]).toEqual([expect.any(Number), undefined])
  return answer.body
}

/** What was refused has been read: from here on it is searched as well. */
const refused = async (asked: Asked) => {
  const { status, bytes } = await asked
  expect(status).toBeGreaterThanOrEqual(400)
  refusals.push(bytes.toString())
}

/** Signs in, fills his account, buys, is refused here and there. */
async function buy(nth: number, productId: string): Promise<string> {
  const [phone = '', fullName = ''] = [phones[nth], words.buyers[nth]]
  const browser = shop.browser()
  await done(browser.post('/api/auth/check-phone', { phone }))
  await done(browser.post('/api/auth/send-otp', { phone }))
  await refused(browser.post('/api/auth/send-otp', { phone }))
  await refused(browser.post('/api/auth/verify-otp', { phone, code: '000000', fullName }))
  const code = await shop.codeFor(phone)
  await done(browser.post('/api/auth/verify-otp', { phone, code, fullName }))
  await done(browser.put('/api/account/profile', { fullName, email: words.email }))
  const { street, city, label } = words
  await done(browser.post('/api/account/addresses', { label, street, city, postalCode: '2071' }))
  const order = await done(
    shop.buy(browser, productId, {
      shippingMethod: 'delivery',
      deliveryAddress: `${fullName}, ${phone}, ${street}, ${city}, 2071`,
      customerName: fullName,
      customerEmail: words.email,
      customerPhone: phone,
    }),
  )
  await shop.pay(order.id, nth === 0 ? 'decline' : 'approve', 3)
  if (nth === 0) {
    const again = await vi.waitFor(
      async () => {
        const answer = await browser.post(`/api/purchases/${order.id}/payment`, {
          paymentMethod: 'montypay',
        })
        expect(answer.status).toBeLessThan(300)
        return answer
      },
      { timeout: 20_000, interval: 200 },
    )
    expect(again.body.redirectUrl).toBeDefined()
    await shop.pay(order.id, 'approve')
  }
  await vi.waitFor(
    async () => expect((await browser.get(`/api/orders/${order.id}`)).body.status).toBe('paid'),
    { timeout: 20_000, interval: 100 },
  )
  const ask = (kind: string) =>
    browser.post(`/api/orders/${order.id}/requests`, { kind, note: words.note })
  await refused(ask('return'))
  await done(ask('cancel'))
  await refused(shop.browser().get(`/api/users/${order.id}/purchases?phone=${phone}`))
  return order.id
}

/** What staff do with people's names: search, write down, take an order at the counter, fail. */
async function atTheDesk(productId: string): Promise<void> {
  for (const search of [...words.buyers, ...phones, words.email]) {
    await done(owner.get(`/api/admin/orders?search=${encodeURIComponent(search)}`))
    await done(owner.get(`/api/admin/customers?search=${encodeURIComponent(search)}`))
  }
  const { order } = await done(
    owner.post('/api/admin/orders/manual', {
      customerPhone: phones[3],
      customerName: words.counter,
      customerEmail: words.email,
      items: [{ productId, quantity: 1, variantId: null }],
      shippingMethod: 'pickup',
      deliveryAddress: '',
      paymentMethod: 'omt',
      status: 'paid',
      reference: words.reference,
      collector: words.counter,
      currency: 'USD',
      rate: '1',
    }),
  )
  expect(order.customerName).toBe(words.counter)
  const guess = { email: words.email, password: `${words.counter} and more` }
  await refused(shop.browser().post('/api/auth/admin-login', guess))
}

async function draw(raffleId: string): Promise<void> {
  const act = (name: string, body: object = {}) =>
    done(owner.post(`/api/admin/draws/${raffleId}/${name}`, body))
  const office = { office: 'Directorate', documentNumber: words.paper }
  await act('session', {
    mode: 'beacon',
    place: words.city,
    witnesses: [{ name: words.witness, title: 'Notary', ...office }],
    representative: { name: words.official, ...office },
  })
  const { body } = await owner.get(`/api/admin/draws/${raffleId}`)
  expect(JSON.stringify(body)).toContain(words.official)
  await refused(owner.post(`/api/admin/draws/${raffleId}/identity`, { name: words.witness }))
  await refused(owner.post(`/api/admin/draws/${raffleId}/contacts`, { channel: 'x' }))
  // The last ticket has closed it already.
  await act('close')
  await act('seal')
  await act('entropy', { entropy: dice, reading: 'first' })
  await act('entropy', { entropy: dice, reading: 'second' })
  await act('reveal', { source: 'operator' })
  const { body: live } = await shop.browser().get(`/api/draws/${raffleId}`)
  await moveClock(shop.test.owner, new Date(Date.parse(live.round.at) + 1_000))
  await shop.service.core.clock.sync()
  await vi.waitFor(
    async () => {
      const { status } = await owner.post(`/api/admin/draws/${raffleId}/publish`, {})
      expect(status).toBe(200)
    },
    { timeout: 30_000, interval: 300 },
  )
  await act('contacts', { channel: 'phone', note: words.note })
  await act('identity', {
    documentKind: 'Passport',
    documentNumber: words.winner,
    mayShowName: false,
  })
}

it('K56 a whole journey leaves nobody in the log, the figures, a trace or a refusal', async () => {
  const { raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: TICKETS })
  for (const nth of words.buyers.keys()) await buy(nth, productId)
  await atTheDesk(productId)
  await shop.service.workers.catchUp()
  await draw(raffleId)
  // One address, whatever it holds: the winner's.
  await expect.poll(wonByMail, { timeout: 30_000 }).toBe(1)

  const { host, port } = shop.config.metrics
  const figures = await (await fetch(`http://${host}:${port}/metrics`)).text()
  const health = await (await fetch(`http://${host}:${port}/readyz`)).text()
  // Nobody has asked for it before: once it has come, so have the spans of all that was done.
  await fetch(`${shop.origin}/api/openapi.json`)
  const isSent = () => collector.text().includes('/api/openapi.json')
  await expect.poll(isSent, { timeout: 10_000 }).toBe(true)
  const said = {
    log: shop.logged(),
    figures,
    health,
    traces: traces(),
    refusals: refusals.join('\n'),
  }
  expect(said.log.length).toBeGreaterThan(200)
  expect(said.traces.length).toBeGreaterThan(10_000)
  expect(refusals.length).toBeGreaterThan(8)

  const people = Object.values(words).flat()
  const names = people.flatMap((text) => text.split(/[ @]/)).filter((text) => text.length > 5)
  const numbers = phones.map((phone) => phone.slice(4))
  // What the shop was never told it cannot tell: each word stands in some table.
  for (const word of [...names, ...numbers])
    expect(await tablesHolding(shop.test.owner, [word]), word).not.toEqual([])
  const secrets = [...owner.cookies.values(), ownerPassword, ownerEmail]
  const codes = await sentCodes()
  expect(codes.length).toBeGreaterThan(2)
  for (const [where, text] of Object.entries(said)) {
    const found = [...names, ...numbers, ...secrets].filter((trace) =>
      text.toLowerCase().includes(trace.toLowerCase()),
    )
    expect([where, found]).toEqual([where, []])
    const shown = codes.filter((code) => new RegExp(`\\b${code}\\b`).test(text))
    expect([where, shown]).toEqual([where, []])
  }
}, 180_000)

/** Without ids and times: many thousands of digits, among which any number stands some day. */
const traces = () => collector.text().replaceAll(/"\w*(?:Id|UnixNano)":"?\w+"?/g, '')

async function wonByMail(): Promise<number> {
  const answer = await fetch(`${shop.sandboxUrl}/messages?to=${words.email}`)
  const { messages } = (await answer.json()) as { messages: { subject: string }[] }
  const won = /^Your ticket \d{6} has won: Watch!$/
  return messages.filter(({ subject }) => won.test(subject)).length
}

/** Every code that went to one of the phones. */
async function sentCodes(): Promise<string[]> {
  const inboxes = phones.map(async (phone) => {
    const answer = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
    const { messages } = (await answer.json()) as { messages: { code: string | null }[] }
    return messages.flatMap(({ code }) => (code === null ? [] : [code]))
  })
  return (await Promise.all(inboxes)).flat()
}
