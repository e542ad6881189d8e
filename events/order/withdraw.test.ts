import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { attemptId, lineId, raffleId } from '../testing/ids.ts'
import {
  attempted,
  confirmed,
  goodsLine,
  granted,
  grantOf,
  orderCancelled,
  line,
  placed,
  refundDue,
  refundPaid,
  refundWithdrawn,
} from '../testing/orders.ts'

import { orderDecider, type OrderCommand, type PlacedOrder } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { saleLeftCents } from './evolve.ts'
import { publicStatus } from './public-status.ts'
import { withdrawableAs } from './withdraw.ts'
import { refundCauses } from './words.ts'

const given = givenFor(orderDecider)
const tickets = granted(grantOf(1, 1, 2), grantOf(2, 1, 2))
const online = [placed(), attempted(1), confirmed(1), tickets]
const byHand = [placed(), confirmed(null, { method: 'cash' }), tickets]
const after = (...facts: OrderEvent[]) => fold(orderDecider, facts) as PlacedOrder

const withdraw = (
  refundId: string,
  reason: 'mistake' | 'never_paid' = 'mistake',
  cancelledRaffles = [] as ReturnType<typeof raffleId>[],
): OrderCommand => ({ type: 'WithdrawRefund', refundId, reason, cancelledRaffles })

describe('a duty that staff took on by mistake', () => {
  const typed = refundDue('staff', { refundId: 'staff:1', amountCents: 500 })

  it('ends without money, once, and the sale is whole again', () => {
    given(...online, typed)
      .when(withdraw('staff:1'))
      .then(refundWithdrawn(typed))
    given(...online, typed, refundWithdrawn(typed))
      .when(withdraw('staff:1'))
      .thenNothing()
    const onTop = [attempted(2), confirmed(2, { sale: null })]
    for (const more of [[], onTop])
      given(...online, ...more, typed, refundWithdrawn(typed))
        .when(withdraw('staff:1', 'never_paid'))
        .thenRejected('refund_stays')
    const order = after(...online, typed, refundWithdrawn(typed))
    expect(saleLeftCents(order)).toBe(2500)
    expect(publicStatus(order)).toMatchObject({ status: 'paid', refundStatus: null })
    expect(order).toMatchObject({ refunds: [], withdrawnRefunds: [{ refundId: 'staff:1' }] })
  })

  it('is not made a second time by the command that made it', () =>
    given(...online, typed, refundWithdrawn(typed))
      .when({ ...typed.data, type: 'OweRefund' })
      .thenNothing())

  it('stays when it was paid, is not known, or the buyer has a claim of his own', () => {
    given(...online, typed, refundPaid('staff:1', 500))
      .when(withdraw('staff:1'))
      .thenRejected('refund_paid')
    given(...online)
      .when(withdraw('staff:1'))
      .thenRejected('not_found')
    for (const cause of refundCauses.filter((known) => !['staff', 'mismatch'].includes(known)))
      if (cause !== 'cancelled')
        given(...online, refundDue(cause, { refundId: 'its' }))
          .when(withdraw('its'))
          .thenRejected('refund_stays')
  })

  it('ends alone: another one stays, and ends once by itself', () => {
    const other = refundDue('staff', { refundId: 'staff:2', amountCents: 300 })
    const ended = [...online, typed, other, refundWithdrawn(typed)]
    expect(after(...ended)).toMatchObject({
      refunds: [{ refundId: 'staff:2' }],
      withdrawnRefunds: [{ refundId: 'staff:1' }],
    })
    given(...ended)
      .when(withdraw('staff:2'))
      .then(refundWithdrawn(other))
    for (const refundId of ['staff:1', 'staff:2'])
      given(...ended, refundWithdrawn(other))
        .when(withdraw(refundId))
        .thenNothing()
  })

  it('is offered to nobody once it is paid', () => {
    const offered = (...facts: OrderEvent[]) => {
      const order = after(...online, typed, ...facts)
      return withdrawableAs(order, order.refunds[0]!, [])
    }
    expect(offered()).toBe('mistake')
    expect(offered(refundPaid('staff:1', 500))).toBeNull()
  })

  it('is no payment that never was', () =>
    given(...online, typed)
      .when(withdraw('staff:1', 'never_paid'))
      .thenRejected('refund_stays'))
})

describe('money does not vanish with a duty', () => {
  const whole = refundDue('staff', { refundId: 'staff:1', amountCents: 2500 })
  const ofLine = refundDue('staff', { refundId: 'staff:1', lineId: lineId(1) })

  it('stays for a line that was paid and has no tickets', () => {
    given(...online.slice(0, 3), ofLine)
      .when(withdraw('staff:1'))
      .thenRejected('refund_stays')
    given(...online, ofLine)
      .when(withdraw('staff:1'))
      .then(refundWithdrawn(ofLine))
    // Its tickets are on their way: they come, or a duty does.
    given(...online.slice(0, 3), whole)
      .when(withdraw('staff:1'))
      .then(refundWithdrawn(whole))
  })

  it('ends for goods without tickets: what was paid for is theirs as they are', () => {
    const ofGoods = refundDue('staff', { refundId: 'staff:1', lineId: lineId(2) })
    given(
      placed([line(1), goodsLine(2)]),
      attempted(1),
      confirmed(1),
      granted(grantOf(1, 1, 2)),
      ofGoods,
    )
      .when(withdraw('staff:1'))
      .then(refundWithdrawn(ofGoods))
  })

  it('stays where another line’s own duty was cut short by it', () => {
    const two = placed([line(1), line(2), goodsLine(3)])
    const sale = confirmed(1, {
      amountCents: two.data.totalCents,
      sale: { subtotalCents: two.data.subtotalCents, shippingCents: two.data.shippingCents },
    })
    const most = refundDue('staff', { refundId: 'staff:1', amountCents: 1 })
    const owed = (amountCents: number) =>
      refundDue('not_issuable', { lineId: lineId(2), amountCents })
    const facts = [
      two,
      attempted(1, 'whishpay', two.data.totalCents),
      sale,
      granted(grantOf(1, 1, 2)),
      most,
    ]
    const lineCents = line(2).unitPriceCents * line(2).quantity
    given(...facts, owed(lineCents - 1))
      .when(withdraw('staff:1'))
      .thenRejected('refund_stays')
    given(...facts, owed(lineCents))
      .when(withdraw('staff:1'))
      .then(refundWithdrawn(most))
  })

  it('stays where a cancelled raffle would owe it', () => {
    given(...online, whole)
      .when(withdraw('staff:1', 'mistake', [raffleId(1)]))
      .thenRejected('refund_stays')
    given(...online, whole)
      .when(withdraw('staff:1', 'mistake', [raffleId(9)]))
      .then(refundWithdrawn(whole))
  })
})

describe('a payment that was written down at the wrong order', () => {
  const cancelled = refundDue('cancelled', { refundId: 'cancelled:1', amountCents: 2500 })
  const ended = [...byHand, orderCancelled('staff'), cancelled]

  it('is none any more, and nothing of it is owed', () => {
    given(...ended)
      .when(withdraw('cancelled:1', 'never_paid'))
      .then(refundWithdrawn(cancelled, 'cash'))
    const order = after(...ended, refundWithdrawn(cancelled, 'cash'))
    expect(order).toMatchObject({ status: 'cancelled', payments: [], refunds: [] })
    expect(saleLeftCents(order)).toBe(0)
  })

  it('takes an earlier promise with it, unless that was paid', () => {
    const staff = refundDue('staff', { refundId: 'staff:1', amountCents: 500 })
    const rest = refundDue('cancelled', { refundId: 'cancelled:1', amountCents: 2000 })
    const both = [...byHand, staff, orderCancelled('staff'), rest]
    for (const refundId of ['staff:1', 'cancelled:1'])
      given(...both)
        .when(withdraw(refundId, 'never_paid'))
        .then(refundWithdrawn(staff, 'cash'), refundWithdrawn(rest, 'cash'))
    given(...both, refundPaid('staff:1', 500))
      .when(withdraw('cancelled:1', 'never_paid'))
      .thenRejected('refund_stays')
  })

  it('leaves what a provider took on top, and that it is owed', () => {
    const onTop = confirmed(1, { sale: null })
    const surplus = refundDue('paid_twice', { attemptId: attemptId(1), amountCents: 2500 })
    const [order, ...rest] = ended
    const facts = [order!, attempted(1), ...rest.slice(0, 2), onTop, surplus, ...rest.slice(2)]
    given(...facts)
      .when(withdraw('cancelled:1', 'never_paid'))
      .then(refundWithdrawn(cancelled, 'cash'))
    expect(after(...facts, refundWithdrawn(cancelled, 'cash'))).toMatchObject({
      payments: [{ attemptId: attemptId(1), isSale: false }],
      refunds: [{ cause: 'paid_twice' }],
    })
  })

  it('was by hand: what a provider says came, came', () =>
    given(...online, orderCancelled('staff'), cancelled)
      .when(withdraw('cancelled:1', 'never_paid'))
      .thenRejected('refund_stays'))

  it('is no mistake of the duty: a cancelled order keeps no money', () =>
    given(...ended)
      .when(withdraw('cancelled:1'))
      .thenRejected('refund_stays'))
})

it('a payment that did not fit can be promised back anew', () => {
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
  const duty = { attemptId: attemptId(1), refundId: 'mismatch:1', amountCents: 2400 }
  const due = refundDue('mismatch', duty)
  const facts = [placed(), attempted(1), mismatch, due]
  given(...facts)
    .when(withdraw('mismatch:1'))
    .then(refundWithdrawn(due))
  const again = refundDue('mismatch', { ...duty, refundId: 'mismatch:1:2', amountCents: 2300 })
  given(...facts, refundWithdrawn(due))
    .when({ ...again.data, type: 'OweRefund' })
    .then(again)
})
