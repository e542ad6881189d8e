import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'
import { fulfilled, orderCancelled, paid, placed } from '../testing/orders.ts'

import { orderDecider } from './decide.ts'
import type { OrderEvent } from './events.ts'
import type { ContactField } from './evolve.ts'

const given = givenFor(orderDecider)
const completed: OrderEvent = { type: 'OrderCompleted', data: {} }
const sentOut: OrderEvent = { type: 'OrderSentOut', data: {} }

describe('who it is for', () => {
  const correct = (...fields: ContactField[]) => ({ type: 'CorrectContact', fields }) as const
  const corrected = (...fields: ContactField[]): OrderEvent => ({
    type: 'ContactCorrected',
    data: { fields },
  })

  it('is corrected as often as it was wrong, each field named once', () => {
    given(placed())
      .when(correct('name', 'name', 'email'))
      .then(corrected('name', 'email'))
    given(...fulfilled)
      .when(correct('address'))
      .then(corrected('address'))
    given(placed(), corrected('name')).when(correct('name')).then(corrected('name'))
    given(placed()).when(correct()).thenNothing()
  })

  it('keeps the address of goods that have left, not a wrong name', () => {
    for (const left of [completed, sentOut]) {
      given(...fulfilled, left)
        .when(correct('name', 'address'))
        .thenRejected('order_handed_over')
      given(...fulfilled, left)
        .when(correct('name', 'email'))
        .then(corrected('name', 'email'))
    }
    given(...fulfilled, { type: 'OrderMadeReady', data: {} })
      .when(correct('address'))
      .then(corrected('address'))
  })

  it('is not corrected under tickets that are being issued, nor of an order that is over', () => {
    given(...paid)
      .when(correct('name'))
      .thenRejected('order_settling')
    given(placed(), orderCancelled('staff')).when(correct('name')).thenRejected('order_cancelled')
  })

  it('is known to be written otherwise', () =>
    expect(fold(orderDecider, [placed(), corrected('name')])).toMatchObject({
      isHolderCorrected: true,
    }))
})
