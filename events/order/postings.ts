// Double entry: every fact that moves money becomes postings that add up to zero. Positive is a
// debit, negative a credit. A posting follows from its fact alone, so a projection needs no state.
import { assert, unreachable } from '../kernel/assert.ts'
import { isPlanted } from '../kernel/planted.ts'

import { type OrderEvent } from './events.ts'
import { manualMethods } from './words.ts'
import { isSurplusCause, type PaymentMethod } from './evolve.ts'

export const accounts = [
  /** What customers owe us; below zero: money that is no sale and is not yet owed back. */
  'customer_receivable',
  /** Money the online provider has for us; returns to zero when the provider settles. */
  'provider_clearing',
  /** Money taken by staff: cash, OMT, card terminal, Whish by hand. */
  'till',
  'sales',
  'shipping',
  /** Takes back from sales what was refunded. */
  'sales_refunded',
  'refunds_due',
  'store_credit',
] as const
export type Account = (typeof accounts)[number]

export type Posting = { account: Account; amountCents: number; currency: string }

export function postingsOf({ type, data }: OrderEvent): Posting[] {
  switch (type) {
    case 'PaymentConfirmed':
      return balanced(data.currency, [
        [moneyAccount(data.method), data.amountCents],
        ['customer_receivable', -data.amountCents],
        ...(data.sale === null ? [] : saleEntries(data.amountCents, data.sale)),
      ])
    case 'PaymentMismatched':
      return balanced(data.receivedCurrency ?? 'USD', [
        [moneyAccount(data.method), data.receivedCents ?? 0],
        ['customer_receivable', -(data.receivedCents ?? 0)],
      ])
    case 'RefundDue':
      return balanced(data.currency, [
        [isSurplusCause(data.cause) ? 'customer_receivable' : 'sales_refunded', data.amountCents],
        ...(isPlanted('refund_posts_one_side')
          ? []
          : [['refunds_due', -data.amountCents] satisfies Entry]),
      ])
    case 'RefundPaid':
      return balanced(data.currency, [
        ['refunds_due', data.amountCents],
        [paidFrom(data), -data.amountCents],
      ])
    case 'RefundPaymentWithdrawn':
      return balanced(data.currency, [
        [paidFrom(data), data.amountCents],
        ['refunds_due', -data.amountCents],
      ])
    case 'RefundWithdrawn':
      return balanced(data.currency, [
        ['refunds_due', data.amountCents],
        [withdrawnFrom(data), -data.amountCents],
      ])
    case 'OrderPlaced':
    case 'PaymentAttempted':
    case 'PaymentDeclined':
    case 'TicketsGranted':
    case 'PaymentMethodCorrected': // every method of staff is of the till
    case 'HoldExtended':
    case 'HolderCorrected':
    case 'ContactCorrected':
    case 'OrderMadeReady':
    case 'OrderSentOut':
    case 'OrderCameBack':
    case 'OrderCancelled':
    case 'OrderCompleted':
      return []
    default:
      return unreachable(type)
  }
}

const paidFrom = ({ method }: { method: PaymentMethod | 'credit' }): Account =>
  method === 'credit' ? 'store_credit' : moneyAccount(method)

/** Money that never came is not in the till; otherwise the duty is undone. */
function withdrawnFrom({ method, cause }: Withdrawn): Account {
  if (method !== null) return moneyAccount(method)
  return isSurplusCause(cause) ? 'customer_receivable' : 'sales_refunded'
}

type Withdrawn = Extract<OrderEvent, { type: 'RefundWithdrawn' }>['data']

type Entry = [account: Account, amountCents: number]

/** The customer owes what he bought and has just paid it: the payment must be exactly the sale. */
function saleEntries(
  paidCents: number,
  { subtotalCents, shippingCents }: { subtotalCents: number; shippingCents: number },
): Entry[] {
  return [
    ['customer_receivable', paidCents],
    ['sales', -subtotalCents],
    ['shipping', -shippingCents],
  ]
}

function moneyAccount(method: PaymentMethod): Account {
  return (manualMethods as readonly string[]).includes(method) ? 'till' : 'provider_clearing'
}

/** Entries of nothing are left out; the rest must add up to zero, or the books are broken. */
function balanced(currency: string, entries: readonly Entry[]): Posting[] {
  const postings: Posting[] = []
  let sumCents = 0
  for (const [account, amountCents] of entries) {
    sumCents += amountCents
    if (amountCents !== 0) postings.push({ account, amountCents, currency })
  }
  assert(sumCents === 0, `postings add up to ${sumCents} instead of 0`)
  return postings
}
