// What staff do again and again in a real browser: sign in, open a tab, read the one notification,
// find a dialog or a row by its name.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

import { desk } from './browser.ts'
import { isFocused, press, tabTo } from './keyboard.ts'
import { ownerEmail, ownerPassword } from './running-service.ts'

type Place = { browser: Browser; origin: string }
type Looks = { size?: BrowserContextOptions; language?: string }

/** An empty page with cookies of its own, signed in as the owner. */
export async function ownerPage(
  { browser, origin }: Place,
  size: BrowserContextOptions = desk,
): Promise<Page> {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  const data = { email: ownerEmail, password: ownerPassword }
  await context.request.post(`${origin}/api/auth/admin-login`, { data })
  return context.newPage()
}

/** A tab of the admin area, signed in as the owner. */
export async function openAdminTab(
  place: Place,
  tab: string,
  { size = desk, language = 'en' }: Looks = {},
): Promise<Page> {
  const page = await ownerPage(place, size)
  const address = `${place.origin}/admin?tab=${tab}&lang=${language}`
  await page.goto(address, { waitUntil: 'networkidle' })
  return page
}

/** The shop's one notification, closed again. */
export async function told(page: Page, words: string | RegExp): Promise<void> {
  const region = page.getByRole('region', { name: /F8/ })
  await region.getByText(words).first().waitFor()
  await region.getByRole('button').click()
}

export const dialogOf = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name })

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name })

/** Esc closes what was typed into only once somebody says so: the keyboard is on the way back. */
export async function discard(page: Page): Promise<void> {
  await press(page, 'Escape')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await isFocused(page, /^Keep editing$/)
  await tabTo(page, /^Discard changes$/)
  await press(page, 'Enter')
}
