// Each call of staff that changes something, or takes a file, stands in the audit trail with who
// and from where (docs/security.md, K22): the table has a row for each, and most of them are made
// here. Those of a draw are made in `ceremony.db.test.ts`. Each fact that they leave has such a
// note too.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { codeAt, stepAt } from '../../commands/totp.ts'
import { operations } from '../../contract/operations.ts'
import { drawArtwork } from '../../demo/artwork.ts'
import type { ApiAnswer, ApiClient } from '../api-client.ts'
import { fromBase32 } from '../code-app.ts'
import { ownerPassword } from '../running-service.ts'
import { softwarePasskey } from '../software-passkey.ts'
import { leavesBehind } from './acts-table.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'
import { openNotes } from './notes-taken.ts'
import type { Notes } from './notes-taken.ts'

let shop: GuardedShop
let notes: Notes
let owner: ApiClient
let ownerId: string
let image: Blob
beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' })
  notes = openNotes(shop.test.owner)
  owner = await shop.owner()
  ownerId = (await owner.get('/api/auth/me')).body.user.id
  const artwork = { seed: 'x', glyph: 'watch', plate: 'cedar' } as const
  const drawn = await drawArtwork(artwork, { width: 80, height: 60 })
  image = new Blob([new Uint8Array(drawn)], { type: 'image/jpeg' })
}, 120_000)
afterAll(() => shop.stop())
beforeEach(() => taken())

const taken = () => notes.taken()

const made = new Set<string>()

/** Makes the call and holds what it has left against its row. */
async function acted(operation: string, call: Promise<ApiAnswer>): Promise<ApiAnswer['body']> {
  const answer = await call
  expect([operation, answer.status, answer.body?.error]).toEqual([
    operation,
    expect.toSatisfy((status: number) => status < 300),
    undefined,
  ])
  const left = await taken()
  const row = leavesBehind[operation] ?? []
  const names: readonly string[] = 'why' in row ? [] : row
  expect([operation, left.length > 0]).toEqual([operation, names.length > 0])
  for (const one of left) {
    expect([operation, names]).toEqual([operation, expect.arrayContaining([one.act])])
    expect(one).toMatchObject({ actor_id: ownerId, address: '127.0.0.1', has_fact: true })
  }
  made.add(operation)
  return answer.body
}

function form(fields: Record<string, string>, { withImage = false } = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (withImage) data.set('image', image, 'a.jpg')
  return data
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const raffle = (name: string) =>
  form(
    {
      name,
      description: 'Words',
      prizeInfo: 'Words',
      value: '449.00',
      startsAt: day(0),
      endsAt: day(30),
      totalTickets: '500',
      minTicketsRequired: '0',
      status: 'active',
    },
    { withImage: true },
  )
const product = (name: string, raffleId: string) =>
  form(
    {
      name,
      description: 'Words',
      price: '10.00',
      tickets: '2',
      totalTickets: '400',
      raffleId,
      active: '1',
    },
    { withImage: true },
  )

describe('the table of acts', () => {
  it('K22 has a row for every write and every file of staff, and no other', () => {
    const leaving = operations.filter(
      ({ who, method, name }) => who === 'staff' && (method !== 'get' || /export/i.test(name)),
    )
    const names = leaving.map(({ name }) => name).toSorted()
    expect(names.length).toBeGreaterThan(70)
    expect(Object.keys(leavesBehind).toSorted()).toEqual(names)
    const empty = Object.entries(leavesBehind).filter(([, left]) => !('why' in left || left[0]))
    expect(empty).toEqual([])
  })
})

describe('what is sold', () => {
  it('K22 raffles, products and variants leave their acts', async () => {
    const raffles = '/api/admin/raffles'
    const { id: raffleId } = await acted('adminCreateRaffle', owner.post(raffles, raffle('Watch')))
    const changed = form({ description: 'Others' })
    await acted('adminChangeRaffle', owner.put(`${raffles}/${raffleId}`, changed))
    const { id: unused } = (await owner.post(raffles, raffle('Unused'))).body
    await taken()
    await acted('adminDeleteRaffle', owner.delete(`${raffles}/${unused}`))
    for (const status of ['cancelled', 'completed']) {
      const over = raffle('Over')
      over.set('status', status)
      await acted('adminCreateRaffle', owner.post(raffles, over))
    }

    const products = '/api/admin/products'
    const listed = product('Notebook', raffleId)
    const { id } = await acted('adminCreateProduct', owner.post(products, listed))
    await acted('adminChangeProduct', owner.put(`${products}/${id}`, form({ price: '11.00' })))
    const variants = `${products}/${id}/variants`
    const red = form({ name: 'Red', sku: 'N-1', stock: '5' })
    await acted('adminCreateVariant', owner.post(variants, red))
    const [variant] = (await owner.get(variants)).body.variants
    const path = `${variants}/${variant.id}`
    await acted('adminChangeVariant', owner.put(path, form({ name: 'Ruby' })))
    const delivery = { change: 1, reason: 'received', note: null }
    await acted('adminAdjustStock', owner.post(`${path}/stock`, delivery))
    await acted('adminDeleteVariant', owner.delete(path))
    await acted('adminDeleteProduct', owner.delete(`${products}/${id}`))

    const file = 'product;description;price;tickets;totalTickets;raffle\nMug;Blue;5.00;2;200;Watch'
    const csv = { 'Content-Type': 'text/csv' }
    const imported = `${products}/import`
    const plan = await owner.post(imported, file, csv)
    expect(await taken()).toEqual([])
    const apply = `${imported}?apply=${plan.body.digest}`
    await acted('adminImportProducts', owner.post(apply, file, csv))
  })
})

describe('orders and people', () => {
  it('K22 an order at the counter and all that is done with it leave their acts', async () => {
    const { productId } = await shop.sell({ name: 'Car', totalTickets: 500 })
    await taken()
    const placed = await acted(
      'adminPlaceOrder',
      owner.post('/api/admin/orders/manual', counter(productId, 'pending')),
    )
    const path = `/api/admin/orders/${placed.order.id}`
    await acted('adminExtendHold', owner.post(`${path}/hold`, { hours: 168 }))
    const other = { phone: '+96171222444', cause: 'mistyped' }
    await acted('adminChangeOrder', owner.patch(path, { status: 'paid' }))
    await acted('adminCorrectHolder', owner.post(`${path}/holder`, other))
    const right = { name: 'Rana Khouri', email: null }
    await acted('adminCorrectContact', owner.post(`${path}/contact`, right))
    const proof = { reference: 'OMT-1', collector: 'Rana', currency: 'USD', rate: '1' }
    await acted('adminProvePayment', owner.post(`${path}/proof`, proof))
    await acted('adminResendReceipt', owner.post(`${path}/receipt`, {}))
    const tax = { day: day(-1), vatPercent: '11', vatNumber: '1' }
    await acted('adminSetTax', owner.post('/api/admin/money/taxes', tax))
    await acted('adminIssueInvoice', owner.post(`${path}/invoice`, {}))
    await acted('adminExportInvoice', owner.get(`${path}/invoice.pdf`))
    await acted('adminHandOver', owner.post(`${path}/handover`, { step: 'handed_over' }))
    const owed = { amount: '1.00', note: 'A scratch' }
    await acted('adminOweRefund', owner.post(`${path}/refund-duties`, owed))
    const [wrong] = (await owner.get(path)).body.refunds
    const undone = { refundId: wrong.id, reason: 'mistake', note: 'Ten for one' }
    await acted('adminWithdrawRefund', owner.post(`${path}/refund-withdrawals`, undone))
    await acted('adminOweRefund', owner.post(`${path}/refund-duties`, owed))
    const [refund] = (await owner.get(path)).body.refunds
    const paid = { refundId: refund.id, method: 'cash', reference: 'R-2' }
    await acted('adminPayRefund', owner.post(`${path}/refunds`, paid))
    const unpaid = { refundId: refund.id, note: 'Of another order' }
    const payment = `${path}/refund-payment-withdrawals`
    await acted('adminWithdrawRefundPayment', owner.post(payment, unpaid))
    const { productId: coach } = await shop.sell({ name: 'Coach', totalTickets: 500 })
    const both = counter(productId, 'paid')
    const items = [...both.items, { productId: coach, quantity: 1, variantId: null }]
    const { order } = (await owner.post('/api/admin/orders/manual', { ...both, items })).body
    await taken()
    const { returnable } = (await owner.get(`/api/admin/orders/${order.id}`)).body
    const back = { lineId: returnable[0].lineId, note: 'Torn' }
    await acted('adminReturnLine', owner.post(`/api/admin/orders/${order.id}/returns`, back))
  })

  it('K22 answers to a buyer, and what is done about customers, leave their acts', async () => {
    const { productId } = await shop.sell({ name: 'Boat', totalTickets: 500 })
    const { browser, id: customerId, phone } = await shop.customer()
    const { body } = await shop.buy(browser, productId, { customerPhone: phone })
    await shop.pay(body.id, 'approve')
    const path = `/api/admin/orders/${body.id}`
    await settled(path, { status: 'paid' })
    await taken()
    await acted('adminCheckPayment', owner.post(`${path}/check`, {}))
    await browser.post(`/api/orders/${body.id}/requests`, { kind: 'cancel', note: 'Please' })
    const [request] = (await owner.get(path)).body.requests
    const declined = { requestId: request.id, answer: 'declined', words: 'Sorry' }
    await acted('adminAnswerRequest', owner.post(`${path}/answers`, declined))
    const exclusion = `/api/admin/customers/${customerId}/exclusion`
    const bar = { isExcluded: true, reason: 'other' }
    const readmit = { ...bar, isExcluded: false }
    await acted('adminExcludeCustomer', owner.put(exclusion, bar))
    await acted('adminExcludeCustomer', owner.put(exclusion, readmit))
    await acted('adminExcludeNumber', owner.post(`${path}/exclusion`, bar))
    const [{ id }] = (await owner.get('/api/admin/exclusions')).body.data
    await acted('adminLiftExclusion', owner.put(`/api/admin/exclusions/${id}`, readmit))
    const right = { fullName: 'Right Person', email: null }
    const profile = `/api/admin/customers/${customerId}/profile`
    await acted('adminCorrectCustomer', owner.put(profile, right))
    const sessions = `/api/admin/customers/${customerId}/sessions`
    await acted('adminSignOutCustomer', owner.delete(sessions))
    expect((await browser.get('/api/auth/me')).body.user).toBeNull()
    await shop.test.owner.query(
      `insert into messages (ref, to_phone, body, purpose, state, tries, failure, created_at)
       values ('notice:1', '+96170000009', 'Ready', 'notice', 'failed', 3, 'blocked', now())`,
    )
    const failed = { ref: 'notice:1' }
    await acted('adminResendMessage', owner.post('/api/admin/messages/resend', failed))
    const item = { kind: 'undecided', item: 'sample', note: 'Called' }
    await acted('adminHandleAttention', owner.post('/api/admin/attention/handled', item))
  })
})

const settled = (path: string, order: object) =>
  vi.waitFor(async () => expect((await owner.get(path)).body).toMatchObject(order), {
    timeout: 20_000,
    interval: 100,
  })

describe('credit that a buyer has asked for', () => {
  it('K22 accepting it stands beside each payment, with who, where and words', async () => {
    const { raffleId, productId } = await shop.sell({ name: 'Plane', totalTickets: 500 })
    const { browser, phone } = await shop.customer()
    const home = { shippingMethod: 'delivery', deliveryAddress: 'Rue Gouraud 40, Beirut' }
    const { body } = await shop.buy(browser, productId, { customerPhone: phone, ...home })
    await shop.pay(body.id, 'approve')
    const path = `/api/admin/orders/${body.id}`
    await settled(path, { status: 'paid' })
    const cancelled = form({ status: 'cancelled', reason: 'prize_unavailable' })
    await owner.put(`/api/admin/raffles/${raffleId}`, cancelled)
    await settled(path, { refunds: [{ isPaid: false }, { isPaid: false }] })
    await browser.post(`/api/orders/${body.id}/requests`, { kind: 'credit' })
    const [request] = (await owner.get(path)).body.requests
    await taken()
    const accepted = { requestId: request.id, answer: 'accepted', words: 'With pleasure' }
    const answered = await owner.post(`${path}/answers`, accepted)
    expect(answered.body.refunds).toMatchObject([{ isPaid: true }, { isPaid: true }])

    const asked = `type=RefundPaid&subjectKind=order&subject=${body.id}`
    const trail = async () => (await owner.get(`/api/admin/audit?${asked}`)).body.data
    const line = {
      actor: { kind: 'staff', id: ownerId },
      address: '127.0.0.1',
      details: { act: 'accept_request', note: 'With pleasure' },
    }
    await vi.waitFor(async () => expect(await trail()).toMatchObject([line, line]), {
      timeout: 20_000,
      interval: 100,
    })
    await acted('adminAnswerRequest', Promise.resolve(answered))
  })
})

const counter = (productId: string, status: string) => ({
  customerPhone: '+96171222333',
  customerName: 'Rana Khoury',
  items: [{ productId, quantity: 1, variantId: null }],
  shippingMethod: 'pickup',
  paymentMethod: 'omt',
  status,
})

describe('money, files and papers', () => {
  it('K22 what is set, counted, sampled and taken as a file leaves its act', async () => {
    const { raffleId, productId } = await shop.sell({ name: 'Ring', totalTickets: 500 })
    await owner.post('/api/admin/orders/manual', counter(productId, 'paid'))
    await taken()
    const money = '/api/admin/money'
    const rate = { day: day(-1), lbpPerUsd: '89500' }
    await acted('adminSetRate', owner.post(`${money}/rates`, rate))
    const till = { day: day(-1), cashierId: ownerId, counted: '5.00' }
    await acted('adminCashUp', owner.post(`${money}/cash-ups`, till))
    const columns = 'externalId,transactionId,amount,fee,currency,date,type'
    const lines = `${columns}\n1,2,3.00,0.00,USD,${day(-1)},sale`
    const named = `${money}/statements?provider=whishpay&fileName=wrong.csv`
    const sent = owner.post(named, lines, { 'Content-Type': 'text/csv' })
    const { statement } = await acted('adminImportStatement', sent)
    const wrong = { path: `${money}/statements/${statement.id}`, body: { reason: 'Mistaken' } }
    await acted('adminWithdrawStatement', owner.call({ method: 'DELETE', ...wrong }))
    const files = {
      adminExportEntries: `/api/admin/raffles/${raffleId}/export`,
      adminExportRegister: `/api/admin/raffles/${raffleId}/register`,
      adminExportOpenings: `/api/admin/raffles/${raffleId}/openings`,
      adminExportCustomers: '/api/admin/customers/export',
      adminExportOrders: '/api/admin/orders/export',
      adminExportRefunds: `${money}/refunds/export`,
      adminExportSales: `${money}/sales/export`,
      exportAuditTrail: '/api/admin/audit/export',
    }
    for (const [operation, path] of Object.entries(files)) await acted(operation, owner.get(path))

    const papers = '/api/admin/audit/papers'
    const sample = { raffleId, tickets: 1, seed: 'a coin' }
    const paper = await acted('makePaper', owner.post(papers, sample))
    const { number } = paper.walks[0].walk
    const notes = { notes: { [number]: 'Seen' }, conclusion: '' }
    await acted('notePaper', owner.put(`${papers}/${paper.id}`, notes))
  })
})

describe('accounts of staff', () => {
  it('K22 invitations, roles, ways in and sessions leave their acts', async () => {
    const rana = { email: 'rana@shop.example', fullName: 'Rana Haddad', role: 'auditor' }
    const staff = '/api/admin/staff'
    const wanted = { ...rana, entry: 'password' }
    const { member, entry } = await acted('inviteStaff', owner.post(staff, wanted))
    const path = `${staff}/${member.id}`
    for (const change of [
      { role: 'cashier' },
      { fullName: 'Rana H.' },
      { phone: '+96171222555' },
      { isEnabled: false },
      { isEnabled: true },
    ])
      await acted('changeStaff', owner.patch(path, change))
    const renewed = owner.post(`${path}/password`, { entry: 'password' })
    const { oneTimePassword } = await acted('resetStaffPassword', renewed)
    expect(oneTimePassword).not.toBe(entry.oneTimePassword)
    const password = oneTimePassword
    const herBrowser = shop.browser()
    for (const ended of ['one', 'all']) {
      await shop.browser().post('/api/auth/admin-login', { email: rana.email, password })
      const { liveSessions } = (await owner.get(path)).body
      if (ended === 'one')
        await acted('revokeStaffSession', owner.delete(`${path}/sessions/${liveSessions[0].id}`))
      else await acted('revokeStaffSessions', owner.delete(`${path}/sessions`))
    }
    await herBrowser.post('/api/auth/admin-login', { email: rana.email, password })
    const chosen = { currentPassword: password, newPassword: 'many olives on the northern hill' }
    await herBrowser.post('/api/auth/admin-password', chosen)
    await keepPasskey(herBrowser)
    await taken()
    await acted('resetStaffFactors', owner.delete(`${path}/factors`))
    expect((await herBrowser.get('/api/auth/me')).body.user).toBeNull()
  })

  const keepPasskey = async (browser: ApiClient, key = softwarePasskey()) => {
    const { body } = await browser.post('/api/auth/admin-passkey-question')
    const asked = { ...body, origin: shop.config.http.publicOrigin }
    const kept = { name: 'Key', ...key.register(asked) }
    return browser.post('/api/auth/admin-passkeys', kept)
  }

  it('K22 one’s own second factor and password leave their acts', async () => {
    const { secret } = await acted('beginTotp', owner.post('/api/auth/admin-totp'))
    const { rows } = await shop.test.owner.query<{ now: Date }>('select clock_now() as now')
    const code = codeAt(fromBase32(secret), stepAt(rows[0]?.now ?? new Date()))
    await acted('confirmTotp', owner.post('/api/auth/admin-totp/confirm', { code }))
    const renewed = owner.post('/api/auth/admin-recovery-codes')
    const { recoveryCodes } = await acted('renewRecoveryCodes', renewed)
    const proof = { code: recoveryCodes[0] }
    await acted('proveByCode', owner.post('/api/auth/admin-proof', proof))
    await acted('askPasskey', owner.post('/api/auth/admin-passkey-question'))
    const { passkeys } = await acted('addPasskey', keepPasskey(owner))
    const key = `/api/auth/admin-passkeys/${passkeys[0].id}`
    await acted('removePasskey', owner.delete(key))
    await acted('removeTotp', owner.delete('/api/auth/admin-totp'))
    const change = { currentPassword: ownerPassword, newPassword: 'seven boats leave before dawn' }
    await acted('adminPassword', owner.post('/api/auth/admin-password', change))
  })
})

/** Where the others are made. */
const elsewhere = [
  'decideApproval', // second-person.db.test.ts
  'proveByPasskey', // second-factor.db.test.ts
]

it('K22 no fact of staff stands without a note of who and from where', async () => {
  expect(await notes.missing()).toEqual([])
})

it('K22 every row but those of draws and a few named ones was held here', () => {
  const open = Object.keys(leavesBehind).filter((name) => !made.has(name))
  const ofDraws = new Set(
    operations.filter(({ path }) => path.startsWith('/api/admin/draws')).map(({ name }) => name),
  )
  expect(open.filter((name) => !ofDraws.has(name)).toSorted()).toEqual(elsewhere)
})
