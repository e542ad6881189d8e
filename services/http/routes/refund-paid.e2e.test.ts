// Money that goes back, by several hands: what may be promised while tickets are in a draw, who
// paid a refund of two who did, and a payment that was written down at the wrong order.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { lineIdSchema, orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'

import type { ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'
import { verify } from '../../verify/run.ts'
import { timelineOf } from '../order-page-view.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
let otherId: string | undefined
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale({ totalTickets: 5_000 }))
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

const pathOf = (id: string) => `/api/admin/orders/${id}`
const read = async (id: string): Promise<Body> => (await owner.get(pathOf(id))).body
const act = (id: string, path: string, body: object, headers = {}) =>
  owner.post(`${pathOf(id)}/${path}`, body, headers)
const linesOf = async (file: string, about: string) =>
  (await owner.get(`/api/admin/${file}`)).bytes
    .toString('utf8')
    .split('\r\n')
    .filter((line) => line.includes(about))

let sold = 0
async function manual(products = [productId]): Promise<Body> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170123456',
    // The same order of the same minute would be one that is sent twice.
    customerName: `Maya Haddad ${++sold}`,
    items: products.map((each) => ({ productId: each, quantity: 1 })),
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  return body.order
}

async function cancelled(): Promise<Body & { refundId: string }> {
  const order = await manual()
  await owner.patch(pathOf(order.id), { status: 'cancelled', reason: 'mistake' })
  return { ...order, refundId: `cancelled:${order.id}` }
}

it('no promise of staff leaves tickets in a draw without their money', async () => {
  const { id } = await manual()
  const whole = await act(id, 'refund-duties', { amount: '10.00' })
  expect([whole.status, whole.body.code]).toEqual([409, 'tickets_stand'])
  expect((await act(id, 'refund-duties', { amount: '9.99' })).status).toBe(200)
  expect((await act(id, 'refund-duties', { amount: '0.01' })).body.code).toBe('tickets_stand')
  expect(await read(id)).toMatchObject({ status: 'paid', refundable: '0.01' })
})

type Entry = { id: string; ticketNumbers: string[]; voidNumbers: string[] }

/** Of two lines, each with tickets of its own raffle. */
async function ofTwoLines(): Promise<{ id: string; lines: [string, string] }> {
  otherId ??= (await shop.sell({ name: 'A Trip to Oman', totalTickets: 500 })).productId
  const { id } = await manual([productId, otherId])
  const [first, second] = (await read(id)).returnable
  return { id, lines: [first.lineId, second.lineId] }
}

/** The numbers of a line, and those of them that are void, as the read model tells it. */
const voidsOf = async (id: string, lineId: string) => {
  const entry = (await read(id)).raffleEntries.find((one: Entry) => one.id === lineId)
  return [entry.ticketNumbers.length, entry.voidNumbers.length]
}

it('one line of two comes back: its money is owed, its tickets void, the rest stays', async () => {
  const { id, lines } = await ofTwoLines()
  const said = { lineId: lines[0], note: 'The zip was broken' }
  const first = await act(id, 'returns', said)
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: 'paid',
      refundStatus: 'due',
      refunds: [{ id: `returned:${lines[0]}`, cause: 'returned', amount: '10.00' }],
      returnable: [],
    },
  })
  const { items, history } = first.body
  const [line, other] = items
  expect([line.isReturned, other.isReturned]).toEqual([true, false])
  const { productName, variantName, quantity } = line
  const goods = { productName, variantName, quantity }
  expect(history.at(-1)).toMatchObject({ what: 'RefundDue', note: said.note, goods })
  const facts = await shop.service.core.store.readStream<OrderEvent>(`order/${id}`)
  expect(timelineOf(facts).at(-1)).toMatchObject({ step: 'refund_due', goods })
  const [tickets] = await voidsOf(id, lines[0])
  expect(tickets).toBeGreaterThan(0)
  await expect.poll(() => voidsOf(id, lines[0]), patient).toEqual([tickets, tickets])
  expect((await voidsOf(id, lines[1]))[1]).toBe(0)

  const again = await act(id, 'returns', said)
  expect([again.status, again.body.version]).toEqual([200, first.body.version])
  const last = await act(id, 'returns', { lineId: lines[1] })
  expect([last.status, last.body.code]).toEqual([409, 'last_line'])
  const mistaken = { refundId: `returned:${lines[0]}`, reason: 'mistake', note: 'Another order' }
  expect((await act(id, 'refund-withdrawals', mistaken)).body.code).toBe('refund_stays')
  const { data } = (await owner.get('/api/admin/fulfilment?stage=to_prepare')).body
  const packed = data.find((row: Body) => row.id === id)
  expect(packed.lines ?? packed.items).toHaveLength(1)
})

it('who dies after the fact of a return leaves its tickets to the reactor', async () => {
  const { id, lines } = await ofTwoLines()
  await shop.service.core.desk.orders.change(orderIdSchema.parse(id), {
    actor: 'system:test',
    commands: () => [{ type: 'ReturnLine', lineId: lineIdSchema.parse(lines[1]) }],
  })
  const [tickets] = await voidsOf(id, lines[1])
  await expect.poll(() => voidsOf(id, lines[1]), patient).toEqual([tickets, tickets])
  expect((await voidsOf(id, lines[0]))[1]).toBe(0)
})

it('of two who pay one refund the second hears who paid it, and how', async () => {
  for (const headers of [true, false]) {
    const { id, refundId } = await cancelled()
    const seen = headers ? { 'If-Match': `"${(await read(id)).version}"` } : {}
    const pay = (method: string, note: string) =>
      act(id, 'refunds', { refundId, method, reference: `${method}-${id}`, note }, seen)
    const answers = await Promise.all([pay('cash', 'First'), pay('whish', 'Second')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [paid, refused] = answers[0].status === 200 ? answers : answers.toReversed()
    expect(['refund_paid', 'edit_conflict']).toContain(refused!.body.code)
    const { method } = paid!.body.refunds[0]

    const late = await act(id, 'refunds', { refundId, method: 'omt', reference: 'L', note: 'Late' })
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        code: 'refund_paid',
        changedBy: ownerEmail,
        fields: [
          { path: 'method', message: method },
          { path: 'reference', message: `${method}-${id}` },
        ],
      },
    ])
    expect(late.body.error).not.toContain(ownerEmail)
  }
})

it('who says the same again changes nothing, and the first note stays', async () => {
  const { id, refundId } = await cancelled()
  const said = { refundId, method: 'cash', reference: `S-${id}` }
  await act(id, 'refunds', { ...said, note: 'To Maya herself' })
  expect((await act(id, 'refunds', { ...said, note: 'Another note' })).status).toBe(200)
  const { history } = await read(id)
  expect(history.at(-1)).toMatchObject({ what: 'RefundPaid', note: 'To Maya herself' })

  // As older versions had written it: a later note of somebody else, under the same command.
  await shop.test.owner.query(
    `insert into audit_details
            (audit_id, subject, command_id, actor_id, act, address, details, created_at)
     select gen_random_uuid(), subject, command_id, gen_random_uuid(), act, address,
            '{"note": "Of another"}', created_at + interval '1 second'
       from audit_details where subject = $1 and act = 'pay_refund'`,
    [`order/${id}`],
  )
  const after = await read(id)
  expect(after.history.at(-1)).toMatchObject({ note: 'To Maya herself' })
  const trail = (await owner.get('/api/admin/audit?type=RefundPaid&limit=1')).body
  expect(trail.data[0].details).toMatchObject({ note: 'To Maya herself' })
})

it('a refund paid at the wrong order is due again, and its number is free', async () => {
  const till = async () =>
    (await owner.get('/api/admin/money/till')).body.tills.map((one: Body) => one.expected)
  const [wrong, right] = [await cancelled(), await cancelled()]
  const transfer = { method: 'omt', reference: `OMT-${wrong.id}`, note: 'At the agent' }
  await act(wrong.id, 'refunds', { refundId: wrong.refundId, ...transfer })
  const paying = { refundId: right.refundId, ...transfer }
  expect((await act(right.id, 'refunds', paying)).body.code).toBe('reference_used')

  const undo = (note: string, about = wrong) =>
    act(about.id, 'refund-payment-withdrawals', { refundId: about.refundId, note })
  expect((await undo(' ')).body.fields).toMatchObject([{ path: 'note' }])
  const taxed = async () =>
    (await linesOf('money/sales/export', wrong.reference)).map(
      (line) => /-?\d+\.\d\d/.exec(line)?.[0],
    )
  await expect.poll(taxed, patient).toEqual(['10.00', '-10.00'])
  const { status, body } = await undo('Of another order')
  expect([status, body.refundStatus]).toEqual([200, 'due'])
  expect(body.refunds).toMatchObject([{ isPaid: false, method: null, reference: null }])
  // The file of the day on which it was said to be paid stays as it was handed in.
  await expect.poll(taxed, patient).toEqual(['10.00', '-10.00', '10.00'])
  expect(body.history.at(-1)).toMatchObject({
    what: 'RefundPaymentWithdrawn',
    amount: '10.00',
    method: 'omt',
    note: 'Of another order',
  })
  const [entry] = (await owner.get('/api/admin/audit?type=RefundPaymentWithdrawn&limit=1')).body
    .data
  expect(entry.details).toMatchObject({
    note: 'Of another order',
    before: { method: 'omt', reference: transfer.reference },
  })
  const due = await owner.get('/api/admin/money/refunds?state=due')
  expect(due.body.data).toContainEqual(
    expect.objectContaining({ orderId: wrong.id, proof: null, paidAt: null }),
  )
  const [line = ''] = await linesOf('money/refunds/export', wrong.reference)
  expect(line).not.toContain('omt')

  expect((await act(right.id, 'refunds', paying)).status).toBe(200)
  // Its method corrected is: withdrawn, and paid as it was.
  const before = await till()
  const cash = { refundId: wrong.refundId, method: 'cash', reference: `C-${wrong.id}` }
  const again = await act(wrong.id, 'refunds', { ...cash, note: 'Once more' })
  expect(again.body.refunds).toMatchObject([{ isPaid: true, method: 'cash' }])
  expect(again.body.history.at(-1)).toMatchObject({ what: 'RefundPaid', note: 'Once more' })
  await expect.poll(till, patient).not.toEqual(before)
  await undo('It was Whish')
  await expect.poll(till, patient).toEqual(before)
  const whish = { ...cash, method: 'whish' }
  expect((await act(wrong.id, 'refunds', whish)).body.refunds).toMatchObject([
    { isPaid: true, method: 'whish' },
  ])
  await expect
    .poll(taxed, patient)
    .toEqual(['10.00', '-10.00', '10.00', '-10.00', '10.00', '-10.00'])
  // Its buyer reads of the one payment that was.
  const facts = await shop.service.core.store.readStream<OrderEvent>(`order/${wrong.id}`)
  expect(facts.filter(({ event }) => event.type === 'RefundPaid')).toHaveLength(3)
  expect(timelineOf(facts).filter(({ step }) => step === 'refund_paid')).toHaveLength(1)
})

it('what is not paid has no payment to withdraw', async () => {
  const { id, refundId } = await cancelled()
  const asked = { refundId, note: 'A slip' }
  const { body } = await act(id, 'refund-payment-withdrawals', asked)
  expect(body.history.at(-1).what).toBe('RefundDue')
  const nobody = { refundId: 'nobody', note: 'A slip' }
  expect((await act(id, 'refund-payment-withdrawals', nobody)).status).toBe(404)
})

it('the ledger is sound after all of it', async () => {
  const { findings } = await verify(shop.test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
}, 60_000)
