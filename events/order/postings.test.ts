import { expect, it } from 'vitest'

import {
  attempted,
  confirmed,
  declined,
  granted,
  grantOf,
  orderCancelled,
  placed,
  refundDue,
  refundPaid,
} from '../testing/orders.ts'

import type { OrderEvent } from './events.ts'
import { postingsOf, type Account } from './postings.ts'

const booked = (event: OrderEvent): Partial<Record<Account, number>> => {
  const sums: Partial<Record<Account, number>> = {}
  for (const { account, amountCents } of postingsOf(event))
    sums[account] = (sums[account] ?? 0) + amountCents
  return sums
}

it('books a sale: money at the provider, sales and shipping earned, nothing left receivable', () =>
  expect(booked(confirmed(1))).toEqual({
    provider_clearing: 2500,
    customer_receivable: 0,
    sales: -2000,
    shipping: -500,
  }))

it('books money taken by staff into the till', () =>
  expect(booked(confirmed(null, { method: 'omt' }))).toMatchObject({ till: 2500 }))

it('earns nothing by money on top: it belongs to the customer until it is owed back', () => {
  expect(booked(confirmed(1, { sale: null }))).toEqual({
    provider_clearing: 2500,
    customer_receivable: -2500,
  })
  expect(booked(refundDue('paid_twice', { amountCents: 2500 }))).toEqual({
    customer_receivable: 2500,
    refunds_due: -2500,
  })
})

it('keeps a mismatched receipt as the customer’s money, and nothing where nothing is known', () => {
  expect(booked(mismatched(2400))).toEqual({ provider_clearing: 2400, customer_receivable: -2400 })
  expect(booked(mismatched(null))).toEqual({})
})

it('takes a refund back from sales when it falls due and clears it when it is paid', () => {
  expect(booked(refundDue('returned'))).toEqual({ sales_refunded: 1000, refunds_due: -1000 })
  expect(booked(refundPaid('returned:1', 1000))).toEqual({
    refunds_due: 1000,
    provider_clearing: -1000,
  })
  expect(booked(refundPaid('returned:1', 1000, 'credit'))).toEqual({
    refunds_due: 1000,
    store_credit: -1000,
  })
})

it('books nothing for facts without money', () => {
  const facts = [
    placed(),
    attempted(1),
    declined(1),
    granted(grantOf(1, 1, 2)),
    orderCancelled('staff'),
  ]
  for (const fact of facts) expect(postingsOf(fact)).toEqual([])
})

it('takes a sale that is not its payment for a bug', () =>
  expect(() => postingsOf(confirmed(1, { amountCents: 2499 }))).toThrow(/add up/))

function mismatched(receivedCents: number | null): OrderEvent {
  const received = { expectedCents: 2500, receivedCents, receivedCurrency: null }
  return {
    type: 'PaymentMismatched',
    data: {
      attemptId: confirmed(1).data.attemptId!,
      method: 'whishpay',
      ...received,
    },
  }
}
