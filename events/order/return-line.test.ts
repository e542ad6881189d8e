import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { lineId } from '../testing/ids.ts'
import {
  attempted,
  confirmed,
  fulfilled,
  goodsLine,
  grantOf,
  granted,
  line,
  orderCancelled,
  paid,
  placed,
  refundDue,
} from '../testing/orders.ts'

import { orderDecider, type PlacedOrder } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { linesToRestock, returnableLines, returnedLines, type ReturnLine } from './return-line.ts'

const given = givenFor(orderDecider)
const after = (...facts: OrderEvent[]) => fold(orderDecider, facts) as PlacedOrder
const returned = { refundId: `returned:${lineId(1)}`, lineId: lineId(1) }
const back = (change: Partial<ReturnLine> = {}): ReturnLine => ({
  type: 'ReturnLine',
  lineId: lineId(1),
  ...change,
})

describe('a line that comes back', () => {
  it('is owed its money, once', () => {
    given(...fulfilled)
      .when(back())
      .then(refundDue('returned', returned))
    given(...fulfilled, refundDue('returned', returned))
      .when(back())
      .thenNothing()
  })

  it('waits until its tickets are there, and is of an order that goes on', () => {
    given(placed()).when(back()).thenRejected('order_not_paid')
    given(...paid)
      .when(back())
      .thenRejected('order_settling')
    given(...fulfilled, orderCancelled('staff'))
      .when(back())
      .thenRejected('order_cancelled')
    given(...fulfilled)
      .when(back({ lineId: lineId(9) }))
      .thenRejected('not_found')
  })

  it('has its money back already by another cause', () =>
    given(...fulfilled, refundDue('raffle_cancelled', { lineId: lineId(1) }))
      .when(back({ drawStanding: 'order_in_draw' }))
      .thenRejected('line_refunded'))

  it('is one of those that came back', () => {
    const came = (...facts: OrderEvent[]) => returnedLines(after(...facts)).map((one) => one.lineId)
    expect(came(...fulfilled)).toEqual([])
    expect(came(...fulfilled, refundDue('raffle_cancelled', { lineId: lineId(2) }))).toEqual([])
    expect(came(...fulfilled, refundDue('returned', returned))).toEqual([lineId(1)])
  })

  it('comes back while one other line is left, and of an order that cost nothing', () => {
    const three = placed([line(1), line(2), line(3)])
    const grants = granted(grantOf(1, 1, 2), grantOf(2, 1, 2), grantOf(3, 1, 2))
    const other = refundDue('returned', { refundId: `returned:${lineId(2)}`, lineId: lineId(2) })
    given(three, attempted(1), confirmed(1, { amountCents: 3500 }), grants, other)
      .when(back())
      .then(refundDue('returned', returned))
    const free = [line(1, { unitPriceCents: 0 }), line(2, { unitPriceCents: 0 })]
    const nothing = placed(free, { shippingCents: 0, totalCents: 0 })
    const rest = [
      attempted(1),
      confirmed(1, { amountCents: 0 }),
      granted(grantOf(1, 1, 2), grantOf(2, 1, 2)),
    ]
    given(nothing, ...rest)
      .when(back())
      .then(refundDue('returned', { ...returned, amountCents: 0 }))
  })

  it('waits for its draw, and keeps its tickets after it', () => {
    for (const drawStanding of ['order_in_draw', 'order_holds_prize'] as const)
      given(...fulfilled)
        .when(back({ drawStanding }))
        .thenRejected(drawStanding)
    given(...fulfilled)
      .when(back({ drawStanding: 'drawn' }))
      .then(refundDue('returned', returned))
  })

  it('is not the last one, nor the last of the money', () => {
    given(...fulfilled, refundDue('returned', returned))
      .when(back({ lineId: lineId(2) }))
      .thenRejected('last_line')
    given(...fulfilled, refundDue('staff', { amountCents: 1500 }))
      .when(back())
      .thenRejected('last_line')
    given(...fulfilled, refundDue('staff', { amountCents: 1499 }))
      .when(back())
      .then(refundDue('returned', returned))
  })

  it('puts pieces on the shelf only where they were counted', () => {
    const counted = placed([line(1, { holdsStock: true }), goodsLine(2)])
    const sold = [counted, attempted(1), confirmed(1), granted(grantOf(1, 1, 2))]
    given(...sold)
      .when(back({ restock: true }))
      .then(refundDue('returned', { ...returned, restock: true }))
    given(...sold)
      .when(back())
      .then(refundDue('returned', returned))
    given(...sold)
      .when(back({ lineId: lineId(2), restock: true }))
      .then(refundDue('returned', { refundId: `returned:${lineId(2)}`, lineId: lineId(2) }))
  })

  it('stays off the shelf when the rest is cancelled and put back', () => {
    const facts = [...fulfilled, refundDue('returned', returned)]
    const whole = orderCancelled('staff')
    const order = fold(orderDecider, [
      ...facts,
      { ...whole, data: { ...whole.data, restock: true as const } },
    ])
    if (order.status === 'none') throw new Error('placed')
    expect(linesToRestock(order).map((one) => one.lineId)).toEqual([lineId(2)])
    expect(linesToRestock(after(...facts, whole))).toEqual([])
    const counted = refundDue('returned', { ...returned, restock: true })
    const onShelf = linesToRestock(after(...fulfilled, counted, whole))
    expect(onShelf.map((one) => one.lineId)).toEqual([lineId(1)])
  })

  it('cannot be said to have been a mistake: its tickets are void', () =>
    given(...fulfilled, refundDue('returned', returned))
      .when({
        type: 'WithdrawRefund',
        refundId: returned.refundId,
        reason: 'mistake',
        cancelledRaffles: [],
      })
      .thenRejected('refund_stays'))

  it('is offered while another stays', () => {
    const offered = (...facts: OrderEvent[]) => {
      const order = fold(orderDecider, facts)
      return order.status === 'none' ? [] : returnableLines(order).map((one) => one.lineId)
    }
    expect(offered(placed())).toEqual([])
    expect(offered(...fulfilled)).toEqual([lineId(1), lineId(2)])
    const completed: OrderEvent = { type: 'OrderCompleted', data: {} }
    expect(offered(...fulfilled, completed)).toEqual([lineId(1), lineId(2)])
    expect(offered(...fulfilled, orderCancelled('staff'))).toEqual([])
    expect(offered(...fulfilled, refundDue('returned', returned))).toEqual([])
  })
})
