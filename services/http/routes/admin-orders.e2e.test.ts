// What staff do to orders, over the wire, on the whole shop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale({ totalTickets: 5_000 }))
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

/** With a key of its own each time: who orders the same again means a second order. */
async function manual(
  change: object = {},
  headers: Record<string, string> = { 'Idempotency-Key': newId<string>() },
): Promise<Body> {
  const { status, body } = await owner.post(
    '/api/admin/orders/manual',
    {
      customerPhone: '+96170123456',
      customerName: 'Maya Haddad',
      customerEmail: '',
      items: [{ productId, quantity: 1 }],
      shippingMethod: 'pickup',
      deliveryAddress: '',
      paymentMethod: 'cash',
      status: 'paid',
      ...change,
    },
    headers,
  )
  return { ...body.order, httpStatus: status, code: body.code, tickets: body.raffleTickets }
}

async function detail(id: string): Promise<{ order: Body; etag: string }> {
  const { body, headers } = await owner.get(`/api/admin/orders/${id}`)
  return { order: body, etag: headers.get('etag') ?? '' }
}

const voidsOf = (order: Body): string[] =>
  order.raffleEntries.flatMap(({ voidNumbers }: Body) => voidNumbers)

const act = (id: string, what: string, body: object, etag?: string) =>
  owner.post(`/api/admin/orders/${id}/${what}`, body, etag ? { 'If-Match': etag } : {})

const messages = async (like: string) => {
  const { rows } = await shop.test.owner.query<{ body: string }>(
    'select body from messages where body like $1 order by created_at',
    [like],
  )
  return rows.map(({ body }) => body)
}

it('marks a pending order as paid once, with its proof, and tells who did it', async () => {
  const { id } = await manual({ status: 'pending' })
  const { order, etag } = await detail(id)
  expect(order.mayDo).toEqual(expect.arrayContaining(['mark_paid', 'extend_hold', 'cancel']))

  const paid = { status: 'paid', paymentMethod: 'omt', reference: 'OMT-1', collector: 'Rami' }
  const path = `/api/admin/orders/${id}`
  const money = { currency: 'LBP', rate: '89500' }
  const [first, second] = await Promise.all([
    owner.patch(path, { ...paid, ...money }, { 'If-Match': etag }),
    owner.patch(path, { ...paid, ...money }, { 'If-Match': etag }),
  ])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])

  const after = (await detail(id)).order
  expect(after).toMatchObject({
    status: 'paid',
    proof: { method: 'omt', reference: 'OMT-1', collector: 'Rami', currency: 'LBP', rate: '89500' },
    payments: [{ method: 'omt', amount: '10.00', isSale: true }],
  })
  expect(after.raffleEntries[0].tickets).toBe(2)
  expect(after.history.map(({ what, who }: Body) => `${what} ${who.name ?? who.kind}`)).toEqual([
    `OrderPlaced ${ownerEmail}`,
    `PaymentConfirmed ${ownerEmail}`,
    'TicketsGranted system',
  ])
})

it('refuses an act on an older version, naming who changed the order', async () => {
  const { id } = await manual({ status: 'pending' })
  const { etag } = await detail(id)
  expect((await act(id, 'hold', { hours: 96 }, etag)).status).toBe(200)
  const late = await owner.patch(
    `/api/admin/orders/${id}`,
    { status: 'cancelled', reason: 'duplicate' },
    { 'If-Match': etag },
  )
  expect(late.body).toMatchObject({ code: 'edit_conflict', changedBy: ownerEmail })
})

it('keeps a pending order longer, and never shorter', async () => {
  const { id } = await manual({ status: 'pending' })
  const before = (await detail(id)).order.holdUntil
  const { body } = await act(id, 'hold', { hours: 100, note: 'comes on Monday' })
  expect(Date.parse(body.holdUntil)).toBeGreaterThan(Date.parse(before))
  expect(body.history.at(-1)).toMatchObject({ what: 'HoldExtended', note: 'comes on Monday' })
  expect((await act(id, 'hold', { hours: 1 })).body.code).toBe('shortening_refused')
  const { rows } = await shop.test.owner.query<{ until: Date }>(
    'select hold_until as until from purchases where order_id = $1',
    [id],
  )
  expect(rows[0]?.until.toISOString()).toBe(body.holdUntil)
})

it('cancels a paid order with a reason, and pays the money back with a proof, once', async () => {
  const { id } = await manual()
  const { etag } = await detail(id)
  const cancel = { status: 'cancelled', reason: 'out_of_stock', note: 'the last one broke' }
  const cancelled = await owner.patch(`/api/admin/orders/${id}`, cancel, { 'If-Match': etag })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', refundStatus: 'due' })
  const { order } = await detail(id)
  expect(voidsOf(order)).toEqual(order.raffleEntries[0].ticketNumbers)
  expect(voidsOf(cancelled.body)).toEqual(voidsOf(order))
  const { body: listed } = await owner.get('/api/admin/orders?page=1&limit=20')
  expect(listed.data.map((one: Body) => [one.status, voidsOf(one).length])).toEqual(
    listed.data.map(({ status }: Body) => [status, status === 'cancelled' ? 2 : 0]),
  )
  expect(order.history.find(({ what }: Body) => what === 'OrderCancelled')).toMatchObject({
    code: 'out_of_stock',
    note: 'the last one broke',
  })
  const [duty] = order.refunds
  for (const reference of [undefined, null, ' ']) {
    const unproven = { refundId: duty.id, method: 'omt', reference }
    expect((await act(id, 'refunds', unproven)).body.fields).toMatchObject([{ path: 'reference' }])
  }
  const payment = { refundId: duty.id, method: 'omt', reference: 'R-77' }
  expect((await act(id, 'refunds', payment)).body.refunds[0]).toMatchObject({
    isPaid: true,
    method: 'omt',
    reference: 'R-77',
  })
  expect((await act(id, 'refunds', payment)).status).toBe(200)
  expect((await act(id, 'refunds', { ...payment, reference: 'R-78' })).body).toMatchObject({
    code: 'refund_paid',
    changedBy: ownerEmail,
    fields: [{ message: 'omt' }, { message: 'R-77' }],
  })
  const after = (await detail(id)).order
  expect(after.refunds[0].reference).toBe('R-77')
  expect(after.history.filter(({ what }: Body) => what === 'RefundPaid')).toHaveLength(1)
  await expect.poll(() => messages('%10.00 was paid back%'), patient).toHaveLength(1)
})

it('gives part of the sale back, up to what was paid', async () => {
  const { id } = await manual()
  const owed = await act(id, 'refund-duties', { amount: '4.00', note: 'scratched' })
  expect(owed.body).toMatchObject({ refundable: '6.00', refundStatus: 'due', status: 'paid' })
  expect((await act(id, 'refund-duties', { amount: '6.01' })).body.code).toBe('refund_too_large')

  const [{ id: refundId }] = owed.body.refunds
  const [credit] = (await act(id, 'refunds', { refundId, method: 'credit' })).body.refunds
  const year = new Date().getFullYear() + 1
  expect(credit).toMatchObject({
    method: 'credit',
    creditUntil: expect.stringMatching(`^${year}-`),
  })
  const { body: listed } = await owner.get('/api/admin/money/refunds?state=paid')
  expect(listed.data).toContainEqual(
    expect.objectContaining({ refundId, proof: null, creditUntil: credit.creditUntil }),
  )
})

it('hands an order over by its pickup code, and tells the buyer each time', async () => {
  const { id, reference } = await manual()
  const ready = await act(id, 'handover', { step: 'ready' })
  expect(ready.body).toMatchObject({ handover: 'ready', status: 'paid' })
  await expect.poll(() => messages(`%${reference} is ready for pickup%`), patient).toHaveLength(1)
  const [text = ''] = await messages(`%${reference} is ready for pickup%`)
  const code = /code: (\d{6})/.exec(text)?.[1] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await act(id, 'handover', { step: 'handed_over', code: wrong })).body.code).toBe(
    'wrong_code',
  )
  expect((await act(id, 'handover', { step: 'sent_out' })).body.code).toBe('other_shipping')
  const done = await act(id, 'handover', { step: 'handed_over', code })
  expect(done.body.status).toBe('completed')
  await expect.poll(() => messages(`%${reference} was handed over%`), patient).toHaveLength(1)
})

it('takes goods back that were handed over, and their tickets become void', async () => {
  const { id } = await manual()
  const { body } = await act(id, 'handover', { step: 'handed_over' })
  expect(body).toMatchObject({ status: 'completed' })
  expect(body.mayDo).toContain('cancel')
  const returned = { status: 'cancelled', reason: 'customer_asked' }
  const taken = await owner.patch(`/api/admin/orders/${id}`, returned)
  expect(taken.body).toMatchObject({ status: 'cancelled', refundStatus: 'due' })
  expect(voidsOf(taken.body)).toEqual(taken.body.raffleEntries[0].ticketNumbers)
  expect((await detail(id)).order.mayDo).not.toContain('cancel')
})

describe('the phone of an order', () => {
  const wrong = '+96170654321'
  const customerOf = async (phone: string): Promise<Body> => {
    const { body } = await owner.get(`/api/admin/customers?search=${encodeURIComponent(phone)}`)
    const [found] = body.data
    return found === undefined ? {} : (await owner.get(`/api/admin/customers/${found.id}`)).body
  }

  it('is corrected, and the order is another customer’s, with all that is noted', async () => {
    const { id } = await manual({ customerPhone: wrong, customerName: 'Nour Saab' })
    const { order, etag } = await detail(id)
    expect(order.mayDo).toContain('correct_holder')
    expect((await customerOf(wrong)).orders).toHaveLength(1)

    const correction = { phone: '70 654 322', cause: 'mistyped', note: 'read back twice' }
    const { status, body } = await act(id, 'holder', correction, etag)
    expect(status).toBe(200)
    expect(body).toMatchObject({ userPhone: '+96170654322', userName: 'Nour Saab' })
    expect(body.history.at(-1)).toMatchObject({
      what: 'HolderCorrected',
      code: 'mistyped',
      note: 'read back twice',
      who: { name: ownerEmail },
    })
    await expect
      .poll(async () => (await customerOf('+96170654322')).orders?.[0]?.id, patient)
      .toBe(id)
    expect((await customerOf(wrong)).orders).toHaveLength(0)

    const { rows } = await shop.test.owner.query<{ facts: string; details: object }>(
      `select (select string_agg(payload || meta, ' ') from events
                where stream_id = 'order/' || $1) as facts, details
         from audit_details where subject = 'order/' || $1 and act = 'correct_holder'`,
      [id],
    )
    expect(rows[0]?.details).toEqual({
      note: 'read back twice',
      from: wrong,
      to: '+96170654322',
    })
    expect(rows[0]?.facts).not.toMatch(/7065432/)
  })

  it('is corrected before it is paid: its tickets are those of the new number', async () => {
    const { id } = await manual({ customerPhone: wrong, status: 'pending' })
    expect((await act(id, 'holder', { phone: '+96170654323', cause: 'recycled' })).status).toBe(200)
    const paid = { status: 'paid', paymentMethod: 'cash' }
    expect((await owner.patch(`/api/admin/orders/${id}`, paid)).body.status).toBe('paid')
    const { rows } = await shop.test.owner.query<{ phone: string }>(
      `select holder_text::json ->> 'phone' as phone from issues where order_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ phone: '+96170654323' }])
  })

  it('counts for the limit of the new number, and is refused beyond it', async () => {
    const each = { name: 'Four each', totalTickets: 50, ticketsPerPersonMax: 4 }
    const limited = (await shop.sell(each)).productId
    const buy = (customerPhone: string, quantity: number) =>
      manual({ customerPhone, items: [{ productId: limited, quantity }] })
    const { id } = await buy('+96170111201', 2)
    await buy('+96170111202', 1)
    const correct = (phone: string) => act(id, 'holder', { phone, cause: 'mistyped' })
    expect((await correct('+96170111202')).body).toMatchObject({
      code: 'person_limit',
      available: 2,
    })
    expect((await detail(id)).order.userPhone).toBe('+96170111201')
    expect((await buy('+96170111201', 1)).code).toBe('person_limit')

    expect((await correct('+96170111203')).status).toBe(200)
    expect((await buy('+96170111203', 1)).code).toBe('person_limit')
    expect((await buy('+96170111201', 2)).httpStatus).toBe(201)
  })

  it('is refused where nothing would change, or it is none, or the order is over', async () => {
    const { id } = await manual({ customerPhone: wrong })
    const refused = async (phone: string) => {
      const { status, body } = await act(id, 'holder', { phone, cause: 'other' })
      return [status, body.code]
    }
    expect(await refused(wrong)).toEqual([400, 'invalid_request'])
    expect(await refused('+9611234567')).toEqual([400, 'invalid_request'])
    await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'duplicate' })
    expect(await refused('+96170654324')).toEqual([409, 'order_cancelled'])
    expect((await detail(id)).order.mayDo).not.toContain('correct_holder')
  })
})

it('accepts what a buyer asked for, and tells him', async () => {
  const { id, reference } = await manual()
  await shop.test.owner.query(
    `insert into order_requests (request_id, order_id, kind, note, state, created_at)
     values (gen_random_uuid(), $1, 'cancel', 'changed my mind', 'open', clock_now())`,
    [id],
  )
  const { order } = await detail(id)
  const [asked] = order.requests
  expect(asked).toMatchObject({ kind: 'cancel', note: 'changed my mind' })
  const answer = { requestId: asked.id, answer: 'accepted', words: 'Of course.' }
  const { body } = await act(id, 'answers', answer)
  expect(body).toMatchObject({ status: 'cancelled', refundStatus: 'due' })
  expect(body.requests[0]).toMatchObject({ state: 'accepted', answer: 'Of course.' })
  expect((await act(id, 'answers', answer)).body.code).toBe('request_not_possible')
  expect(await messages(`%${reference}: your request was accepted%`)).toHaveLength(1)
})

it('makes one order of two clicks', async () => {
  const key = { 'Idempotency-Key': 'two-clicks-1' }
  const both = await Promise.all([manual({}, key), manual({}, key)])
  const made = both.filter(({ httpStatus }) => httpStatus < 300)
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  // The slower one is told the same order, or to wait a moment for it.
  const others = both.filter(({ httpStatus }) => httpStatus >= 300)
  expect(others.every(({ code }) => code === 'request_in_flight')).toBe(true)
  expect((await manual({}, key)).id).toBe(made[0]?.id)
})
