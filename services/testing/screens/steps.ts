// What the openers of the tables do again and again. They find their way by the structure of a
// page, so that they work in every language.
import type { Locator, Page, Route } from 'playwright-core'

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const submit = (page: Page): Locator => page.locator('main button[type=submit]').first()

/** The shop's one notification. */
export const notice = (page: Page): Locator =>
  page.locator('#toaster').locator('[role=alert], [role=status]')

/** The notification of what was refused or failed; good news may have stood there before it. */
export const refusal = (page: Page): Locator => page.locator('#toaster [role=alert]')

/** What a list or a page says that could not be read. */
export const failure = (page: Page): Locator => page.locator('main [role=alert]').first()

const menu = (page: Page) => page.locator('header button[aria-haspopup=dialog]').first()
const cart = (page: Page) => page.locator('header button[aria-haspopup=dialog]').last()

export async function openMenu(page: Page): Promise<void> {
  await menu(page).click()
  await dialog(page).waitFor()
}

export async function openCart(page: Page): Promise<void> {
  await cart(page).click()
  await dialog(page).waitFor()
}

export async function openCheckout(page: Page): Promise<void> {
  await openCart(page)
  await goToCheckout(page)
}

/** From the open cart. */
export async function goToCheckout(page: Page): Promise<void> {
  await page.locator('.drawer__footer button').last().click()
  await dialog(page).locator('input[value=delivery]').waitFor({ state: 'attached' })
}

export async function enter(page: Page): Promise<void> {
  const words = page.locator('main button:visible').filter({ hasNot: page.locator('svg, img') })
  await words.first().click()
  await dialog(page).waitFor()
}

export const choose = (page: Page, value: string): Promise<void> =>
  dialog(page).locator(`label:has(input[value=${value}])`).click()

export const payButton = (page: Page): Locator => page.locator('.dialog__footer button').last()
export const pay = (page: Page): Promise<void> => payButton(page).click()

/** A guest of the raffle's page, before a checkout that wants nothing but to be sent. */
export async function checkOutAsGuest(page: Page): Promise<void> {
  await enter(page)
  await goToCheckout(page)
  await fillIn(page)
}

export async function fillIn(page: Page): Promise<void> {
  await dialog(page).locator('[name=name]').fill('Nadim Aoun')
  await dialog(page).locator('[name=email]').fill('nadim@example.com')
  await dialog(page).locator('[name=tel]').fill('70 765 432')
}

/** These calls are answered here and not by the shop. */
export const answer =
  (calls: string | RegExp, act: (route: Route) => unknown) =>
  async (page: Page): Promise<void> => {
    await page.route(calls, act)
  }

/** The line is dead for these calls. */
export const cut = (calls: string) => answer(calls, (route) => route.abort())

/** These calls are never answered. */
export const keepWaiting = (calls: string) => answer(calls, () => {})
