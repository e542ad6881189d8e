// Being told of a raffle, over HTTP on the whole shop: one text when it can be entered, and none to
// who does not want them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await openRunningShop({ env: { HOLD_SECONDS: '1800' } })
}, 120_000)
afterAll(() => shop.stop())

const textsTo = async (phone: string): Promise<string[]> => {
  const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await inbox.json()) as { messages: { text: string }[] }
  return messages.map(({ text }) => text).filter((text) => text.includes('/raffle/'))
}

/** All of its tickets are reserved by an order that is not paid. */
async function reservedRaffle(name: string) {
  const { raffleId, productId } = await shop.sell({ name, totalTickets: 2 })
  const buyer = shop.client()
  const { body } = await buyer.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  const left = async () => (await buyer.get(`/api/raffles/${raffleId}`)).body.ticketsLeft
  await expect.poll(left).toBe(0)
  const free = () => buyer.post(`/api/orders/${body.id}/requests`, { kind: 'cancel' })
  return { raffleId, free }
}

const tell = () => shop.service.workers.sweeps.now('alerts')

/** The catalogue is read anew every half second. */
const told = (phone: string, count: number) =>
  vi.waitFor(
    async () => {
      await tell()
      expect(await textsTo(phone)).toHaveLength(count)
    },
    { timeout: 15_000, interval: 100 },
  )

const ask = (browser: ApiClient, raffleId: string, body: object) =>
  browser.post(`/api/raffles/${raffleId}/alerts`, body)

it('sends one text when reserved tickets become free, however often it was asked', async () => {
  const { raffleId, free } = await reservedRaffle('Apple Watch')
  const phone = '+96170300001'
  for (const browser of [shop.client(), shop.client()])
    expect((await ask(browser, raffleId, { phone: '70 300 001', consent: true })).status).toBe(201)
  await tell()
  expect(await textsTo(phone)).toEqual([])

  await free()
  await told(phone, 1)
  await tell()
  const [text = ''] = await textsTo(phone)
  expect(text).toMatch(
    /^You can enter now: Apple Watch\n\S+\/raffle\/\S+\nNo more texts: \S+\/stop\//,
  )
  expect(await textsTo(phone)).toHaveLength(1)
}, 60_000)

it('writes to nobody without consent, nor to what is no Lebanese mobile number', async () => {
  const { raffleId } = await reservedRaffle('City Car')
  const guest = shop.client()
  for (const body of [
    { phone: '+96170300002' },
    { phone: '+96170300002', consent: false },
    { phone: '+33612345678', consent: true },
    { consent: true },
  ])
    expect(await ask(guest, raffleId, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  expect((await ask(guest, crypto.randomUUID(), { consent: true, phone: '70300002' })).status).toBe(
    404,
  )
})

it('stops for who holds the text, and nobody else can ask for that number again', async () => {
  const phone = '+96170300003'
  const first = await reservedRaffle('Laptop')
  await ask(shop.client(), first.raffleId, { phone, consent: true })
  await first.free()
  await told(phone, 1)
  const [, code] = /\/stop\/(\S+)/.exec((await textsTo(phone))[0] ?? '') ?? []
  expect((await shop.client().post('/api/alerts/stop', { code })).body).toEqual({ stopped: true })

  const second = await reservedRaffle('Mountain Bike')
  await shop.test.owner.query(
    `update raffle_alerts set created_at = created_at - interval '1 day' where phone = $1`,
    [phone],
  )
  expect((await ask(shop.client(), second.raffleId, { phone, consent: true })).status).toBe(201)
  await second.free()
  await shop.service.core.catalogue.refresh()
  await tell()
  expect(await textsTo(phone)).toHaveLength(1)
}, 60_000)

async function signedIn(phone: string): Promise<ApiClient> {
  const browser = shop.client()
  await browser.post('/api/auth/send-otp', { phone })
  const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await inbox.json()) as { messages: { code: string | null }[] }
  const code = messages.find((message) => message.code !== null)?.code
  await browser.post('/api/auth/verify-otp', { phone, code, fullName: 'Rima' })
  return browser
}

it('takes five askings a day for the number of who is signed in', async () => {
  const phone = '+96170300004'
  const [first, second] = [await reservedRaffle('Gold Lira'), await reservedRaffle('Silver Lira')]
  const browser = await signedIn(phone)
  await shop.test.owner.query(
    `insert into raffle_alerts (alert_id, raffle_id, phone, language, created_at, sent_at)
     select gen_random_uuid(), gen_random_uuid(), $1, 'en', clock_now(), clock_now()
       from generate_series(1, 4)`,
    [phone],
  )
  const asks = async (raffleId: string) => (await ask(browser, raffleId, { consent: true })).status
  expect(await asks(first.raffleId)).toBe(201)
  expect(await asks(second.raffleId)).toBe(429)
  // It waits already: nothing more is sent for it.
  expect(await asks(first.raffleId)).toBe(201)
})

it('is one tap for who is signed in, and stands in the account until taken back', async () => {
  const phone = '+96170300005'
  const { raffleId } = await reservedRaffle('Gold Necklace')
  const browser = await signedIn(phone)

  expect((await ask(browser, raffleId, { consent: true })).status).toBe(201)
  const { body } = await browser.get('/api/account/alerts')
  expect(body.alerts).toMatchObject([{ raffleId, raffleName: 'Gold Necklace' }])
  const left = await browser.delete(`/api/account/alerts/${body.alerts[0].id}`)
  expect(left.body).toEqual({ alerts: [] })
}, 60_000)
