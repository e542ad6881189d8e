// A refund that was not paid as it was written down: it is due again.
import { expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import {
  attempted,
  confirmed,
  goodsLine,
  orderCancelled,
  placed,
  refundDue,
  refundPaid,
  refundPaymentWithdrawn,
} from '../testing/orders.ts'

import { orderDecider, type OrderCommand, type PlacedOrder } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { postingsOf } from './postings.ts'
import { publicStatus } from './public-status.ts'

const given = givenFor(orderDecider)
const after = (...facts: OrderEvent[]) => fold(orderDecider, facts) as PlacedOrder
const other = refundDue('staff', { refundId: 'staff:2', amountCents: 300 })
const due = refundDue('cancelled', { refundId: 'its', amountCents: 2200 })
const owed = [placed([goodsLine(1), goodsLine(2)]), attempted(1), confirmed(1), other, due]
const gone = [orderCancelled('staff'), refundPaid('staff:2', 300), refundPaid('its', 2200, 'omt')]
const withdraw = (refundId: string): OrderCommand => ({
  type: 'WithdrawRefundPayment',
  refundId,
  method: 'omt',
})
const withdrawn = refundPaymentWithdrawn('its', 2200, 'omt')

it('is due again, alone, and may be paid another way', () => {
  given(...owed, ...gone)
    .when(withdraw('its'))
    .then(withdrawn)
  const order = after(...owed, ...gone, withdrawn)
  expect(order.refunds).toMatchObject([{ isPaid: true }, { isPaid: false, withdrawnPayments: 1 }])
  expect(publicStatus(order)).toMatchObject({ status: 'cancelled', refundStatus: 'due' })
  given(...owed, ...gone, withdrawn)
    .when({ type: 'PayRefund', refundId: 'its', method: 'cash' })
    .then(refundPaid('its', 2200, 'cash'))
  const again = [refundPaid('its', 2200, 'cash'), refundPaymentWithdrawn('its', 2200, 'cash')]
  expect(after(...owed, ...gone, withdrawn, ...again).refunds).toMatchObject([
    { isPaid: true },
    { isPaid: false, withdrawnPayments: 2 },
  ])
})

it('makes no fact of what is not paid, and knows no other', () => {
  given(...owed, ...gone, withdrawn)
    .when(withdraw('its'))
    .thenNothing()
  given(...owed)
    .when(withdraw('its'))
    .thenNothing()
  given(...owed)
    .when(withdraw('nobody'))
    .thenRejected('not_found')
})

it('moves the money back to where it is, and the duty with it', () => {
  const total = (method: 'omt' | 'credit' | 'montypay') =>
    [
      ...postingsOf(refundPaid('its', 2200, method)),
      ...postingsOf(refundPaymentWithdrawn('its', 2200, method)),
    ].map(({ account, amountCents }) => [account, amountCents])
  for (const [method, account] of [
    ['omt', 'till'],
    ['credit', 'store_credit'],
    ['montypay', 'provider_clearing'],
  ] as const)
    expect(total(method)).toEqual([
      ['refunds_due', 2200],
      [account, -2200],
      [account, 2200],
      ['refunds_due', -2200],
    ])
})
