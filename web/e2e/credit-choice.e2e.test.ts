// What a cancelled raffle owes, kept as store credit: its buyer chooses that in time on the page of
// the order, and staff give it from the list of what needs attention; all of it by keys alone, read
// from either side.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

import type { ApiClient } from '#services/testing/api-client.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { changeAsStaff, open } from '#services/testing/customer-steps.ts'
import {
  gone,
  isFocused,
  isHeldIn,
  openByKey,
  press,
  tabTo,
  wordsOf,
} from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf } from '#services/testing/staff-steps.ts'
import { ofTurn } from '#services/testing/turns.ts'
import { until } from '#services/testing/until.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let owner: ApiClient
const lost = new Map<string, Lost>()

/** An order whose money goes back. `refundOf`: as staff read it now. */
type Lost = {
  id: string
  orderPageUrl: string
  /** By when its buyer may choose. */
  creditChoiceUntil: string
  refundOf: () => Promise<{ isPaid: boolean; method: string | null; creditUntil: string | null }>
}

const english = {
  language: 'en',
  direction: 'ltr',
  size: desk as BrowserContextOptions,
  locale: 'en-GB',
  customerName: 'Maya Haddad',
  customerPhone: '+96170123456',
  title: 'Something wrong?',
  byItself: 'your money comes back by itself',
  deadline: (day: string) => `If you would rather keep it as store credit, ask for that by ${day}.`,
  keep: /^Keep it as store credit$/,
  hint: 'Until we have answered you may withdraw this.',
  note: /^Tell us why/,
  send: /^Send request$/,
  sent: 'Request sent',
  kind: 'Store credit',
  looking: 'We are looking at it',
  accepted: 'Accepted',
  paid: '$10.00 is yours as store credit until ',
  desk: {
    wish: 'Keep the refund as store credit',
    answer: /^Answer$/,
    dialog: /Order #/,
    accept: /^Accept$/,
    becomes: 'What the cancelled raffle owes becomes store credit for one year.',
    words: /^Answer to the customer/,
    confirm: /^Confirm$/,
    answered: 'The customer was answered',
    given: (day: string) => `Raffle cancelled · Store credit · until ${day}`,
  },
}

const arabic: typeof english = {
  language: 'ar',
  direction: 'rtl',
  size: phone,
  locale: 'ar-LB-u-nu-latn',
  customerName: 'ليلى حداد',
  customerPhone: '+96171222333',
  title: 'هل من مشكلة؟',
  byItself: 'تعود أموالك إليك من تلقاء نفسها',
  deadline: (day) => `إن فضّلت الاحتفاظ بها رصيدًا في المتجر فأخبرنا حتى ${day}.`,
  keep: /^الاحتفاظ بالمبلغ رصيدًا في المتجر$/,
  hint: 'ولك أن تعدل عنه إلى أن نجيب.',
  note: /^أخبرنا بالسبب/,
  send: /^إرسال الطلب$/,
  sent: 'أُرسل الطلب',
  kind: 'رصيد في المتجر',
  looking: 'قيد المراجعة',
  accepted: 'مقبول',
  paid: 'لك \u2066$10.00\u2069 رصيدًا لدى المتجر حتى ',
  desk: {
    wish: 'الاحتفاظ بالمبلغ رصيدًا في المتجر',
    answer: /^الإجابة$/,
    dialog: /الطلب/,
    accept: /^قبول$/,
    becomes: 'يصبح المستحقّ عن السحب الملغى رصيدًا في المتجر لمدة سنة.',
    words: /^جواب للزبون/,
    confirm: /^تأكيد$/,
    answered: 'أُجيب الزبون',
    given: (day) => `أُلغي السحب · رصيد في المتجر · حتى \u2068${day}\u2069`,
  },
}

type Said = typeof english

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  owner = await shop.owner()
  const raffle = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
  const buyers = await Promise.all([english, arabic].map((said) => buy(raffle.productId, said)))
  const cancelled = { status: 'cancelled', reason: 'prize_unavailable' }
  await changeAsStaff(shop, `raffles/${raffle.raffleId}`, cancelled)
  for (const { said, ...order } of buyers) lost.set(said.language, await owed(order))
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function buy(productId: string, said: Said) {
  const guest = shop.client()
  const { body } = await guest.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: said.customerName,
    customerEmail: 'buyer@example.com',
    customerPhone: said.customerPhone,
    items: [{ productId, quantity: 1, variantId: null }],
  })
  const { id, orderPageUrl } = body as Pick<Lost, 'id' | 'orderPageUrl'>
  await shop.pay(id, 'approve')
  await until('the order is paid', async () => (await asStaff(id)).status === 'paid')
  return { said, guest, id, orderPageUrl }
}

const asStaff = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body

type Bought = Omit<Awaited<ReturnType<typeof buy>>, 'said'>

async function owed({ guest, id, orderPageUrl }: Bought): Promise<Lost> {
  const refundOf = async () => (await asStaff(id)).refunds[0]
  await until('the money is owed', async () => (await refundOf()) !== undefined)
  const { creditChoiceUntil } = (await guest.get(`/api/orders/${id}`)).body
  return { id, orderPageUrl, creditChoiceUntil, refundOf }
}

/** As people read it, in Beirut. */
const dayIn = ({ locale }: Said, instant: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Beirut',
  }).format(new Date(instant))

/** In a browser of its own. */
async function visit(url: string, said: Said, { cookies }: Partial<ApiClient> = {}): Promise<Page> {
  const context = await browser.newContext({ ...said.size, reducedMotion: 'reduce' })
  const known = new Map(cookies).set('qura_lang', said.language)
  await context.addCookies([...known].map(([name, value]) => ({ name, value, url: shop.origin })))
  return open(context, url)
}

async function isWellSeen(page: Page, { direction }: Said): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

const asksOf = (page: Page, { title }: Said): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

const buttonOf = (part: Locator, name: RegExp) => part.getByRole('button', { name })

async function choose(page: Page, said: Said, { creditChoiceUntil }: Lost): Promise<void> {
  const asks = asksOf(page, said)
  await asks.getByText(said.deadline(dayIn(said, creditChoiceUntil))).waitFor()
  await asks.getByText(said.byItself).waitFor()
  await tabTo(page, said.keep)
  await press(page, 'Enter')
  await asks.getByText(said.hint).waitFor()
  await isHeldIn(page, 'main section')
  await tabTo(page, said.note)
  await page.keyboard.type('For the next raffle')
  await isWellSeen(page, said)
  await tabTo(page, said.send)
  await press(page, 'Enter')
  await wordsOf(page, said.sent)
  await isHeldIn(page, 'main section')
}

/** What was asked for, and nothing to choose any more. */
async function isAsked(page: Page, said: Said, state: string): Promise<void> {
  const asks = asksOf(page, said)
  await asks.getByText(said.kind, { exact: true }).waitFor()
  await asks.getByText(state, { exact: true }).waitFor()
  expect(await buttonOf(asks, said.keep).count()).toBe(0)
  expect(await asks.getByText(said.byItself).count()).toBe(0)
}

/** From the line on the list to its answer. */
async function accept(page: Page, said: Said, { refundOf }: Lost): Promise<void> {
  const words = said.desk
  const lines = page.getByRole('listitem').filter({ hasText: said.customerName })
  const line = lines.filter({ hasText: words.wish })
  await line.waitFor()
  await openByKey(page, words.answer)
  const dialog = dialogOf(page, words.dialog)
  await dialog.getByText('For the next raffle').waitFor()
  await tabTo(page, words.accept)
  await press(page, 'Enter')
  await isFocused(page, words.accept) // the heading of its form
  await dialog.getByText(words.becomes).waitFor()
  await isWellSeen(page, said)
  await tabTo(page, words.words)
  await page.keyboard.type('With pleasure.')
  await tabTo(page, words.confirm)
  await press(page, 'Enter')
  await wordsOf(page, words.answered)
  await dialog.getByText(said.accepted, { exact: true }).waitFor()

  const { creditUntil, ...refund } = await refundOf()
  expect(refund).toMatchObject({ isPaid: true, method: 'credit' })
  await dialog.getByText(words.given(dayIn(said, creditUntil ?? ''))).waitFor()
  await isWellSeen(page, said)
  await press(page, 'Escape')
  await gone(page)
  await line.waitFor({ state: 'detached' })
}

it.each(ofTurn([english, arabic], 2))(
  'is chosen by the buyer and given by staff, in $language',
  async (said) => {
    const order = lost.get(said.language)!
    const page = await visit(order.orderPageUrl, said)
    const complaints = complaintsOf(page)
    expect(page.url()).toBe(`${shop.origin}/order/${order.id}`)
    await choose(page, said, order)
    await isAsked(page, said, said.looking)
    await page.reload({ waitUntil: 'networkidle' })
    await isAsked(page, said, said.looking)
    await isWellSeen(page, said)
    expect(await order.refundOf()).toMatchObject({ isPaid: false })

    const staff = await visit(`${shop.origin}/admin/attention`, said, owner)
    const complaintsOfStaff = complaintsOf(staff)
    await accept(staff, said, order)

    await page.reload({ waitUntil: 'networkidle' })
    await isAsked(page, said, said.accepted)
    await asksOf(page, said).getByText('With pleasure.').waitFor()
    await wordsOf(page, said.paid)
    await isWellSeen(page, said)
    expect(complaints).toEqual([])
    expect(complaintsOfStaff).toEqual([])
    await Promise.all([page.context().close(), staff.context().close()])
  },
  SLOW,
)
