// Which events leave the browser, and when: on a shop that counts by itself, and on one that has a
// marketing tag and must ask first.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

let plain: RunningShop
let tagged: RunningShop
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  plain = await openRunningShop({ withPages: true })
  tagged = await openRunningShop({ withPages: true, env: { GA_MEASUREMENT_ID: 'G-TEST000001' } })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await plain?.stop()
  await tagged?.stop()
})

it('counts the way to the checkout on the shop itself, and asks nobody else', async () => {
  const { page, told, hosts } = await visit(plain)
  await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByText('Delivery', { exact: false }).first().click()
  await expect
    .poll(() => told)
    .toEqual([
      'view_item',
      'add_to_cart',
      'view_cart',
      'begin_checkout',
      'add_shipping_info Store Pickup',
      'add_payment_info whishpay',
      'add_shipping_info Delivery',
    ])
  expect(hosts.filter((host) => !plain.origin.endsWith(host))).toEqual([])
  expect(await page.getByRole('region', { name: 'May we count your visit?' }).count()).toBe(0)
}, 60_000)

it('tells nobody anything before consent, and all of it afterwards', async () => {
  const { page, told, hosts } = await visit(tagged)
  const question = page.getByRole('region', { name: 'May we count your visit?' })
  await question.waitFor()
  expect([told, hosts.filter((host) => host.includes('google'))]).toEqual([[], []])
  expect(await page.evaluate(() => 'dataLayer' in globalThis)).toBe(false)

  await question.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => told).toEqual(['view_item'])
  await expect.poll(() => hosts).toContain('www.googletagmanager.com')
  const layer = await page.evaluate(() => JSON.stringify((globalThis as Tagged).dataLayer))
  const calls = (JSON.parse(layer) as Record<string, unknown>[]).map((call) => Object.values(call))
  expect(calls.map(([what, which]) => `${what} ${which}`)).toEqual([
    'consent default',
    'consent update',
    expect.stringMatching(/^js /),
    'config G-TEST000001',
    'event view_item',
  ])
}, 60_000)

it('tells nobody anything after a refusal, and does not ask again', async () => {
  const { page, told, hosts } = await visit(tagged)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.reload({ waitUntil: 'networkidle' })
  expect(await page.getByRole('button', { name: 'Refuse' }).count()).toBe(0)
  expect([told, hosts.filter((host) => host.includes('google'))]).toEqual([[], []])
}, 60_000)

type Tagged = typeof globalThis & { dataLayer?: unknown[] }
type Sent = { events: { name: string; shipping_tier?: string; payment_type?: string }[] }

async function visit(shop: RunningShop) {
  const { raffleId } = await shop.sell({ name: 'City Car', totalTickets: 100 })
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page: Page = await context.newPage()
  const told: string[] = []
  const hosts: string[] = []
  // No tag is fetched from elsewhere by a test.
  await page.route('https://www.googletagmanager.com/**', (route) => route.abort())
  page.on('request', (request) => {
    hosts.push(new URL(request.url()).host)
    if (!request.url().endsWith('/api/events')) return
    for (const { name, shipping_tier = '', payment_type = '' } of (request.postDataJSON() as Sent)
      .events)
      told.push(`${name} ${shipping_tier}${payment_type}`.trim())
  })
  await page.goto(`${shop.origin}/raffle/${raffleId}`, { waitUntil: 'networkidle' })
  return { page, told, hosts }
}
