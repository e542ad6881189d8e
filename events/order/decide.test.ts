import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { attemptId, lineId, raffleId, variantId } from '../testing/ids.ts'
import {
  afterHold,
  attempted,
  confirmed,
  declined,
  fulfilled,
  goodsLine,
  granted,
  grantOf,
  holdUntil,
  line,
  orderCancelled,
  paid,
  paidAt,
  placed,
  placedAt,
  refundDue,
} from '../testing/orders.ts'

import { attemptsMax, linesMax, orderDecider, type OrderCommand } from './decide.ts'
import type { OrderEvent } from './events.ts'
import type { CancelReason } from './evolve.ts'

const given = givenFor(orderDecider)
const completed: OrderEvent = { type: 'OrderCompleted', data: {} }

describe('placing', () => {
  it('freezes the lines as they were priced', () =>
    given().when({ type: 'PlaceOrder', order: placed().data }).then(placed()))

  it('places an order once', () =>
    given(placed())
      .when({ type: 'PlaceOrder', order: placed().data })
      .thenRejected('already_placed'))

  it('takes 1 to 20 lines of 1 to 100 pieces', () => {
    const lines = Array.from({ length: linesMax + 1 }, (_, index) => line(index + 1))
    given()
      .when({ type: 'PlaceOrder', order: placed(lines).data })
      .thenRejected('invalid_request')
    given()
      .when({ type: 'PlaceOrder', order: placed([]).data })
      .thenRejected('invalid_request')
    given()
      .when({ type: 'PlaceOrder', order: placed([line(1, { quantity: 101 })]).data })
      .thenRejected('invalid_request')
    const largest = placed(lines.slice(0, linesMax).map((each) => ({ ...each, quantity: 100 })))
    given().when({ type: 'PlaceOrder', order: largest.data }).then(largest)
  })

  it('takes a sum that does not add up for a bug', () => {
    given()
      .when({ type: 'PlaceOrder', order: placed(undefined, { subtotalCents: 1999 }).data })
      .thenFails(/lines must add up/)
    given()
      .when({ type: 'PlaceOrder', order: placed(undefined, { totalCents: 2000 }).data })
      .thenFails(/total/)
  })

  it('takes two lines of one name for a bug', () =>
    given()
      .when({ type: 'PlaceOrder', order: placed([line(1), line(1)]).data })
      .thenFails(/unique/))
})

describe('attempting to pay', () => {
  it('asks for exactly the total', () => given(placed()).when(attempt(1)).then(attempted(1)))

  it('is one attempt however often it is asked for', () =>
    given(placed(), attempted(1)).when(attempt(1)).thenNothing())

  it('allows another attempt after a decline while the hold lives', () =>
    given(placed(), attempted(1), declined(1)).when(attempt(2)).then(attempted(2)))

  it('ends with the hold', () =>
    given(placed()).when(attempt(1, holdUntil)).thenRejected('hold_expired'))

  it('is refused on a paid, a cancelled and a free order', () => {
    given(...paid)
      .when(attempt(2))
      .thenRejected('order_paid')
    given(placed(), orderCancelled('expired')).when(attempt(1)).thenRejected('order_cancelled')
    given(free()).when(attempt(1)).thenRejected('nothing_to_pay')
  })

  it('has a limit', () => {
    const many = Array.from({ length: attemptsMax }, (_, index) => attempted(index + 1))
    given(placed(), ...many)
      .when(attempt(99))
      .thenRejected('too_many_attempts')
    given(placed(), ...many.slice(1))
      .when(attempt(1))
      .then(attempted(1))
  })

  it('remembers a decline once, and none after the money came', () => {
    given(placed(), attempted(1)).when(decline(1)).then(declined(1))
    given(placed(), attempted(1), declined(1)).when(decline(1)).thenNothing()
    given(placed(), attempted(1), declined(1), attempted(2)).when(decline(2)).then(declined(2))
    given(...paid)
      .when(decline(1))
      .thenNothing()
    given(placed()).when(decline(1)).thenRejected('not_found')
  })
})

describe('granting tickets', () => {
  it('grants all lines at once or line by line', () => {
    given(...paid)
      .when(grantTickets(grantOf(1, 1, 2), grantOf(2, 5, 6)))
      .then(granted(grantOf(1, 1, 2), grantOf(2, 5, 6)))
    given(...paid, granted(grantOf(1, 1, 2)))
      .when(grantTickets(grantOf(1, 1, 2), grantOf(2, 5, 6)))
      .then(granted(grantOf(2, 5, 6)))
  })

  it('makes no facts of what is granted already', () =>
    given(...fulfilled)
      .when(grantTickets(grantOf(1, 1, 2)))
      .thenNothing())

  it('takes other numbers for a granted line for a bug', () =>
    given(...fulfilled)
      .when(grantTickets(grantOf(1, 3, 4)))
      .thenFails(/others/))

  it.each([
    ['only the first number', grantOf(1, 2, 2)],
    ['only the last number', grantOf(1, 1, 1)],
    ['only the raffle', { ...grantOf(1, 1, 2), raffleId: raffleId(3) }],
  ])('takes it for one when %s differs', (_what, grant) =>
    given(...fulfilled)
      .when(grantTickets(grant))
      .thenFails(/others/),
  )

  it('takes a grant that does not fit its line for a bug', () => {
    given(...paid)
      .when(grantTickets(grantOf(1, 1, 3)))
      .thenFails(/all tickets/)
    given(...paid)
      .when(grantTickets({ ...grantOf(1, 1, 2), raffleId: raffleId(2) }))
      .thenFails(/fit a line/)
    given(...paid)
      .when(grantTickets({ ...grantOf(3, 1, 2), raffleId: raffleId(1) }))
      .thenFails(/fit a line/)
    given(...paid)
      .when(grantTickets(grantOf(1, 1, 2), grantOf(1, 3, 4)))
      .thenFails(/once/)
  })

  it('gives nothing to an unpaid or cancelled order', () => {
    given(placed())
      .when(grantTickets(grantOf(1, 1, 2)))
      .thenRejected('order_not_paid')
    given(placed(), orderCancelled('expired'))
      .when(grantTickets(grantOf(1, 1, 2)))
      .thenRejected('order_cancelled')
  })

  it('never gives tickets to a line whose money goes back', () =>
    given(...paid, refundDue('not_issuable', { lineId: lineId(1) }))
      .when(grantTickets(grantOf(1, 1, 2)))
      .thenRejected('line_refunded'))

  it('gives the other lines theirs', () =>
    given(...paid, refundDue('not_issuable', { lineId: lineId(1) }))
      .when(grantTickets(grantOf(2, 1, 2)))
      .then(granted(grantOf(2, 1, 2))))
})

describe('holding longer', () => {
  it('moves the end of the hold later only', () => {
    const later = '2026-11-24T08:00:00.000Z'
    given(placed())
      .when({ type: 'ExtendHold', holdUntil: later })
      .then({ type: 'HoldExtended', data: { holdUntil: later } })
    given(placed()).when({ type: 'ExtendHold', holdUntil }).thenNothing()
    given(placed())
      .when({ type: 'ExtendHold', holdUntil: placedAt })
      .thenRejected('shortening_refused')
    given(...paid)
      .when({ type: 'ExtendHold', holdUntil: later })
      .thenRejected('order_paid')
    given(placed(), orderCancelled('customer'))
      .when({ type: 'ExtendHold', holdUntil: later })
      .thenRejected('order_cancelled')
    const moved = { type: 'HoldExtended', data: { holdUntil: later } } as const
    given(placed(), moved).when({ type: 'ExtendHold', holdUntil: later }).thenNothing()
    given(placed(), moved).when(attempt(1, holdUntil)).then(attempted(1))
  })
})

describe('the phone it stands by', () => {
  const correct = { type: 'CorrectHolder', cause: 'mistyped' } as const
  const corrected = { type: 'HolderCorrected', data: { cause: 'mistyped' } } as const

  it('is corrected before and after it is paid, as often as it was wrong', () => {
    given(placed()).when(correct).then(corrected)
    given(...fulfilled)
      .when(correct)
      .then(corrected)
    given(...fulfilled, completed)
      .when(correct)
      .then(corrected)
    given(placed(), corrected).when(correct).then(corrected)
  })

  it('is not corrected under tickets that are being issued, nor of an order that is over', () => {
    given(...paid)
      .when(correct)
      .thenRejected('order_settling')
    given(placed(), orderCancelled('customer')).when(correct).thenRejected('order_cancelled')
  })

  it('is known to be another one', () =>
    expect(fold(orderDecider, [placed(), corrected])).toMatchObject({ isHolderCorrected: true }))
})

describe('cancelling', () => {
  it('cancels an unpaid order', () =>
    given(placed()).when(cancel('customer')).then(orderCancelled('customer')))

  it('expires only after the hold', () => {
    given(placed()).when(cancel('expired')).thenRejected('hold_alive')
    given(placed()).when(cancel('expired', afterHold)).then(orderCancelled('expired'))
    given(placed()).when(cancel('expired', holdUntil)).then(orderCancelled('expired'))
  })

  it('is done once', () =>
    given(placed(), orderCancelled('expired')).when(cancel('staff')).thenNothing())

  it('expires nothing that was paid', () =>
    given(...paid)
      .when(cancel('expired', afterHold))
      .thenNothing())

  it('lets a customer cancel nothing that was paid', () =>
    given(...fulfilled)
      .when(cancel('customer'))
      .thenRejected('order_paid'))

  it.each([
    ['staff', 'cancelled'],
    ['raffle_cancelled', 'raffle_cancelled'],
    ['returned', 'returned'],
  ] as const)('owes the whole sale back when it is cancelled: %s', (reason, cause) =>
    given(...fulfilled)
      .when(cancel(reason))
      .then(orderCancelled(reason), refundDue(cause, { refundId: 'cancel:1', amountCents: 2500 })),
  )

  it('owes back only what has not been promised already', () =>
    given(...paid, granted(grantOf(1, 1, 2)), refundDue('not_issuable', { lineId: lineId(2) }))
      .when(cancel('staff'))
      .then(
        orderCancelled('staff'),
        refundDue('cancelled', { refundId: 'cancel:1', amountCents: 1500 }),
      ))

  it('says which of their reasons moved staff', () =>
    given(placed())
      .when({ ...cancel('staff'), staffReason: 'duplicate' } as OrderCommand)
      .then({ type: 'OrderCancelled', data: { reason: 'staff', staffReason: 'duplicate' } }))

  it('takes a paid order without a name for its refund for a bug', () =>
    given(...fulfilled)
      .when({ ...cancel('staff'), refundId: null } as OrderCommand)
      .thenFails(/id of its refund/))

  it('owes nothing for an order that cost nothing', () =>
    given(free(), freeConfirmed()).when(cancel('staff')).then(orderCancelled('staff')))

  it('puts the counted pieces of a paid order back on the shelf where staff say so', () => {
    const mug = line(1, { ...goodsLine(1), variantId: variantId(1), holdsStock: true })
    const counted = placed([mug])
    const money = { amountCents: 1500, sale: { subtotalCents: 1000, shippingCents: 500 } }
    const counter = [counted, confirmed(null, { method: 'cash', ...money })] as const
    const owed = refundDue('returned', { refundId: 'cancel:1', amountCents: 1500 })
    const back: OrderEvent = {
      type: 'OrderCancelled',
      data: { reason: 'returned', restock: true },
    }
    given(...counter)
      .when(cancelAndRestock('returned'))
      .then(back, owed)
    given(...counter)
      .when(cancel('returned'))
      .then(orderCancelled('returned'), owed)
    given(counted).when(cancelAndRestock('staff')).then(orderCancelled('staff'))
    const mixed = placed([mug, { ...goodsLine(2), unitPriceCents: 0 }])
    given(mixed, confirmed(null, { method: 'cash', ...money }))
      .when(cancelAndRestock('returned'))
      .then(back, owed)
  })

  it('puts nothing back of goods that nobody counts', () =>
    given(...fulfilled)
      .when(cancelAndRestock('staff'))
      .then(
        orderCancelled('staff'),
        refundDue('cancelled', { refundId: 'cancel:1', amountCents: 2500 }),
      ))

  it('waits while tickets are being issued', () =>
    given(...paid)
      .when(cancel('staff'))
      .thenRejected('order_settling'))
})

describe('completing', () => {
  it('completes a paid order whose lines are settled, once', () => {
    given(...fulfilled)
      .when({ type: 'CompleteOrder' })
      .then(completed)
    given(...fulfilled, completed)
      .when({ type: 'CompleteOrder' })
      .thenNothing()
  })

  it('refuses an order that is unpaid, unsettled or cancelled', () => {
    given(placed()).when({ type: 'CompleteOrder' }).thenRejected('order_not_paid')
    given(...paid)
      .when({ type: 'CompleteOrder' })
      .thenRejected('order_settling')
    given(placed(), orderCancelled('staff'))
      .when({ type: 'CompleteOrder' })
      .thenRejected('order_cancelled')
  })

  it('takes back a completed order that is returned', () =>
    given(...fulfilled, completed)
      .when(cancel('returned'))
      .then(
        orderCancelled('returned'),
        refundDue('returned', { refundId: 'cancel:1', amountCents: 2500 }),
      ))
})

it('confirms an order that costs nothing without any attempt, once', () => {
  given(free()).when({ type: 'ConfirmFreeOrder', now: paidAt }).then(freeConfirmed())
  given(free(), freeConfirmed()).when({ type: 'ConfirmFreeOrder', now: paidAt }).thenNothing()
})

it('confirms nothing without money that costs something, and nothing that is over', () => {
  given(placed())
    .when({ type: 'ConfirmFreeOrder', now: paidAt })
    .thenFails(/costs nothing/)
  given(free(), freeConfirmed(), completed)
    .when({ type: 'ConfirmFreeOrder', now: paidAt })
    .thenNothing()
  given(free(), orderCancelled('staff'))
    .when({ type: 'ConfirmFreeOrder', now: paidAt })
    .thenRejected('order_cancelled')
})

it('knows nothing of an order that was never placed', () =>
  given().when({ type: 'CompleteOrder' }).thenRejected('not_found'))

function attempt(number: number, now = placedAt): OrderCommand {
  const ref = `10000000000${number}`
  return { type: 'AttemptPayment', now, attemptId: attemptId(number), ref, method: 'whishpay' }
}

function decline(number: number): OrderCommand {
  return { type: 'DeclineAttempt', attemptId: attemptId(number), providerStatus: 'failed' }
}

function grantTickets(...grants: ReturnType<typeof grantOf>[]): OrderCommand {
  return { type: 'GrantTickets', grants }
}

function cancel(reason: CancelReason, now = placedAt): OrderCommand {
  return { type: 'CancelOrder', now, reason, refundId: 'cancel:1' }
}

function cancelAndRestock(reason: CancelReason): OrderCommand {
  return { type: 'CancelOrder', now: placedAt, reason, refundId: 'cancel:1', restock: true }
}

function free(): OrderEvent {
  const goods = [{ ...goodsLine(1), unitPriceCents: 0 }]
  return placed(goods, { shippingMethod: 'pickup', shippingCents: 0, totalCents: 0 })
}

function freeConfirmed(): OrderEvent {
  return confirmed(null, {
    amountCents: 0,
    providerStatus: 'free',
    sale: { subtotalCents: 0, shippingCents: 0 },
  })
}
