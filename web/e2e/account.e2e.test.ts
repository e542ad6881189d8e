// The account in a real browser: what is changed is seen, and the cart is on the other device too.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { askForCode, codeOf, enterCode } from '#services/testing/customer-steps.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
const NUMBER = '+96170123456'
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500, productName: 'Olive Oil' })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function signIn(page: Page, tab: 'Sign In' | 'Sign Up'): Promise<void> {
  await shop.test.owner.query(
    `update sign_in_codes set created_at = created_at - interval '1 hour'`,
  )
  await page.goto(`${shop.origin}/login`)
  await page.getByRole('tab', { name: tab }).click()
  if (tab === 'Sign Up') await page.getByLabel('Full name').fill('Maya Haddad')
  await page.getByLabel('Phone number').fill(NUMBER)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('OTP sent!').waitFor()
  const inbox = `${shop.sandboxUrl}/messages?to=${encodeURIComponent(NUMBER)}`
  const { messages } = await (await fetch(inbox)).json()
  const { code } = messages.find((message: { code?: string }) => message.code)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL(`${shop.origin}/`)
}

it(
  'changes what is his, and finds his cart on the other device',
  async () => {
    const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${shop.origin}/raffles`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: /Enter Raffle.*A Trip to Egypt/ }).click()
    await page.getByText('2 tickets in A Trip to Egypt').waitFor()
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/cart') && answer.request().method() === 'PUT',
    )
    await signIn(page, 'Sign Up')
    expect((await kept).status()).toBe(200)

    await page.goto(`${shop.origin}/dashboard`)
    await page.getByRole('link', { name: 'Account settings' }).click()
    await page.getByLabel('Email').fill('maya@example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByText(/Buying is paused until/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(complaints).toEqual([])

    const other = await (await browser.newContext({ ...desk, reducedMotion: 'reduce' })).newPage()
    await signIn(other, 'Sign In')
    await other.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
    await other.goto(`${shop.origin}/account`)
    expect(await other.getByLabel('Email').inputValue()).toBe('maya@example.com')

    await other.getByLabel('Name of the address').fill('Home')
    await other.getByLabel('Address', { exact: true }).fill('Hamra 12')
    await other.getByLabel('City').fill('Beirut')
    await other.getByLabel('Postal code').fill('0000')
    await other.getByRole('button', { name: 'Save address' }).click()
    await other.getByText('Hamra 12, Beirut, 0000').waitFor()
    await other.getByRole('button', { name: 'Cart, 1 item' }).click()
    await other.getByRole('button', { name: 'Checkout' }).click()
    await other.getByText('Delivery', { exact: true }).click()
    const checkout = other.getByRole('dialog')
    expect(await checkout.getByLabel('Address').inputValue()).toBe('Hamra 12')

    // Whoever comes next to the first device, whose page has not been read anew since.
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await signUpNext(page, '+96170654321')
    await page.getByRole('banner').getByRole('link', { name: 'My account' }).click()
    await page.getByRole('link', { name: 'Account settings' }).click()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Karim Saab')
    expect(await page.getByLabel('Email').inputValue()).toBe('')
    expect(await page.getByText(/Buying is paused until/).count()).toBe(0)
  },
  SLOW,
)

async function signUpNext(page: Page, number: string): Promise<void> {
  await askForCode(page, number, 'Karim Saab')
  await page.getByText('OTP sent!').waitFor()
  await enterCode(page, await codeOf(shop, number))
  await page.waitForURL(`${shop.origin}/`)
}
