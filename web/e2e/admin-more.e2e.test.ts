// Lists that grow below what was read, by keys alone and on a phone: who asked for more goes on
// with the first that is new; nothing is wider than the screen; a refusal names what to type. And
// what somebody has written on a page is there again, until they sign out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'

import { beginPaper, takeOrder } from '#services/testing/admin-furnishing.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { openBrowser, phone } from '#services/testing/browser.ts'
import { isFocused, press, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop, ownerEmail, ownerPassword } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ownerPage } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
const PAGE = 20
const longName = `settlement_${'of_a_day_'.repeat(5)}`

let shop: RunningShop
let browser: Browser
let owner: ApiClient

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  owner = await shop.owner()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function open(path: string): Promise<Page> {
  const page = await ownerPage({ browser, origin: shop.origin }, phone)
  await page.goto(`${shop.origin}${path}`, { waitUntil: 'networkidle' })
  return page
}

/** Words that cannot be broken push nothing over an edge: as far from one as from the other. */
async function isAsWideAsItsPhone(part: Locator): Promise<void> {
  const { edges, isOver } = await part.evaluate((one) => {
    const { left, right } = one.getBoundingClientRect()
    return { edges: left + right, isOver: one.scrollWidth > one.clientWidth }
  })
  expect({ edges, isOver }).toEqual({ edges: phone.viewport?.width, isOver: false })
}

/** Which of its list has the keyboard, the first being 0. */
const placeOfFocus = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('li')
    return row?.parentElement ? [...row.parentElement.children].indexOf(row) : null
  })

it(
  'statements: a long name is no wider than a phone, and more are read on by keys',
  async () => {
    for (let n = 0; n <= PAGE; n += 1) await importStatement(n)
    const page = await open('/admin/money?part=statements')
    const newest = page.getByRole('listitem').filter({ hasText: `${longName}${PAGE}` })
    await isAsWideAsItsPhone(newest.getByText(longName).locator('xpath=../..'))
    // One that has come meanwhile pushes the last in view into the next page.
    await importStatement(PAGE + 1)
    await tabTo(page, /^Load More$/, 'Shift+Tab')
    await press(page, 'Enter')
    await expect.poll(() => placeOfFocus(page), patient).toBe(PAGE)
    const listed = await page.locator('main li bdi').filter({ hasText: longName }).allTextContents()
    const onceEach = [...new Set(listed)]
    expect(listed).toEqual(onceEach)
    expect(listed).toHaveLength(PAGE + 1)
  },
  SLOW,
)

async function importStatement(n: number): Promise<void> {
  const csv = `externalId,amount,currency,date\n${n},9.00,USD,2026-11-01`
  const path = `/api/admin/money/statements?provider=whishpay&fileName=${longName}${n}.csv`
  await owner.post(path, csv, { 'Content-Type': 'text/csv' })
}

it(
  'sign-ins: a long address is no wider than a phone, and more are read on by keys',
  async () => {
    await shop.test.owner.query(
      `insert into staff_sign_ins (sign_in_id, person_id, at, outcome, address, device)
       select gen_random_uuid(), person_id, now() - n * interval '1 day', 'signed_in',
              '2001:0db8:85a3:1234:5678:8a2e:0370:7334', 'curl/8.1'
         from people, generate_series(1, $2::int) as n
        where lower(email) = $1`,
      [ownerEmail, PAGE + 1],
    )
    const page = await open('/admin/security')
    const list = page.getByRole('region', { name: 'Sign-ins' })
    await list.waitFor()
    await isAsWideAsItsPhone(list)
    await tabTo(page, /^Load More$/)
    await press(page, 'Enter')
    await expect.poll(() => placeOfFocus(page), patient).toBe(PAGE)
    expect(await axeFaults(page)).toEqual([])
  },
  SLOW,
)

it(
  'sessions: in Arabic an address begins where its line does',
  async () => {
    const page = await open('/admin/security?lang=ar')
    const words = page.locator('main li').filter({ hasText: '127.0.0.1' }).first().locator('bdi')
    await words.first().waitFor()
    const starts = await words.evaluateAll((each) =>
      each.map((one) => {
        const written = document.createRange()
        written.selectNodeContents(one)
        return Math.round(written.getBoundingClientRect().right)
      }),
    )
    expect(starts.length).toBeGreaterThan(3)
    expect(new Set(starts).size).toBe(1)
  },
  SLOW,
)

it(
  'the trail: of two raffles with one name neither is shown, and asking again is not offered',
  async () => {
    for (const productName of ['Mint Tea', 'Sage Tea'])
      await shop.sell({ name: 'Copper Kettle', productName, totalTickets: 10 })
    const page = await open('/admin/audit?view=trail')
    await page.locator('main [name=subjectKind]').selectOption('raffle')
    await page.locator('main [name=subject]').fill('Copper Kettle')
    const refusal = page.locator('main [role=alert]')
    await refusal.waitFor()
    const words = (await refusal.textContent()) ?? ''
    const [first = '', second = ''] = words.match(/R-\d{4}-\d+/g) ?? []
    expect(words).toBe(`Several are called so. Type one of these: ${first}, ${second}`)
    await page.goto(`${page.url()}&lang=ar`, { waitUntil: 'networkidle' })
    await page.locator('main [name=subjectKind]').selectOption('raffle')
    await page.locator('main [name=subject]').fill('Copper Kettle')
    await page.getByText('أكثر من واحد بهذا الاسم').waitFor()
    await page.locator('main [name=subject]').fill(first)
    await page.getByRole('table').waitFor()
  },
  SLOW,
)

it(
  'the trail: by keys from the dialog of an order to what was recorded of it, whoever did it',
  async () => {
    const { productId } = await sellOil('Olive')
    await takeOrder(owner, { productId, customerName: 'Somebody Else', collector: 'Rami' })
    const id = await takeOrder(owner, { productId, customerName: 'Hiba Saab', collector: 'Rami' })
    const { reference } = (await owner.get(`/api/admin/orders/${id}`)).body
    const typesOf = async () => {
      const { body } = await owner.get(`/api/admin/audit?subjectKind=order&subject=${id}`)
      return body.data.map(({ type }: { type: string }) => type)
    }
    await expect.poll(typesOf, patient).toContain('TicketsGranted')
    const events = (await typesOf()).length

    const page = await open('/admin/audit?view=trail')
    const actor = page.locator('main [name=actor]')
    await actor.fill('Nobody At All')
    await page.getByText('Nobody and nothing is called so.').waitFor()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    const card = `Details and actions of order ${id.slice(0, 8)}`
    await page.getByRole('button', { name: card }).waitFor()
    await tabTo(page, new RegExp(`^${card}$`))
    await press(page, 'Enter')
    await page.getByRole('dialog').getByRole('link', { name: 'Audit trail' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await tabTo(page, /^Audit trail$/)
    await press(page, 'Enter')

    await isFocused(page, /^Audit trail$/)
    await page
      .getByText(/was placed for/)
      .first()
      .waitFor()
    const rows = page.locator('main tbody tr')
    expect(await rows.count()).toBe(events)
    expect(await rows.filter({ hasText: reference }).count()).toBe(events)
    expect(await page.locator('main [name=subject]').inputValue()).toBe(id)
    expect(await actor.inputValue()).toBe('')
    expect(await axeFaults(page)).toEqual([])
  },
  SLOW,
)

it(
  'the trail: a product, a raffle, a customer and one of the staff lead to their own',
  async () => {
    const { raffleId, productId } = await sellOil('Sesame')
    const { rows } = await shop.test.owner.query<{ person_id: string }>(
      `insert into people (person_id, phone, full_name, created_at)
       values (gen_random_uuid(), '+96170998877', 'Rima', now()) returning person_id`,
    )
    const ownerId = (await owner.get('/api/auth/me')).body.user.id
    const leadsTo = async (link: Locator, about: string, subject = '') => {
      const address = `/admin/audit?about=${about}&subject=${subject}`
      expect(await link.getAttribute('href')).toBe(address)
    }

    const page = await open('/admin?tab=products')
    const ofRow = page.getByRole('link', { name: 'Audit trail: Sesame Oil' })
    await leadsTo(ofRow, 'product', productId)
    const ofDialog = page.getByRole('dialog').getByRole('link', { name: 'Audit trail' })
    for (const [path, opener, about, subject] of [
      ['/admin?tab=raffles', 'More: Sesame Press', 'raffle', raffleId],
      ['/admin?tab=customers', 'View details of Rima', 'customer', rows[0]?.person_id],
      ['/admin/staff', `Open ${ownerEmail}`, 'staff', ownerId],
    ] as const) {
      await page.goto(`${shop.origin}${path}`, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: opener }).click()
      await leadsTo(ofDialog, about, subject)
      expect(await axeFaults(page)).toEqual([])
    }

    // What is typed and not saved there would go with the link.
    await page.getByLabel('Name', { exact: true }).fill('Nadia Aoun')
    await ofDialog.waitFor({ state: 'hidden' })
    await page.getByLabel('Name', { exact: true }).fill('')
    await ofDialog.waitFor()
  },
  SLOW,
)

const sellOil = (of: string) =>
  shop.sell({ name: `${of} Press`, productName: `${of} Oil`, totalTickets: 10 })

it(
  'a working paper: notes that are not saved outlive every way out of it, and no session',
  async () => {
    const cedars = { name: 'Seven Cedars', productName: 'Honey', totalTickets: 10 }
    const { raffleId, productId } = await shop.sell(cedars)
    await takeOrder(owner, { productId, customerName: 'Maya Haddad', collector: 'Rami' })
    await beginPaper({ shop, owner, productId }, raffleId)
    const page = await open('/admin/audit?view=kit')
    const opener = page.getByRole('button', { name: 'Open the paper on Seven Cedars' })
    await opener.click()
    // The till knows its cash by who took it: so it is in order, and so it stands on the sheet.
    await page.getByText('Taken by hand: cash · collected by Rami').first().waitFor()
    const note = page.getByLabel(/^Note on ticket/).first()
    await note.fill('Seen the receipt')

    const line = page.getByText(/^Your notes are here again, and not saved yet/)
    const isBack = async () => {
      await line.waitFor()
      expect(await note.inputValue()).toBe('Seen the receipt')
    }
    const papers = page.getByRole('button', { name: 'All papers' })
    const trail = page.locator('label:has(input[value=trail])')
    const orders = page.getByRole('link', { name: 'Orders', exact: true })
    for (const way of [papers, trail, orders]) {
      await way.click()
      await note.waitFor({ state: 'detached' })
      // Of the page that takes its place the code may still be on its way.
      await expect.poll(() => page.evaluate(isAskedBeforeReload), patient).toBe(true)
      await page.goBack()
      await isBack()
    }
    await page.goBack()
    await opener.waitFor()
    await page.goForward()
    await isBack()

    await page.getByRole('button', { name: 'Save notes' }).click()
    await line.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(isAskedBeforeReload), patient).toBe(false)
    await note.fill('Not for the next one')
    await trail.click()
    const actor = page.locator('main [name=actor]')
    await actor.fill('Maya Haddad')
    await enterAnew(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Audit trail', exact: true }).click()
    await actor.waitFor()
    expect(await actor.inputValue()).toBe('')
    await page.locator('label:has(input[value=kit])').click()
    await opener.click()
    await note.waitFor()
    expect(await note.inputValue()).toBe('Seen the receipt')
    expect(await line.count()).toBe(0)
  },
  SLOW,
)

/** Runs in the page. */
const isAskedBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Out by the menu and in again by the door, on the same page: its memory is not emptied by it. */
async function enterAnew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.locator('[name=email]').fill(ownerEmail)
  await page.locator('[name=password]').fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
}
