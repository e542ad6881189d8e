// A second factor of a customer in a real browser: a code app, a passkey (Chromium's virtual
// authenticator), and what each is asked for at.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { codeOfApp, fromBase32 } from '#services/testing/code-app.ts'
import { askForCode, codeOf, enterCode, signUp, WAIT_MS } from '#services/testing/customer-steps.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  const starting = openRunningShop({ withPages: true, host: 'localhost' })
  ;[shop, browser] = await Promise.all([starting, openBrowser()])
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(shop.origin)
  return page
}

/** Until the second step: the code by SMS was right. */
async function signInHalfway(page: Page, number: string): Promise<void> {
  await shop.test.owner.query(
    `update sign_in_codes set created_at = created_at - interval '1 hour'`,
  )
  await page.goto(`${shop.origin}/login`, { waitUntil: 'networkidle' })
  await askForCode(page, number)
  await page.getByText('OTP sent!').waitFor()
  await enterCode(page, await codeOf(shop, number))
  await page.getByText('Now the second step that you have set up.').waitFor()
}

const isHome = (page: Page) => page.waitForURL((url) => url.pathname === '/')

it(
  'tells the risk of a code by SMS, and adds a code app that the next sign-in asks for',
  async () => {
    const number = '+96170111222'
    const page = await newPage(await browser.newContext({ ...phone, reducedMotion: 'reduce' }))
    const complaints = complaintsOf(page)
    await page.goto(`${shop.origin}/login`, { waitUntil: 'networkidle' })
    await page.getByText('Whoever can read your texts can read this code too.').waitFor()
    await signUp(page, shop, number)
    await page.goto(`${shop.origin}/account`)
    await page.getByText('whoever takes over your number receives them').waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = fromBase32(await page.locator('code').innerText())
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('Six-digit code').fill(codeOfApp(secret, new Date()))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).waitFor()
    const recovery = await page.getByRole('alertdialog').locator('li').first().innerText()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 left').waitFor()
    expect(complaints).toEqual([])

    const other = await newPage(await browser.newContext({ ...desk, reducedMotion: 'reduce' }))
    await signInHalfway(other, number)
    expect(await axeFaults(other)).toEqual([])
    await other.getByLabel('Code', { exact: true }).fill('000000')
    await other.getByRole('button', { name: 'Confirm' }).click()
    await other.getByText('This code is not right.').waitFor()
    await other.getByLabel('Code', { exact: true }).fill(recovery)
    await other.getByRole('button', { name: 'Confirm' }).click()
    await isHome(other)

    await page.reload()
    await page.getByText('this browser').waitFor()
    await page.getByRole('button', { name: /^End the session of/ }).click()
    await page.getByText('Ended').waitFor()
    await page.getByRole('button', { name: /^End/ }).waitFor({ state: 'detached' })
    expect(await axeFaults(page)).toEqual([])
    await other.goto(`${shop.origin}/account`)
    await other.waitForURL((url) => url.pathname === '/login')
    await page.context().close()
    await other.context().close()
  },
  SLOW,
)

it(
  'adds a passkey with recovery codes, signs in with it, and asks for it before it goes',
  async () => {
    const number = '+96170111333'
    const page = await newPage(await browser.newContext({ ...desk, reducedMotion: 'reduce' }))
    await withAuthenticator(page)
    await signUp(page, shop, number)
    await page.goto(`${shop.origin}/account`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the passkey').fill('My phone')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('not used yet').waitFor()

    await signInHalfway(page, number)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await isHome(page)

    await shop.test.owner.query(`update sessions set proven_at = proven_at - interval '1 hour'`)
    await page.goto(`${shop.origin}/account`)
    await page.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor({ state: 'detached' })
    await page.context().close()
  },
  SLOW,
)

it(
  'asks who signed in long ago for a code by SMS, before a pause and before a code app',
  async () => {
    const number = '+96170111444'
    const page = await newPage(await browser.newContext({ ...phone, reducedMotion: 'reduce' }))
    await signUp(page, shop, number)
    await anHourPasses()
    await page.goto(`${shop.origin}/account`)
    await page.getByRole('button', { name: '7 days' }).click()
    await giveSmsCode(page, number)
    await page.getByText(/Buying is paused until/).waitFor()
    const longer = page.waitForResponse((answer) => answer.url().endsWith('/api/account/pause'))
    await page.getByRole('button', { name: '30 days' }).click()
    expect((await longer).status()).toBe(200)

    await anHourPasses()
    await page.reload()
    await page.getByRole('button', { name: 'Set up' }).click()
    await giveSmsCode(page, number)
    const setUp = page.getByRole('dialog', { name: 'Code app' })
    const secret = fromBase32(await setUp.locator('code').innerText())
    await anHourPasses()
    const confirm = async () => {
      await setUp.getByLabel('Six-digit code').fill(codeOfApp(secret, new Date()))
      await setUp.getByRole('button', { name: 'Confirm' }).click()
    }
    await confirm()
    await giveSmsCode(page, number)
    await confirm()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 left').waitFor()
    await page.context().close()
  },
  SLOW,
)

/** Since everybody signed in, and since the last code. */
async function anHourPasses(): Promise<void> {
  await shop.test.owner.query(
    `update sessions set created_at = created_at - interval '1 hour',
                         proven_at = proven_at - interval '1 hour'`,
  )
  await shop.test.owner.query(
    `update sign_in_codes set created_at = created_at - interval '1 hour'`,
  )
}

async function giveSmsCode(page: Page, number: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await asked.getByRole('button', { name: 'Send code' }).click()
  await asked.getByLabel('Verification code').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await asked.getByLabel('Verification code').fill(await codeOf(shop, number))
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await asked.waitFor({ state: 'detached' })
}

async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
