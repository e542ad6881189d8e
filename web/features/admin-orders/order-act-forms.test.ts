import { expect, it } from 'vitest'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { valuesAnew } from '../../lib/admin/values-anew.ts'
import {
  callOf,
  fieldsOf,
  firstValues,
  heldBy,
  isAskedNow,
  isStillHere,
  refundMethodsOf,
  stillChosen,
} from './order-act-forms.ts'
import { owedBackOf } from './owed-back.ts'
import type { ActValues, ChosenAct } from './order-act-forms.ts'

const act: ChosenAct = { kind: 'pay_refund', refundId: 'staff:1' }
const proof = { method: 'cash', currency: 'LBP', rate: '89500' }
// What the forms read of an order that was paid at the counter.
const payments = [{ method: 'cash', isSale: true }]
const paid = {
  paymentMethod: 'cash',
  payments,
  attempts: [],
  proof,
  restockable: [],
  returnable: [],
  refunds: [],
}
const order = paid as unknown as AdminOrderDetail

const asked = (values: ActValues) =>
  fieldsOf(act, order).filter((field) => isAskedNow(field, act, values, order))
const bodyOf = (change: Partial<ActValues>) => {
  const call = callOf(act, { ...firstValues(act, order), reference: 'R-1', ...change })
  return call.via === 'act' ? call.body : undefined
}

it('cash goes back as it came, in pounds and at the rate of the payment', () => {
  const values = firstValues(act, order)
  expect(asked(values)).toEqual(['refundMethod', 'reference', 'currency', 'rate', 'note'])
  expect(bodyOf({})).toMatchObject({ method: 'cash', currency: 'LBP', rate: '89500' })

  expect(bodyOf({ rate: ' 90,000.5 ' })).toMatchObject({ rate: '90000.5' })

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

it('puts back on the shelf what is still here, and not what is out for delivery', () => {
  const stocked = { ...paid, status: 'paid', requests: [], restockable: [{ quantity: 1 }] }
  const ticked = (change: object) => {
    const detail = { ...stocked, handover: null, ...change } as unknown as AdminOrderDetail
    expect(fieldsOf({ kind: 'cancel' }, detail)).toContain('restock')
    return [firstValues({ kind: 'cancel' }, detail).restock, isStillHere(detail)]
  }
  expect(ticked({})).toEqual(['yes', true])
  expect(ticked({ handover: 'ready' })).toEqual(['yes', true])
  expect(ticked({ handover: 'sent_out' })).toEqual(['', false])
  expect(ticked({ status: 'completed' })).toEqual(['', false])
})

it('says what an order waits for that cannot be cancelled: its draw, or its tickets', () => {
  const held = (change: object) =>
    heldBy({ ...order, drawStanding: null, mayDo: ['cancel'], ...change } as AdminOrderDetail)
  expect(held({ status: 'pending' })).toBeNull()
  expect(held({ status: 'pending', mayDo: [] })).toBe('settling')
  expect(held({ status: 'paid' })).toBeNull()
  expect(held({ status: 'paid', drawStanding: 'drawn' })).toBeNull()
  const inDraw = { status: 'paid', mayDo: [], drawStanding: 'order_in_draw' }
  expect(held(inDraw)).toBe('order_in_draw')
  expect(held({ status: 'cancelled', mayDo: [] })).toBeNull()
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

it('money goes back as it came, not as its buyer had meant to pay', () => {
  const [attempt] = [{ id: 'a-1', method: 'montypay' }]
  const begunOnline = { ...paid, paymentMethod: 'whishpay', attempts: [attempt] }
  const detail = begunOnline as unknown as AdminOrderDetail
  const cameInCash = { refundMethod: 'cash', currency: 'LBP', rate: '89500' }
  expect(firstValues(act, detail)).toMatchObject(cameInCash)

  const unpaid = { ...begunOnline, payments: [], proof: null } as unknown as AdminOrderDetail
  expect(firstValues(act, unpaid)).toMatchObject({ refundMethod: 'whishpay', currency: 'USD' })
  for (const cause of ['paid_twice', 'paid_late', 'mismatch'])
    expect(firstValues({ ...act, refundId: `${cause}:a-1` }, detail)).toMatchObject({
      refundMethod: 'montypay',
      currency: 'USD',
      rate: '',
    })
})

it('what came in another currency is no sum of dollars to give back', () => {
  const mismatch = { kind: 'refund_mismatch', attemptId: 'a-1' } as const
  const amountOf = (received: string | null, currency: string | null) =>
    firstValues({ ...mismatch, received, currency }, order).amount
  expect(amountOf('4500000.00', 'LBP')).toBe('')
  expect(amountOf('48.00', 'USD')).toBe('48.00')
  expect(amountOf('48.00', null)).toBe('48.00')
  expect(amountOf(null, 'LBP')).toBe('')
})

it('a payment by hand keeps its method until another is chosen; what came back says why', () => {
  const bodyFor = (kind: 'prove_payment' | 'came_back', change: Partial<ActValues> = {}) => {
    const call = callOf({ kind }, { ...firstValues({ kind }, order), ...change })
    return call.via === 'act' ? [call.path, call.body] : undefined
  }
  expect(fieldsOf({ kind: 'prove_payment' }, order)[0]).toBe('method')
  const written = { reference: null, collector: null, currency: 'LBP', rate: '89500' }
  expect(bodyFor('prove_payment')).toEqual(['proof', { method: 'cash', ...written }])
  expect(bodyFor('prove_payment', { method: 'omt', note: ' slip ' })).toEqual([
    'proof',
    { method: 'omt', ...written, note: 'slip' },
  ])
  expect(bodyFor('prove_payment', { reference: ' R-1 ', currency: 'USD' })).toEqual([
    'proof',
    { method: 'cash', reference: 'R-1', collector: null, currency: 'USD', rate: null },
  ])
  expect(fieldsOf({ kind: 'came_back' }, order)).toEqual(['why'])
  expect(bodyFor('came_back', { why: ' wrong address ' })).toEqual([
    'handover',
    { step: 'came_back', note: 'wrong address' },
  ])
})

it('credit is its own proof: no number is asked for, and none goes with it', () => {
  const values = { ...firstValues(act, order), refundMethod: 'credit' }
  expect(asked(values)).toEqual(['refundMethod', 'note'])
  expect(bodyOf({ refundMethod: 'credit' })).toEqual({ refundId: 'staff:1', method: 'credit' })
})

it('says how much goes back as what is chosen: in pounds at the rate that is typed', () => {
  const owing = { ...paid, refunds: [{ id: 'staff:1', amount: '4.00' }], requests: [] }
  const detail = owing as unknown as AdminOrderDetail
  const owed = (change: Partial<ActValues>, at = detail) =>
    owedBackOf(act, at, { ...firstValues(act, at), ...change })
  const inDollars = { amount: '4.00', atRate: null, isAccepting: false }
  expect(owed({ currency: 'USD' })).toEqual({ ...inDollars, method: 'cash' })
  expect(owed({ refundMethod: 'omt' })).toEqual({ ...inDollars, method: 'omt' })

  const inCash = { ...inDollars, method: 'cash' }
  const at = (rate: string, pounds: string) => ({ ...inCash, atRate: { rate, pounds } })
  expect(owed({ rate: '90000' })).toEqual(at('90000', '360000'))
  expect(owed({ rate: '90,000' })).toEqual(at('90000', '360000'))
  expect(owed({ rate: '9000' })).toEqual(at('9000', '36000'))
  expect(owed({ rate: 'many' })).toEqual(inCash)
  // As the server has it: at the rate of the payment, where that is known.
  expect(owed({ rate: '' })).toEqual(at('89500', '358000'))
  const unknown = { ...detail, proof: null }
  const ofTheDay = { ...inCash, atRate: 'usual' }
  expect(owed({ currency: 'LBP', rate: ' ' }, unknown)).toEqual(ofTheDay)
  expect(owedBackOf({ kind: 'ready' }, detail, firstValues(act, detail))).toBeNull()
})

it('says when paying by credit accepts what the buyer asks for', () => {
  const isAccepting = (payableIn: string, state: string) => {
    const requests = [{ id: 'r-1', kind: 'credit', state }]
    const owing = { ...paid, refunds: [{ id: 'staff:1', amount: '4.00', payableIn }], requests }
    const detail = owing as unknown as AdminOrderDetail
    const values = { ...firstValues(act, detail), refundMethod: 'credit' }
    return owedBackOf(act, detail, values)?.isAccepting
  }
  expect(isAccepting('credit', 'open')).toBe(true)
  expect(isAccepting('credit', 'accepted')).toBe(false)
  expect(isAccepting('any', 'open')).toBe(false)
})

it('keeps what was typed when somebody else was faster, and nothing else of before', () => {
  const contact: ChosenAct = { kind: 'correct_contact' }
  const before = { ...paid, userName: 'Maia', userEmail: 'old@example.com', deliveryAddress: 'A' }
  const first = firstValues(contact, before as unknown as AdminOrderDetail)
  const now = firstValues(contact, { ...before, userEmail: 'new@example.com' } as never)
  const anew = valuesAnew({ typed: { ...first, name: 'Maya' }, was: first, now })
  expect(anew).toEqual({ ...now, name: 'Maya', email: 'new@example.com' })
})

it('proposes no sum to promise: all of it would leave the tickets in the draw', () => {
  const sold = { ...order, refundable: '25.00' } as unknown as AdminOrderDetail
  expect(firstValues({ kind: 'owe_refund' }, sold).amount).toBe('')
})

it('a refund that was not paid as written is named with what was wrong', () => {
  const wrong: ChosenAct = { kind: 'withdraw_refund_payment', refundId: 'staff:1' }
  expect(fieldsOf(wrong, order)).toEqual(['why'])
  const values = { ...firstValues(wrong, order), why: ' Of order QR-2 ' }
  expect(callOf(wrong, values)).toEqual({
    via: 'act',
    path: 'refund-payment-withdrawals',
    body: { refundId: 'staff:1', note: 'Of order QR-2' },
  })
})

it('asks of a line that came back about its pieces only where they were counted', () => {
  const line = { productName: 'Mug', amount: '10.00', quantity: 1, ticketsStay: false }
  const returnable = [
    { ...line, lineId: 'a', isCounted: false },
    { ...line, lineId: 'b', isCounted: true },
  ]
  const sold = { ...order, status: 'paid', returnable } as AdminOrderDetail
  const back = { kind: 'return_line' } as const
  const values = firstValues(back, sold)
  const asks = (line: string) =>
    fieldsOf(back, sold).filter((field) => isAskedNow(field, back, { ...values, line }, sold))
  expect(values).toMatchObject({ line: '', restock: '' })
  expect(asks('')).toEqual(['line', 'note'])
  expect(asks('a')).toEqual(['line', 'note'])
  expect(asks('b')).toEqual(['line', 'restock', 'note'])
  const call = callOf(back, { ...values, line: 'b', restock: 'yes', note: ' Torn ' })
  const body = { lineId: 'b', restock: true, note: 'Torn' }
  expect(call).toEqual({ via: 'act', path: 'returns', body })
})

it('a line that came back meanwhile is chosen no longer, and no other stands for it', () => {
  const line = { productName: 'Mug', amount: '10.00', quantity: 1, ticketsStay: false }
  const [a, b, c] = ['a', 'b', 'c'].map((lineId) => ({ ...line, lineId, isCounted: false }))
  const lines = (...returnable: unknown[]) => ({ ...order, returnable }) as AdminOrderDetail
  const values = { ...firstValues({ kind: 'return_line' }, lines(a, b, c)), line: 'b' }
  expect(stillChosen(values, lines(a, b))).toMatchObject({ line: 'b' })
  expect(stillChosen(values, lines(a, c))).toMatchObject({ line: '' })
})
