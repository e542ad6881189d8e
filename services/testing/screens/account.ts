// What is a customer's own: his tickets and orders, his settings, his second factor, the way out.
import type { Locator, Page } from 'playwright-core'

import { codeOfApp, fromBase32 } from '../code-app.ts'
import type { Screen } from '../screens.ts'
import { cut, dialog, failure, keepWaiting } from './steps.ts'

const codes = (form: Locator) => form.locator('[autocomplete=one-time-code]')
const phoneForm = (page: Page) => page.locator('main form').nth(1)
const dataForm = (page: Page) => page.locator('main form:has(a[download])')

/** The card of second factors: its own section in its own section. */
const factorButton = (page: Page) =>
  page.locator('main section section').first().locator('button').last()

const isProven: NonNullable<Screen['before']> = (_page, { does }) => does.proveNewcomer()

async function beginApp(page: Page): Promise<void> {
  await factorButton(page).click()
  await dialog(page).locator('code').waitFor()
}

export const accountScreens: readonly Screen[] = [
  {
    name: 'dashboard-won',
    path: '/dashboard',
    as: 'winner',
    open: (page) => page.locator('main article').first().waitFor(),
  },
  {
    name: 'order-won',
    path: '/order/:won',
    as: 'winner',
    open: (page) => page.locator('main article').first().waitFor(),
  },
  {
    name: 'dashboard-further',
    path: '/dashboard',
    as: 'customer',
    async open(page) {
      const lists = page.locator('main [role=region]')
      await lists.nth(1).waitFor()
      await lists.evaluateAll((regions) => {
        for (const region of regions) region.scrollTo({ top: 380, behavior: 'instant' })
      })
    },
  },
  {
    name: 'dashboard-end',
    path: '/dashboard',
    as: 'customer',
    async open(page) {
      const lists = page.locator('main [role=region]')
      await lists.nth(1).waitFor()
      await lists.evaluateAll((regions) => {
        for (const region of regions)
          region.scrollTo({ top: region.scrollHeight, behavior: 'instant' })
      })
    },
  },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    as: 'customer',
    isKeptWaiting: true,
    before: keepWaiting('**/api/users/**'),
    open: (page) => page.locator('main section [role=status]').nth(1).waitFor(),
  },
  { name: 'account-careful', path: '/account', as: 'careful' },
  {
    name: 'account-failed',
    path: '/account',
    as: 'customer',
    isCut: true,
    before: cut('**/api/account'),
    open: (page) => failure(page).waitFor(),
  },
  {
    name: 'account-number',
    path: '/account',
    as: 'newcomer',
    async open(page, { does }) {
      await does.forgetCodes()
      await phoneForm(page).locator('input[type=tel]').fill('76 555 444')
      await phoneForm(page).locator('button[type=submit]').click()
      await codes(phoneForm(page)).nth(1).waitFor()
    },
  },
  {
    name: 'account-erase',
    path: '/account',
    as: 'newcomer',
    async open(page, { does }) {
      await does.forgetCodes()
      await dataForm(page).locator('button[type=submit]').click()
      await codes(dataForm(page)).waitFor()
    },
  },
  {
    name: 'account-cap-refused',
    path: '/account',
    as: 'newcomer',
    async open(page) {
      const form = page.locator('main form:has([inputmode=decimal])')
      await form.locator('[inputmode=decimal]').fill('much')
      await form.locator('button[type=submit]').click()
      await form.locator('[aria-invalid=true]').waitFor()
    },
  },
  { name: 'account-app', path: '/account', as: 'newcomer', before: isProven, open: beginApp },
  {
    name: 'account-app-refused',
    path: '/account',
    as: 'newcomer',
    isCut: true,
    before: isProven,
    async open(page) {
      await beginApp(page)
      await dialog(page).locator('[name=code]').fill('000000')
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'account-passkey',
    path: '/account',
    as: 'newcomer',
    before: isProven,
    async open(page) {
      await page.locator('main section section').nth(1).locator('button').click()
      await dialog(page).locator('[name=passkeyName]').waitFor()
    },
  },
  {
    name: 'account-recovery-codes',
    path: '/account',
    as: 'newcomer',
    before: isProven,
    async open(page, { does }) {
      await beginApp(page)
      const secret = fromBase32(await dialog(page).locator('code').innerText())
      does.lendFactor()
      await dialog(page).locator('[name=code]').fill(codeOfApp(secret, new Date()))
      await dialog(page).locator('button[type=submit]').click()
      await page.getByRole('alertdialog').locator('li').first().waitFor()
    },
  },
  {
    name: 'account-proof',
    path: '/account',
    as: 'careful',
    isCut: true,
    async open(page) {
      await factorButton(page).click()
      await dialog(page).locator('[name=code]').waitFor()
    },
  },
  {
    name: 'offline-tickets',
    path: '/dashboard',
    as: 'customer',
    async open(page) {
      await page.locator('main article').first().waitFor()
      await page.goto(new URL('/offline?from=%2Fdashboard', page.url()).href)
      await page.locator('main article').first().waitFor()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'stop-alerts-failed',
    path: '/stop/00000000-0000-4000-8000-000000000000',
    isCut: true,
    before: cut('**/api/alerts/stop'),
    async open(page) {
      await page.locator('main button').click()
      await failure(page).waitFor()
    },
  },
  {
    name: 'stop-alerts-done',
    path: '/stop/00000000-0000-4000-8000-000000000000',
    async open(page) {
      await page.locator('main button').click()
      await page.locator('main button').waitFor({ state: 'detached' })
    },
  },
]
