import { describe, it } from 'vitest'

import { givenFor } from '../testing/given.ts'
import {
  attempted,
  confirmed,
  granted,
  grantOf,
  orderCancelled,
  placed,
} from '../testing/orders.ts'

import { orderDecider } from './decide.ts'
import type { OrderEvent } from './events.ts'

const given = givenFor(orderDecider)
const completed: OrderEvent = { type: 'OrderCompleted', data: {} }
const paid = [placed(), attempted(1), confirmed(1)] as const
const fulfilled = [...paid, granted(grantOf(1, 1, 2), grantOf(2, 1, 2))] as const

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
})
