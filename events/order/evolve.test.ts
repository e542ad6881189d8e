// The state that the facts of an order leave, whole: projections and pages keep it as it is.
import { expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { attemptId, lineId } from '../testing/ids.ts'
import {
  attempted,
  confirmed,
  declined,
  goodsLine,
  granted,
  grantOf,
  line,
  orderCancelled,
  paidAt,
  placed,
  refundDue,
  refundPaid,
} from '../testing/orders.ts'

import { orderDecider, type PlacedOrder } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { isSurplusCause, linesToSettle, paidBy, saleLeftCents, ticketsOfOrder } from './evolve.ts'
import { refundCauses } from './words.ts'

const after = (...facts: OrderEvent[]) => fold(orderDecider, facts)
const mismatch: OrderEvent = {
  type: 'PaymentMismatched',
  data: {
    attemptId: attemptId(1),
    method: 'whishpay',
    expectedCents: 2500,
    receivedCents: 2400,
    receivedCurrency: 'USD',
  },
}
const empty = { attempts: [], payments: [], grants: [], refunds: [], cancelReason: null }
const attemptOf = (number: number) => ({ ...attempted(number).data, receivedCents: null })

it('begins with what was placed and nothing else', () =>
  expect(after(placed())).toEqual({ status: 'pending', ...placed().data, ...empty }))

it('keeps every attempt with the provider’s last word, each by itself', () => {
  const attempts = [attempted(1), attempted(2), attempted(3)]
  const sale = confirmed(3)
  const received = { receivedCents: 2400, receivedCurrency: 'USD' }
  expect(after(placed(), ...attempts, mismatch, declined(2), sale)).toMatchObject({
    status: 'paid',
    attempts: [
      { ...attemptOf(1), state: 'mismatched', providerStatus: null, ...received },
      { ...attemptOf(2), state: 'declined', providerStatus: 'failed' },
      { ...attemptOf(3), state: 'paid', providerStatus: 'success' },
    ],
  })
  expect(after(placed(), attempted(1))).toMatchObject({
    attempts: [{ ...attemptOf(1), state: 'open', providerStatus: null }],
  })
})

it('keeps every payment, and whether it is the sale', () => {
  const payment = { method: 'whishpay', amountCents: 2500, currency: 'USD', paidAt }
  const twice = confirmed(2, { sale: null })
  expect(after(placed(), attempted(1), attempted(2), confirmed(1), twice)).toMatchObject({
    status: 'paid',
    payments: [
      { ...payment, attemptId: attemptId(1), isSale: true },
      { ...payment, attemptId: attemptId(2), isSale: false },
    ],
  })
})

it('stays cancelled, with its reason, when the money that came late is no sale', () => {
  const expired = [placed(), attempted(1), orderCancelled('expired')]
  expect(after(...expired, confirmed(1, { sale: null }))).toMatchObject({
    status: 'cancelled',
    cancelReason: 'expired',
  })
  expect(after(...expired, confirmed(1, { isRevival: true }))).toMatchObject({
    status: 'paid',
    cancelReason: null,
  })
})

it('was paid as its sale was; until then, as its buyer means to', () => {
  const order = (...facts: OrderEvent[]) => after(placed(), ...facts) as PlacedOrder
  const cash = confirmed(null, { method: 'cash' })
  expect(paidBy(order())).toBe('whishpay')
  expect(paidBy(order(cash))).toBe('cash')
  const late = confirmed(1, { method: 'montypay', sale: null })
  expect(paidBy(order(attempted(1, 'montypay'), orderCancelled('expired'), late))).toBe('whishpay')
})

it('keeps grants and refunds in their order, and which refund is paid', () => {
  const [one, two] = [refundDue('staff'), refundDue('returned')]
  const paid = refundPaid('returned:1', 1000)
  expect(
    after(placed(), granted(grantOf(1, 1, 2)), granted(grantOf(2, 3, 4)), one, two, paid),
  ).toMatchObject({
    grants: [grantOf(1, 1, 2), grantOf(2, 3, 4)],
    refunds: [
      { ...one.data, isPaid: false },
      { ...two.data, isPaid: true },
    ],
  })
})

it('knows where the goods are, and whether counted ones went back on the shelf', () => {
  const ready: OrderEvent = { type: 'OrderMadeReady', data: {} }
  const sent: OrderEvent = { type: 'OrderSentOut', data: {} }
  const restocked: OrderEvent = {
    type: 'OrderCancelled',
    data: { reason: 'returned', restock: true },
  }
  expect(after(placed(), ready)).toMatchObject({ handover: 'ready' })
  expect(after(placed(), sent)).toMatchObject({ handover: 'sent_out' })
  expect(after(placed(), { type: 'OrderCompleted', data: {} })).toMatchObject({
    status: 'completed',
  })
  expect(after(placed(), restocked)).toMatchObject({ restock: true, cancelReason: 'returned' })
  expect(after(placed(), orderCancelled('returned'))).not.toHaveProperty('restock')
})

it('counts the tickets of its lines, and those that still wait for theirs', () => {
  const lines = [line(1, { quantity: 3 }), { ...goodsLine(2), ticketsPerUnit: 5 }, line(3)]
  const order = after(placed(lines), granted(grantOf(1, 1, 6))) as PlacedOrder
  expect(ticketsOfOrder(order)).toBe(8)
  expect(linesToSettle(order).map((each) => each.lineId)).toEqual([lineId(3)])
})

it('has of its sale what was neither promised back nor money on top', () => {
  const facts = [placed(), attempted(1), attempted(2), confirmed(1), confirmed(2, { sale: null })]
  const owed = [refundDue('paid_twice', { amountCents: 2500 }), refundDue('staff')]
  expect(saleLeftCents(after(...facts, ...owed) as PlacedOrder)).toBe(1500)
  expect(refundCauses.filter(isSurplusCause)).toEqual(['paid_late', 'paid_twice', 'mismatch'])
})
