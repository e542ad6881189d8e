// Every route and everything that opens over one, in the build whose sentences stand in ⟦ ⟧, in a
// real browser: no word is seen that no table holds.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ofTurn } from '#services/testing/turns.ts'

import { untranslatedOn } from './untranslated.ts'

const SLOW = 60_000
const NUMBER = '+96170123456'
let shop: RunningShop
let browser: Browser
let page: Page
let raffleId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: 'pseudo' }), openBrowser()])
  const raffle = { name: 'A Trip to Egypt', totalTickets: 100, productName: 'Olive Oil' }
  ;({ raffleId } = await shop.sell(raffle))
  page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  page.setDefaultTimeout(15_000)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

it.each(
  ofTurn(
    [
      '/',
      '/raffles',
      '/login',
      '/how-it-works',
      '/faq',
      '/shipping',
      '/terms',
      '/privacy',
      '/payment/failed',
      '/payment/success',
      '/raffle/00000000-0000-4000-8000-000000000000',
      '/nothing-here',
      '/admin/login',
    ],
    3,
  ),
)(
  'finds none on %s',
  async (path) => {
    await visit(path)
    await page.evaluate(() =>
      document.querySelectorAll('details').forEach((details) => (details.open = true)),
    )
    await expectTranslated()
  },
  SLOW,
)

it(
  'finds none from the menu to the checkout and its refusals',
  async () => {
    await visit('/')
    await page.locator('header button').first().click()
    await page.getByRole('dialog').waitFor()
    await expectTranslated()

    await visit(`/raffle/${raffleId}`)
    await expectTranslated()
    await page.getByRole('button', { name: /Add to Cart & Enter Raffle/ }).click()
    await page.getByText(/2 tickets in/).waitFor()
    await expectTranslated()

    await page.getByRole('button', { name: /Checkout/ }).click()
    await page.getByLabel(/Full name/).waitFor()
    await page.getByRole('button', { name: /Pay / }).click()
    await page.getByText(/Missing information/).waitFor()
    await expectTranslated()
    await fillContact('70 1')
    await page.locator('input[value=delivery]').click()
    await page.getByRole('button', { name: /Pay / }).click()
    await expectTranslated()

    await page.locator('input[value=pickup]').click()
    await page.getByRole('button', { name: /Pay / }).click() // the shop refuses the number
    await page
      .getByText(/téléphone/)
      .first()
      .waitFor()
    await expectTranslated()
  },
  SLOW,
)

it(
  'finds none from the payment to the tickets',
  async () => {
    await fillContact('70 123 456')
    await page.getByRole('button', { name: /Pay / }).click()
    await page.waitForURL((url) => url.href.startsWith(shop.sandboxUrl))
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('heading', { name: /Payment Successful/ }).waitFor({ timeout: 30_000 })
    await page.getByText('#000 001').first().waitFor({ timeout: 30_000 })
    await expectTranslated()

    await visit(`/order/${new URL(page.url()).searchParams.get('orderId')}`)
    await page.getByText('#000 001').first().waitFor()
    await expectTranslated()
  },
  SLOW,
)

it(
  'finds none from the sign-in and a wrong code to the dashboard',
  async () => {
    await visit('/login')
    await page.getByRole('button', { name: /Send code/ }).click()
    await page.getByRole('alert').waitFor()
    await expectTranslated()
    await page.getByRole('tab', { name: /Sign Up/ }).click()
    await page.getByLabel(/Full name/).fill('Maya Haddad')
    await page.getByLabel(/Phone number/).fill(NUMBER)
    await page.getByRole('button', { name: /Send code/ }).click()
    await page.getByLabel(/Verification code/).waitFor()
    await expectTranslated()

    const code = await sentCode()
    await enterCode(code === '000000' ? '111111' : '000000')
    await page.getByRole('alert').waitFor()
    await expectTranslated()
    await enterCode(code)
    await page.waitForURL(`${shop.origin}/`)

    await visit('/dashboard')
    await page.getByText('#000 001').first().waitFor()
    await page.getByText('Olive Oil').first().waitFor()
    await expectTranslated()

    await visit('/account')
    await page.getByText(/Download my data/).waitFor()
    await expectTranslated()
  },
  SLOW,
)

it(
  'finds none in the choice of a variant',
  async () => {
    const raffle = { name: 'Apple Watch', totalTickets: 100, productName: 'Notebook' }
    const watch = await shop.sell(raffle)
    const variant = new FormData()
    for (const [name, value] of [
      ['name', 'Sea blue'],
      ['sku', 'NB-BLUE'],
      ['priceAdjustment', '2.00'],
    ] as const)
      variant.set(name, value)
    const owner = await shop.owner()
    const path = `/api/admin/products/${watch.productId}/variants`
    expect((await owner.post(path, variant)).status).toBe(201)

    await visit(`/raffle/${watch.raffleId}`)
    await page.getByRole('button', { name: /Add to Cart & Enter Raffle/ }).click()
    await page.getByText(/Select a variant/).waitFor()
    await expectTranslated()
  },
  SLOW,
)

async function visit(path: string): Promise<void> {
  await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
}

/** What was written into this shop, and the names of places and companies. */
const written = [
  'A Trip to Egypt',
  'Olive Oil',
  'Win: ',
  ', in its box.',
  'Thread-bound, 160 pages.',
  'Apple Watch',
  'Notebook',
  'Sea blue',
  'NB-BLUE',
  'Instagram',
  'Facebook',
  'TikTok',
  'Maya Haddad',
]

async function expectTranslated(): Promise<void> {
  const { shopName, address, hours } = shop.config.contact
  const settings = [shopName, address, hours, shop.config.licence?.number ?? '-']
  expect(await untranslatedOn(page, [...written, ...settings])).toEqual([])
}

async function fillContact(number: string): Promise<void> {
  await page.getByLabel(/Full name/).fill('Maya Haddad')
  await page.getByLabel(/Email/).fill('maya@example.com')
  await page.getByLabel(/^⟦Phone⟧$/).fill(number)
}

async function sentCode(): Promise<string> {
  const inbox = `${shop.sandboxUrl}/messages?to=${encodeURIComponent(NUMBER)}`
  const { messages } = await (await fetch(inbox)).json()
  return messages.find((message: { code?: string }) => message.code).code
}

async function enterCode(code: string): Promise<void> {
  await page.getByLabel(/Verification code/).fill(code)
  await page.getByRole('button', { name: /Verify/ }).click()
}
