import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { attempted, confirmed, orderCancelled, paidAt, placed } from '../testing/orders.ts'

import { orderDecider } from './decide.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './evolve.ts'
import { postingsOf } from './postings.ts'

const given = givenFor(orderDecider)
const toCash = { type: 'CorrectMethod', to: 'cash' } as const
const byHand = confirmed(null, { method: 'whish' })
const corrected: OrderEvent = {
  type: 'PaymentMethodCorrected',
  data: {
    from: 'whish',
    to: 'cash',
    amountCents: byHand.data.amountCents,
    currency: 'USD',
    paidAt,
  },
}

describe('the method of money that staff took', () => {
  it('is corrected, and corrected back, each time as a fact of its own', () => {
    given(placed(), byHand).when(toCash).then(corrected)
    given(placed(), byHand, corrected).when(toCash).thenNothing()
    const back = { ...corrected.data, from: 'cash', to: 'whish' } as const
    given(placed(), byHand, corrected)
      .when({ type: 'CorrectMethod', to: 'whish' })
      .then({ type: 'PaymentMethodCorrected', data: back })
  })

  it('is corrected of an order that has ended, too: its money was taken', () => {
    given(placed(), byHand, { type: 'OrderCompleted', data: {} }).when(toCash).then(corrected)
    given(placed(), byHand, orderCancelled('staff')).when(toCash).then(corrected)
  })

  it('is not that of money which a provider says it has, nor of money that never came', () => {
    given(placed(), attempted(1), confirmed(1)).when(toCash).thenRejected('order_not_paid')
    given(placed()).when(toCash).thenRejected('order_not_paid')
  })

  it('is not that of an order which cost nothing: nobody took any', () => {
    const free = placed([], { shippingCents: 0, totalCents: 0 })
    const sale = { subtotalCents: 0, shippingCents: 0 }
    given(free, confirmed(null, { method: 'whishpay', amountCents: 0, sale }))
      .when(toCash)
      .thenRejected('order_not_paid')
  })

  it('leaves what came through a provider on top as it is', () => {
    const onTop = confirmed(1, { method: 'montypay', sale: null })
    const after = fold(orderDecider, [placed(), attempted(1), byHand, onTop, corrected])
    expect(paymentsOf(after).map(({ method }) => method)).toEqual(['cash', 'montypay'])
  })

  it('changes the payment alone, and moves no money in the books', () => {
    const before = fold(orderDecider, [placed(), byHand])
    const [payment] = paymentsOf(before)
    const after = fold(orderDecider, [placed(), byHand, corrected])
    expect(after).toEqual({ ...before, payments: [{ ...payment, method: 'cash' }] })
    expect(postingsOf(corrected)).toEqual([])
  })
})

const paymentsOf = (order: Order) => (order.status === 'none' ? [] : order.payments)
