import { expect, it } from 'vitest'

import type { OrderEvent } from '#events/order/events.ts'
import { refundDue, refundPaid, refundPaymentWithdrawn } from '#events/testing/orders.ts'

import { choiceOf, creditDuties, withdrawnChoice } from './credit-duties.ts'

/** Of the nth fact. */
const at = (nth: number) => new Date(Date.parse('2026-11-21T09:00:00.000Z') + nth)
const told = (...facts: OrderEvent[]) => facts.map((event, nth) => ({ event, recordedAt: at(nth) }))
const due = refundDue('raffle_cancelled', { refundId: 'its' })
const credit = refundPaid('its', 1_000, 'credit')
const withdrawn = refundPaymentWithdrawn('its', 1_000, 'credit')
const cash = refundPaid('its', 1_000, 'cash')
const notInCash = refundPaymentWithdrawn('its', 1_000, 'cash')

it('is open until it is paid, and again, as old as it is, when that payment was none', () => {
  const duty = { refundId: 'its', dueAt: at(0), owedSince: at(0) }
  expect(creditDuties(told(due))).toEqual([duty])
  expect(creditDuties(told(due, credit))).toEqual([])
  expect(creditDuties(told(due, credit, withdrawn))).toEqual([{ ...duty, owedSince: at(2) }])
  expect(creditDuties(told(due, credit, withdrawn, credit))).toEqual([])
  expect(creditDuties(told(refundDue('staff'), refundPaymentWithdrawn('other', 1)))).toEqual([])
})

it('is to be chosen about anew once a payment of it was withdrawn, by whatever method', () => {
  const accepted = (nth: number) => ({ kind: 'credit', state: 'accepted', created_at: at(nth) })
  const chosen = (facts: OrderEvent[], nth: number) =>
    creditDuties(told(...facts)).map((duty) => choiceOf(duty, [accepted(nth)]) !== undefined)
  expect(chosen([due], 0)).toEqual([true])
  expect(chosen([due, credit, withdrawn], 0)).toEqual([false])
  expect(chosen([due, credit, withdrawn], 2)).toEqual([true])
  // What was chosen while it was said to be paid was about other money.
  expect(chosen([due, cash, notInCash], 1)).toEqual([false])
})

it('the choice behind credit that was none was made while its money was owed', () => {
  const chosen = (...facts: OrderEvent[]) => withdrawnChoice(told(...facts), 'its')
  const first = { from: at(0), until: at(1) }
  expect(chosen(due, credit, withdrawn)).toEqual(first)
  expect(chosen(due, credit, withdrawn, cash)).toEqual(first)
  expect(chosen(due, credit, withdrawn, credit, withdrawn)).toEqual({ from: at(2), until: at(3) })
  expect(chosen(due, credit)).toBeNull()
  expect(chosen(due, cash, notInCash)).toBeNull()
  expect(chosen(refundDue('staff', { refundId: 'its' }), credit, withdrawn)).toBeNull()
  const other = refundDue('raffle_cancelled', { refundId: 'other' })
  expect(chosen(other, refundPaid('other', 1_000, 'credit'))).toBeNull()
})
