import { expect, it } from 'vitest'

import type { OrderEvent } from '#events/order/events.ts'
import { refundDue, refundPaid, refundPaymentWithdrawn } from '#events/testing/orders.ts'

import { creditDuties } from './credit-duties.ts'

const recordedAt = new Date('2026-11-21T09:00:00.000Z')
const told = (...facts: OrderEvent[]) =>
  facts.map((event, day) => ({ event, recordedAt: new Date(recordedAt.getTime() + day) }))
const due = refundDue('raffle_cancelled', { refundId: 'its' })
const credit = refundPaid('its', 1_000, 'credit')
const withdrawn = refundPaymentWithdrawn('its', 1_000, 'credit')

it('is open until it is paid, and again, as old as it is, when that payment was none', () => {
  const duty = { refundId: 'its', dueAt: recordedAt }
  expect(creditDuties(told(due))).toEqual([duty])
  expect(creditDuties(told(due, credit))).toEqual([])
  expect(creditDuties(told(due, credit, withdrawn))).toEqual([duty])
  expect(creditDuties(told(due, credit, withdrawn, credit))).toEqual([])
  expect(creditDuties(told(refundDue('staff'), refundPaymentWithdrawn('other', 1)))).toEqual([])
})
