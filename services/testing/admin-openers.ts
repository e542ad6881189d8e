// How a screen of staff is brought about on its page: what is pressed and filled in. Openers find
// their way by the structure of a page and by names that were entered, so that they work in every
// language, and they leave the shop as they found it, since each look comes by them again.
import type { Locator, Page } from 'playwright-core'

import { apiClient } from './api-client.ts'
import type { ApiClient } from './api-client.ts'
import { ownerEmail, ownerPassword } from './running-service.ts'
import type { Screen } from './screens.ts'

export type StaffScreen = Omit<Screen, 'as'>
export type Act = (page: Page) => Promise<void>

/** One of its calls fails, or is refused. */
export const withFailure = (screen: StaffScreen): StaffScreen => ({ ...screen, isCut: true })

/** One after the other. */
export const acts =
  (...steps: Act[]): Act =>
  (page) =>
    steps.reduce((before, step) => before.then(() => step(page)), Promise.resolve())

/** What lies on top: the last dialog that was opened. */
export const top = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]').last()

export async function opened(page: Page, button: Locator): Promise<void> {
  await button.click()
  await shown(page)
}

export async function shown(page: Page): Promise<void> {
  await top(page).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Buttons of the whole page or tab, at the end of its heading; the last is the one that adds. */
export const headButton = (page: Page) => page.locator('main section > div:first-child button')

export const create: Act = (page) => opened(page, headButton(page).last())

/** In the row, card or line with these words: the button at this place, the last when negative. */
export const press =
  (words: string, place: number): Act =>
  (page) =>
    opened(page, buttonOf(page, words, place))

const buttonOf = (page: Page, words: string, place: number) =>
  page
    .locator('main :is(tr, article, li)', { hasText: words })
    .first()
    .locator('button:visible, a:visible')
    .nth(place)

/** The same inside the dialog on top. */
export const pressInside =
  (words: string, place: number): Act =>
  async (page) => {
    const row = top(page).locator('tr', { hasText: words }).first()
    await opened(page, row.locator('button:visible').nth(place))
  }

/** A button of the dialog's body, in their order. */
export const bodyButton =
  (place: number): Act =>
  (page) =>
    opened(page, top(page).locator('.dialog__body button:visible').nth(place))

export const byAct =
  (name: string): Act =>
  async (page) => {
    await top(page).locator(`[data-act=${name}]`).click()
    await top(page).locator('form').waitFor()
  }

/** Sends the form of the dialog on top, and waits for its answer. */
export const send: Act = async (page) => {
  await top(page).locator('button[type=submit]').last().click()
  await page.waitForLoadState('networkidle')
}

/** Sends a form of the page itself, the first when none is named. */
export const sendForm =
  (form = 'main form'): Act =>
  async (page) => {
    await page.locator(form).first().locator('button[type=submit]').click()
    await page.waitForLoadState('networkidle')
  }

/** Fields by their names, selects by the value or place of their choice. */
export const fill =
  (fields: Readonly<Record<string, string | number>>): Act =>
  async (page) => {
    for (const [name, value] of Object.entries(fields)) {
      const field = page.locator(`[name=${name}]:visible`).last()
      const kind = await field.evaluate(({ tagName }) => tagName)
      if (kind !== 'SELECT') await field.fill(String(value))
      else await field.selectOption(typeof value === 'number' ? { index: value } : value)
    }
  }

/** One of the choices of a bar. */
export const choose =
  (value: string): Act =>
  async (page) => {
    await page.locator(`label:has(input[value="${value}"])`).last().click()
    await page.waitForLoadState('networkidle')
  }

export const file =
  (name: string, text: string): Act =>
  async (page) => {
    const given = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').last().setInputFiles(given)
  }

export const search =
  (words: string): Act =>
  async (page) => {
    const answered = page.waitForResponse((answer) => answer.url().includes('search='))
    await page.locator('main input[type=search]').fill(words)
    await answered
    await page.waitForLoadState('networkidle')
  }

/** What waits until somebody sees an error: said in words, or in the shop's one notification. */
export const told: Act = (page) => page.locator('[role=alert], [aria-invalid]').first().waitFor()

/** The line to the shop is dead for these calls. */
export const failing =
  (calls: string): Act =>
  async (page) => {
    await page.route(calls, (route) => route.abort('connectionfailed'))
    await again(page)
    await page.locator('main [role=alert]').first().waitFor()
  }

/** Nothing is there yet. */
export const empty =
  (calls: string, body: object = { data: [], pagination: { hasMore: false, total: 0 } }): Act =>
  async (page) => {
    await page.route(calls, (route) => route.fulfill({ json: body }))
    await again(page)
  }

/**
 * The shop's own answer with a part of it changed: states that one person can be in only once,
 * such as a first sign-in, for everybody who looks.
 */
export const altered =
  (calls: string, change: (body: Record<string, unknown>) => object): Act =>
  async (page) => {
    await page.route(calls, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })
    await again(page)
  }

/** Refuses these calls with a code of the contract. */
export const refusing =
  (calls: string, status: number, code: string, details?: object): Act =>
  async (page) => {
    const json = { error: code, code, ...details }
    await page.route(calls, (route) => route.fulfill({ status, json }))
  }

async function again(page: Page): Promise<void> {
  await page.reload()
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}

/** Somebody else of staff, meanwhile. */
export async function colleague(page: Page): Promise<ApiClient> {
  const client = apiClient(new URL(page.url()).origin)
  await client.post('/api/auth/admin-login', { email: ownerEmail, password: ownerPassword })
  return client
}

/** The page of staff behind a link on this one, in the same window. */
export const follow =
  (link: string): Act =>
  async (page) => {
    const address = await page.locator(link).first().getAttribute('href')
    await page.goto(new URL(address ?? '', page.url()).href)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
  }
