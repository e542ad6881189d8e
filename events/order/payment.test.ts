import { describe, it } from 'vitest'

import { givenFor } from '../testing/given.ts'
import { attemptId } from '../testing/ids.ts'
import {
  attempted,
  confirmed,
  declined,
  granted,
  grantOf,
  orderCancelled,
  paid,
  paidAt,
  placed,
  refundDue,
} from '../testing/orders.ts'

import { orderDecider, type OrderCommand } from './decide.ts'
import type { OrderEvent } from './events.ts'
import type { ConfirmPayment } from './payment.ts'

const given = givenFor(orderDecider)
const expired = [placed(), attempted(1), orderCancelled('expired')] as const
const onTop = confirmed(1, { sale: null })
const owed = (cause: 'paid_late' | 'paid_twice', number: number) =>
  refundDue(cause, {
    refundId: `${cause}:${attemptId(number)}`,
    attemptId: attemptId(number),
    amountCents: 2500,
  })

describe('money that matches', () => {
  it('pays a pending order', () =>
    given(placed(), attempted(1)).when(confirm(1)).then(confirmed(1)))

  it('pays it when the provider does not say the amount: then the attempt’s own holds', () =>
    given(placed(), attempted(1))
      .when(confirm(1, { amountCents: null, currency: null }))
      .then(confirmed(1)))

  it('keeps the provider’s own name for it', () =>
    given(placed(), attempted(1))
      .when(confirm(1, { providerRef: 'W-17' }))
      .then(confirmed(1, { providerRef: 'W-17' })))

  it('takes an attempt at another amount than the order’s for a bug', () =>
    given(placed(), attempted(1, 'whishpay', 2400))
      .when(confirm(1, { amountCents: 2400 }))
      .thenFails(/exactly its total/))

  it('pays it after a decline of the same link', () =>
    given(placed(), attempted(1), declined(1)).when(confirm(1)).then(confirmed(1)))

  it('counts once however often the provider says it', () =>
    given(...paid)
      .when(confirm(1))
      .thenNothing())

  it('is unknown without its attempt', () =>
    given(placed()).when(confirm(1)).thenRejected('not_found'))
})

describe('money that does not match', () => {
  it.each([
    ['a cent less', { amountCents: 2499 }],
    ['a cent more', { amountCents: 2501 }],
    ['another currency', { currency: 'LBP' }],
  ])('%s never pays the order', (_what, received) => {
    given(placed(), attempted(1)).when(confirm(1, received)).then(mismatched(received))
    given(...expired)
      .when(confirm(1, received))
      .then(mismatched(received))
  })

  it('says what is known of it where the provider says only a part', () =>
    given(placed(), attempted(1))
      .when(confirm(1, { amountCents: null, currency: 'LBP' }))
      .then({
        type: 'PaymentMismatched',
        data: {
          attemptId: attemptId(1),
          method: 'whishpay',
          expectedCents: 2500,
          receivedCents: null,
          receivedCurrency: 'LBP',
        },
      }))

  it('is settled: the same attempt makes no more facts', () =>
    given(placed(), attempted(1), mismatched({})).when(confirm(1)).thenNothing())

  it('leaves the order open for another attempt', () =>
    given(placed(), attempted(1), mismatched({}), attempted(2)).when(confirm(2)).then(confirmed(2)))
})

describe('money that comes twice', () => {
  it('is recorded and owed back, and brings no more tickets', () => {
    const facts = [placed(), attempted(1), attempted(2), confirmed(1)]
    given(...facts)
      .when(confirm(2))
      .then(confirmed(2, { sale: null }), owed('paid_twice', 2))
    given(...facts, granted(grantOf(1, 1, 2), grantOf(2, 1, 2)))
      .when(confirm(2))
      .then(confirmed(2, { sale: null }), owed('paid_twice', 2))
  })
})

describe('money that comes late', () => {
  it('revives an expired order when its tickets could be reserved again', () =>
    given(...expired)
      .when(confirm(1, { room: 'held' }))
      .then(confirmed(1, { isRevival: true })))

  it('is owed back when there is no room', () =>
    given(...expired)
      .when(confirm(1))
      .then(onTop, owed('paid_late', 1)))

  it.each(['customer', 'staff', 'raffle_cancelled'] as const)(
    'is owed back when the order was cancelled: %s, room or not',
    (reason) =>
      given(placed(), attempted(1), orderCancelled(reason))
        .when(confirm(1, { room: 'held' }))
        .then(onTop, owed('paid_late', 1)),
  )

  it('revives once: the second success of a revived order is owed back', () =>
    given(
      placed(),
      attempted(1),
      attempted(2),
      orderCancelled('expired'),
      confirmed(1, { isRevival: true }),
    )
      .when(confirm(2, { room: 'held' }))
      .then(confirmed(2, { sale: null }), owed('paid_twice', 2)))

  it('makes no facts a second time', () =>
    given(...expired, onTop, owed('paid_late', 1))
      .when(confirm(1, { room: 'held' }))
      .thenNothing())
})

describe('money taken by staff', () => {
  it('pays a pending order', () => given(placed()).when(takeCash()).then(byCash()))

  it('revives an expired one when its tickets could be reserved again', () =>
    given(placed(), orderCancelled('expired'))
      .when(takeCash('held'))
      .then(byCash({ isRevival: true })))

  it('is refused where it could not be kept', () => {
    given(placed(), orderCancelled('expired')).when(takeCash()).thenRejected('order_cancelled')
    given(placed(), orderCancelled('staff')).when(takeCash('held')).thenRejected('order_cancelled')
    given(...paid)
      .when(takeCash())
      .thenRejected('order_paid')
  })
})

function confirm(number: number, change: Partial<ConfirmPayment> = {}): OrderCommand {
  return {
    type: 'ConfirmPayment',
    attemptId: attemptId(number),
    amountCents: 2500,
    currency: 'USD',
    providerRef: null,
    providerStatus: 'success',
    now: paidAt,
    room: 'none',
    ...change,
  }
}

function takeCash(room: 'held' | 'none' = 'none'): OrderCommand {
  return { type: 'TakeManualPayment', now: paidAt, method: 'cash', reference: 'R-17', room }
}

function mismatched(received: { amountCents?: number; currency?: string }): OrderEvent {
  return {
    type: 'PaymentMismatched',
    data: {
      attemptId: attemptId(1),
      method: 'whishpay',
      expectedCents: 2500,
      receivedCents: received.amountCents ?? 2500,
      receivedCurrency: received.currency ?? 'USD',
    },
  }
}

function byCash(change: Parameters<typeof confirmed>[1] = {}): OrderEvent {
  const taken = { method: 'cash', providerRef: 'R-17', providerStatus: 'manual' } as const
  return confirmed(null, { ...taken, ...change })
}
