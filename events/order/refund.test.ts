import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { attemptId, lineId, orderId, raffleId } from '../testing/ids.ts'
import {
  attempted,
  confirmed,
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

import { orderDecider, type OrderCommand } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { creditChoiceUntil, creditUntil, refundsOfRaffle } from './refund.ts'
import type { OweRefund } from './refund.ts'

const given = givenFor(orderDecider)
const firstLine = { lineId: lineId(1) }

describe('a refund duty', () => {
  it('arises for a line whose tickets cannot be issued', () =>
    given(...paid)
      .when(owe('not_issuable', firstLine))
      .then(refundDue('not_issuable', firstLine)))

  it('arises once, by its id and by its line', () => {
    given(...paid, refundDue('not_issuable', firstLine))
      .when(owe('not_issuable', firstLine))
      .thenNothing()
    given(...paid, refundDue('not_issuable', firstLine))
      .when(owe('staff', { ...firstLine, refundId: 'another' }))
      .thenRejected('line_refunded')
  })

  it('never stands beside tickets for the same failure', () =>
    given(...paid, granted(grantOf(1, 1, 2)))
      .when(owe('not_issuable', firstLine))
      .thenRejected('line_granted'))

  it('gives back a line with tickets that is returned', () =>
    given(...paid, granted(grantOf(1, 1, 2)))
      .when(owe('returned', firstLine))
      .then(refundDue('returned', firstLine)))

  it('never exceeds what was paid', () => {
    given(...paid)
      .when(owe('staff', { amountCents: 2501 }))
      .thenRejected('refund_too_large', { leftCents: 2500 })
    given(...paid, refundDue('staff', { amountCents: 2000 }))
      .when(owe('staff', { amountCents: 501, refundId: 'another' }))
      .thenRejected('refund_too_large', { leftCents: 500 })
  })

  it('goes up to the last cent, and to nothing for a line that cost nothing', () => {
    const goods = [placed([goodsLine(1), goodsLine(2)]), attempted(1), confirmed(1)]
    given(...goods)
      .when(owe('staff', { amountCents: 2500 }))
      .then(refundDue('staff', { amountCents: 2500 }))
    given(...paid)
      .when(owe('not_issuable', { ...firstLine, amountCents: 0 }))
      .then(refundDue('not_issuable', { ...firstLine, amountCents: 0 }))
  })

  it('leaves no ticket in a draw without its money, until its register is sealed', () => {
    const whole = { amountCents: 2500 }
    const tickets = granted(grantOf(1, 1, 2), grantOf(2, 1, 2))
    const [first, second] = [raffleId(1), raffleId(2)]
    for (const known of [paid, [...paid, tickets]]) {
      given(...known)
        .when(owe('staff', whole))
        .thenRejected('tickets_stand')
      given(...known, refundDue('staff', { amountCents: 2000 }))
        .when(owe('staff', { amountCents: 500, refundId: 'rest' }))
        .thenRejected('tickets_stand')
      given(...known)
        .when(owe('staff', firstLine))
        .thenRejected('tickets_stand')
      given(...known)
        .when(owe('staff', { amountCents: 2499 }))
        .then(refundDue('staff', { amountCents: 2499 }))
    }
    const sealedRaffles = [first, second]
    given(...paid, tickets)
      .when(owe('staff', { ...whole, sealedRaffles: [first] }))
      .thenRejected('tickets_stand')
    given(...paid, tickets)
      .when(owe('staff', { ...whole, sealedRaffles }))
      .then(refundDue('staff', whole))
    given(...paid)
      .when(owe('staff', { ...whole, sealedRaffles }))
      .thenRejected('tickets_stand')
    // Of a line its own register alone counts.
    given(...paid, tickets)
      .when(owe('staff', { ...firstLine, sealedRaffles: [first] }))
      .then(refundDue('staff', firstLine))
    given(...paid, tickets)
      .when(owe('staff', { ...firstLine, sealedRaffles: [second] }))
      .thenRejected('tickets_stand')
    given(...paid, tickets, refundDue('returned', firstLine))
      .when(owe('staff', { amountCents: 1500, sealedRaffles: [second] }))
      .then(refundDue('staff', { amountCents: 1500 }))
  })

  it('takes half a cent, a negative one and a stranger’s line for bugs', () => {
    for (const amountCents of [0.5, -1])
      given(...paid)
        .when(owe('staff', { amountCents }))
        .thenFails(/whole cents/)
    given(...paid)
      .when(owe('returned', { lineId: lineId(9) }))
      .thenFails(/name a line/)
  })

  it('of one line leaves the others theirs', () => {
    const second = { lineId: lineId(2), refundId: 'not_issuable:2' }
    given(...paid, refundDue('not_issuable', firstLine))
      .when(owe('not_issuable', second))
      .then(refundDue('not_issuable', second))
    given(...paid, granted(grantOf(1, 1, 2)))
      .when(owe('not_issuable', second))
      .then(refundDue('not_issuable', second))
  })

  it('needs a payment', () => given(placed()).when(owe('staff')).thenRejected('order_not_paid'))
})

describe('a mismatched receipt', () => {
  const facts: OrderEvent[] = [placed(), attempted(1), mismatched(2400)]
  const duty = { attemptId: attemptId(1), amountCents: 2400 }

  it('goes back up to what was received, once', () => {
    given(...facts)
      .when(owe('mismatch', duty))
      .then(refundDue('mismatch', duty))
    given(...facts)
      .when(owe('mismatch', { ...duty, amountCents: 2401 }))
      .thenRejected('refund_too_large', { leftCents: 2400 })
    given(...facts, refundDue('mismatch', duty))
      .when(owe('mismatch', { ...duty, refundId: 'another' }))
      .thenRejected('nothing_to_refund')
  })

  it('of another currency, or of an unknown amount, goes back up to what was asked for', () => {
    const all = { ...duty, amountCents: 2500 }
    for (const other of [
      mismatched(450_000_000, 'LBP'),
      mismatched(100, 'LBP'),
      mismatched(null),
    ]) {
      given(placed(), attempted(1), other)
        .when(owe('mismatch', all))
        .then(refundDue('mismatch', all))
      given(placed(), attempted(1), other)
        .when(owe('mismatch', { ...all, amountCents: 2501 }))
        .thenRejected('refund_too_large', { leftCents: 2500 })
    }
  })

  it('goes back as it came where nobody says in which currency', () => {
    given(placed(), attempted(1), mismatched(2400, null))
      .when(owe('mismatch', { ...duty, amountCents: 2401 }))
      .thenRejected('refund_too_large', { leftCents: 2400 })
    given(placed(), attempted(1), mismatched(2600, null))
      .when(owe('mismatch', { ...duty, amountCents: 2600 }))
      .then(refundDue('mismatch', { ...duty, amountCents: 2600 }))
  })

  it('goes back whatever was given back of another one', () => {
    const other = refundDue('mismatch', { attemptId: attemptId(2), refundId: 'mismatch:2' })
    given(...facts, attempted(2), other)
      .when(owe('mismatch', duty))
      .then(refundDue('mismatch', duty))
  })

  it('is the only money on top that is owed back by hand', () => {
    given(placed(), attempted(1)).when(owe('mismatch', duty)).thenRejected('nothing_to_refund')
    given(...paid)
      .when(owe('paid_twice', { attemptId: attemptId(1) }))
      .thenRejected('nothing_to_refund')
    given(...facts)
      .when(owe('paid_late', duty))
      .thenRejected('nothing_to_refund')
    given(...facts)
      .when(owe('mismatch', { ...duty, attemptId: attemptId(2) }))
      .thenRejected('nothing_to_refund')
  })
})

describe('paying a refund', () => {
  const due = refundDue('staff', { refundId: 'staff:1' })

  it('pays the whole duty once', () => {
    given(...paid, due)
      .when(pay('staff:1'))
      .then(refundPaid('staff:1', 1000))
    given(...paid, due, refundPaid('staff:1', 1000))
      .when(pay('staff:1'))
      .thenNothing()
  })

  it('pays each of several by itself', () => {
    const other = refundDue('staff', { refundId: 'staff:2', amountCents: 5 })
    given(...paid, due, other, refundPaid('staff:1', 1000))
      .when(pay('staff:2'))
      .then(refundPaid('staff:2', 5))
  })

  it('gives credit that counts for a year of days in Beirut', () => {
    const { data } = refundPaid('staff:1', 1000)
    const until = creditUntil('2027-11-22T22:30:00.000Z')
    expect(until).toBe('2028-11-23')
    expect(creditUntil('2028-02-29T10:00:00.000Z')).toBe('2029-03-01')
    given(...paid, due)
      .when({ type: 'PayRefund', refundId: 'staff:1', method: 'credit', creditUntil: until })
      .then({ type: 'RefundPaid', data: { ...data, method: 'credit', creditUntil: until } })
  })

  it('takes credit without an end, and money with one, for bugs', () => {
    const money = { type: 'PayRefund', refundId: 'staff:1', method: 'cash' } as const
    for (const wrong of [
      { ...money, method: 'credit' as const },
      { ...money, creditUntil: '2028-11-23' },
    ])
      given(...paid, due)
        .when(wrong)
        .thenFails(/credit ends/)
  })

  it('pays nothing that is not due', () =>
    given(...paid, due)
      .when(pay('staff:2'))
      .thenRejected('not_found'))
})

describe('a cancelled raffle', () => {
  it('lets its buyers choose credit for two weeks, until the end of a day in Beirut', () => {
    expect(creditChoiceUntil('2026-11-23T10:00:00.000Z')).toBe('2026-12-07T21:59:59.999Z')
    expect(creditChoiceUntil('2026-11-23T22:30:00.000Z')).toBe('2026-12-08T21:59:59.999Z')
    // The clocks go forward in between.
    expect(creditChoiceUntil('2026-03-20T22:30:00.000Z')).toBe('2026-04-04T20:59:59.999Z')
  })

  const tickets = granted(grantOf(1, 1, 2), grantOf(2, 1, 2))
  const first = { refundId: `raffle_cancelled:${lineId(1)}`, ...firstLine }
  const shipping = { refundId: `cancelled_shipping:${orderId(1)}`, amountCents: 500 }
  const owedFor = (number: number, ...facts: OrderEvent[]) =>
    refundsOfRaffle(fold(orderDecider, facts), { orderId: orderId(1), raffleId: raffleId(number) })

  it('owes the money of its lines, of no other, and each once', () => {
    const owed = owedFor(1, ...paid, tickets)
    expect(owed).toEqual([owe('raffle_cancelled', first)])
    given(...paid, tickets)
      .when(owed[0]!)
      .then(refundDue('raffle_cancelled', first))
    expect(owedFor(1, ...paid, tickets, refundDue('raffle_cancelled', first))).toEqual([])
    expect(owedFor(3, ...paid, tickets)).toEqual([])
  })

  it('owes what delivery cost as well, when nothing is left to deliver', () => {
    const before = [...paid, tickets, refundDue('raffle_cancelled', first)]
    const second = { refundId: `raffle_cancelled:${lineId(2)}`, lineId: lineId(2) }
    const all = [owe('raffle_cancelled', second), owe('raffle_cancelled', shipping)]
    expect(owedFor(2, ...before)).toEqual(all)
    const [withoutDelivery] = all
    for (const out of ['OrderSentOut', 'OrderCompleted'] as const)
      expect(owedFor(2, ...before, { type: out, data: {} })).toEqual([withoutDelivery])
  })

  it('owes no more than is left of what was paid', () => {
    const given = (amountCents: number) => refundDue('staff', { amountCents })
    const rest = owe('raffle_cancelled', { ...first, amountCents: 400 })
    expect(owedFor(1, ...paid, tickets, given(2100))).toEqual([rest])
    expect(owedFor(1, ...paid, tickets, given(2500))).toEqual([])
  })

  it('shares what is left among its lines, the first of them first', () => {
    const both = [line(1), line(2, { raffleId: raffleId(1) })]
    const grants = granted(grantOf(1, 1, 2), { ...grantOf(2, 3, 4), raffleId: raffleId(1) })
    const second = { refundId: `raffle_cancelled:${lineId(2)}`, lineId: lineId(2) }
    const promised = refundDue('staff', { amountCents: 1100 })
    expect(owedFor(1, placed(both), attempted(1), confirmed(1), grants, promised)).toEqual([
      owe('raffle_cancelled', first),
      owe('raffle_cancelled', { ...second, amountCents: 400 }),
    ])
  })

  it('owes no delivery for lines whose money goes back for another reason', () => {
    const promised = [1, 2].map((number) =>
      refundDue('staff', { refundId: `staff:${number}`, lineId: lineId(number) }),
    )
    expect(owedFor(1, ...paid, tickets, ...promised)).toEqual([])
  })

  it('owes nothing for what was never paid, has no tickets or is cancelled', () => {
    expect(owedFor(1)).toEqual([])
    expect(owedFor(1, placed())).toEqual([])
    expect(owedFor(1, ...paid)).toEqual([])
    expect(owedFor(1, ...paid, tickets, orderCancelled('staff'))).toEqual([])
  })
})

function owe(cause: OweRefund['cause'], change: Partial<OweRefund> = {}): OrderCommand {
  const duty = { refundId: `${cause}:1`, lineId: null, attemptId: null, amountCents: 1000, cause }
  return { type: 'OweRefund', ...duty, ...change }
}

function pay(refundId: string): OrderCommand {
  return { type: 'PayRefund', refundId, method: 'whishpay' }
}

function mismatched(
  receivedCents: number | null,
  receivedCurrency: string | null = 'USD',
): OrderEvent {
  const received = { expectedCents: 2500, receivedCents, receivedCurrency }
  return {
    type: 'PaymentMismatched',
    data: { attemptId: attemptId(1), method: 'whishpay', ...received },
  }
}
