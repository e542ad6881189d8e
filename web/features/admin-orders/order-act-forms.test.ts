import { expect, it } from 'vitest'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { callOf, fieldsOf, firstValues, isAskedNow, refundMethodsOf } from './order-act-forms.ts'
import type { ActValues, ChosenAct } from './order-act-forms.ts'

const act: ChosenAct = { kind: 'pay_refund', refundId: 'staff:1' }
const proof = { method: 'cash', currency: 'LBP', rate: '89500' }
// What the forms read of an order that was paid at the counter.
const paid = { paymentMethod: 'cash', proof, restockable: [], refunds: [] }
const order = paid as unknown as AdminOrderDetail

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

it('what a cancelled raffle owes goes back as its buyer has chosen, and nothing else does', () => {
  const owed = (payableIn: string) =>
    ({ ...order, refunds: [{ id: 'staff:1', payableIn }] }) as unknown as AdminOrderDetail
  const waysOf = (way: string) => [
    refundMethodsOf(act, owed(way)).includes('credit'),
    refundMethodsOf(act, owed(way)).includes('cash'),
    firstValues(act, owed(way)).refundMethod,
  ]
  expect(waysOf('any')).toEqual([true, true, 'cash'])
  expect(waysOf('money')).toEqual([false, true, 'cash'])
  expect(waysOf('credit')).toEqual([true, false, 'credit'])
})

it('credit puts no goods back on the shelf', () => {
  const requests = [
    { id: 'r-1', kind: 'credit' },
    { id: 'r-2', kind: 'cancel' },
  ]
  const stocked = { ...order, status: 'paid', requests, restockable: [{ quantity: 1 }] }
  const answered = (requestId: string) => {
    const accept: ChosenAct = { kind: 'accept', requestId }
    const detail = stocked as unknown as AdminOrderDetail
    return [fieldsOf(accept, detail), firstValues(accept, detail).restock]
  }
  expect(answered('r-1')).toEqual([['words'], ''])
  expect(answered('r-2')).toEqual([['restock', 'words'], 'yes'])
})
