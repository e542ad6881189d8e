import { describe, expect, it } from 'vitest'

import { fold } from '#events/kernel/decider.ts'
import { orderDecider } from '#events/order/decide.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { paid, refundDue, refundPaid, refundPaymentWithdrawn } from '#events/testing/orders.ts'

import { requirePlaced } from './orders.ts'
import { requestsAllowed, standingOf } from './order-requests.ts'
import type { RequestRow } from './order-requests.ts'

const DAY_MS = 86_400_000
const day = (number: number) => new Date(Date.UTC(2026, 10, 1, 10) + number * DAY_MS)

/** Two lines and delivery. */
const lost = (refundId: string, amountCents = 1_000) =>
  refundDue('raffle_cancelled', { refundId, amountCents })
const all = [...paid, lost('a'), lost('b', 1_500)]

const credit = (state: RequestRow['state'], asked = day(1)): RequestRow => ({
  request_id: state,
  kind: 'credit',
  state,
  answer: null,
  created_at: asked,
  answered_at: null,
})

type Case = { facts: readonly OrderEvent[]; now: Date; requests?: RequestRow[]; from?: Date[] }

/** Each fact is of the first day, where `from` says nothing else of the last ones. */
function allowed({ facts, now, requests = [], from = [] }: Case) {
  const days = [...facts.slice(from.length).map(() => day(0)), ...from]
  const recorded = facts.map((event, index) => ({ event, recordedAt: days[index]! }))
  const order = requirePlaced(fold(orderDecider, facts))
  return requestsAllowed({ ...standingOf(recorded, requests), order, now })
}

describe('credit for what a cancelled raffle owes', () => {
  it('may be chosen to the end of the fourteenth day, whatever becomes of the order', () => {
    expect(allowed({ facts: all, now: day(1) })).toEqual(['credit'])
    expect(allowed({ facts: all, now: new Date('2026-11-15T21:59:59.999Z') })).toEqual(['credit'])
    expect(allowed({ facts: all, now: new Date('2026-11-15T22:00:00.000Z') })).toEqual([])
  })

  it('may be chosen beside what may be asked about the rest', () => {
    const facts = [...paid, lost('a')]
    expect(allowed({ facts, now: day(1) })).toEqual(['cancel', 'credit'])
    expect(allowed({ facts, now: day(16) })).toEqual(['cancel'])
  })

  it('counts its days from the newest of what is owed', () => {
    const from = [day(10)]
    expect(allowed({ facts: all, from, now: day(20) })).toEqual(['credit'])
    expect(allowed({ facts: all, from, now: day(25) })).toEqual([])
    const rest = [...all, refundPaid('b', 1_500, 'cash')]
    expect(allowed({ facts: rest, from: [day(10), day(11)], now: day(20) })).toEqual([])
  })

  it('is not for what is paid, or owed for another cause', () => {
    const settled = [...all, refundPaid('a', 1_000, 'cash'), refundPaid('b', 1_500, 'cash')]
    expect(allowed({ facts: settled, now: day(1) })).toEqual([])
    const other = [...paid, refundDue('staff', { amountCents: 2_500 })]
    expect(allowed({ facts: other, now: day(1) })).toEqual([])
  })

  it('is chosen once, and again after it was withdrawn or declined', () => {
    const again = (state: RequestRow['state'], from: Date[] = []) =>
      allowed({ facts: all, from, now: day(12), requests: [credit(state)] })
    expect(again('open')).toEqual([])
    expect(again('accepted')).toEqual([])
    expect(again('withdrawn')).toEqual(['credit'])
    expect(again('declined')).toEqual(['credit'])
    // What came later was not chosen yet.
    expect(again('accepted', [day(10)])).toEqual(['credit'])
  })

  it('is chosen anew, within the same days, where the credit was none after all', () => {
    const none = [refundPaid('a', 1_000, 'credit'), refundPaymentWithdrawn('a', 1_000, 'credit')]
    const facts = [...paid, lost('a'), ...none]
    const again = (now: Date) =>
      allowed({ facts, from: [day(2), day(3)], now, requests: [credit('accepted')] })
    expect(again(day(12))).toContain('credit')
    expect(again(day(16))).not.toContain('credit')
  })
})
