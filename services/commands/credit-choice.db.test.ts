// Store credit that a buyer has chosen: given by one act, and only where it can be given.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { answerRequest } from './answer-request.ts'
import { settleCancelledRaffle } from './cancelled-raffle.ts'
import { oweRefund, payRefund, payRefunds } from './complete-refund.ts'
import type { OrderDesk } from './order-desk.ts'
import {
  askAboutOrder,
  lockRequests,
  reopenChoice,
  requestsOf,
  withdrawRequest,
} from './order-requests.ts'
import type { RequestKind } from './order-requests.ts'
import { withdrawRefundPayment } from './withdraw-refund-payment.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const ann = newId<string>()
const bob = newId<string>()

/**
 * An order of two lines and delivery that is owed all of its money, but for what `beside` it is of
 * another raffle.
 */
async function lost(
  beside: readonly string[] = [],
): Promise<{ orderId: OrderId; refundIds: string[] }> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 50, products: [{}, {}] })
  const items = [...productIds, ...beside].map((productId) => ({ productId, quantity: 1 }))
  const home = { shippingMethod: 'delivery', deliveryAddress: 'Rue Gouraud 40, Beirut' } as const
  const orderId = (await rig.buy({ items, ...home })).id as OrderId
  await rig.pay(orderId, 'approve')
  await rig.watch.askNow(orderId)
  await rig.store
    .raffle(raffleId)
    .command(
      { type: 'CancelRaffle', now: rig.desk.now().toISOString(), reason: 'prize_unavailable' },
      { commandId: newId<CommandId>(), correlationId: raffleId, actor: 'staff:test' },
    )
  await settleCancelledRaffle(rig.desk, raffleId, { stopping: new AbortController().signal })
  return { orderId, refundIds: (await rig.order(orderId)).refunds.map((duty) => duty.refundId) }
}

const ask = (orderId: OrderId, kind: RequestKind = 'credit') =>
  askAboutOrder(rig.desk, { orderId, kind, note: null, actor: 'guest:test' })

type By = { commandId?: CommandId; desk?: OrderDesk }

async function accept(orderId: OrderId, staffId: string, by: By = {}) {
  const { commandId = newId<CommandId>(), desk = rig.desk } = by
  const [request] = await requestsOf(rig.test.database, orderId)
  const requestId = request!.request_id
  const words = { answer: 'accepted', words: 'Gladly', restock: false } as const
  return answerRequest(desk, { orderId, requestId, ...words, staffId, guard: { commandId } })
}

/** The rig's own, with another way to the facts. */
const through = (change: OrderDesk['orders']['change']): OrderDesk => ({
  ...rig.desk,
  orders: { ...rig.desk.orders, change },
})

const tooSlow = { code: 'busy' }

/** Too slow for facts of credit; `meanwhile` happens once the request was accepted with them. */
const refusing = (meanwhile: () => Promise<unknown> = async () => {}) =>
  through(async (orderId, wanted) => {
    expect((await requestsOf(rig.test.database, orderId))[0]).toMatchObject({ state: 'accepted' })
    await meanwhile()
    await rig.moveClock(16)
    return rig.desk.orders.change(orderId, wanted)
  })

const inCash = (desk: OrderDesk, orderId: OrderId, refundId: string) => {
  const cash = { method: 'cash', reference: `R-${orderId}`, paidBy: ann } as const
  return payRefund(desk, { orderId, refundId, ...cash, actor: `staff:${ann}` })
}

const asCredit = (desk: OrderDesk, orderId: OrderId, refundId: string) => {
  const credit = { method: 'credit', reference: null, paidBy: ann } as const
  return payRefund(desk, { orderId, refundId, ...credit, actor: `staff:${ann}` })
}

type Unpaid = { orderId: OrderId; refundId: string; commandId?: CommandId }

/** What staff say of it: it was not paid. */
const unpay = (desk: OrderDesk, { commandId = newId<CommandId>(), ...refund }: Unpaid) =>
  withdrawRefundPayment(desk, { ...refund, actor: `staff:${bob}`, guard: { commandId } })

async function paidFacts(orderId: OrderId) {
  const facts = await rig.store.readStream<OrderEvent>(`order/${orderId}`)
  return facts.flatMap(({ event, meta }) =>
    event.type === 'RefundPaid' ? [{ ...event.data, commandId: meta.commandId }] : [],
  )
}

async function proofsOf(orderId: OrderId) {
  const { rows } = await rig.test.owner.query(
    `select refund_id, method, paid_by, credit_until::text as until
       from refund_payments where order_id = $1`,
    [orderId],
  )
  return rows
}

const stateOf = async (orderId: OrderId) =>
  (await requestsOf(rig.test.database, orderId)).map(({ state, answer }) => [state, answer])

/** How many calls wait for what another one holds. */
async function waiting(): Promise<number> {
  const { rows } = await rig.test.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

it('pays all that is still owed by the act that accepts it, each with its proof', async () => {
  const { orderId, refundIds } = await lost()
  const [first, ...others] = refundIds
  await inCash(rig.desk, orderId, first!)
  await ask(orderId)
  const commandId = newId<CommandId>()
  await accept(orderId, bob, { commandId })

  const [cash, ...credits] = await paidFacts(orderId)
  expect(cash).toMatchObject({ refundId: first, method: 'cash' })
  expect(credits.map(({ refundId }) => refundId).toSorted()).toEqual(others.toSorted())
  const [{ creditUntil: until } = {}] = credits
  for (const credit of credits)
    expect(credit).toMatchObject({ commandId, method: 'credit', creditUntil: until })
  const proofs = await proofsOf(orderId)
  expect(proofs).toHaveLength(3)
  for (const refund_id of others)
    expect(proofs).toContainEqual({ refund_id, method: 'credit', paid_by: bob, until })
  expect(await stateOf(orderId)).toEqual([['accepted', 'Gladly']])

  const paid = { method: 'credit', reference: null, paidBy: bob, actor: `staff:${bob}` } as const
  await payRefunds(rig.desk, { orderId, refundIds, ...paid, guard: { commandId } })
  expect(await paidFacts(orderId)).toHaveLength(3)
  await expect(accept(orderId, bob)).rejects.toMatchObject({ code: 'request_not_possible' })
})

it('is not accepted while somebody gives the money back', async () => {
  const { orderId, refundIds } = await lost()
  let refusal: unknown
  const change: OrderDesk['orders']['change'] = async (id, wanted) => {
    await ask(orderId)
    refusal = await accept(orderId, bob).catch((error: unknown) => error)
    expect(await stateOf(orderId)).toEqual([['open', null]])
    return rig.desk.orders.change(id, wanted)
  }
  await inCash({ ...rig.desk, orders: { ...rig.desk.orders, change } }, orderId, refundIds[0]!)

  expect(refusal).toMatchObject({ code: 'edit_conflict' })
  expect(await paidFacts(orderId)).toMatchObject([{ refundId: refundIds[0], method: 'cash' }])
  expect(await proofsOf(orderId)).toMatchObject([{ method: 'cash' }])
  // The rest is what he has chosen about.
  await accept(orderId, bob)
  expect(await paidFacts(orderId)).toMatchObject([
    { method: 'cash' },
    { method: 'credit' },
    { method: 'credit' },
  ])
})

it('is held to where he chooses it just before the proof of other money is written', async () => {
  const { orderId, refundIds } = await lost()
  const transaction: OrderDesk['database']['transaction'] = async (act, options) => {
    await ask(orderId)
    return rig.desk.database.transaction(act, options)
  }
  const desk = { ...rig.desk, database: { ...rig.desk.database, transaction } }
  await expect(inCash(desk, orderId, refundIds[0]!)).rejects.toMatchObject({
    code: 'credit_chosen',
  })
  expect(await proofsOf(orderId)).toEqual([])
})

it('stays open where one of its proofs cannot be written', async () => {
  const { orderId, refundIds } = await lost()
  const broken = through(() => Promise.reject(new Error('the connection broke')))
  await expect(inCash(broken, orderId, refundIds.at(-1)!)).rejects.toThrow('the connection broke')
  await ask(orderId)

  await expect(accept(orderId, bob)).rejects.toMatchObject({ code: 'edit_conflict' })
  expect(await stateOf(orderId)).toEqual([['open', null]])
  expect(await proofsOf(orderId)).toMatchObject([{ method: 'cash' }])
  await rig.moveClock(61)
  await accept(orderId, bob)
  expect(await proofsOf(orderId)).toHaveLength(3)
  expect((await rig.order(orderId)).refunds.every(({ isPaid }) => isPaid)).toBe(true)
})

it('is open again where its credit is refused: he may withdraw it, and choose anew', async () => {
  const { orderId, refundIds } = await lost()
  await ask(orderId)
  await expect(accept(orderId, bob, { desk: refusing() })).rejects.toMatchObject(tooSlow)
  expect(await stateOf(orderId)).toEqual([['open', null]])
  expect(await proofsOf(orderId)).toEqual([])
  expect(await paidFacts(orderId)).toEqual([])

  await withdrawRequest(rig.test.database, orderId)
  await inCash(rig.desk, orderId, refundIds[0]!)
  await ask(orderId)
  await accept(orderId, bob)
  expect(await stateOf(orderId)).toEqual([
    ['accepted', 'Gladly'],
    ['withdrawn', null],
  ])
  expect(await paidFacts(orderId)).toMatchObject([
    { method: 'cash' },
    { method: 'credit' },
    { method: 'credit' },
  ])
})

it('stays accepted where its credit is refused once he has asked for something else', async () => {
  const { orderId } = await lost()
  await ask(orderId)
  const desk = refusing(() =>
    rig.test.owner.query(
      `insert into order_requests (request_id, order_id, kind, state, created_at)
       values ($1, $2, 'return', 'open', clock_now())`,
      [newId<string>(), orderId],
    ),
  )
  await expect(accept(orderId, bob, { desk })).rejects.toMatchObject(tooSlow)
  expect(await stateOf(orderId)).toEqual([
    ['open', null],
    ['accepted', 'Gladly'],
  ])
  expect(await proofsOf(orderId)).toEqual([])
})

it('stays accepted where other credit of it was given meanwhile', async () => {
  const { orderId, refundIds } = await lost()
  const [first, second] = refundIds
  await ask(orderId)
  const desk = refusing(() => asCredit(rig.desk, orderId, second!))
  await expect(asCredit(desk, orderId, first!)).rejects.toMatchObject(tooSlow)
  expect(await stateOf(orderId)).toEqual([['accepted', null]])
  expect(await paidFacts(orderId)).toMatchObject([{ refundId: second, method: 'credit' }])
  expect(await proofsOf(orderId)).toMatchObject([{ refund_id: second }])
})

it('is open again whatever other credit was given, about which there is no choice', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const { orderId } = await lost(productIds)
  await ask(orderId)
  const owing = { orderId, amountCents: 100, attemptId: null, actor: `staff:${ann}` }
  const { refunds } = await oweRefund(rig.desk, {
    ...owing,
    guard: { commandId: newId<CommandId>() },
  })
  await asCredit(rig.desk, orderId, refunds.at(-1)!.refundId)
  await expect(accept(orderId, bob, { desk: refusing() })).rejects.toMatchObject(tooSlow)
  expect(await stateOf(orderId)).toEqual([['open', null]])
})

it('has nothing else asked for beside it in the moment in which it is opened again', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const { orderId, refundIds } = await lost(productIds)
  await ask(orderId)
  await rig.test.owner.query(
    `update order_requests set state = 'accepted', answered_by = $2, answered_at = clock_now()
      where order_id = $1`,
    [orderId, bob],
  )
  const isOpen = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  const reopened = rig.test.database.transaction(async (tx) => {
    await lockRequests(tx, orderId)
    await reopenChoice(tx, { orderId, refundIds })
    isOpen.resolve()
    await isAsked.promise
  })
  await isOpen.promise
  const asked = ask(orderId, 'cancel')
  const refused = expect(asked).rejects.toMatchObject({ code: 'request_not_possible' })
  await expect.poll(waiting).toBe(1)
  isAsked.resolve()
  await Promise.all([reopened, refused])
  expect(await stateOf(orderId)).toEqual([['open', null]])
})

it('is money again, and to be chosen anew, once it was not given after all', async () => {
  const { orderId, refundIds } = await lost()
  const refundId = refundIds[0]!
  await ask(orderId)
  await accept(orderId, bob)
  await expect(inCash(rig.desk, orderId, refundId)).rejects.toMatchObject({ code: 'refund_paid' })

  await unpay(rig.desk, { orderId, refundId })
  expect(await stateOf(orderId)).toEqual([['withdrawn', null]])
  await ask(orderId)
  await expect(inCash(rig.desk, orderId, refundId)).rejects.toMatchObject({ code: 'credit_chosen' })
  await withdrawRequest(rig.test.database, orderId)
  await inCash(rig.desk, orderId, refundId)
  expect((await paidFacts(orderId)).at(-1)).toMatchObject({ refundId, method: 'cash' })
  expect(await proofsOf(orderId)).toContainEqual(
    expect.objectContaining({ refund_id: refundId, method: 'cash' }),
  )
})

it('ends with its payment where a crash came between, and what is chosen later stays', async () => {
  const { orderId, refundIds } = await lost()
  const refund = { orderId, refundId: refundIds[0]!, commandId: newId<CommandId>() }
  await ask(orderId)
  await accept(orderId, bob)
  const transaction = () => Promise.reject(new Error('the process died'))
  const dying = { ...rig.desk, database: { ...rig.desk.database, transaction } }
  await expect(unpay(dying, refund)).rejects.toThrow('the process died')
  expect(await stateOf(orderId)).toEqual([['accepted', 'Gladly']])

  await ask(orderId)
  await unpay(rig.desk, refund)
  expect(await stateOf(orderId)).toEqual([
    ['open', null],
    ['withdrawn', null],
  ])
  await accept(orderId, bob)
  await unpay(rig.desk, refund)
  expect(await stateOf(orderId)).toEqual([
    ['accepted', 'Gladly'],
    ['withdrawn', null],
  ])
  expect((await rig.order(orderId)).refunds.every(({ isPaid }) => isPaid)).toBe(true)
  expect(await proofsOf(orderId)).toHaveLength(3)
})

it('is not the way of other money that was not paid after all', async () => {
  const { orderId, refundIds } = await lost()
  const refundId = refundIds[0]!
  await inCash(rig.desk, orderId, refundId)
  await ask(orderId)
  await accept(orderId, bob)
  await unpay(rig.desk, { orderId, refundId })
  expect(await stateOf(orderId)).toEqual([['accepted', 'Gladly']])
  await inCash(rig.desk, orderId, refundId)
  expect((await paidFacts(orderId)).at(-1)).toMatchObject({ refundId, method: 'cash' })
})
