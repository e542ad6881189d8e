import { expect, it } from 'vitest'

import { adminMoneyEn } from '../../lib/text/admin-money-en.ts'
import { adminStaffEn } from '../../lib/text/admin-staff-en.ts'
import { detailsOf, titleOf } from './approval-details.ts'
import type { Asked } from './approval-details.ts'

const { approvals: text } = adminStaffEn
const readAs = (details: object, kind: Asked['kind'] = 'manual_payment') => {
  const asked = { kind, details: { ...details } }
  const shown = detailsOf(asked, text, adminMoneyEn.methods)
  return [titleOf(asked, text), ...shown.map(({ label, value }) => `${label}: ${value}`)]
}

const refund = { refund: '4.00', method: 'cash', reference: 'R-1', currency: 'LBP', rate: '90000' }

it('a refund at another rate is no manual payment: what is owed, what is given, both rates', () => {
  expect(readAs({ ...refund, usual: '89500', usualOf: 'day' })).toEqual([
    'Refund in pounds at another rate',
    'Owed back: $4.00',
    'Method: Cash',
    'Paid back in pounds: LBP 360,000',
    'Rate used: 90,000',
    'Rate of the day: 89,500',
    'Reference: R-1',
  ])
  const usual = (about: object) =>
    readAs({ ...refund, ...about }).find((line) => /89,500/.test(line))
  expect(usual({ usual: '89500', usualOf: 'payment' })).toBe('Rate of the payment: 89,500')
  expect(readAs({ ...refund, usual: '1500', usualOf: 'payment', dayRate: '89500' })).toEqual(
    expect.arrayContaining(['Rate used: 90,000', 'Rate of the day: 89,500']),
  )
  // Asked for before it was told apart.
  expect(usual({ usual: '89500' })).toBe('Usual rate: 89,500')
  expect(readAs({ ...refund, usual: null })).not.toContainEqual(expect.stringMatching(/^Usual/))
})

it('a payment, a correction of one and a withdrawal say each what they are', () => {
  const payment = { total: '1250.00', method: 'omt', currency: 'LBP', rate: '89500' }
  expect(readAs({ ...payment, customer: '+96171222333' })).toEqual([
    'Manual payment above the limit',
    'Total: $1,250.00',
    'Method: OMT',
    'Paid in: Lebanese pounds',
    'Pounds per dollar: 89,500',
    'Customer: +961 71 222 333',
  ])
  expect(readAs({ ...payment, rate: '1', dayRate: '89500' })).toEqual([
    'Payment in pounds far from the rate of the day',
    'Total: $1,250.00',
    'Method: OMT',
    'Paid in: Lebanese pounds',
    'Pounds per dollar: 1',
    'Rate of the day: 89,500',
  ])
  expect(readAs({ total: '20.00', method: 'cash', was: 'USD', booked: 'LBP 89500' })).toEqual([
    'Correction of how money came',
    'Total: $20.00',
    'Method: Cash',
    'Counted so far in: US dollars',
    'From now on in: Lebanese pounds · 89,500',
  ])
  expect(readAs({ withdrawn: '9.00', cause: 'never_paid' })).toEqual([
    'Withdrawal of a refund',
    'Refund withdrawn: $9.00',
    'Reason: Nobody had paid',
  ])
  expect(readAs({ withdrawn: '9.00', cause: 'not_paid' })).toContain('Reason: Not paid as noted')
  expect(readAs({ repaid: '900.00', method: 'cash', reference: 'R-1' })).toEqual([
    'Refund above the limit',
    'Paid back: $900.00',
    'Method: Cash',
    'Reference: R-1',
  ])
  expect(readAs({ from: 12, to: 20, issued: 0 }, 'capacity_change')).toEqual([
    'Change the size of a raffle',
    'From: 12',
    'To: 20',
    'Tickets issued: 0',
  ])
})
