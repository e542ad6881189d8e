// The desks behind the menu of staff, and every dialog over them.
import type { Page } from 'playwright-core'

import {
  acts,
  altered,
  choose,
  colleague,
  create,
  empty,
  failing,
  fill,
  follow,
  opened,
  press,
  refusing,
  search,
  send,
  sendForm,
  told,
  top,
  withFailure,
} from './admin-openers.ts'
import type { Act, StaffScreen } from './admin-openers.ts'

const at = (path: string) => (rest: string, open?: Act) => ({
  name: `admin-${rest}`,
  path,
  ...(open && { open }),
})
const attention = at('/admin/attention')
const fulfilment = at('/admin/fulfilment')
const money = (part: string, rest: string, open?: Act) =>
  at(`/admin/money?part=${part}`)(`money-${rest}`, open)
const messages = at('/admin/messages')
const draws = at('/admin/draws')
const insight = at('/admin/insight')
const approvals = at('/admin/approvals')
const staff = at('/admin/staff')
const security = at('/admin/security')
const audit = (view: string) => at(`/admin/audit?view=${view}`)

/** Of a raffle by its name. */
const room = (name: string): Act => follow(`main td a:has-text("${name}")`)

const differences: Act = async (page) => {
  await page.locator('main button[aria-expanded=false]').first().click()
  await page.locator('main table').waitFor()
}

const lastOfLine: Act = async (page) =>
  opened(page, page.locator('main li').first().locator('button').last())

const withdrawing: Act = async (page) => {
  await lastOfLine(page)
  await top(page).locator('form').waitFor()
}

/** The first choice of the desk's line, for what only a person may end. */
const handled = acts(choose('message_failed'), lastOfLine)

const answering = acts(choose('request'), async (page) => {
  await opened(page, page.locator('main li').first().locator('button').first())
  await top(page).locator('[data-act=accept], [data-act=decline]').first().click()
  await top(page).locator('form').waitFor()
})

const proving = acts(choose('unproven'), async (page) => {
  await opened(page, page.locator('main li').first().locator('button').first())
  await top(page).locator('form').waitFor()
})

const paying: Act = async (page) => {
  await opened(page, page.locator('main table button').first())
  await top(page).locator('form').waitFor()
}

/** A raffle at the minute of its last sale: what was sold before it stands beside the rest. */
const past: Act = async (page) => {
  const owner = await colleague(page)
  const asked = { subjectKind: 'raffle', subject: 'Copper Kettle' }
  const query = new URLSearchParams({ ...asked, type: 'TicketsIssued', limit: '1' })
  const { body } = await owner.get(`/api/admin/audit?${query}`)
  await fill({ ...asked, at: minuteOf(body.data[0].at) })(page)
  await sendForm()(page)
}

/** As a field of day and time takes it, in Beirut. */
const minuteOf = (instant: string): string =>
  new Date(instant)
    .toLocaleString('sv-SE', { timeZone: 'Asia/Beirut' })
    .slice(0, 'yyyy-MM-dd hh:mm'.length)
    .replace(' ', 'T')

const nobody: Act = async (page) => {
  const answered = page.waitForResponse((answer) => answer.url().includes('actor='))
  await fill({ actor: 'nobody at all' })(page)
  await answered
  await page.locator('main [data-waits]').waitFor({ state: 'detached' })
}

const walked = acts(fill({ raffleId: 1, number: 1 }), sendForm())

const paper: Act = async (page) => {
  await page.locator('main ul button').first().click()
  await page.locator('main article').waitFor()
}

/** What cannot be read a second time, for somebody who has not come yet. */
const entry = acts(press('rana@shop.example', 0), async (page) => {
  await top(page).locator('.dialog__body button:visible').nth(1).click()
  await page.locator('[role=alertdialog] .dialog__footer button').last().click()
  await page.locator('[data-entry]').waitFor()
})

const recoveryCodes = ['2F7K-9QXM', '8TRW-4HZC', 'M3PA-6YVE', 'XK52-JD8N', 'Q7CW-R4TB', '9HZE-V2MA']

/** A code that the shop was never shown: nobody's second factor is changed for a picture. */
async function codesShown(page: Page): Promise<void> {
  await page.route('**/api/auth/admin-totp/confirm', (route) =>
    route.fulfill({ json: { recoveryCodes } }),
  )
  await acts(appSetUp, fill({ code: '123456' }), send)(page)
  await top(page).locator('li').first().waitFor()
}

const appSetUp: Act = async (page) => {
  await opened(page, page.locator('main section section button').first())
  await top(page).locator('form').waitFor()
}

/** What is done to an account, asked once more: a new way in, no second factor, closed. */
const askedAgain =
  (place: number): Act =>
  async (page) => {
    await top(page).locator('.dialog__body button:visible').nth(place).click()
    await page.locator('[role=alertdialog]').waitFor()
  }

const passkeyNamed: Act = async (page) => {
  await opened(page, page.locator('main section section button').nth(1))
  await top(page).locator('form').waitFor()
}

/** One's own factor, asked about once more before it goes: the app, a passkey, the old codes. */
const losing = (place: number): Act =>
  acts(altered('**/api/auth/admin-session', everyFactor), async (page) => {
    await page.locator('main section section button').nth(place).click()
    await page.locator('[role=alertdialog]').waitFor()
  })

/** What was given out is here again: why, is asked on its card. */
const cameBack: Act = async (page) => {
  await page.locator('main article').first().locator('button').last().click()
  await page.locator('main [name=why]').waitFor()
}
const unexplained = sendForm('main form:has([name=why])')

/** A colleague has written down another rate meanwhile. */
const ratedMeanwhile = acts(
  fill({ lbpPerUsd: 90_000 }),
  refusing('**/api/admin/money/rates', 409, 'edit_conflict', { changedBy: 'Rami Aoun' }),
  sendForm(),
  told,
)

/** The fact with the most to tell: every term of a raffle. */
const published: Act = async (page) => {
  const answered = page.waitForResponse((answer) =>
    /subject=Copper.*type=RafflePublished|type=RafflePublished.*subject=Copper/.test(answer.url()),
  )
  const subject = { subjectKind: 'raffle', subject: 'Copper Kettle' }
  await fill({ ...subject, type: 'RafflePublished' })(page)
  await answered
  await page.locator('main [data-waits]').waitFor({ state: 'detached' })
  await opened(page, page.locator('main table button').first())
}

export const deskScreens: readonly StaffScreen[] = [
  attention('attention'),
  attention('attention-empty', nothingWaits),
  attention('attention-handled', handled),
  attention('attention-answer', answering),
  attention('attention-proof', proving),

  fulfilment('fulfilment'),
  fulfilment('fulfilment-ready', acts(choose('ready'), fill({ code: '12' }), sendForm(), told)),
  fulfilment('fulfilment-out', choose('sent_out')),
  fulfilment('fulfilment-back', acts(choose('sent_out'), cameBack)),
  fulfilment('fulfilment-back-refused', acts(choose('ready'), cameBack, unexplained, told)),
  withFailure(fulfilment('fulfilment-failed', failing('**/api/admin/fulfilment?**'))),

  money('statements', 'statements', differences),
  money('statements', 'statements-withdraw', withdrawing),
  money('statements', 'statements-refused', acts(sendForm(), told)),
  money('statements', 'statements-empty', empty('**/api/admin/money/statements**')),
  money('till', 'till'),
  money('till', 'till-refused', acts(sendForm(), told)),
  money('refunds', 'refunds', choose('all')),
  money('refunds', 'refund-paying', paying),
  money('files', 'files'),
  money('rates', 'rates'),
  money('rates', 'rates-refused', acts(fill({ lbpPerUsd: 'many' }), sendForm(), told)),
  withFailure(money('rates', 'rates-conflict', ratedMeanwhile)),
  { name: 'admin-invoice', path: '/admin/invoice?order=:order' },

  messages('messages'),
  messages('messages-none', search('zzz')),
  withFailure(messages('messages-failed', failing('**/api/admin/messages?**'))),

  draws('draws'),
  draws('draws-empty', empty('**/api/admin/draws', { data: [] })),
  { name: 'admin-draw-selling', path: '/admin/draws/:raffle' },
  draws('draw-closing', room('Olive Press')),
  draws('draw-session', room('Garden Set')),
  draws('draw-dice', room('Night Train')),
  draws('draw-drawn', room('Silver Coins')),
  draws('draw-sheet', acts(follow('main td a:has-text("Night Train")'), sheet)),
  draws('draw-sheet-printed', acts(follow('main td a:has-text("Night Train")'), sheet, inPrint)),
  {
    name: 'admin-draw-failed',
    path: '/admin/draws/:raffle',
    isCut: true,
    open: failing('**/api/admin/draws/**'),
  },

  insight('insight'),
  insight('insight-empty', altered('**/api/admin/insight?**', nothingSold)),
  withFailure(insight('insight-failed', failing('**/api/admin/insight?**'))),

  approvals('approvals'),
  approvals('approvals-all', choose('all')),
  approvals('approvals-refund', altered('**/api/admin/approvals?**', ofRefunds)),
  approvals('approvals-empty', empty('**/api/admin/approvals?**')),
  withFailure(approvals('approvals-failed', failing('**/api/admin/approvals?**'))),

  audit('trail')('audit'),
  audit('trail')('audit-entry', (page) => opened(page, page.locator('main table button').first())),
  audit('trail')('audit-entry-long', published),
  audit('trail')('audit-none', nobody),
  audit('ticket')('audit-ticket'),
  audit('ticket')('audit-ticket-found', walked),
  audit('ticket')('audit-ticket-none', acts(fill({ raffleId: 1, number: 999_999 }), sendForm())),
  audit('past')('audit-past'),
  audit('past')('audit-past-found', past),
  audit('kit')('audit-kit'),
  audit('kit')('audit-paper', paper),

  staff('staff'),
  withFailure(staff('staff-failed', failing('**/api/admin/staff?**'))),
  staff('invite', create),
  staff('invite-refused', acts(create, send, told)),
  staff('staff-entry', entry),
  staff('member', press('rami@shop.example', 0)),
  staff('member-password', acts(press('rami@shop.example', 0), askedAgain(1))),
  staff('member-factors', acts(press('rami@shop.example', 0), askedAgain(2))),
  staff('member-closed', acts(press('rami@shop.example', 0), askedAgain(3))),

  { name: 'admin-settings', path: '/admin/settings' },
  {
    name: 'admin-settings-failed',
    path: '/admin/settings',
    isCut: true,
    open: failing('**/api/admin/settings'),
  },

  security('security'),
  security('security-app', appSetUp),
  security('security-codes', codesShown),
  security('security-passkey', passkeyNamed),
  security('security-app-gone', losing(0)),
  security('security-passkey-gone', losing(2)),
  security('security-codes-anew', losing(3)),
]

/** Each kind of money by hand that is asked about, in the place of what waits. */
function ofRefunds({ data }: Record<string, unknown>): object {
  const [first] = data as object[]
  const refund = { refund: '40.00', method: 'cash', reference: 'R-7', currency: 'LBP' }
  const asking = [
    { ...refund, rate: '91000', usual: '89500', usualOf: 'day' },
    { total: '40.00', method: 'cash', currency: 'LBP', rate: '1', dayRate: '89500' },
    { withdrawn: '9.00', cause: 'never_paid' },
    { total: '40.00', method: 'cash', was: 'USD', booked: 'LBP 89500' },
  ]
  const asked = asking.map((details, place) => ({
    ...first,
    kind: 'manual_payment',
    id: `00000000-0000-4000-8000-00000000000${place}`,
    subjectName: 'QR-4WFGNT',
    isOwn: false,
    details,
  }))
  return { data: asked, pagination: { hasMore: false, total: asked.length } }
}

/** Nobody has bought in these days, and no raffle is under way. */
function nothingSold(now: Record<string, unknown>): object {
  const kpis = { conversion: null, repeatBuyers: null, refunded: null, revenuePerBuyer: null }
  const funnel = (now.funnel as object[]).map((step) => ({ ...step, count: 0 }))
  const none = { methods: [], rush: null, months: [], forecasts: [], past: [] }
  return { ...now, kpis, funnel, ...none }
}

function everyFactor(now: Record<string, unknown>): object {
  const passkey = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'هاتف المكتب (Galaxy A15)',
    createdAt: '2026-03-01T09:00:00.000Z',
    lastUsedAt: null,
  }
  return { ...now, hasTotp: true, passkeys: [passkey], recoveryCodesLeft: 7 }
}

async function nothingWaits(page: Page): Promise<void> {
  await page.route('**/api/admin/attention/counts', (route) =>
    route.fulfill({ json: { total: 0, kinds: [] } }),
  )
  await empty('**/api/admin/attention?**')(page)
}

async function sheet(page: Page): Promise<void> {
  await follow('main a[href$="/sheet"]')(page)
}

function inPrint(page: Page): Promise<void> {
  return page.emulateMedia({ media: 'print' })
}
