// Two people for one act, each in a real browser, with ADMIN_SECURITY=strict: who asks, who
// decides, and who carries it out; once refused, once agreed to. How each of them proves who he is
// stands in `admin-staff.e2e.test.ts`: here the proofs are made by calls of the same session.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { press, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop, sell } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, told } from '#services/testing/staff-steps.ts'
import { strictColleague, strictOwner } from '#services/testing/strict-staff.ts'
import type { StrictMember } from '#services/testing/strict-staff.ts'

const SLOW = 180_000
let shop: RunningShop
let browser: Browser
let owner: StrictMember
let manager: StrictMember
let orderId: string

beforeAll(async () => {
  const env = { ADMIN_SECURITY: 'strict', APPROVAL_ABOVE: '15' }
  // Passkeys belong to a named host.
  const strict = { withPages: true, host: 'localhost', env } as const
  ;[shop, browser] = await Promise.all([openRunningShop(strict), openBrowser()])
  const door = { browser: () => shop.client(), config: shop.config }
  owner = await strictOwner(door)
  manager = await strictColleague(door, owner, 'manager')
  const trip = { name: 'A Trip to Egypt', totalTickets: 500 }
  const { productId } = await sell(owner.browser, trip)
  const { body } = await owner.browser.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    customerName: 'Rana Khoury',
    items: [{ productId, quantity: 2 }],
    shippingMethod: 'pickup',
    paymentMethod: 'omt',
    status: 'pending',
  })
  orderId = body.order.id
}, SLOW)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

type Looks = { size?: BrowserContextOptions; language?: string }

/** The session that the member has proven, in a browser. */
async function openAs(
  { browser: client }: StrictMember,
  { size = desk, language = 'en' }: Looks = {},
): Promise<Page> {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  await context.addCookies([
    ...[...client.cookies].map(([name, value]) => ({ name, value, url: shop.origin })),
    { name: 'qura_lang', value: language, url: shop.origin },
  ])
  return context.newPage()
}

async function markAsPaid(page: Page): Promise<void> {
  await owner.prove()
  await page.goto(`${shop.origin}/admin?tab=orders&order=${orderId}`)
  const dialog = dialogOf(page, /Order #/)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await dialog.getByLabel('Method').selectOption('omt')
  await dialog.getByLabel('Receipt or transfer number').fill('OMT-4711')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** By the menu's entry, which says how many wait. */
async function openWaiting(page: Page): Promise<void> {
  await manager.prove()
  await page.goto(`${shop.origin}/admin`)
  await page.getByRole('button', { name: 'More' }).click()
  const menu = dialogOf(page, 'More for staff')
  await menu.getByRole('link', { name: 'Approvals 1 waiting for a second person' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await menu.getByRole('link', { name: /^Approvals/ }).click()
  await page.waitForURL(`${shop.origin}/admin/approvals`)
}

async function decide(page: Page, { answer, note, ...asked }: Decision): Promise<void> {
  const { kind = 'Manual payment above the limit', words = ['$20.00', 'OMT-4711', 'QR-'] } = asked
  const card = page.getByRole('article').filter({ hasText: kind })
  for (const word of words) await card.getByText(word).first().waitFor()
  await card.getByLabel('Note').fill(note)
  expect(await axeFaults(page)).toEqual([])
  await card.getByLabel('Note').focus()
  await tabTo(page, new RegExp(`^${answer}$`))
  await press(page, 'Enter')
  await told(page, answer === 'Approve' ? 'Approved' : 'Refused')
  await page.getByText('Nothing waits for a second person.').waitFor()
}

type Decision = {
  answer: 'Approve' | 'Refuse'
  note: string
  kind?: string
  words?: readonly string[]
}

it(
  'one asks, another refuses or agrees, and the first carries it out',
  async () => {
    const asking = await openAs(owner)
    const deciding = await openAs(manager)
    const complaints = complaintsOf(asking)

    // Refused: nothing was done, and the same act asks anew.
    await markAsPaid(asking)
    await asking.getByText('Approval needed').waitFor()
    const [waiting] = await Promise.all([
      asking.context().waitForEvent('page'),
      asking.getByRole('link', { name: 'Open approvals' }).click(),
    ])
    await waiting.waitForURL(`${shop.origin}/admin/approvals`)
    await waiting.getByText('You asked for this: somebody else must decide.').waitFor()
    expect(await waiting.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const proof = dialogOf(asking, /Order #/).getByLabel('Receipt or transfer number')
    expect(await proof.inputValue()).toBe('OMT-4711')
    await openWaiting(deciding)
    await decide(deciding, { answer: 'Refuse', note: 'The receipt is of another day' })

    await markAsPaid(asking)
    await asking.getByText('Approval needed').waitFor()
    await openWaiting(deciding)
    await decide(deciding, { answer: 'Approve', note: 'Seen at OMT' })

    await markAsPaid(asking)
    await told(asking, 'Order marked as paid')
    await dialogOf(asking, /Order #/)
      .getByText('Payment received')
      .first()
      .waitFor()

    await deciding.getByText('All', { exact: true }).click()
    const [done, refused] = [
      deciding.getByRole('article').nth(0),
      deciding.getByRole('article').nth(1),
    ]
    await done.getByText('Done', { exact: true }).waitFor()
    await done.getByText('Seen at OMT').waitFor()
    await refused.getByText('Refused', { exact: true }).waitFor()
    await refused.getByText('The receipt is of another day').waitFor()
    // Refused on purpose, twice: somebody else had to agree first.
    expect(complaints.filter((line) => !/status of 409/.test(line))).toEqual([])
  },
  SLOW,
)

async function correctPhone(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/admin?tab=orders&order=${orderId}`)
  const dialog = dialogOf(page, /Order #/)
  await dialog.getByRole('button', { name: 'Correct phone' }).click()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Right phone number').fill('+96171222334')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

it(
  'the phone of an order is corrected by two people, and its dialog shows the new one',
  async () => {
    const asking = await openAs(owner)
    const deciding = await openAs(manager)
    await correctPhone(asking)
    await asking.getByText('Approval needed').waitFor()
    await openWaiting(deciding)
    const kind = 'Correct the phone of an order'
    const words = ['+961 71 222 333', '+961 71 222 334', 'Mistyped', 'QR-']
    await decide(deciding, { kind, words, answer: 'Approve', note: 'Called back' })

    await correctPhone(asking)
    await told(asking, 'Phone corrected')
    const dialog = dialogOf(asking, /Order #/)
    await dialog.getByText('+961 71 222 334').first().waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Phone corrected' }).waitFor()
    expect(await dialog.getByText('+961 71 222 333').count()).toBe(0)
    await asking.context().close()
    await deciding.context().close()
  },
  SLOW,
)

it.each([
  ['fulfilment', ['Orders', 'Raffles', 'Products']],
  ['regulator', ['Raffles']],
] as const)(
  'comes in at the first tab that is for his role, and is refused nothing there: %s',
  async (role, tabs) => {
    const door = { browser: () => shop.client(), config: shop.config }
    const member = await strictColleague(door, owner, role)
    const page = await openAs(member)
    const complaints = complaintsOf(page)
    await page.goto(`${shop.origin}/admin`, { waitUntil: 'networkidle' })
    await page.getByRole('tab', { name: tabs[0], selected: true }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(tabs)
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('heading', { name: tab, level: 2 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('button', { name: 'Create Order' }).count()).toBe(0)
    }
    if (role === 'regulator') await takesRegisterAlone(page, member)
    expect(complaints).toEqual([])
    await page.context().close()
  },
  SLOW,
)

it(
  'is read from right to left on a phone, and decided nowhere by who asked',
  async () => {
    const page = await openAs(owner, { size: phone, language: 'ar' })
    await page.goto(`${shop.origin}/admin/approvals`, { waitUntil: 'networkidle' })
    await page.getByText('الكل', { exact: true }).click()
    await page.getByText('دفعة يدوية فوق الحد').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  },
  SLOW,
)

/** No file with the buyers is offered, only what names nobody. */
async function takesRegisterAlone(page: Page, { prove }: StrictMember): Promise<void> {
  await prove()
  await page.getByRole('button', { name: 'Export: A Trip to Egypt' }).click()
  const dialog = dialogOf(page, 'Export Ticket Register')
  await dialog.getByText(/the hash that its holder can open/).waitFor()
  expect(await dialog.getByRole('radio').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^ticket_register_A_Trip_to_Egypt_/)
}
