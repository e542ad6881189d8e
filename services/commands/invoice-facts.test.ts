import { expect, it } from 'vitest'

import type { OrderEvent } from '#events/order/events.ts'
import { lineId } from '#events/testing/ids.ts'
import {
  confirmed,
  paidAt,
  placed,
  refundDue,
  refundPaid,
  refundPaymentWithdrawn,
  refundWithdrawn,
} from '#events/testing/orders.ts'

import { givenBackIn, saleIn } from './invoice-facts.ts'

const hour = (at: number) => new Date(Date.UTC(2026, 2, 1, at))
/** Each an hour after the one before it; the first at midnight. */
const told = (...events: OrderEvent[]) =>
  events.map((event, at) => ({ event, recordedAt: hour(at) }))

const sold = [placed(), confirmed(null, { method: 'cash' })]
const duty = (id: string, amountCents: number) => [
  refundDue('staff', { refundId: id, amountCents }),
  refundPaid(id, amountCents, 'cash'),
]

it('a sale stays one for its invoice, though nobody had paid it', () => {
  expect(saleIn(told(placed()))).toBeNull()
  expect(saleIn(told(placed(), confirmed(1, { sale: null })))).toBeNull()
  expect(saleIn(told(...sold))).toEqual({ paidAt, withdrawnAt: null })
  const cancelled = refundDue('cancelled', { amountCents: 2_500 })
  const mistake = refundWithdrawn(refundDue('staff'))
  const facts = told(...sold, cancelled, mistake, refundWithdrawn(cancelled, 'cash'))
  expect(saleIn(facts)).toEqual({ paidAt, withdrawnAt: hour(4).toISOString() })
})

it('what went back before the issue is a line of it, what goes back later has notes', () => {
  const surplus = refundDue('paid_twice', { refundId: 'twice' })
  const facts = told(
    ...sold,
    ...duty('a', 300), // paid at 3
    ...duty('b', 200), // paid at 5
    surplus,
    refundPaid('twice', 1_000),
    ...duty('c', 100), // paid at 9
    refundDue('staff', { refundId: 'owed', amountCents: 50 }),
  )
  expect(givenBackIn(facts, hour(3))).toEqual({
    beforeCents: 300,
    beforeWithdrawn: [],
    creditNotes: [
      {
        suffix: 1,
        paidAt: hour(5).toISOString(),
        amountCents: 200,
        lineId: null,
        withdrawnAt: null,
      },
      {
        suffix: 2,
        paidAt: hour(9).toISOString(),
        amountCents: 100,
        lineId: null,
        withdrawnAt: null,
      },
    ],
  })
  expect(givenBackIn(facts, hour(10))).toEqual({
    beforeCents: 600,
    beforeWithdrawn: [],
    creditNotes: [],
  })
})

it('a payment that was not made keeps its number, and the next has one of its own', () => {
  const paid = duty('a', 300)
  const facts = told(
    ...sold,
    ...paid, // at 3
    refundPaymentWithdrawn('a', 300, 'cash'),
    refundPaid('a', 300, 'omt'), // at 5
  )
  expect(givenBackIn(facts, hour(1))).toEqual({
    beforeCents: 0,
    beforeWithdrawn: [],
    creditNotes: [
      {
        suffix: 1,
        lineId: null,
        paidAt: hour(3).toISOString(),
        amountCents: 300,
        withdrawnAt: hour(4).toISOString(),
      },
      {
        suffix: 2,
        paidAt: hour(5).toISOString(),
        amountCents: 300,
        lineId: null,
        withdrawnAt: null,
      },
    ],
  })
  expect(givenBackIn(facts, hour(4))).toMatchObject({ beforeCents: 0, beforeWithdrawn: [] })
})

it('a payment on the sheet that was not made stays on it, says so, and the next has a note', () => {
  const facts = told(
    ...sold,
    ...duty('a', 300), // paid at 3
    ...duty('b', 200), // paid at 5, before the issue
    refundPaymentWithdrawn('a', 300, 'cash'), // at 6
    refundPaid('a', 300, 'omt'),
    refundPaymentWithdrawn('a', 300, 'omt'),
    refundPaid('a', 300, 'whish'), // at 9
  )
  const until = (last: number) => givenBackIn(facts.slice(0, last + 1), hour(5))
  const asIssued = { beforeCents: 500, beforeWithdrawn: [], creditNotes: [] }
  expect(until(5)).toEqual(asIssued)
  const beforeWithdrawn = [{ withdrawnAt: hour(6).toISOString(), amountCents: 300 }]
  const said = { ...asIssued, beforeWithdrawn }
  expect(until(6)).toEqual(said)
  const first = { suffix: 1, paidAt: hour(7).toISOString(), amountCents: 300, withdrawnAt: null }
  expect(until(7)).toMatchObject({ ...said, creditNotes: [first] })
  const over = { ...first, withdrawnAt: hour(8).toISOString() }
  expect(until(8)).toMatchObject({ ...said, creditNotes: [over] })
  const second = { ...first, suffix: 2, paidAt: hour(9).toISOString() }
  expect(until(9)).toMatchObject({ ...said, creditNotes: [over, second] })
})

it('a payment of money on top that was not made is on no sheet', () => {
  const facts = told(
    ...sold,
    ...duty('a', 300), // paid at 3
    refundDue('paid_twice', { refundId: 'b', amountCents: 900 }),
    refundPaid('b', 900, 'omt'),
    refundPaymentWithdrawn('b', 900, 'omt'),
  )
  const asIssued = { beforeCents: 300, beforeWithdrawn: [], creditNotes: [] }
  expect(givenBackIn(facts, hour(3))).toEqual(asIssued)
})

it('a note for a line names it, one for the whole sale none', () => {
  const duty = { refundId: 'a', lineId: lineId(2), amountCents: 300 }
  const facts = told(...sold, refundDue('returned', duty), refundPaid('a', 300, 'omt'))
  const { creditNotes } = givenBackIn(facts, hour(1))
  expect(creditNotes).toMatchObject([{ suffix: 1, amountCents: 300, lineId: lineId(2) }])
})
