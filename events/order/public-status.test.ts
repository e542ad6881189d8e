import { describe, expect, it } from 'vitest'

import { assert } from '../kernel/assert.ts'
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
  paid,
  placed,
  refundDue,
  refundPaid,
} from '../testing/orders.ts'

import { orderDecider } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { publicStatus } from './public-status.ts'

const statusAfter = (...facts: OrderEvent[]) => {
  const order = fold(orderDecider, facts)
  assert(order.status !== 'none', 'the order must be placed')
  return publicStatus(order)
}
const lineRefund = (number: number) =>
  refundDue('not_issuable', { refundId: `not_issuable:${number}`, lineId: lineId(number) })

describe('status', () => {
  it('is pending from placing until every line has tickets or a refund duty', () => {
    expect(statusAfter(placed()).status).toBe('pending')
    expect(statusAfter(...paid).status).toBe('pending')
    expect(statusAfter(...paid, granted(grantOf(1, 1, 2))).status).toBe('pending')
    expect(statusAfter(...paid, granted(grantOf(1, 1, 2), grantOf(2, 1, 2))).status).toBe('paid')
    expect(statusAfter(...paid, granted(grantOf(1, 1, 2)), lineRefund(2)).status).toBe('paid')
  })

  it('shows the provider’s success while tickets are being issued', () =>
    expect(statusAfter(...paid)).toMatchObject({ status: 'pending', whishPayStatus: 'success' }))

  it('is paid at once for goods without tickets', () =>
    expect(
      statusAfter(placed([goodsLine(1), goodsLine(2)]), attempted(1), confirmed(1)).status,
    ).toBe('paid'))

  it('is cancelled when all the money goes back', () => {
    const rest = refundDue('staff', { amountCents: 500, refundId: 'shipping' })
    expect(statusAfter(...paid, lineRefund(1), lineRefund(2), rest)).toEqual({
      status: 'cancelled',
      whishPayStatus: 'failed',
      montyPayStatus: null,
      refundStatus: 'due',
    })
  })

  it('is paid while its tickets are valid, though staff gave all the money back', () => {
    const tickets = granted(grantOf(1, 1, 2), grantOf(2, 1, 2))
    const whole = refundDue('staff', { amountCents: 2500 })
    const [first, second] = [1, 2].map((number) =>
      refundDue('raffle_cancelled', { refundId: `its:${number}`, lineId: lineId(number) }),
    )
    const rest = refundDue('staff', { amountCents: 500, refundId: 'rest' })
    expect(statusAfter(...paid, tickets, whole)).toMatchObject({
      status: 'paid',
      whishPayStatus: 'success',
      refundStatus: 'due',
    })
    expect(statusAfter(...paid, tickets, first!, second!, rest).status).toBe('cancelled')
    const onTop = refundDue('paid_twice', { amountCents: 2500 })
    expect(statusAfter(...paid, tickets, whole, onTop).status).toBe('paid')
    // Of two lines in a cancelled raffle one has no money left to owe.
    const part = refundDue('staff', { amountCents: 1500, refundId: 'part' })
    expect(statusAfter(...paid, tickets, part, first!).status).toBe('cancelled')
  })

  it('is cancelled when a free order’s tickets cannot be issued', () => {
    const free = line(1, { unitPriceCents: 0 })
    const order = placed([free], { shippingCents: 0, totalCents: 0 })
    const sale = { subtotalCents: 0, shippingCents: 0 }
    const nothing = refundDue('not_issuable', { lineId: lineId(1), amountCents: 0 })
    expect(statusAfter(order, confirmed(null, { amountCents: 0, sale }), nothing).status).toBe(
      'cancelled',
    )
  })
})

it('is paid while any of the money stays, though no line brings what it promised', () =>
  expect(statusAfter(...paid, lineRefund(1), lineRefund(2)).status).toBe('paid'))

describe('whishPayStatus', () => {
  it('follows the newest attempt until one succeeds', () => {
    expect(statusAfter(placed()).whishPayStatus).toBe('pending')
    expect(statusAfter(placed(), attempted(1)).whishPayStatus).toBe('pending')
    expect(statusAfter(placed(), attempted(1), declined(1)).whishPayStatus).toBe('failed')
    expect(statusAfter(placed(), attempted(1), declined(1), attempted(2)).whishPayStatus).toBe(
      'pending',
    )
    expect(statusAfter(...paid, attempted(2), declined(2)).whishPayStatus).toBe('success')
  })

  it('never says success on a cancelled order: the page would believe it', () => {
    const late = [
      placed(),
      attempted(1),
      orderCancelled('expired'),
      confirmed(1, { sale: null }),
      refundDue('paid_late', { attemptId: attemptId(1), amountCents: 2500 }),
    ]
    expect(statusAfter(...late)).toEqual({
      status: 'cancelled',
      whishPayStatus: 'failed',
      montyPayStatus: null,
      refundStatus: 'due',
    })
    expect(statusAfter(...late, refundPaid('paid_late:1', 2500)).refundStatus).toBe('paid')
  })

  it('is absent for other methods', () =>
    expect(statusAfter(placed(undefined, { paymentMethod: 'cash' }))).toMatchObject({
      whishPayStatus: null,
      montyPayStatus: null,
    }))
})

it('montyPayStatus keeps to the five words', () => {
  const order = placed(undefined, { paymentMethod: 'montypay' })
  const attempt = attempted(1, 'montypay')
  const statusOf = (...facts: OrderEvent[]) => statusAfter(order, ...facts).montyPayStatus
  expect(statusOf()).toBe('pending')
  expect(statusOf(attempt)).toBe('pending')
  expect(statusOf(attempt, settled('settled'))).toBe('settled')
  expect(statusOf(attempt, settled('success'))).toBe('success')
  expect(statusOf(attempt, declined(1, 'decline'))).toBe('decline')
  expect(statusOf(attempt, declined(1, 'failed'))).toBe('failed')
})

it('montyPayStatus waits for a new attempt, and never says success on a cancelled order', () => {
  const order = placed(undefined, { paymentMethod: 'montypay' })
  const attempts = [attempted(1, 'montypay'), declined(1, 'decline'), attempted(2, 'montypay')]
  expect(statusAfter(order, ...attempts).montyPayStatus).toBe('pending')
  const late = [
    order,
    attempted(1, 'montypay'),
    orderCancelled('expired'),
    confirmed(1, { method: 'montypay', providerStatus: 'settled', sale: null }),
  ]
  expect(statusAfter(...late).montyPayStatus).toBe('failed')
})

it('says of each provider what became of its own attempts', () => {
  const both = [placed(), attempted(1), declined(1), attempted(2, 'montypay')]
  const settledSecond = confirmed(2, { method: 'montypay', providerStatus: 'settled' })
  expect(statusAfter(...both, settledSecond)).toMatchObject({
    whishPayStatus: 'failed',
    montyPayStatus: 'settled',
  })
})

it('is completed when the goods are handed over, whatever was refunded of them', () => {
  const over = [...paid, granted(grantOf(1, 1, 2), grantOf(2, 1, 2))]
  const completed: OrderEvent = { type: 'OrderCompleted', data: {} }
  expect(statusAfter(...over, completed).status).toBe('completed')
})

it('owes a refund until each of them is paid', () => {
  const due = [lineRefund(1), lineRefund(2)]
  expect(statusAfter(...paid, ...due, refundPaid('not_issuable:1', 1000)).refundStatus).toBe('due')
  const both = [refundPaid('not_issuable:1', 1000), refundPaid('not_issuable:2', 1000)]
  expect(statusAfter(...paid, ...due, ...both).refundStatus).toBe('paid')
})

it('owes nothing by a duty of nothing, and waits for nobody to pay it', () => {
  const nothing = refundDue('not_issuable', { lineId: lineId(1), amountCents: 0 })
  expect(statusAfter(...paid, nothing).refundStatus).toBeNull()
  const both = [...paid, nothing, lineRefund(2)]
  expect(statusAfter(...both).refundStatus).toBe('due')
  expect(statusAfter(...both, refundPaid('not_issuable:2', 1000)).refundStatus).toBe('paid')
})

it('keeps a free order of which a line got its tickets, or which brings none', () => {
  const nothing = { amountCents: 0, sale: { subtotalCents: 0, shippingCents: 0 } }
  const free = [line(1, { unitPriceCents: 0 }), line(2, { unitPriceCents: 0 })]
  const order = placed(free, { shippingCents: 0, totalCents: 0 })
  const gone = refundDue('not_issuable', { lineId: lineId(2), amountCents: 0 })
  expect(statusAfter(order, confirmed(null, nothing), granted(grantOf(1, 1, 2)), gone).status).toBe(
    'paid',
  )
  const goods = placed([{ ...goodsLine(1), unitPriceCents: 0 }], {
    shippingCents: 0,
    totalCents: 0,
  })
  const back = refundDue('staff', { amountCents: 0 })
  expect(statusAfter(goods, confirmed(null, nothing), back).status).toBe('paid')
})

it('owes nothing to an expired order that nobody paid', () =>
  expect(statusAfter(placed(), orderCancelled('expired'))).toMatchObject({
    status: 'cancelled',
    refundStatus: null,
  }))

function settled(providerStatus: string): OrderEvent {
  return confirmed(1, { method: 'montypay', providerStatus })
}
