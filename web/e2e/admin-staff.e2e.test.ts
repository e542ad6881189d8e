// Staff in a real browser with ADMIN_SECURITY=strict: a code app, a passkey (the browser's own
// virtual authenticator), a proof asked for again, an invitation, a session ended from elsewhere.
// The doors are gone through by keys alone: who comes in has no pointer yet.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { codeAt, stepAt } from '#services/commands/totp.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { fromBase32 } from '#services/testing/code-app.ts'
import {
  isFocused,
  isHeldIn,
  openByKey,
  openEach,
  press,
  tabTo,
} from '#services/testing/keyboard.ts'
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
  if (!page.url().endsWith('/admin/login')) await page.goto(`${shop.origin}/admin/login`)
  await tabTo(page, /^Email$/)
  await retype(page, email)
  await tabTo(page, /^Password$/)
  await retype(page, password)
  await press(page, 'Enter')
}

/** In the place of what stands in the field that has the keyboard. */
async function retype(page: Page, words: string): Promise<void> {
  await press(page, 'Control+A')
  await page.keyboard.type(words)
}

/** What was refused is said at its field, which has the keyboard. */
async function isAtFault(page: Page, field: RegExp, words: string): Promise<void> {
  await page.getByText(words).first().waitFor()
  await isFocused(page, field)
  const described = page.locator('[aria-invalid=true]:focus')
  const note = page.locator(`[id="${await described.getAttribute('aria-describedby')}"]`)
  expect(await note.textContent()).toBe(words)
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

    // Refused by the button: the field at fault has the keyboard, not the page.
    await page.goto(`${shop.origin}/admin/login`)
    await tabTo(page, /^Email$/)
    await retype(page, ownerEmail)
    await tabTo(page, /^Password$/)
    await retype(page, 'not this one')
    await tabTo(page, /^Sign In$/)
    await press(page, 'Enter')
    await isAtFault(page, /^Password$/, 'Invalid email or password')
    await retype(page, ownerPassword)
    await press(page, 'Enter')

    // Nothing opens before a second factor is there.
    await isFocused(page, /^Set up a second factor$/)
    expect(await axeFaults(page)).toEqual([])
    const secret = await enrolByApp(page)

    // A passkey beside it, in the settings of one's own sign-in.
    await page.goto(`${shop.origin}/admin/security`)
    await openByKey(page, /^Add a passkey$/)
    await tabTo(page, /^Name of the passkey$/)
    await page.keyboard.type('Work laptop')
    await press(page, 'Enter')
    await page.getByText('Work laptop').waitFor()
    await isFocused(page, /^Add a passkey$/)
    expect(await axeFaults(page)).toEqual([])
    const password = await changePassword(page)

    // The next sign-in asks for one of the two.
    await tabTo(page, /^Logout$/, 'Shift+Tab')
    await press(page, 'Enter')
    await isFocused(page, /^Admin Login$/)
    await signIn(page, ownerEmail, password)
    await isFocused(page, /^Confirm that it is you$/)
    await tabTo(page, /^Use a passkey$/)
    await press(page, 'Enter')
    await isFocused(page, /^Admin Dashboard$/)

    // An old proof is asked for again in the middle of an act, which then goes on.
    await page.goto(`${shop.origin}/admin/staff`)
    const link = await inviteWithProof(page, secret)
    expect(await axeFaults(page)).toEqual([])
    await tabTo(page, /^Done$/)
    await press(page, 'Enter')
    await isFocused(page, /^Invite somebody$/)
    await page.getByText('Invited', { exact: true }).waitFor()

    const rana = await invited(link)
    await page.reload()
    await openEach(page, [/^Invite somebody$/, /^Open Rana Haddad$/], { tabs: 4 })
    await page.getByRole('button', { name: 'Open Rana Haddad' }).click()
    await page.getByRole('button', { name: /^End the session/ }).click()
    await page.getByText('Nowhere at the moment.').waitFor()
    await rana.reload()
    await rana.waitForURL(`${shop.origin}/admin/login`)
    await isFocused(rana, /^Admin Login$/)
    await forgotHers(page, rana)

    await page.goto(`${shop.origin}/admin/audit`)
    await page.getByText('Was invited as auditor').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await openEach(page, [/^Details: /], { tabs: 4 })
    // Refused on purpose: a wrong password, a wrong code, and the act that wanted a fresh proof.
    expect(complaints.filter((line) => !/status of 40[013]/.test(line))).toEqual([])
    await arabic(context)
  },
  SLOW,
)

/** Because one wants to: another one first, and the old one wrong; the page then goes on. */
async function changePassword(page: Page): Promise<string> {
  const password = 'lanterns along the harbour wall'
  await tabTo(page, /^Current password$/)
  await page.keyboard.type('not this one')
  await tabTo(page, /^New password$/)
  await page.keyboard.type(password)
  await tabTo(page, /^The same once more$/)
  await page.keyboard.type('something else altogether')
  await press(page, 'Enter')
  await isAtFault(page, /^The same once more$/, 'The two are not the same.')
  await retype(page, password)
  await press(page, 'Enter')
  await isAtFault(page, /^Current password$/, 'This is not your current password.')
  await retype(page, ownerPassword)
  await press(page, 'Enter')
  await page.getByText('Password changed').waitFor()
  await isFocused(page, /^Current password$/)
  return password
}

/** A wrong code, then the right one; the area opens behind the recovery codes. */
async function enrolByApp(page: Page): Promise<Buffer> {
  await tabTo(page, /^With a code app$/)
  await press(page, 'Enter')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await isFocused(page, /^Set up a second factor$/)
  const secret = fromBase32((await page.locator('code').innerText()).replace(/\s/g, ''))
  await tabTo(page, /^Six-digit code$/)
  await page.keyboard.type('000000')
  await tabTo(page, /^Confirm$/)
  await press(page, 'Enter')
  await isAtFault(page, /^Six-digit code$/, 'This code is not right.')
  await page.keyboard.type(await freshCode(secret))
  await press(page, 'Enter')
  await page.getByText('Keep these recovery codes').waitFor()
  await isHeldIn(page, 'main h1')
  await tabTo(page, /^I have kept them$/)
  await press(page, 'Enter')
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  await isFocused(page, /^Admin Dashboard$/)
  return secret
}

/** Given up the first time: the form is as it was, and has the keyboard again. */
async function inviteWithProof(page: Page, secret: Buffer): Promise<string> {
  await openByKey(page, /^Invite somebody$/)
  await tabTo(page, /^Name$/)
  await page.keyboard.type('Rana Haddad')
  await tabTo(page, /^Email$/)
  await page.keyboard.type('rana@shop.example')
  await tabTo(page, /^Role$/)
  await page.keyboard.type('Auditor')
  await shop.test.owner.query(`update sessions set proven_at = proven_at - interval '1 hour'`)
  const asked = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  await tabTo(page, /^Invite$/)
  await press(page, 'Enter')
  await asked.waitFor()
  await isHeldIn(page, '[role=alertdialog]')
  for (let tabs = 0; tabs < 5; tabs += 1) {
    await press(page, 'Tab')
    expect(await page.evaluate(isInAlert)).toBe(true)
  }
  await press(page, 'Escape')
  await isHeldIn(page, '[role=dialog]')

  await tabTo(page, /^Invite$/)
  await press(page, 'Enter')
  await isHeldIn(page, '[role=alertdialog]')
  await tabTo(page, /^Code$/)
  await page.keyboard.type('000000')
  await tabTo(page, /^Confirm$/)
  await press(page, 'Enter')
  await isAtFault(page, /^Code$/, 'This code is not right.')
  await page.keyboard.type(await freshCode(secret))
  await press(page, 'Enter')
  const link = await page.locator('[data-entry]').innerText()
  await isHeldIn(page, '[role=alertdialog]')
  return link
}

/** Runs in the page: the browser's own bar lies between the last and the first. */
function isInAlert(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.closest('[role=alertdialog]') != null
}

/** Chooses a password on a phone, and signs in with a passkey of her own. */
async function invited(link: string): Promise<Page> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await withPasskeys(context, page)
  await page.goto(link)
  const password = 'many olives on the northern hill'
  await tabTo(page, /^New password$/)
  await page.keyboard.type(password)
  await tabTo(page, /^The same once more$/)
  await page.keyboard.type('something else altogether')
  await tabTo(page, /^Choose this password$/)
  await press(page, 'Enter')
  await isAtFault(page, /^The same once more$/, 'The two are not the same.')
  expect(await axeFaults(page)).toEqual([])
  await retype(page, password)
  await press(page, 'Enter')
  await isFocused(page, /^Admin Login$/)
  await signIn(page, 'rana@shop.example', password)
  await isFocused(page, /^Set up a second factor$/)
  await tabTo(page, /^With a passkey$/)
  await press(page, 'Enter')
  await tabTo(page, /^Name of the passkey$/)
  await page.keyboard.type('Phone')
  await press(page, 'Enter')
  // A lost phone must not be a lost account.
  await page.getByText('Keep these recovery codes').waitFor()
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(10)
  expect(await axeFaults(page)).toEqual([])
  await isHeldIn(page, 'main h1')
  await tabTo(page, /^I have kept them$/)
  await press(page, 'Enter')
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  await isFocused(page, /^Admin Dashboard$/)
  return page
}

/** A one-time password leads to nothing but a new one; then her passkey is asked for as ever. */
async function forgotHers(owner: Page, rana: Page): Promise<void> {
  const { rows } = await shop.test.owner.query<{ person_id: string }>(
    `select person_id from people where email = 'rana@shop.example'`,
  )
  const path = `${shop.origin}/api/admin/staff/${rows[0]?.person_id}/password`
  const answer = await owner.request.post(path, { data: { entry: 'password' } })
  const { oneTimePassword } = await answer.json()
  await signIn(rana, 'rana@shop.example', oneTimePassword)
  await isFocused(rana, /^Choose your own password$/)
  await tabTo(rana, /^One-time password$/)
  await rana.keyboard.type('some other one')
  await tabTo(rana, /^New password$/)
  await rana.keyboard.type('figs and thyme for the long road')
  await tabTo(rana, /^Change password$/)
  await press(rana, 'Enter')
  await isAtFault(rana, /^One-time password$/, 'Invalid email or password')
  await retype(rana, oneTimePassword)
  await press(rana, 'Enter')
  await isFocused(rana, /^Confirm that it is you$/)
  await tabTo(rana, /^Use a passkey$/)
  await press(rana, 'Enter')
  await isFocused(rana, /^Admin Dashboard$/)
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
