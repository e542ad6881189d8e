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
  refundWithdrawn,
  refundPaid,
} from '../testing/orders.ts'

import type { OrderEvent } from './events.ts'
import { postingsOf, type Account } from './postings.ts'
import { manualMethods } from './words.ts'

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

it.each(manualMethods)('books money taken by staff into the till: %s', (method) =>
  expect(booked(confirmed(null, { method }))).toMatchObject({ till: 2500 }),
)

it('books each posting in the currency of its fact, and none of nothing', () => {
  expect(postingsOf(refundPaid('returned:1', 1000, 'cash'))).toEqual([
    { account: 'refunds_due', amountCents: 1000, currency: 'USD' },
    { account: 'till', amountCents: -1000, currency: 'USD' },
  ])
  const { data } = mismatched(90_000)
  const received = { ...mismatched(90_000), data: { ...data, receivedCurrency: 'LBP' } }
  expect(postingsOf(received as OrderEvent).map(({ currency }) => currency)).toEqual(['LBP', 'LBP'])
  expect(postingsOf(mismatched(5)).map(({ currency }) => currency)).toEqual(['USD', 'USD'])
  const sale = { subtotalCents: 0, shippingCents: 0 }
  expect(postingsOf(confirmed(null, { amountCents: 0, sale }))).toEqual([])
})

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
  const facts: OrderEvent[] = [
    placed(),
    attempted(1),
    declined(1),
    granted(grantOf(1, 1, 2)),
    orderCancelled('staff'),
    { type: 'HoldExtended', data: { holdUntil: '2027-01-01T00:00:00.000Z' } },
    { type: 'HolderCorrected', data: { cause: 'mistyped' } },
    { type: 'ContactCorrected', data: { fields: ['name'] } },
    { type: 'OrderMadeReady', data: {} },
    { type: 'OrderSentOut', data: {} },
    { type: 'OrderCameBack', data: {} },
    { type: 'OrderCompleted', data: {} },
  ]
  for (const fact of facts) expect(postingsOf(fact)).toEqual([])
})

it('undoes a duty that was withdrawn, and takes what never came out of the till', () => {
  const moved = (fact: OrderEvent) =>
    postingsOf(fact).map(({ account, amountCents }) => [account, amountCents])
  const [staff, mismatch] = [refundDue('staff'), refundDue('mismatch')]
  expect(moved(refundWithdrawn(staff))).toEqual([
    ['refunds_due', 1000],
    ['sales_refunded', -1000],
  ])
  expect(moved(refundWithdrawn(mismatch))).toEqual([
    ['refunds_due', 1000],
    ['customer_receivable', -1000],
  ])
  expect(moved(refundWithdrawn(refundDue('cancelled'), 'cash'))).toEqual([
    ['refunds_due', 1000],
    ['till', -1000],
  ])
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
