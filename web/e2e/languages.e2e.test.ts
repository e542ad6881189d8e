// The three languages in a real browser: who gets which, what it costs, and that Arabic pages are
// mirrored. `accessible.e2e.test.ts` examines each of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'

import { complaintsOf, openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser
let raffleId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  ;({ raffleId } = await shop.sell({ name: 'City Car', totalTickets: 100, productName: 'Cap' }))
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

describe('the language of a page', () => {
  it.each([
    ['what its address asks for', '/?lang=ar', { cookie: 'qura_lang=fr' }, 'lang="ar" dir="rtl"'],
    ['else what was chosen before', '/', { cookie: 'qura_lang=fr' }, 'lang="fr" dir="ltr"'],
    ['else what the browser prefers', '/', { 'accept-language': 'de, ar-LB;q=0.8' }, 'lang="ar"'],
    ['else English', '/', { 'accept-language': 'de' }, 'lang="en" dir="ltr"'],
    ['never one it does not speak', '/?lang=de', {}, 'lang="en" dir="ltr"'],
  ])('is %s', async (_why, path, headers, mark) => {
    const html = await (await fetch(shop.origin + path, { headers: { ...headers } })).text()
    expect(html).toContain(`<html ${mark}`)
  })

  it('is remembered when it was asked for', async () => {
    const asked = await fetch(`${shop.origin}/faq?lang=fr`)
    expect(asked.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^qura_lang=fr;.*SameSite=Lax/),
    )
  })
})

it('sends the sentences of one language, and Arabic letters to Arabic pages alone', async () => {
  for (const [language, others] of [
    ['ar', ['en', 'fr']],
    ['en', ['ar', 'fr']],
  ] as const) {
    const { page, asked } = await open('/raffles', language)
    const files = asked.map((url) => url.split('/assets/')[1] ?? '')
    expect(files.filter((file) => file.startsWith(`${language}-`))).toHaveLength(1)
    for (const other of others)
      expect(files.filter((file) => file.startsWith(`${other}-`))).toEqual([])
    expect(files.some((file) => file.includes('alexandria-arabic'))).toBe(language === 'ar')
    await page.close()
  }
})

it(
  'changes the language from the menu, and keeps what the address asked',
  async () => {
    const { page } = await open(`/payment/success?orderId=none`, 'en')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'العربية' }).click()
    await page.waitForURL(/orderId=none&lang=ar/)
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  },
  SLOW,
)

it(
  'opens the Arabic cart from the left, its words from the right, the code from the left',
  async () => {
    const { page, complaints } = await open(`/raffle/${raffleId}`, 'ar')
    await page.getByRole('button', { name: 'أضف إلى السلّة وشارك' }).click()
    await page.getByText('تذكرتان في سحب').waitFor()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getAttribute('dir')).toBe('rtl')
    expect((await dialog.boundingBox())?.x).toBe(0)

    await page.goto(`${shop.origin}/login`, { waitUntil: 'networkidle' })
    expect(await page.getByLabel('رقم الهاتف').evaluate(directionOf)).toBe('ltr')
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'refuses in the language of the page, with the numbers that belong to it',
  async () => {
    const { raffleId: small } = await shop.sell({ name: 'Small', totalTickets: 50, tickets: 49 })
    const { page } = await open(`/raffle/${small}`, 'fr')
    await page.getByRole('button', { name: 'Ajouter et participer' }).click()
    await page.getByRole('button', { name: /^Un .* de plus$/ }).click()
    await page.getByRole('button', { name: 'Commander' }).click()
    await page.getByLabel('Nom complet').fill('Maya Haddad')
    await page.getByLabel('E-mail').fill('maya@example.com')
    await page.getByLabel('Téléphone', { exact: true }).fill('70 123 456')
    await page.getByRole('button', { name: /^Payer/ }).click()
    await page
      .getByText(/Il ne reste que 50 billets pour Small/)
      .first()
      .waitFor()
  },
  SLOW,
)

async function open(path: string, language: string) {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'qura_lang', value: language, url: shop.origin }])
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
  return { page, complaints, asked }
}

const directionOf = (element: Element) => getComputedStyle(element).direction
