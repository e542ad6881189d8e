import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { lineId } from '../testing/ids.ts'
import {
  confirmed,
  fulfilled,
  line,
  orderCancelled,
  paid,
  placed,
  refundDue,
} from '../testing/orders.ts'

import { orderDecider } from './decide.ts'
import type { OrderEvent } from './events.ts'

const given = givenFor(orderDecider)
const completed: OrderEvent = { type: 'OrderCompleted', data: {} }

describe('handing over', () => {
  const ready: OrderEvent = { type: 'OrderMadeReady', data: {} }
  const sent: OrderEvent = { type: 'OrderSentOut', data: {} }
  const delivered = fulfilled
  const fetched = [placed(undefined, { shippingMethod: 'pickup' }), ...fulfilled.slice(1)]

  it('stands ready what is fetched and sends out what is delivered, once', () => {
    given(...fetched)
      .when({ type: 'MakeReady' })
      .then(ready)
    given(...fetched, ready)
      .when({ type: 'MakeReady' })
      .thenNothing()
    given(...delivered)
      .when({ type: 'SendOut' })
      .then(sent)
    given(...delivered, sent)
      .when({ type: 'SendOut' })
      .thenNothing()
  })

  it('never the other way round', () => {
    given(...fetched)
      .when({ type: 'SendOut' })
      .thenRejected('other_shipping')
    given(...delivered)
      .when({ type: 'MakeReady' })
      .thenRejected('other_shipping')
  })

  it('waits for money and tickets, and ends with the order', () => {
    given(placed()).when({ type: 'SendOut' }).thenRejected('order_not_paid')
    given(...paid)
      .when({ type: 'SendOut' })
      .thenRejected('order_settling')
    given(...delivered, completed)
      .when({ type: 'SendOut' })
      .thenRejected('order_handed_over')
    given(placed(), orderCancelled('staff'))
      .when({ type: 'SendOut' })
      .thenRejected('order_cancelled')
  })
  it('ends where all its money goes back, and goes on with what is left of it', () => {
    const part = refundDue('raffle_cancelled', { amountCents: 500 })
    const steps = ['MakeReady', 'SendOut', 'CompleteOrder'] as const
    for (const type of steps)
      for (const order of [fetched, delivered, [...delivered, sent]])
        given(...order, refundDue('raffle_cancelled', { amountCents: 2500 }))
          .when({ type })
          .thenRejected('order_cancelled')
    given(...delivered, part)
      .when({ type: 'SendOut' })
      .then(sent)
    given(...fetched, part, ready)
      .when({ type: 'CompleteOrder' })
      .then(completed)
  })

  it('ends where an order that cost nothing got none of its tickets', () => {
    given(
      placed([line(1, { unitPriceCents: 0 })], { shippingCents: 0, totalCents: 0 }),
      confirmed(null, { amountCents: 0, sale: { subtotalCents: 0, shippingCents: 0 } }),
      refundDue('not_issuable', { lineId: lineId(1), amountCents: 0 }),
    )
      .when({ type: 'CompleteOrder' })
      .thenRejected('order_cancelled')
  })
})

describe('coming back', () => {
  const ready: OrderEvent = { type: 'OrderMadeReady', data: {} }
  const sent: OrderEvent = { type: 'OrderSentOut', data: {} }
  const cameBack: OrderEvent = { type: 'OrderCameBack', data: {} }
  const fetched = [placed(undefined, { shippingMethod: 'pickup' }), ...fulfilled.slice(1)]

  it('is for what was ready, sent out or handed over, once', () => {
    for (const gone of [
      [...fulfilled, sent],
      [...fulfilled, sent, completed],
      [...fulfilled, completed],
      [...fetched, ready],
      [...fetched, ready, completed],
    ]) {
      given(...gone)
        .when({ type: 'TakeBack' })
        .then(cameBack)
      given(...gone, cameBack)
        .when({ type: 'TakeBack' })
        .thenNothing()
    }
    given(...fulfilled)
      .when({ type: 'TakeBack' })
      .thenNothing()
  })

  it('leaves a paid order of which nothing has been said', () => {
    const untouched = fold(orderDecider, fulfilled)
    for (const gone of [[sent], [sent, completed], [completed]])
      expect(fold(orderDecider, [...fulfilled, ...gone, cameBack])).toEqual(untouched)
  })

  it('lets the steps begin anew, with the address put right before', () => {
    const back = [...fulfilled, sent, cameBack]
    given(...back)
      .when({ type: 'CorrectContact', fields: ['address'] })
      .then({ type: 'ContactCorrected', data: { fields: ['address'] } })
    given(...back)
      .when({ type: 'SendOut' })
      .then(sent)
    given(...back, sent, completed)
      .when({ type: 'TakeBack' })
      .then(cameBack)
    given(...fetched, ready, completed, cameBack)
      .when({ type: 'MakeReady' })
      .then(ready)
  })

  it('is not for an order that is unpaid, or whose money all goes back', () => {
    given(placed()).when({ type: 'TakeBack' }).thenRejected('order_not_paid')
    given(placed(), orderCancelled('staff'))
      .when({ type: 'TakeBack' })
      .thenRejected('order_cancelled')
    given(...fulfilled, completed, refundDue('raffle_cancelled', { amountCents: 2500 }))
      .when({ type: 'TakeBack' })
      .thenRejected('order_cancelled')
  })
})
