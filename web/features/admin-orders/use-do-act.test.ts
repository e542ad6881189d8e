import { expect, it } from 'vitest'

import { ApiError } from '../../lib/http.ts'
import { adminOrdersAr } from '../../lib/text/admin-orders-ar.ts'
import { adminOrdersEn } from '../../lib/text/admin-orders-en.ts'
import { adminOrdersFr } from '../../lib/text/admin-orders-fr.ts'
import { paidAlready } from './use-do-act.ts'

const refused = (told: object) =>
  new ApiError(409, JSON.stringify({ error: 'Paid.', code: 'refund_paid', ...told }))
const told = {
  changedBy: 'Rana Saab',
  fields: [
    { path: 'method', message: 'cash' },
    { path: 'reference', message: 'R-7' },
  ],
}

it('who was slower hears who paid a refund, and how, in every language', () => {
  expect(paidAlready(refused(told), adminOrdersEn)).toBe(
    'This refund was paid back already by Rana Saab (Cash R-7).',
  )
  for (const texts of [adminOrdersAr, adminOrdersFr]) {
    const sentence = paidAlready(refused(told), texts)
    for (const part of ['Rana Saab', texts.methods.cash, 'R-7']) expect(sentence).toContain(part)
  }
  const credit = { fields: [{ path: 'method', message: 'credit' }] }
  expect(paidAlready(refused(credit), adminOrdersEn)).toMatch(/already \([^)]+\)\.$/)
})

it('a refusal that does not say it has the sentence of its code', () => {
  expect(paidAlready(refused({}), adminOrdersEn)).toBeUndefined()
  expect(paidAlready(new ApiError(409, '{}'), adminOrdersEn)).toBeUndefined()
  expect(paidAlready(new Error('gone'), adminOrdersEn)).toBeUndefined()
})
