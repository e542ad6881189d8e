// Two persons where one is not enough (docs/security.md, K21), with ADMIN_SECURITY=strict.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { secondPerson } from '../../commands/approvals.ts'
import { moveClock } from '../../clock.ts'
import { drawArtwork } from '../../demo/artwork.ts'
import type { ApiAnswer } from '../api-client.ts'
import { strictColleague, strictOwner } from '../strict-staff.ts'
import type { StrictMember } from '../strict-staff.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: StrictMember
let manager: StrictMember
let raffleId: string
let productId: string

beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict', APPROVAL_ABOVE: '100' })
  owner = await strictOwner(shop)
  manager = await strictColleague(shop, owner, 'manager')
  await sell()
}, 120_000)
afterAll(() => shop.stop())

async function sell(): Promise<void> {
  const image = await drawArtwork({ seed: 'x', glyph: 'watch', plate: 'cedar' }, small)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const raffle = await owner.browser.post(
    '/api/admin/raffles',
    form({
      name: 'Watch',
      description: 'Words',
      prizeInfo: 'Words',
      value: '449.00',
      startsAt: day(0),
      endsAt: day(30),
      totalTickets: '500',
      minTicketsRequired: '0',
      status: 'active',
      image,
    }),
  )
  raffleId = raffle.body.id
  const product = await owner.browser.post(
    '/api/admin/products',
    form({
      name: 'Notebook',
      description: 'Words',
      price: '60.00',
      tickets: '2',
      totalTickets: '400',
      raffleId,
      active: '1',
      image,
    }),
  )
  productId = product.body.id
}

const small = { width: 80, height: 60 }

function form(fields: Record<string, string | Buffer>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') data.set(name, value)
    else data.set(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), 'a.jpg')
  return data
}

const manualOrder = (quantity: number) => ({
  customerPhone: '+96170123456',
  customerName: 'Maya Haddad',
  items: [{ productId, quantity, variantId: null }],
  shippingMethod: 'pickup',
  paymentMethod: 'cash',
  status: 'paid',
})
const place = async (quantity: number, by = owner, key?: string): Promise<ApiAnswer> => {
  await by.prove()
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return by.browser.post('/api/admin/orders/manual', manualOrder(quantity), headers)
}
const decide = async (id: string, isApproved: boolean, by = manager): Promise<ApiAnswer> => {
  await by.prove()
  return by.browser.post(`/api/admin/approvals/${id}`, { isApproved, note: 'Seen' })
}

describe('K21 a manual payment above the limit', () => {
  it('K21 waits for somebody else, is done once, and is in the trail with both', async () => {
    expect((await place(1)).status).toBe(201)
    const asked = await place(2)
    expect([asked.status, asked.body.code]).toEqual([409, 'approval_required'])
    const { approvalId } = asked.body
    expect((await place(2)).body.approvalId).toBe(approvalId)
    const typed = { ...manualOrder(2), customerPhone: '70 123 456' }
    const sameOrder = await owner.browser.post('/api/admin/orders/manual', typed)
    expect(sameOrder.body.approvalId).toBe(approvalId)
    expect((await decide(approvalId, true, owner)).body.code).toBe('own_request')
    expect((await decide(approvalId, true)).body).toEqual({ id: approvalId, isApproved: true })
    expect((await decide(approvalId, false)).body.code).toBe('already_decided')

    // Another amount is another act.
    expect((await place(3)).body.code).toBe('approval_required')
    const done = await place(2, owner, 'counter-1')
    expect([done.status, done.body.order?.total]).toEqual([201, '120.00'])
    const again = await place(2, owner, 'counter-1')
    expect([again.status, again.body.order?.id]).toEqual([200, done.body.order.id])
    expect((await place(2)).body.code).toBe('approval_required')

    const { rows } = await shop.test.owner.query<{ type: string; meta: string }>(
      'select type, meta from events where stream_id = $1 order by stream_version',
      [`approval/${approvalId}`],
    )
    expect(rows.map(({ type, meta }) => [type, JSON.parse(meta).actor])).toEqual([
      ['ApprovalRequested', `staff:${owner.id}`],
      ['ApprovalGiven', `staff:${manager.id}`],
      ['ApprovalUsed', `staff:${owner.id}`],
    ])
  })

  it('K21 also of an order that waits at the counter', async () => {
    const pending = { ...manualOrder(4), status: 'pending' }
    const { body } = await owner.browser.post('/api/admin/orders/manual', pending)
    const pay = () => owner.browser.patch(`/api/admin/orders/${body.order.id}`, { status: 'paid' })
    const asked = await pay()
    expect(asked.body.code).toBe('approval_required')
    await decide(asked.body.approvalId, false)
    const askedAgain = await pay()
    expect(askedAgain.body.approvalId).not.toBe(asked.body.approvalId)
    await decide(askedAgain.body.approvalId, true)
    expect((await pay()).body.status).toBe('paid')
    const path = `/api/admin/audit?subjectKind=order&subject=${body.order.id}&type=ApprovalGiven`
    await expect.poll(async () => (await owner.browser.get(path)).body.data.length).toBe(1)
  })

  it('K21 agrees to the currency and the rate as well', async () => {
    const pending = { ...manualOrder(5), status: 'pending' }
    const { body } = await owner.browser.post('/api/admin/orders/manual', pending)
    const path = `/api/admin/orders/${body.order.id}`
    const pay = (booked: object) => owner.browser.patch(path, { status: 'paid', ...booked })
    const pounds = { currency: 'LBP', rate: '89500' }
    const asked = await pay(pounds)
    const { data } = (await manager.browser.get('/api/admin/approvals?state=waiting')).body
    const one = data.find(({ id }: { id: string }) => id === asked.body.approvalId)
    expect(one.details).toMatchObject({ total: '300.00', ...pounds })
    await decide(asked.body.approvalId, true)
    for (const other of [{}, { currency: 'LBP' }, { ...pounds, rate: '1500' }]) {
      const refused = await pay(other)
      expect(refused.body.code).toBe('approval_required')
      expect(refused.body.approvalId).not.toBe(asked.body.approvalId)
      await decide(refused.body.approvalId, false)
    }
    expect((await pay(pounds)).body.status).toBe('paid')

    const prove = (proof: object) => owner.browser.post(`${path}/proof`, proof)
    expect((await prove({ reference: 'R-1', ...pounds })).body.proof).toMatchObject(pounds)
    const other = { currency: 'LBP', rate: '1500' }
    const askedAgain = await prove({ ...other, collector: 'Rami' })
    expect(askedAgain.body.code).toBe('approval_required')
    const { proof } = (await owner.browser.get(path)).body
    expect(proof).toMatchObject({ ...pounds, collector: null })
    await decide(askedAgain.body.approvalId, true)
    expect((await prove({ rate: '2000' })).body.code).toBe('approval_required')
    expect((await prove(other)).body.proof).toMatchObject(other)
    for (const left of (await manager.browser.get('/api/admin/approvals?state=waiting')).body.data)
      if (left.details.booked === 'LBP 2000') await decide(left.id, false)
  })

  it('K21 takes money that was said in no currency for dollars', async () => {
    const unsaid = { ...manualOrder(2), paymentMethod: 'omt', reference: 'OMT-9' }
    const place = () => owner.browser.post('/api/admin/orders/manual', unsaid)
    await decide((await place()).body.approvalId, true)
    const path = `/api/admin/orders/${(await place()).body.order.id}/proof`
    const asked = await owner.browser.post(path, { currency: 'LBP', rate: '1500' })
    expect(asked.body.code).toBe('approval_required')
    await decide(asked.body.approvalId, false)
    expect((await owner.browser.post(path, { currency: 'USD' })).status).toBe(200)
  })

  it('K21 agrees to another method of money that was taken, as to the first', async () => {
    const whish = { ...manualOrder(2), paymentMethod: 'whish' }
    const place = () => owner.browser.post('/api/admin/orders/manual', whish)
    await decide((await place()).body.approvalId, true)
    const path = `/api/admin/orders/${(await place()).body.order.id}`
    const correct = (method: string) => owner.browser.post(`${path}/proof`, { method })
    const asked = await correct('cash')
    expect(asked.body.code).toBe('approval_required')
    expect((await owner.browser.get(path)).body).toMatchObject({
      paymentMethod: 'whish',
      proof: { method: 'whish' },
    })
    const { data } = (await manager.browser.get('/api/admin/approvals?state=waiting')).body
    expect(data.find(({ id }: { id: string }) => id === asked.body.approvalId).details).toEqual({
      total: '120.00',
      was: 'whish',
      booked: 'cash',
    })
    await decide(asked.body.approvalId, true)
    const other = await correct('omt')
    expect(other.body.code).toBe('approval_required')
    await decide(other.body.approvalId, false)
    expect((await correct('cash')).body).toMatchObject({
      paymentMethod: 'cash',
      proof: { method: 'cash' },
    })
  })

  it('K21 agrees to cash that leaves or enters a counted till, however little', async () => {
    const till = '/api/admin/money/till'
    const path = `/api/admin/orders/${(await place(1)).body.order.id}`
    const correct = (method: string) => owner.browser.post(`${path}/proof`, { method })
    expect((await correct('whish')).body.paymentMethod).toBe('whish')
    const own = async () => {
      const { body } = await owner.browser.get(till)
      const isOwn = (one: { cashierId: string }) => one.cashierId === owner.id
      return { day: body.day, ...body.tills.find(isOwn) }
    }
    const { day, cashierId, expected } = await own()
    const closing = { day, cashierId, counted: expected }
    await owner.browser.post('/api/admin/money/cash-ups', closing)
    expect((await correct('omt')).body.paymentMethod).toBe('omt') // no cash is moved

    const asked = await correct('cash')
    expect(asked.body.code).toBe('approval_required')
    await decide(asked.body.approvalId, true)
    expect((await correct('cash')).body.paymentMethod).toBe('cash')
    const after = await own()
    expect(Number(after.expected) - Number(expected)).toBe(60)
    expect(after.cashUp).toMatchObject({ expected, counted: expected, difference: '0.00' })
  })

  it('K21 agrees to another rate of pounds that go back', async () => {
    const money = '/api/admin/money/rates'
    await owner.browser.post(money, { day: '2026-01-01', lbpPerUsd: '90000' })
    const paidIn = async (booked: object, reference: string) => {
      const sale = { ...manualOrder(2), ...booked }
      const sell = () => owner.browser.post('/api/admin/orders/manual', sale)
      await decide((await sell()).body.approvalId, true)
      const path = `/api/admin/orders/${(await sell()).body.order.id}`
      const owe = async () => {
        const owed = await owner.browser.post(`${path}/refund-duties`, { amount: '1.00' })
        return owed.body.refunds.at(-1).id
      }
      const give = (refundId: string, rate?: string) => {
        const cash = { method: 'cash', reference, currency: 'LBP', ...(rate && { rate }) }
        return owner.browser.post(`${path}/refunds`, { refundId, ...cash })
      }
      const given = async (rate?: string) => (await give(await owe(), rate)).body.refunds.at(-1)
      return { owe, give, given }
    }

    const pounds = await paidIn({ currency: 'LBP', rate: '89500' }, 'C-1')
    expect(await pounds.given()).toMatchObject({ isPaid: true, rate: '89500' })
    expect(await pounds.given('89500.0')).toMatchObject({ isPaid: true })
    const refundId = await pounds.owe()
    const { body: asked } = await pounds.give(refundId, '100000')
    expect(asked.code).toBe('approval_required')
    const { data } = (await manager.browser.get('/api/admin/approvals?state=waiting')).body
    expect(data.find(({ id }: { id: string }) => id === asked.approvalId).details).toEqual({
      refund: '1.00',
      method: 'cash',
      reference: 'C-1',
      currency: 'LBP',
      rate: '100000',
      usual: '89500',
      usualOf: 'payment',
      dayRate: '90000',
    })
    await decide(asked.approvalId, true)
    const { body: done } = await pounds.give(refundId, '100000')
    expect(done.refunds.at(-1)).toMatchObject({ isPaid: true, rate: '100000' })

    const dollars = await paidIn({ currency: 'USD' }, 'C-2')
    expect(await dollars.given()).toMatchObject({ isPaid: true, rate: null })
    expect(await dollars.given('90000')).toMatchObject({ isPaid: true })
    const { body: refused } = await dollars.give(await dollars.owe(), '89500')
    expect(refused.code).toBe('approval_required')
    await decide(refused.approvalId, false)
  })

  it('K21 is listed with what is to be done, and decided only by who may', async () => {
    const { body } = await manager.browser.get('/api/admin/approvals?state=waiting')
    expect(body.data).toMatchObject([
      { kind: 'manual_payment', details: { total: '120.00' }, state: 'waiting', isOwn: false },
      { kind: 'manual_payment', details: { total: '180.00' }, requestedBy: expect.any(String) },
    ])
    const cashier = await strictColleague(shop, owner, 'cashier')
    const [open] = body.data
    expect((await decide(open.id, true, cashier)).body.code).toBe('not_allowed')
    await moveClock(shop.test.owner, new Date(Date.now() + 25 * 3_600_000))
    await shop.service.core.clock.sync()
    const { email, password } = manager
    await manager.browser.post('/api/auth/admin-login', { email, password })
    await manager.prove()
    expect((await decide(open.id, true)).body.code).toBe('approval_expired')
  })
})

describe('K21 the size of a raffle', () => {
  it('K21 changes after the first sale only with a second person', async () => {
    const { email, password } = owner
    await owner.browser.post('/api/auth/admin-login', { email, password })
    await owner.prove()
    const resize = (totalTickets: string) =>
      owner.browser.put(`/api/admin/raffles/${raffleId}`, form({ totalTickets }))
    const asked = await resize('450')
    expect(asked.body.code).toBe('approval_required')
    expect((await owner.browser.get(`/api/admin/raffles/${raffleId}`)).body.totalTickets).toBe(500)
    await decide(asked.body.approvalId, true)
    expect((await resize('460')).body.code).toBe('approval_required')
    expect((await resize('450')).body.totalTickets).toBe(450)
  })
})

describe('K21 an act that is refused', () => {
  const factsOf = async (approvalId: string) => {
    const { rows } = await shop.test.owner.query<{ type: string }>(
      'select type from events where stream_id = $1 order by stream_version',
      [`approval/${approvalId}`],
    )
    return rows.map(({ type }) => type)
  }

  it('K21 leaves the approval of a new size to the next try', async () => {
    const path = `/api/admin/raffles/${raffleId}`
    const { headers } = await owner.browser.get(path)
    const resize = (change: Record<string, string | Buffer>, read = {}) =>
      owner.browser.put(path, form({ totalTickets: '440', ...change }), read)
    const asked = await resize({})
    const { approvalId } = asked.body
    expect(asked.body.code).toBe('approval_required')
    await decide(approvalId, true)
    await owner.browser.put(path, form({ description: 'Other words' }))
    const read = { 'If-Match': headers.get('etag') ?? '' }
    expect((await resize({}, read)).body.code).toBe('edit_conflict')
    const refusals = [
      [{ minTicketsRequired: '5' }, 'terms_are_published'],
      [{ endsAt: new Date().toISOString() }, 'shortening_refused'],
      [{ image: Buffer.from('no picture') }, 'unsupported_image'],
    ] as const
    for (const [change, code] of refusals) expect((await resize(change)).body.code).toBe(code)
    expect(await factsOf(approvalId)).toEqual(['ApprovalRequested', 'ApprovalGiven'])
    expect((await resize({})).body.totalTickets).toBe(440)
    expect(await factsOf(approvalId)).toContain('ApprovalUsed')
  })

  it('K21 asks nobody about a size below what is sold and reserved', async () => {
    const reserved = { ...manualOrder(1), status: 'pending' }
    expect((await owner.browser.post('/api/admin/orders/manual', reserved)).status).toBe(201)
    const path = `/api/admin/raffles/${raffleId}`
    const { body: raffle } = await owner.browser.get(path)
    const refused = await owner.browser.put(path, form({ totalTickets: `${raffle.ticketsSold}` }))
    expect(refused.body.code).toBe('below_sold_and_held')
  })

  it('K21 leaves the approval of money by hand: a used reference, a stale page', async () => {
    const byTransfer = { paymentMethod: 'omt', reference: 'OMT-7' }
    const sell = (quantity: number) =>
      owner.browser.post('/api/admin/orders/manual', { ...manualOrder(quantity), ...byTransfer })
    const asked = (await sell(2)).body
    await decide(asked.approvalId, true)
    expect((await sell(1)).status).toBe(201)
    expect((await sell(2)).body.code).toBe('reference_used')
    expect(await factsOf(asked.approvalId)).toEqual(['ApprovalRequested', 'ApprovalGiven'])

    const pending = { ...manualOrder(3), status: 'pending' }
    const { body } = await owner.browser.post('/api/admin/orders/manual', pending)
    const path = `/api/admin/orders/${body.order.id}`
    const pay = (read = {}) => owner.browser.patch(path, { status: 'paid' }, read)
    const { approvalId } = (await pay()).body
    await decide(approvalId, true)
    expect((await pay({ 'If-Match': '"9"' })).body.code).toBe('edit_conflict')
    expect((await pay()).body.status).toBe('paid')
    expect(await factsOf(approvalId)).toContain('ApprovalUsed')
  })
})

describe('K21 the mechanism', () => {
  it('K21 gives one approval to one of two who use it at once', async () => {
    const { database, store, clock } = shop.service.core
    const person = secondPerson({ database, store, now: clock.now, isAsked: true })
    const act = {
      kind: 'capacity_change' as const,
      subject: `raffle/${raffleId}`,
      request: { raffleId },
      details: {},
      actor: { personId: owner.id, role: 'owner', address: '10.0.0.1' },
    }
    const refused = await person.require(act).catch((error: unknown) => error)
    const { approvalId } = (refused as { details: { approvalId: string } }).details
    await decide(approvalId, true)
    const agreed = await Promise.all([person.require(act), person.require(act)])
    const used = await Promise.allSettled(agreed.map((use) => use?.()))
    expect(used.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(person.require(act)).rejects.toMatchObject({ code: 'approval_required' })
  })
})
