// What customers do in a browser, as the tests that follow them say it: one step, one function.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { vi } from 'vitest'

import type { SwitchesChange } from '../sandbox/switches.ts'
import { listening } from './listening.ts'
import type { RunningShop } from './running-service.ts'

export const WAIT_MS = 30_000
const PRESS_MS = 10_000

/** The account is known, what comes after it is there, and the page listens. */
export async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('[data-waits]').first().waitFor({ state: 'detached' })
  await page.evaluate(listening)
  return page
}

export async function addToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
  await page.getByText(/^\d+ tickets? in /).waitFor()
}

/** From the open cart to a form that wants nothing but to be sent. */
export async function openCheckout(page: Page, number = '70 123 456'): Promise<void> {
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('Full name').fill('Maya Haddad')
  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByLabel('Phone', { exact: true }).fill(number)
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** To the provider's page, by way of the second in which the shop says so. */
export const goPay = (page: Page, shop: RunningShop) => goAway(page, shop, payButton(page))

/** The same after a payment that failed. */
export const tryAgain = (page: Page, shop: RunningShop) =>
  goAway(page, shop, page.getByRole('button', { name: 'Try Again' }))

/** On a busy machine the shop may find the provider slow, and ask the buyer to press once more. */
async function goAway(page: Page, { sandboxUrl }: RunningShop, button: Locator): Promise<void> {
  const isThere = (url: string) => url.startsWith(sandboxUrl)
  const press = async () => {
    if (isThere(page.url())) return
    await button.click({ timeout: PRESS_MS })
    await page.waitForURL((url) => isThere(url.href), { timeout: PRESS_MS })
  }
  await vi.waitFor(press, { timeout: 2 * WAIT_MS, interval: 250 })
}

/** One button of the provider's page. */
export const choose = (page: Page, what: 'Approve' | 'Decline' | 'Never answer' | 'Approve late') =>
  page.getByRole('button', { name: what, exact: true }).click()

export const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

export async function askForCode(page: Page, number: string, fullName?: string): Promise<void> {
  await page.getByRole('tab', { name: fullName === undefined ? 'Sign In' : 'Sign Up' }).click()
  if (fullName !== undefined) await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Send code' }).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

/** Texts to a number, the newest first. */
export async function textsTo({ sandboxUrl }: RunningShop, number: string): Promise<Text[]> {
  const answer = await fetch(`${sandboxUrl}/messages?to=${encodeURIComponent(number)}`)
  const { messages } = (await answer.json()) as { messages: Text[] }
  return messages
}

type Text = { text: string; code?: string | null }

export async function codeOf(shop: RunningShop, number: string): Promise<string> {
  const [code] = (await textsTo(shop, number)).flatMap((text) => text.code ?? [])
  if (code === undefined) throw new Error(`no code was sent to ${number}`)
  return code
}

export const anotherCode = (code: string): string => (code === '000000' ? '111111' : '000000')

export async function signUp(page: Page, shop: RunningShop, number: string): Promise<void> {
  await page.goto(new URL('/login', page.url()).href, { waitUntil: 'networkidle' })
  await askForCode(page, number, 'Maya Haddad')
  await page.getByText('OTP sent!').waitFor()
  await enterCode(page, await codeOf(shop, number))
  await page.waitForURL((url) => url.pathname === '/')
}

/** Failures of the providers, until `calm`. */
export async function upset({ sandboxUrl }: RunningShop, change: SwitchesChange): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/switches`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  })
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`)
}

export async function calm({ sandboxUrl }: RunningShop): Promise<void> {
  await fetch(`${sandboxUrl}/switches`, { method: 'DELETE' })
}

/** What staff change of a raffle or a product: `raffles/…` or `products/…`. */
export async function changeAsStaff(
  shop: RunningShop,
  what: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { status, body } = await (await shop.owner()).put(`/api/admin/${what}`, form)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

export async function orderCount({ test }: RunningShop): Promise<number> {
  const { rows } = await test.owner.query<{ orders: number }>(
    'select count(*)::int as orders from order_status',
  )
  return rows[0]?.orders ?? 0
}
