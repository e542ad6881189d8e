// What a shop comes to after months: money in two currencies, counts taken again, notes taken back,
// agreements of two people, every kind of trouble. Each is the shop's own answer with more in it.

import { acts, altered, choose, empty, file, fill, follow, opened, press } from './admin-openers.ts'
import { send, top } from './admin-openers.ts'
import type { Act, StaffScreen } from './admin-openers.ts'
import { allKinds } from './admin-rare-troubles.ts'

type Body = Record<string, unknown>
const of = (rows: readonly object[]) => ({
  data: rows,
  pagination: { hasMore: false, total: rows.length },
})

const at = (path: string) => (name: string, open: Act) => ({ name: `admin-${name}`, path, open })
const money = (part: string) => at(`/admin/money?part=${part}`)
const audit = (view: string) => at(`/admin/audit?view=${view}`)
const days = { duty: '2026-02-27T08:12:00.000Z', paid: '2026-03-03T15:40:00.000Z' }
const creditUntil = '2027-03-03'

/** The first of a kind that is written somewhere in a dialog, in the middle of it. */
const seen =
  (part: string): Act =>
  async (page) => {
    await top(page).locator(part).first().evaluate(toTheMiddle)
  }
const toTheMiddle = (part: Element) => part.scrollIntoView({ block: 'center' })

const withCredit = altered('**/api/admin/customers/*', (customer) => ({
  ...customer,
  credits: [
    { orderId: customer.id, reference: 'QR-7KM2XA', amount: '18.00', until: '2026-12-14' },
    { orderId: customer.id, reference: null, amount: '1240.50', until: creditUntil },
  ],
}))

const credited = acts(
  withCredit,
  (page) => opened(page, page.locator('main tbody button').first()),
  seen('section ul'),
)

function inPounds({ data, ...rest }: Body): object {
  const [first] = data as object[]
  const lira = {
    currency: 'LBP',
    sales: '182580000.00',
    fees: '2738700.00',
    refunds: '805500.00',
    net: '179035800.00',
  }
  const euro = { currency: 'EUR', sales: '36.00', fees: '0.60', refunds: '0.00', net: '35.40' }
  const none = { sales: '0.00', fees: '0.00', refunds: '0.00', net: '0.00' }
  const only = { id: '00000000-0000-4000-8000-000000000001', provider: 'montypay', ...none }
  const fileName = 'كشف حساب شباط 2026 (نهائي).csv'
  return {
    ...rest,
    data: [
      { ...first, repeated: 3, others: [lira, euro] },
      { ...first, ...only, fileName, others: [lira] },
    ],
  }
}

function foreign(detail: Body): object {
  const [first, ...rest] = detail.differences as object[]
  const lira = { currency: 'LBP', stated: '1074000.00' }
  return { ...detail, differences: [{ ...first, ...lira }, ...rest] }
}

const statement = acts(
  altered('**/api/admin/money/statements?**', inPounds),
  altered('**/api/admin/money/differences?**', foreign),
  async (page) => {
    await page.locator('main button[aria-expanded=false]').first().click()
    await page.locator('main table').first().waitFor()
  },
)

function countedTwice({ tills, ...rest }: Body): object {
  const count = (version: number, by: string, change: object) => ({
    version,
    expected: '94.00',
    expectedLbp: '805500',
    counted: '94.00',
    difference: '0.00',
    countedLbp: '805500',
    differenceLbp: '0',
    note: null,
    closedBy: by,
    closedAt: days.paid,
    ...change,
  })
  const short = { counted: '74.00', difference: '-20.00', note: 'عشرون دولاراً ناقصة (20)؟' }
  const over = { countedLbp: '855500', differenceLbp: '50000', note: 'A note of 50,000 too many.' }
  const earlier = [count(2, 'Rami Aoun', over), count(1, 'رامي عون', short)]
  return {
    ...rest,
    tills: (tills as Body[]).map((till) => ({
      ...till,
      cashRefundsLbp: '402750',
      cashUp: count(3, 'Owner', { note: 'Counted with Rami: "all there".' }),
      earlier,
    })),
  }
}

const again: Act = async (page) => {
  await page.locator('main section section button:visible').first().click()
  await page.locator('main [name=counted]').first().waitFor()
}

function creditsOf({ data }: Body): object {
  const [first] = data as object[]
  const duty = { ...first, cause: 'raffle_cancelled', paidAt: days.paid, method: 'credit' }
  return of([
    { ...duty, refundId: 'a', dueAt: days.duty, proof: null, creditUntil },
    { ...duty, ...stranger, refundId: 'b', dueAt: days.duty, proof: null, creditUntil },
  ])
}

const stranger = {
  customer: null,
  phone: '+96176111222',
  reference: 'QR-9PWT4C',
  amount: '1240.50',
}

function everyDuty({ data }: Body): object {
  const [first] = data as object[]
  const causes = [
    'paid_late',
    'paid_twice',
    'mismatch',
    'not_issuable',
    'raffle_cancelled',
    'returned',
    'cancelled',
    'staff',
  ]
  const unpaid = {
    paidAt: null,
    method: null,
    proof: null,
    creditUntil: null,
    customer: 'ليلى حداد',
  }
  const due = causes.map((cause) => ({ ...first, ...unpaid, refundId: cause, cause }))
  const paid = { ...first, ...stranger, paidAt: days.paid, method: 'omt', proof: 'OMT-88121' }
  return of([...due, { ...paid, refundId: 'paid' }])
}

const sheetOf = (change: (invoice: Body) => object): Act =>
  altered('**/api/admin/orders/*/invoice', (now) => ({ ...now, ...change(now) }))

const noteOf = (invoice: Body, nth: number) => ({
  number: `${String(invoice.number)}-${nth}`,
  paidAt: days.paid,
  withdrawnAt: nth === 1 ? '2026-03-05T10:00:00.000Z' : null,
  goods: nth === 1 ? null : { productName: 'Mint Tea', variantName: 'Tin of 50', quantity: 1 },
  amount: '6.00',
  vat: '0.59',
  net: '5.41',
  lbp: { rate: '89500', day: '2026-01-01', total: '537000', vat: '52805' },
})

const noted = (invoice: Body) => ({
  creditNotes: [noteOf(invoice, 1), noteOf(invoice, 2)],
  refunded: {
    amount: '2.00',
    vat: '0.20',
    left: '18.00',
    leftLbp: '1611000',
    withdrawn: [{ at: '2026-03-05T10:00:00.000Z', amount: '1.50' }],
  },
})
const annulled = () => ({ withdrawn: { at: days.paid, reason: 'never_paid' } })

/** Found by its link, whatever the number of the invoice. */
const noteAt =
  (nth: number): Act =>
  async (page) => {
    await sheetOf(noted)(page)
    await page
      .locator('main a[href*="note="]')
      .nth(nth - 1)
      .click()
    await page.locator('[data-on-paper]').waitFor()
  }

/** It was noted as paid, and it was not: due again, with both steps in its history. */
function paidInVain(order: Body): object {
  const [first] = order.history as Body[]
  const step = { ...first, amount: '20.00', who: { kind: 'staff', name: 'رامي عون' } }
  const bare = { method: null, code: null, reference: null, tickets: null, note: null }
  const paid = { ...bare, method: 'cash', reference: 'R-7' }
  const why = 'The drawer was 20.00 over in the evening: "he never came".'
  return {
    ...order,
    history: [
      ...(order.history as object[]),
      { ...step, ...paid, what: 'RefundPaid' },
      { ...step, ...bare, what: 'RefundPaymentWithdrawn', note: why },
    ],
  }
}

const asked = { state: 'waiting', isOwn: false, decidedBy: null, decidedAt: null, note: null }
function everyApproval({ data }: Body): object {
  const [first] = data as object[]
  const phones = { from: '+96171222333', to: '+96176111222' }
  const kinds = [
    { kind: 'holder_correction', details: { ...phones, cause: 'mistyped' } },
    { kind: 'holder_correction', details: { ...phones, cause: 'recycled' } },
    { kind: 'manual_payment', details: { repaid: '1240.50', method: 'omt', reference: 'OMT-88' } },
    { kind: 'manual_payment', details: { withdrawn: '310.00', cause: 'not_paid' } },
    { kind: 'manual_payment', details: { withdrawn: '310.00', cause: 'mistake' } },
    { kind: 'capacity_change', details: { from: 12, to: 20, issued: 12 } },
  ]
  const over = {
    decidedBy: 'Owner',
    decidedAt: days.paid,
    note: 'لا، اتّصل بالزبون أولاً (03/123456).',
  }
  const states = ['refused', 'used', 'expired', 'approved'].map((state) => ({ ...over, state }))
  const all = [...kinds, ...states.map((state) => ({ ...kinds[0], ...state }))]
  return of(
    all.map((one, place) => ({
      ...first,
      ...asked,
      subjectName: 'QR-4WFGNT',
      id: `00000000-0000-4000-8000-0000000000${10 + place}`,
      ...one,
    })),
  )
}

const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const sha = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'

function agreedTo(room: Body): object {
  const one = { staffId: room.raffleId, at: soon(-0.2), until: soon(0.8) }
  const word = { number: null, place: null, signature: null, paperSha256: null }
  const mine = { ...one, ...word, act: 'postpone', name: 'Owner', isMine: true }
  const other = { ...one, ...word, name: 'رنا حداد', isMine: false }
  const signed = { ...other, signature: `${sha}${sha}`, paperSha256: sha }
  return {
    ...room,
    signOffs: [
      { ...mine, cause: 'representative_absent', paperSha256: sha },
      { ...signed, act: 'annul', cause: 'register_error' },
      { ...other, act: 'seal', cause: null },
      { ...other, act: 'forfeit', cause: 'unclaimed', number: 7, place: 1 },
    ],
  }
}

const roomOf = (name: string): Act =>
  acts(follow(`main td a:has-text("${name}")`), altered('**/api/admin/draws/*', agreedTo))

const regulator = altered('**/api/auth/me', (me) => ({
  ...me,
  user: { ...(me.user as object), role: 'regulator' },
}))

const printed =
  (part: string): Act =>
  async (page) => {
    await page.locator(part).first().waitFor()
    await page.emulateMedia({ media: 'print' })
  }

const onPaper: Act = async (page) => {
  await page.locator('main ul button').first().click()
  await page.locator('main article').waitFor()
  await page.emulateMedia({ media: 'print' })
}

const filtered: Act = async (page) => {
  const answered = page.waitForResponse((answer) => /type=OrderPlaced/.test(answer.url()))
  await fill({ actor: 'owner@shop.example', type: 'OrderPlaced', from: '2026-01-01' })(page)
  await answered
  await page.waitForLoadState('networkidle')
}

const tray = 'product;description;price;variant;sku;stock\r\nTray;Walnut;19.00;Oak;T-1;7\r\n'
const recounted = acts(
  altered('**/api/admin/products/import**', (plan) => ({
    ...plan,
    countedBefore: [
      { line: 2, name: 'Tray · Oak', sku: 'T-1', counted: 7, now: 5 },
      { line: 3, name: 'صينية نحاس · كبيرة', sku: 'T-22/B', counted: 120, now: 0 },
    ],
  })),
  (page) => opened(page, page.locator('main section > div:first-child button').first()),
  file('products.csv', tray),
  send,
  async (page) => top(page).locator('[type=checkbox]').first().evaluate(toTheMiddle),
)

export const rareScreens: readonly StaffScreen[] = [
  at('/admin?tab=customers')('customer-credit', credited),
  money('statements')('money-statements-pounds', statement),
  money('till')('money-till-earlier', altered('**/api/admin/money/till**', countedTwice)),
  money('till')(
    'money-till-again',
    acts(altered('**/api/admin/money/till**', countedTwice), again),
  ),
  money('refunds')(
    'money-credits',
    acts(altered('**/money/refunds?**', creditsOf), choose('credit')),
  ),
  money('refunds')('money-credits-empty', acts(empty('**/money/refunds?**'), choose('credit'))),
  money('refunds')(
    'money-refunds-all',
    acts(altered('**/money/refunds?**', everyDuty), choose('all')),
  ),
  at('/admin/invoice?order=:order')('invoice-annulled', sheetOf(annulled)),
  at('/admin/invoice?order=:order')('invoice-noted', sheetOf(noted)),
  at('/admin/invoice?order=:order')('credit-note-withdrawn', noteAt(1)),
  at('/admin/invoice?order=:order')('credit-note', noteAt(2)),
  at('/admin?tab=orders')(
    'order-refund-again',
    acts(altered('**/api/admin/orders/*', paidInVain), press('Karim Saab', -1)),
  ),
  at('/admin?tab=orders')(
    'order-refund-again-history',
    acts(altered('**/api/admin/orders/*', paidInVain), press('Karim Saab', -1), seen('ol')),
  ),
  at('/admin/approvals')(
    'approvals-every',
    acts(altered('**/api/admin/approvals?**', everyApproval), choose('all')),
  ),
  at('/admin/draws')('draw-agreed', roomOf('Night Train')),
  at('/admin/draws')('draw-agreed-drawn', roomOf('Silver Coins')),
  at('/admin/attention')('attention-every', altered('**/api/admin/attention**', allKinds)),
  at('/admin/draws')('regulator-draws', regulator),
  at('/admin/draws')(
    'regulator-room',
    acts(regulator, follow('main td a:has-text("Silver Coins")')),
  ),
  audit('ticket')('regulator-audit', regulator),
  audit('trail')('audit-filtered', filtered),
  audit('kit')('audit-paper-printed', onPaper),
  at('/admin/fulfilment')('pick-list-printed', printed('main table')),
  at('/admin/invoice?order=:order')(
    'invoice-printed',
    acts(sheetOf(noted), printed('[data-on-paper]')),
  ),
  at('/admin?tab=products')('import-recount', recounted),
]
