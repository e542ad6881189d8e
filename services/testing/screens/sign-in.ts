// From the number to the code, and for some to a second factor.
import type { Page } from 'playwright-core'

import type { Screen, ScreenShop } from '../screens.ts'
import { notice, submit } from './steps.ts'

const codeField = (page: Page) => page.locator('main [name=one-time-code]')
const factorField = (page: Page) => page.locator('main [name=code]')
const signUpTab = (page: Page) => page.getByRole('tab').last()

async function askForCode(page: Page, { does }: ScreenShop, phone: string): Promise<void> {
  await does.forgetCodes()
  await page.locator('main [name=tel]').fill(phone.replace('+961', ''))
  await submit(page).click()
  await codeField(page).waitFor()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await submit(page).click()
}

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

async function askForFactor(page: Page, shop: ScreenShop): Promise<void> {
  const { careful } = shop.phones
  await askForCode(page, shop, careful)
  await enterCode(page, await shop.does.codeTo(careful))
  await factorField(page).waitFor()
}

const login = { path: '/login', isCut: true } as const

export const signInScreens: readonly Screen[] = [
  { name: 'login-sign-up', path: '/login', open: (page) => signUpTab(page).click() },
  {
    name: 'login-exists',
    path: '/login',
    async open(page, { phones }) {
      await signUpTab(page).click()
      await page.locator('main [name=name]').fill('Maya Haddad')
      await page.locator('main [name=tel]').fill(phones.customer.replace('+961', ''))
      await submit(page).click()
      await notice(page).waitFor()
    },
  },
  {
    name: 'login-code',
    path: '/login',
    open: (page, shop) => askForCode(page, shop, shop.phones.customer),
  },
  {
    name: 'login-code-wrong',
    ...login,
    async open(page, shop) {
      const { customer } = shop.phones
      await askForCode(page, shop, customer)
      await enterCode(page, otherThan(await shop.does.codeTo(customer)))
      await page.locator('main [aria-invalid=true]').waitFor()
    },
  },
  { name: 'login-factor', ...login, open: askForFactor },
  {
    name: 'login-factor-wrong',
    ...login,
    async open(page, shop) {
      await askForFactor(page, shop)
      await factorField(page).fill('000000')
      await submit(page).click()
      await page.locator('main [aria-invalid=true]').waitFor()
    },
  },
]
