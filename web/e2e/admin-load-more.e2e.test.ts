// Every list of staff that loads more, by keys alone: the keyboard goes on with the first row that
// is new, and when none came it is on the button again. A search that found more than it counts
// says so, and what is refused says why, in the language of the page.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { takeOrder, until } from '#services/testing/admin-furnishing.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { openBrowser, phone } from '#services/testing/browser.ts'
import { focusOf, press, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop, ownerEmail } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ownerPage } from '#services/testing/staff-steps.ts'
import { ofTurn } from '#services/testing/turns.ts'

const SLOW = 120_000
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
const PAGE = 20

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const owner = await shop.owner()
  const { raffleId, productId } = await shop.sell({ name: 'Copper Kettle', totalTickets: 400 })
  const orderId = await takeOrder(owner, { productId, customerName: 'Maya Haddad' })
  await until('the order is listed', async () => {
    // Not asked of the shop: its counts are kept until one of its own orders changes.
    const { rows } = await shop.test.owner.query(
      `select from order_status_v1_1
         join order_handovers_v1_1 using (order_id)
         join customer_orders_v1_1 using (order_id)
        where order_id = $1`,
      [orderId],
    )
    return rows.length === 1
  })
  await furnish({ orderId, raffleId })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const query = (text: string, values: readonly unknown[] = []) => shop.test.owner.query(text, values)

type Known = { orderId: string; raffleId: string }

/** Twelve hundred of the order, its message and its buyer; of the rest a little over a page. */
async function furnish({ orderId, raffleId }: Known): Promise<void> {
  await query(`create table copies as
    select n, gen_random_uuid() as id, timestamptz '2026-01-01' + n * interval '1 minute' as at
      from generate_series(1, 1200) as n`)
  await query(
    `insert into order_status_v1_1
     select copies.id, version, log_id, log_position, 'QR-8' || lpad(n::text, 5, '0'), order_type,
            status, customer_id, total_cents, copies.at, paid_at, state
       from order_status_v1_1, copies where order_id = $1`,
    [orderId],
  )
  await query(
    `insert into customer_orders_v1_1
     select copies.id, placed_by, copies.at, claimed_by
       from customer_orders_v1_1, copies where order_id = $1`,
    [orderId],
  )
  await query(
    `insert into order_handovers_v1_1
     select copies.id, shipping_method, 'QR-8' || lpad(n::text, 5, '0'), copies.at, paid_version,
            null, null, null, null
       from order_handovers_v1_1, copies where order_id = $1 and n <= $2`,
    [orderId, PAGE + 5],
  )
  await query(`insert into messages (ref, to_phone, body, purpose, state, tries, created_at)
    select 'notice:' || id, '+96170123456', 'Hello', 'notice', 'failed', 1, at from copies`)
  await query(`insert into people (person_id, full_name, phone, created_at)
    select id, 'Rana Aoun', '+9617' || lpad(n::text, 7, '0'), at from copies`)
  await query(
    `insert into approvals (approval_id, kind, subject, request_sha256, details, state,
                            requested_by, requested_at, expires_at)
     select copies.id, 'capacity_change', 'raffle/' || $1, repeat('0', 56) || lpad(n::text, 8, '0'),
            '{}', 'waiting', people.person_id, copies.at, now() + interval '1 year'
       from copies, people where lower(people.email) = $2 and n <= $3`,
    [raffleId, ownerEmail, PAGE + 5],
  )
  await query(
    `insert into audit_papers (paper_id, raffle_id, seed, tree_size, tickets_issued, numbers,
                               notes, conclusion, made_by, made_at, changed_at)
     select copies.id, $1, 'seed', 1, 1, '{1}', '{}', '', people.person_id, copies.at, copies.at
       from copies, people where lower(people.email) = $2 and n <= $3`,
    [raffleId, ownerEmail, PAGE + 5],
  )
}

async function open(path: string, size?: BrowserContextOptions): Promise<Page> {
  const page = await ownerPage({ browser, origin: shop.origin }, size)
  await page.goto(`${shop.origin}/admin${path}`, { waitUntil: 'networkidle' })
  return page
}

/** Which of its list has the keyboard, the first being 0; null: none of a list. */
const placeOfFocus = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('main :is(li, article, tr)')
    return row?.parentElement ? [...row.parentElement.children].indexOf(row) : null
  })

const lists = [
  ['needs attention', '/attention'],
  ['the fulfilment desk', '/fulfilment'],
  ['orders', '?tab=orders'],
  ['approvals', '/approvals'],
  ['papers of auditors', '/audit?view=kit'],
  ['messages', '/messages'],
  ['customers', '?tab=customers'],
] as const

it.each(ofTurn(lists, 3))(
  'goes on with the first that is new: %s',
  async (_name, path) => {
    const page = await open(path)
    await page.locator('main h1').focus()
    await tabTo(page, /^Load More$/, 'Shift+Tab')
    await press(page, 'Enter')
    await expect.poll(() => placeOfFocus(page), patient).toBe(PAGE)
    expect(await page.evaluate(focusOf)).toMatchObject({ fault: null })
    await page.context().close()
  },
  SLOW,
)

it(
  'has the keyboard on its button again when nothing came, and can be pressed anew',
  async () => {
    const page = await open('/approvals')
    await page.route('**/api/admin/approvals?page=2*', (route) => route.abort(), { times: 1 })
    await page.locator('main h1').focus()
    await tabTo(page, /^Load More$/, 'Shift+Tab')
    await press(page, 'Enter')
    await expect.poll(() => page.evaluate(focusOf), patient).toMatchObject({ name: 'Load More' })
    await page.locator('#toaster').getByText('Failed to load more').waitFor()
    await press(page, 'Enter')
    await expect.poll(() => placeOfFocus(page), patient).toBe(PAGE)
    await page.context().close()
  },
  SLOW,
)

it(
  'says of what a customer has bought that the newest alone are listed',
  async () => {
    const page = await open('?tab=customers')
    await page.locator('main input[type=search]').fill('Maya')
    // Pressed before the search has its answer, a row may go away under the press.
    await page.getByText('Rana Aoun').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'View details of Maya Haddad' }).click()
    await page.getByText('The newest 200 of 1,201', { exact: true }).waitFor()
    await page.context().close()
  },
  SLOW,
)

const words = {
  en: {
    orders: 'Showing 20 of 1,000+ orders',
    count: '20 of 1,000+ shown',
    narrower: 'Only the first 1,000 are listed: search for something narrower.',
  },
  fr: {
    orders: '20 commandes sur plus de 1\u202f000',
    count: '20 sur plus de 1\u202f000 affichés',
    narrower: 'Seuls les 1\u202f000 premiers sont listés : précisez la recherche.',
  },
  ar: {
    orders: 'عرض 20 من أكثر من 1,000 من الطلبات',
    count: 'المعروض 20 من أكثر من 1,000',
    narrower: 'تضمّ القائمة أول 1,000 نتيجة فقط: ابحث عن شيء أدقّ.',
  },
}

it.each(ofTurn(['en', 'fr', 'ar'] as const, 3))(
  'says that a search has found more than it counts: %s',
  async (language) => {
    const { orders, count, narrower } = words[language]
    const page = await open(`?tab=orders&lang=${language}`, phone)
    await page.locator('main input[type=search]').fill('QR-8')
    await page.getByText(orders, { exact: true }).waitFor()
    await page.getByText(count, { exact: true }).waitFor()
    await page.getByText(narrower, { exact: true }).waitFor()
    await page.goto(`${shop.origin}/admin/messages?lang=${language}`, { waitUntil: 'networkidle' })
    expect(await page.getByText(narrower).count()).toBe(0) // all of them are counted
    await page.locator('main input[type=search]').fill('+961 70 123456')
    await page.getByText(count, { exact: true }).waitFor()
    await page.getByText(narrower, { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.context().close()
  },
  SLOW,
)

it.each([
  ['fr', 'busy', 'Nous sommes très sollicités. Merci de réessayer dans un instant.'],
  ['ar', 'busy', 'نحن مشغولون جدًا. يُرجى المحاولة بعد لحظات.'],
  ['fr', 'internal', null],
] as const)(
  'says why a list was refused, and of a failure no more than that: %s, %s',
  async (lang, code, sentence) => {
    const page = await ownerPage({ browser, origin: shop.origin })
    const json = { error: 'We are very busy. Please try again in a moment.', code }
    await page.route('**/api/admin/orders?*', (route) => route.fulfill({ status: 503, json }))
    await page.goto(`${shop.origin}/admin?tab=orders&lang=${lang}`, { waitUntil: 'networkidle' })
    const alert = page.locator('main [role=alert]')
    await alert.waitFor()
    const lines = await alert.locator('p').allTextContents()
    expect(lines.slice(1)).toEqual(sentence === null ? [] : [sentence])
    await page.context().close()
  },
  SLOW,
)
