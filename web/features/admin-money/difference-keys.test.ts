import { expect, it } from 'vitest'

import type { StatementDifference } from '#services/contract/money-desk.ts'

import { keysOf } from './difference-keys.ts'

const unknown: StatementDifference = {
  kind: 'unknown',
  attemptRef: null,
  providerRef: 'T-1',
  orderId: null,
  reference: null,
  stated: '9.00',
  ours: null,
  at: '2026-11-23T00:00:00.000Z',
}

it('gives each line of one day without our number a key of its own', () => {
  const rows = [unknown, { ...unknown, providerRef: 'T-2' }, { ...unknown, stated: '8.00' }]
  expect(new Set(rows.map(keysOf(rows))).size).toBe(rows.length)
})

it('leaves a line its key when more are read', () => {
  const [first, more] = [[unknown, { ...unknown }], [{ ...unknown }]]
  const before = first.map(keysOf(first))
  expect(first.map(keysOf([...first, ...more]))).toEqual(before)
})
