// Made-up addresses cost the shop nothing: what is written for them is written once, is right in a
// real browser, and asks for nothing over the network.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { complaintsOf, desk, openBrowser } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser
let raffleId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  raffleId = (await shop.sell({ name: 'City Car', totalTickets: 100 })).raffleId
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function read(path: string) {
  const answer = await fetch(shop.origin + path)
  const html = await answer.text()
  const [, renderedAt] = /"renderedAt":(\d+)/.exec(html) ?? []
  return { status: answer.status, etag: answer.headers.get('etag'), html, renderedAt }
}

it.each([
  ['that there is not', (made: string) => `/${made}`],
  ['of deeper addresses', (made: string) => `/raffles/${made}/${made}`],
  ['of raffles that there are not', (made: string) => `/raffle/${made}`],
  ['of draws that there are not', (made: string) => `/draws/${made}/certificate`],
  ['of orders', (made: string) => `/order/${made}`],
  ['of links that stop a text', (made: string) => `/stop/${made}`],
  ['of payments', (made: string) => `/payment/success?orderId=${made}`],
  ['of desks that there are not', (made: string) => `/admin/${made}/${made}`],
  ['of one desk', (made: string) => `/admin/draws/${made}`],
])('writes one page for all %s', async (_what, pathOf) => {
  const raffle = await read(`/raffle/${raffleId}`)
  const made = Array.from({ length: 200 }, () => crypto.randomUUID())
  const pages = await Promise.all(made.map((id) => read(pathOf(id))))
  expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1)
  expect(new Set(pages.map(({ status }) => status)).size).toBe(1)
  for (const [index, { html }] of pages.entries()) expect(html).not.toContain(made[index])
  expect((await read(`/raffle/${raffleId}`)).renderedAt).toBe(raffle.renderedAt)
})

it('says of each what it is', async () => {
  const statusOf = async (path: string) => (await read(path)).status
  const none = crypto.randomUUID()
  for (const path of [`/${none}`, `/raffle/${none}`, `/draws/${none}`, '/faq/more', '//faq'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  for (const path of ['/faq/', '/FAQ', '/stop/x', '/admin/money', `/raffle/${raffleId}/`])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  const { html } = await read(`/RAFFLE/${raffleId}`)
  expect(html).toContain(`<link rel="canonical" href="${shop.origin}/raffle/${raffleId}">`)
  expect((await read(`/${none}`)).html).not.toMatch(/canonical|hreflang="x-default"|og:url/)
})

it('reads the facts of a page without a call', async () => {
  await read(`/raffle/${raffleId}`)
  await read(`/draws/${raffleId}`)
  await read('/raffles')
  const { host, port } = shop.config.metrics
  const figures = await (await fetch(`http://${host}:${port}/metrics`)).text()
  expect(figures).toContain('http_request_seconds_count{operation="other"')
  for (const name of ['readRaffle', 'listRaffleProducts', 'listRaffles', 'readDraw'])
    expect(figures).not.toContain(`http_request_seconds_count{operation="${name}"`)
})

it.each([
  ['/nothing/here', '404 Page Not Found'],
  ['/order/none', '404 Page Not Found'],
  ['/payment/success', 'Payment Failed'],
  ['/payment/failed?orderId=none', 'Payment Failed'],
])(
  'the browser takes %s over as it was written',
  async (path, heading) => {
    const page = await (await browser.newContext({ ...desk, reducedMotion: 'reduce' })).newPage()
    const complaints = complaintsOf(page)
    await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    // An address that leads nowhere is answered 404, and the browser says so.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    const arabic = page.getByRole('link', { name: 'العربية' }).first()
    const leadsTo = new URL((await arabic.getAttribute('href')) ?? '', page.url())
    expect(leadsTo.pathname).toBe(new URL(path, shop.origin).pathname)
    await page.close()
  },
  SLOW,
)
