import { expect, it } from 'vitest'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { callOf, fieldsOf, firstValues, isAskedNow } from './order-act-forms.ts'
import type { ActValues, ChosenAct } from './order-act-forms.ts'

const act: ChosenAct = { kind: 'pay_refund', refundId: 'staff:1' }
const proof = { method: 'cash', currency: 'LBP', rate: '89500' }
// What the forms read of an order that was paid at the counter.
const order = { paymentMethod: 'cash', proof, restockable: [] } as unknown as AdminOrderDetail

const asked = (values: ActValues) =>
  fieldsOf(act, order).filter((field) => isAskedNow(field, act, values))
const bodyOf = (change: Partial<ActValues>) => {
  const call = callOf(act, { ...firstValues(act, order), reference: 'R-1', ...change })
  return call.via === 'act' ? call.body : undefined
}

it('cash goes back as it came, in pounds and at the rate of the payment', () => {
  const values = firstValues(act, order)
  expect(asked(values)).toEqual(['refundMethod', 'reference', 'currency', 'rate', 'note'])
  expect(bodyOf({})).toMatchObject({ method: 'cash', currency: 'LBP', rate: '89500' })

  const dollars = { refundId: 'staff:1', method: 'cash', reference: 'R-1' }
  expect(asked({ ...values, currency: 'USD' })).not.toContain('rate')
  expect(bodyOf({ currency: 'USD' })).toEqual({ ...dollars, currency: 'USD' })
  expect(bodyOf({ currency: '' })).toEqual(dollars)
  const online = { ...order, proof: null }
  expect(firstValues(act, online)).toMatchObject({ currency: 'USD', rate: '' })
})

it('what goes back otherwise has no currency to choose', () => {
  const values = { ...firstValues(act, order), refundMethod: 'omt' }
  expect(asked(values)).toEqual(['refundMethod', 'reference', 'note'])
  expect(bodyOf({ refundMethod: 'omt' })).toEqual({
    refundId: 'staff:1',
    method: 'omt',
    reference: 'R-1',
  })
})
