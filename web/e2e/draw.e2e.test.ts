// A whole ceremony in real browsers: two members of staff and the regulator's representative, each
// with a second factor, a screen of their own and no pointer. In the middle the network goes twice,
// once before an act and once after it. Then the winner finds the prize in the account, and a
// visitor checks the result with what the shop gives away.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { representative } from '#events/verify/testing/keys.ts'
import { moveClock } from '#services/clock.ts'
import { personOfTicket } from '#services/commands/draw-claim.ts'
import { ledgerIndex } from '#services/contract/ledger.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { signUp } from '#services/testing/customer-steps.ts'
import {
  actByKeys,
  panelOf,
  recordSession,
  signed,
  typeInto,
} from '#services/testing/draw-by-keys.ts'
import { isFocused, isHeldIn, press, readNotice, tabInto } from '#services/testing/keyboard.ts'
import { openRunningShop, sell } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { strictColleague, strictOwner } from '#services/testing/strict-staff.ts'
import type { StrictMember } from '#services/testing/strict-staff.ts'

import { ticketLabel } from '../lib/ticket-ranges.ts'

const SLOW = 180_000
const TICKETS = 12
const faces = [3, 1, 6, 2, 5, 5, 4, 1, 2, 6, 3, 3, 1, 4, 6, 2, 5, 1, 4, 2]

let shop: RunningShop
let browser: Browser
let folder: string

beforeAll(async () => {
  const strict = { withPages: true, host: 'localhost', env: { ADMIN_SECURITY: 'strict' } } as const
  ;[shop, browser] = await Promise.all([openRunningShop(strict), openBrowser()])
  folder = await mkdtemp(join(tmpdir(), 'qura-ceremony-'))
}, SLOW)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

it(
  'a ceremony whose network is cut goes on where it stood, and a visitor proves its result',
  async () => {
    const strict = { ...shop, browser: () => shop.client() }
    const owner = await strictOwner(strict)
    const manager = await strictColleague(strict, owner, 'manager')
    const regulator = await strictColleague(strict, owner, 'regulator')
    const raffleId = await sellOut(owner)
    const path = `/admin/draws/${raffleId}`
    const [operator, second, official] = await Promise.all(
      [owner, manager, regulator].map((member) => openRoom(member, path)),
    )

    const orderId = await handOver(owner)
    await sealByTwo(owner, operator!, second!)
    await nothingMoves(owner, orderId)
    const sealed = await takeEvidence(official!)
    await takeOpenings(official!)
    await readDice(second!, official!)
    await openSeed(operator!)
    await drawAndAnnounce(owner, operator!, raffleId)
    await agreeAndTakeBack(operator!, second!)
    await winnerFindsPrize(raffleId)
    await visitorProves(raffleId)
    await compareWith(official!, sealed)
  },
  SLOW,
)

/** The last ticket closes the raffle: nothing is reserved any more. */
async function sellOut(owner: StrictMember): Promise<string> {
  const raffle = { name: 'City Car', totalTickets: TICKETS, tickets: 4 }
  const { raffleId, productId } = await sell(owner.browser, raffle)
  for (let sold = 0; sold < TICKETS; sold += 4) {
    const guest = shop.client()
    const { body } = await guest.post('/api/purchases', {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Maya Haddad',
      customerEmail: 'maya@example.com',
      customerPhone: `+9617012345${sold / 4}`,
      items: [{ productId, quantity: 1, variantId: null }],
    })
    await shop.pay(body.id, 'approve')
  }
  await expect
    .poll(async () => (await shop.client().get(`/api/raffles/${raffleId}`)).body.ticketsSold, {
      timeout: 30_000,
    })
    .toBe(TICKETS)
  return raffleId
}

/** One of the orders is in its buyer's hands. */
async function handOver({ browser: client }: StrictMember): Promise<string> {
  const { body: listed } = await client.get('/api/admin/orders?page=1&limit=20')
  const [{ id }] = listed.data
  const { body } = await client.post(`/api/admin/orders/${id}/handover`, { step: 'handed_over' })
  expect(body.mayDo).toEqual(expect.arrayContaining(['cancel', 'correct_holder']))
  return id
}

/** A sealed register: whose its tickets are stays as it is, and none of them is taken back. */
async function nothingMoves({ browser: client }: StrictMember, orderId: string): Promise<void> {
  const path = `/api/admin/orders/${orderId}`
  const offered = async () => (await client.get(path)).body.mayDo
  await expect.poll(offered, { timeout: 30_000 }).not.toContain('correct_holder')
  expect(await offered()).not.toContain('cancel')
  const cancelled = await client.patch(path, { status: 'cancelled', reason: 'other' })
  expect([cancelled.status, cancelled.body.code]).toEqual([409, 'order_in_draw'])
  const correction = { phone: '+96170123459', cause: 'mistyped' }
  const { body } = await client.post(`${path}/holder`, correction)
  expect(body.code).toBe('register_sealed')
}

async function openRoom({ browser: client }: StrictMember, path: string): Promise<Page> {
  const context = await browser.newContext({ ...desk, reducedMotion: 'reduce' })
  const url = shop.origin
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(url + path)
  await atHeading(page)
  return page
}

/** As whoever comes by the list of draws: the heading has the keyboard. */
const atHeading = (page: Page) => page.getByRole('heading', { name: 'Draw room: City Car' }).focus()

/** Whoever agrees has just proven himself: an old proof is asked for again. */
async function sealByTwo(owner: StrictMember, operator: Page, second: Page): Promise<void> {
  await recordSession(operator)
  await shop.test.owner.query(
    `update sessions set proven_at = proven_at - interval '1 hour' where person_id = $1`,
    [owner.id],
  )
  await actByKeys(operator, 'seal', /^Agree as the first of two$/)
  await giveUpProof(operator)
  await isFocused(operator, /^Agree as the first of two$/)
  expect(await operator.getByText(/ agreed at /).count()).toBe(0)
  await owner.prove()
  await actByKeys(operator, 'seal', /^Agree as the first of two$/)
  await operator.getByText(/ agreed at /).waitFor()
  await isHeldIn(operator, 'main li')
  await actByKeys(operator, 'seal', /^Take back$/)
  await operator.getByText(/ agreed at /).waitFor({ state: 'detached' })
  await isHeldIn(operator, 'main li')
  await actByKeys(operator, 'seal', /^Agree as the first of two$/)
  await operator.getByText(/ agreed at /).waitFor()
  await actByKeys(second, 'seal', /^Seal the register$/)
  await panelOf(second, 'entropy_first').waitFor()
  await isHeldIn(second, 'main li')
}

async function giveUpProof(page: Page): Promise<void> {
  const asked = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  await asked.waitFor()
  await isHeldIn(page, '[role=alertdialog]')
  await press(page, 'Escape')
  await asked.waitFor({ state: 'detached' })
}

/** At any time, from the room itself. */
async function takeEvidence(official: Page): Promise<string> {
  const [download] = await Promise.all([
    official.waitForEvent('download'),
    official.getByRole('button', { name: 'Download the evidence' }).click(),
  ])
  const path = join(folder, 'sealed.zip')
  await download.saveAs(path)
  return path
}

/** What was ordered for each ticket: the regulator is not told by whom. */
async function takeOpenings(official: Page): Promise<void> {
  await official.getByText('Openings for an auditor').click()
  const from = official.getByLabel('From ticket')
  await from.fill('the first')
  await official.getByRole('button', { name: 'Download the openings' }).click()
  await official.getByText('Please enter a whole number.').waitFor()
  await from.fill('١')
  const [download] = await Promise.all([
    official.waitForEvent('download'),
    official.getByRole('button', { name: 'Download the openings' }).click(),
  ])
  const { openings } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(openings).toHaveLength(TICKETS / 4)
  for (const { holderText, orderText } of openings)
    expect([holderText, typeof orderText]).toEqual([null, 'string'])
}

/** What the regulator took home at the seal, against the evidence of today. */
async function compareWith(official: Page, earlier: string): Promise<void> {
  await official.getByLabel('Compare with an earlier download').setInputFiles(earlier)
  await official.getByText('One history: nothing was changed.').waitFor()
  await official.getByText('DrawCompleted').waitFor()
}

/** The line is dead as the second reading is sent: nothing was recorded, and nothing is lost. */
async function readDice(first: Page, official: Page): Promise<void> {
  const [tapped, ...typed] = faces
  const throws = faces.join(' ')
  await actByKeys(first, 'entropy_first', new RegExp(`^${tapped}$`))
  await isFocused(first, new RegExp(`^${tapped}$`))
  await typeInto(first, 'entropy_first', [[/^Throws$/, ` ${typed.join(' ')}`]])
  await first.getByText(`${faces.length} thrown`).waitFor()
  await actByKeys(first, 'entropy_first', /^Record the reading$/)
  await first.getByText('Recorded', { exact: true }).waitFor()
  await isFocused(first, /^Record the reading$/)

  const again = panelOf(official, 'entropy_second')
  await again.waitFor()
  await typeInto(official, 'entropy_second', [[/^Throws$/, throws]])
  await official.context().setOffline(true)
  await actByKeys(official, 'entropy_second', /^Record the reading$/)
  await isFocused(official, /^Record the reading$/)
  await readNotice(official, 'The shop did not answer')
  await official.context().setOffline(false)
  await official.reload()

  await again.waitFor()
  await atHeading(official)
  await typeInto(official, 'entropy_second', [
    [/^Throws$/, throws],
    [/^Signature of the representative$/, await signed(official, 'entropy_second')],
  ])
  await press(official, 'Enter')
  await again.waitFor({ state: 'detached' })
  await isHeldIn(official, 'main li')
}

/** The seed is opened and the answer never arrives: the page that comes back shows it done. */
async function openSeed(operator: Page): Promise<void> {
  await operator.route('**/reveal', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await actByKeys(operator, 'reveal', /^Open the operator’s seed$/)
  await isFocused(operator, /^Open the operator’s seed$/)
  await readNotice(operator, 'The shop did not answer')
  await operator.unroute('**/reveal')
  await operator.reload()
  await atHeading(operator)
  await panelOf(operator, 'reveal').waitFor({ state: 'detached' })
}

/** The round comes; the shop fetches it and works the winner out by itself. */
async function drawAndAnnounce(
  owner: StrictMember,
  operator: Page,
  raffleId: string,
): Promise<void> {
  const { body } = await shop.client().get(`/api/draws/${raffleId}`)
  await moveClock(shop.test.owner, new Date(Date.parse(body.round.at) + 1_000))
  await shop.service.core.clock.sync()
  await owner.prove()
  await actByKeys(operator, 'publish', /^Announce the result$/)
  await operator.getByText('Winning ticket').first().waitFor()
  await panelOf(operator, 'publish').waitFor({ state: 'detached' })
  await isHeldIn(operator, 'main li')
}

/** A colleague reads what exactly was agreed to, and finds it in the field; nothing is done. */
async function agreeAndTakeBack(operator: Page, second: Page): Promise<void> {
  await tabInto(operator, '[data-act=forfeit]', /^Reason$/)
  await press(operator, 'ArrowDown')
  await actByKeys(operator, 'forfeit', /^Agree as the first of two$/)
  const panel = panelOf(second, 'forfeit')
  const words = panel.getByText(/^Declined by the winner · Drew the prize · #/)
  await words.waitFor()
  expect(await panel.getByLabel('Reason').inputValue()).toBe('declined')
  await actByKeys(operator, 'forfeit', /^Take back$/)
  await words.waitFor({ state: 'detached' })
  await isHeldIn(operator, 'main li')
}

/** Bought as a guest: signing up with the phone of the order makes its tickets the account's. */
async function winnerFindsPrize(raffleId: string): Promise<void> {
  const { body } = await shop.client().get(`/api/draws/${raffleId}`)
  const number: string = body.winner.number
  const logId = `raffle/${raffleId}`
  const person = await personOfTicket(shop.service.core, { logId }, Number(number))
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  page.setDefaultTimeout(60_000)
  const complaints = complaintsOf(page)
  await page.goto(shop.origin)
  await signUp(page, shop, person?.phone ?? '')
  await page.goto(`${shop.origin}/dashboard`)

  const stub = page.getByRole('article').filter({ hasText: 'City Car' })
  await stub.getByText('Won', { exact: true }).waitFor()
  await stub.getByText(/^Collect your prize in person by \d+\s\w+ \d{4}/).waitFor()
  const marked = `The winning ticket${ticketLabel(number)}`
  expect(await stub.getByText('The winning ticket').locator('..').textContent()).toBe(marked)
  expect(await axeFaults(page)).toEqual([])
  await stub.getByRole('link', { name: 'See the draw' }).click()
  await page.waitForURL(`${shop.origin}/draws/${raffleId}`)
  await page.getByText('Winning ticket').first().waitFor()
  expect(complaints).toEqual([])
}

async function visitorProves(raffleId: string): Promise<void> {
  const { body } = await shop.client().get(`/api/draws/${raffleId}`)
  const winner = String(Number(body.result.numbers[0]))
  const { raffles } = ledgerIndex.parse((await shop.client().get('/ledger')).body)
  const witnesses = shop.config.witnesses.list.map(({ verifierKey }) => verifierKey)
  const keys = [raffles[0]!.verifierKey, ...witnesses, representative.verifierKey]

  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints = complaintsOf(page)
  await page.goto(`${shop.origin}/verify`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the evidence' }).click(),
  ])
  const zip = join(folder, 'evidence.zip')
  await download.saveAs(zip)
  await page.locator('#keys').fill(keys.join('\n'))
  await page.getByLabel(/This is a demonstration/).check()
  await page.locator('#bundle').setInputFiles(zip)
  await page.getByText('Everything that was asked for holds.').waitFor()
  await page.locator('#ticket').fill(ticketLabel(winner))
  await page.getByText('It was drawn first.').waitFor()
  await page.locator('#ticket').fill(String(TICKETS + 1))
  await page.getByText('No such ticket was issued.').waitFor()
  expect(complaints).toEqual([])
  await provesOffline(zip, { keys, winner })
}

/** The page that comes in the bundle's company, opened from a disk: it speaks to nobody. */
async function provesOffline(zip: string, { keys, winner }: { keys: string[]; winner: string }) {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  page.setDefaultTimeout(60_000)
  const asked: string[] = []
  page.on('request', (request) => {
    if (!/^(file|blob):/.test(request.url())) asked.push(request.url())
  })
  await page.goto(`file://${join(import.meta.dirname, '../../dist/verify/verify.html')}`)
  await page.locator('#keys').fill(keys.join('\n'))
  await page.locator('#sandbox').check()
  await page.locator('#bundle').setInputFiles(zip)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('Everything that was asked for holds.').waitFor()
  const shown = await page.locator('.drawn .first bdi').textContent()
  expect(shown).toBe(ticketLabel(winner))
  await page.locator('#ticket').fill(ticketLabel(winner))
  await page.getByText('It was drawn first.').waitFor()
  expect(asked).toEqual([])
}
