import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { CommandId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import { orderStatus } from '#projections/order-status/projection.ts'

import { answerRequest } from '../../commands/answer-request.ts'
import { finishAnswers } from '../../commands/answered-requests.ts'
import { cancelOrder } from '../../commands/cancel-order.ts'
import { settleCancelledRaffle } from '../../commands/cancelled-raffle.ts'
import { completeRefund, oweRefund } from '../../commands/complete-refund.ts'
import { expireOrders } from '../../commands/expire-holds.ts'
import { askAboutOrder, closeRequest, requestsOf } from '../../commands/order-requests.ts'
import { withdrawRefund } from '../../commands/withdraw-refund.ts'
import { withdrawRefundPayment } from '../../commands/withdraw-refund-payment.ts'
import { newId } from '../../ids.ts'
import { openReactorRig } from '../../testing/reactor-rig.ts'
import type { ReactorRig } from '../../testing/reactor-rig.ts'
import { openProjector } from '../projector.ts'
import { orderNotices } from './order-notices.ts'

let rig: ReactorRig
beforeAll(async () => void (rig = await openReactorRig(orderNotices)))
beforeEach(async () => {
  await rig.react()
  rig.sent.length = 0
})
afterAll(() => rig.stop())

const home = { shippingMethod: 'delivery', deliveryAddress: 'Rue Gouraud 40, Beirut' } as const

async function sell() {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 50, products: [{}, {}] })
  return { raffleId, items: productIds.map((productId) => ({ productId, quantity: 1 })) }
}

/** The first line of each text, without the order's reference. */
async function told(orderId: OrderId): Promise<string[]> {
  await rig.react()
  await rig.react()
  const { reference } = await rig.order(orderId)
  return rig.sent.map(({ text }) => text.split('\n')[0]!.replace(reference, 'QR'))
}

describe('money that goes back is told', () => {
  it('when it came too late', async () => {
    const { raffleId, items } = await sell()
    const orderId = await rig.buyUnpaid({ items })
    await rig.moveClock(1_801)
    await expireOrders(rig.desk)
    await rig.cancelRaffle(raffleId)
    await rig.payNow(orderId)
    expect(await told(orderId)).toEqual(['Order QR: $20.00 goes back to you. The page says why.'])
  })

  it('when tickets could not be issued, as one sum with what delivery cost', async () => {
    const { raffleId, items } = await sell()
    const orderId = await rig.buyUnpaid({ items, ...home })
    await rig.cancelRaffle(raffleId)
    await rig.payNow(orderId)
    expect((await rig.order(orderId)).refunds).toHaveLength(3)
    expect(await told(orderId)).toEqual(['Order QR: $25.00 goes back to you. The page says why.'])
  })

  it('when it was another amount, once staff give it back', async () => {
    const { items } = await sell()
    const orderId = await rig.buyUnpaid({ items, paymentMethod: 'montypay', language: 'fr' })
    await rig.payNow(orderId, 'wrong_amount')
    expect(await told(orderId)).toEqual([])
    const { attemptId } = (await rig.order(orderId)).attempts[0]!
    const guard = { commandId: newId<CommandId>() }
    await oweRefund(rig.desk, { orderId, attemptId, amountCents: 950, actor: 'staff:test', guard })
    expect(await told(orderId)).toEqual([
      'Commande QR : 9.50 $ vous seront remboursés. La page dit pourquoi.',
    ])
  })

  it('and of another amount not that nothing is due, when staff had typed it wrongly', async () => {
    const { items } = await sell()
    const orderId = await rig.buyUnpaid({ items, paymentMethod: 'montypay' })
    await rig.payNow(orderId, 'wrong_amount')
    const { attemptId } = (await rig.order(orderId)).attempts[0]!
    const owe = (amountCents: number) => {
      const guard = { commandId: newId<CommandId>() }
      return oweRefund(rig.desk, { orderId, attemptId, amountCents, actor: 'staff:test', guard })
    }
    await owe(95)
    await told(orderId)
    rig.sent.length = 0

    const { refundId } = (await rig.order(orderId)).refunds[0]!
    const wrong = { orderId, refundId, reason: 'mistake', actor: 'staff:test' } as const
    await withdrawRefund(rig.desk, { ...wrong, guard: { commandId: newId<CommandId>() } })
    expect(await told(orderId)).toEqual([])
    await owe(950)
    expect(await told(orderId)).toEqual(['Order QR: $9.50 goes back to you. The page says why.'])
  })

  it('when the raffle was cancelled, whatever of it the order held', async () => {
    const { raffleId, items } = await sell()
    const orderId = await rig.buyPaid({ items, ...home })
    await rig.cancelRaffle(raffleId)
    await settle(raffleId)
    expect((await rig.order(orderId)).refunds).toHaveLength(3)
    expect(await told(orderId)).toEqual([
      'Order QR: a raffle was cancelled. $25.00 goes back to you.',
    ])
  })

  it('when it became credit, as one sum', async () => {
    const { raffleId, items } = await sell()
    const orderId = await rig.buyPaid({ items, ...home })
    await rig.cancelRaffle(raffleId)
    await settle(raffleId)
    await told(orderId)
    rig.sent.length = 0
    await askAboutOrder(rig.desk, { orderId, kind: 'credit', note: null, actor: 'guest:test' })
    await acceptRequest(orderId)
    expect(await told(orderId)).toEqual(['Order QR: $25.00 is now store credit of yours.'])
  })

  it('and that it was told too early, when its payment is withdrawn', async () => {
    const { items } = await sell()
    const orderId = await rig.buyPaid({ items, language: 'fr' })
    await cancelOrder(rig.desk, {
      orderId,
      reason: 'staff',
      staffReason: 'customer_asked',
      actor: 'staff:test',
    })
    const [refund] = (await rig.order(orderId)).refunds
    const { refundId } = refund!
    const guard = { commandId: newId<CommandId>() }
    await completeRefund(rig.desk, { orderId, refundId, method: 'cash', actor: 'staff:test' })
    await told(orderId)
    rig.sent.length = 0
    await withdrawRefundPayment(rig.desk, { orderId, refundId, actor: 'staff:test', guard })
    expect(await told(orderId)).toEqual([
      'Commande QR : annonce prématurée. 20.00 $ vous sont encore dus.',
    ])
  })

  it('but nothing is told of a duty of nothing, neither paid nor withdrawn', async () => {
    const orderId = await rig.buyPaid({ items: [{ productId: rig.sellGoods(700), quantity: 1 }] })
    const { lineId } = (await rig.order(orderId)).lines[0]!
    const refundId = `not_issuable:${lineId}`
    const owed = { lineId, attemptId: null, amountCents: 0, cause: 'not_issuable' } as const
    const commands = () => [{ type: 'OweRefund' as const, refundId, ...owed }]
    await rig.desk.orders.change(orderId, { actor: 'system:test', commands })
    await completeRefund(rig.desk, { orderId, refundId, method: 'cash', actor: 'staff:test' })
    const guard = { commandId: newId<CommandId>() }
    await withdrawRefundPayment(rig.desk, { orderId, refundId, actor: 'staff:test', guard })
    expect(await told(orderId)).toEqual([])
  })

  it('not when staff promise a part of it, who speak with the buyer', async () => {
    const { items } = await sell()
    const orderId = await rig.buyPaid({ items })
    const part = { attemptId: null, amountCents: 500, guard: { commandId: newId<CommandId>() } }
    await oweRefund(rig.desk, { orderId, actor: 'staff:test', ...part })
    expect(await told(orderId)).toEqual([])
  })
})

describe('an order that ends', () => {
  it('unpaid with its raffle is told as cancelled', async () => {
    const { raffleId, items } = await sell()
    const orderId = await rig.buyUnpaid({ items })
    await rig.cancelRaffle(raffleId)
    await settle(raffleId)
    expect(await told(orderId)).toEqual(['Order QR was cancelled.'])
  })

  it('because its buyer telephoned is told like any other', async () => {
    const { items } = await sell()
    const orderId = await rig.buyPaid({ items })
    const staffReason = 'customer_asked'
    await cancelOrder(rig.desk, { orderId, reason: 'staff', staffReason, actor: 'staff:test' })
    expect(await told(orderId)).toEqual(['Order QR was cancelled. What you paid goes back to you.'])
  })

  it('because its buyer asked on its page is answered once, by name', async () => {
    const { items } = await sell()
    const orderId = await rig.buyPaid({ items })
    await askAboutOrder(rig.desk, { orderId, kind: 'cancel', note: null, actor: 'guest:test' })
    await acceptRequest(orderId)
    expect(await told(orderId)).toEqual(['Order QR: your request was accepted.'])
    expect(await rig.order(orderId)).toMatchObject({ status: 'cancelled', cancelReason: 'staff' })
  })
})

describe('an answer of a process that died', () => {
  it('is told once where the request was closed and the buyer not told', async () => {
    const orderId = await asked()
    const requestId = await requestOf(orderId)
    const answered = { requestId, words: null, staffId: newId<string>() }
    await closeRequest(rig.test.database, { ...answered, answer: 'declined' })
    await finishAnswers(rig.desk)
    expect(await told(orderId)).toEqual([]) // whoever closed it may be about to tell

    await rig.moveClock(31)
    await Promise.all([finishAnswers(rig.desk), finishAnswers(rig.desk)])
    await finishAnswers(rig.desk)
    expect(await told(orderId)).toEqual(['Order QR: your request was declined.'])

    // His texts go with his account, an order of his as a guest does not.
    const texts = { name: 'texts gone', text: 'delete from messages', values: [] }
    await rig.test.database.query(texts)
    await finishAnswers(rig.desk)
    expect(await told(orderId)).toHaveLength(1)
  })

  it('is closed and told where the order was ended and nothing after that', async () => {
    const orderId = await asked()
    const staffId = newId<string>()
    await cancelOrder(rig.desk, {
      orderId,
      reason: 'staff',
      staffReason: 'request_accepted',
      actor: `staff:${staffId}`,
    })
    await openProjector({ database: rig.test.database, projections: [orderStatus] }).catchUp()
    await rig.moveClock(31)
    await finishAnswers(rig.desk)
    expect(await requestsOf(rig.test.database, orderId)).toMatchObject([{ state: 'accepted' }])
    await rig.moveClock(31)
    await finishAnswers(rig.desk)
    await finishAnswers(rig.desk)
    expect(await told(orderId)).toEqual(['Order QR: your request was accepted.'])
  })

  it('stays open where staff ended the order for another reason', async () => {
    const orderId = await asked()
    const staffReason = 'customer_asked'
    await cancelOrder(rig.desk, { orderId, reason: 'staff', staffReason, actor: 'staff:test' })
    await openProjector({ database: rig.test.database, projections: [orderStatus] }).catchUp()
    await rig.moveClock(31)
    await finishAnswers(rig.desk)
    expect(await requestsOf(rig.test.database, orderId)).toMatchObject([{ state: 'open' }])
  })

  async function asked() {
    const { items } = await sell()
    const orderId = await rig.buyPaid({ items })
    await askAboutOrder(rig.desk, { orderId, kind: 'cancel', note: null, actor: 'guest:test' })
    return orderId
  }
})

async function requestOf(orderId: OrderId): Promise<string> {
  const [request] = await requestsOf(rig.test.database, orderId)
  return request?.request_id ?? ''
}

async function acceptRequest(orderId: OrderId) {
  await answerRequest(rig.desk, {
    orderId,
    requestId: await requestOf(orderId),
    answer: 'accepted',
    words: null,
    restock: false,
    staffId: newId<string>(),
    guard: { commandId: newId<CommandId>() },
  })
}

const settle = (raffleId: RaffleId) =>
  settleCancelledRaffle(rig.desk, raffleId, { stopping: new AbortController().signal })
