// Staff in a real browser with ADMIN_SECURITY=strict: a code app, a passkey (the browser's own
// virtual authenticator), a proof asked for again, an invitation, a session ended from elsewhere.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { codeAt, stepAt } from '#services/commands/totp.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { fromBase32 } from '#services/testing/code-app.ts'
import { openEach } from '#services/testing/keyboard.ts'
import { openRunningShop, ownerEmail, ownerPassword } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 180_000
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  // Passkeys belong to a named host.
  const strict = { withPages: true, host: 'localhost', env: { ADMIN_SECURITY: 'strict' } } as const
  ;[shop, browser] = await Promise.all([openRunningShop(strict), openBrowser()])
}, SLOW)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function signIn(page: Page, email = ownerEmail, password = ownerPassword): Promise<void> {
  await page.goto(`${shop.origin}/admin/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button').click()
}

/** Each code works once: the shop forgets the last one, so that no test waits for the next. */
async function freshCode(secret: Buffer): Promise<string> {
  await shop.test.owner.query('update staff_totp set last_step = 0')
  return codeAt(secret, stepAt(shop.service.core.clock.now()))
}

async function withPasskeys(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
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

it(
  'a code app, a passkey, an invitation and a session ended from elsewhere',
  async () => {
    const context = await browser.newContext({ ...desk, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await withPasskeys(context, page)
    await signIn(page)

    // Nothing opens before a second factor is there.
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'With a code app' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = fromBase32((await page.locator('code').innerText()).replace(/\s/g, ''))
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This code is not right.').waitFor()
    await page.getByLabel('Six-digit code').fill(await freshCode(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Keep these recovery codes').waitFor()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('tab', { name: 'Orders' }).waitFor()

    // A passkey beside it, in the settings of one's own sign-in.
    await page.goto(`${shop.origin}/admin/security`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the passkey').fill('Work laptop')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Work laptop').waitFor()
    expect(await axeFaults(page)).toEqual([])

    // The next sign-in asks for one of the two.
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${shop.origin}/admin/login`)
    await signIn(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('tab', { name: 'Orders' }).waitFor()

    // An old proof is asked for again in the middle of an act, which then goes on.
    await page.goto(`${shop.origin}/admin/staff`)
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('Name').fill('Rana Haddad')
    await page.getByLabel('Email').fill('rana@shop.example')
    await page.getByLabel('Role').selectOption('auditor')
    await shop.test.owner.query(`update sessions set proven_at = proven_at - interval '1 hour'`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const asked = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
    await asked.getByLabel('Code').fill(await freshCode(secret))
    await asked.getByLabel('Code').press('Enter')
    const link = await page.locator('[data-entry]').innerText()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Invited', { exact: true }).waitFor()

    const rana = await invited(link)
    await page.reload()
    await openEach(page, [/^Invite somebody$/, /^Open Rana Haddad$/], { tabs: 4 })
    await page.getByRole('button', { name: 'Open Rana Haddad' }).click()
    await page.getByRole('button', { name: /^End the session/ }).click()
    await page.getByText('Nowhere at the moment.').waitFor()
    await rana.reload()
    await rana.waitForURL(`${shop.origin}/admin/login`)

    await page.goto(`${shop.origin}/admin/audit`)
    await page.getByText('Was invited as auditor').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await openEach(page, [/^Details: /], { tabs: 4 })
    // Refused on purpose: the wrong code, and the act that wanted a fresh proof.
    expect(complaints.filter((line) => !/status of 40[03]/.test(line))).toEqual([])
    await arabic(context)
  },
  SLOW,
)

/** Chooses a password on a phone, and signs in with a passkey of her own. */
async function invited(link: string): Promise<Page> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await withPasskeys(context, page)
  await page.goto(link)
  const password = 'many olives on the northern hill'
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('The same once more').fill('something else altogether')
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await page.getByText('The two are not the same.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('The same once more').fill(password)
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await page.waitForURL(`${shop.origin}/admin/login`)
  await signIn(page, 'rana@shop.example', password)
  await page.getByRole('button', { name: 'With a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('Phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  // A lost phone must not be a lost account.
  await page.getByText('Keep these recovery codes').waitFor()
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(10)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  return page
}

/** The same pages from right to left, on a phone: nothing sticks out, and axe finds nothing. */
async function arabic(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: 'qura_lang', value: 'ar', url: shop.origin }])
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [path, heading] of [
    ['/admin/staff', 'فريق العمل'],
    ['/admin/security', 'دخولي إلى النظام'],
    ['/admin/approvals', 'الموافقات'],
    ['/admin/audit', 'سجلّ التدقيق'],
    ['/admin/audit?view=past', 'سجلّ التدقيق'],
    ['/admin/audit?view=kit', 'سجلّ التدقيق'],
  ] as const) {
    await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect([path, await axeFaults(page)]).toEqual([path, []])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, overflow <= 0]).toEqual([path, true])
  }
}
