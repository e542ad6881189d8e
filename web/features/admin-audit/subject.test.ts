import { expect, it } from 'vitest'

import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { subjectOf } from './subject.ts'

const orderId = '1a2b3c4d-0000-4000-8000-000000000001'
const entry: AuditEntry = {
  logId: 'shop/0',
  position: 1,
  at: '2026-03-01T10:00:00.000Z',
  type: 'ApprovalRequested',
  subject: { kind: 'approval', id: '9', name: null },
  actor: { kind: 'staff', id: '2', name: 'Rana', role: 'cashier' },
  address: '10.0.0.1',
  details: null,
  data: { kind: 'manual_payment', subject: `order/${orderId}` },
  leaf: null,
}

it('leads to everything about the subject of a line', () => {
  const subject = { kind: 'raffle', id: '7', name: 'Apple Watch' }
  expect(subjectOf({ ...entry, subject })).toEqual({ subjectKind: 'raffle', subject: '7' })
})

it('leads from an approval to what it was asked for', () =>
  expect(subjectOf(entry)).toEqual({ subjectKind: 'order', subject: orderId }))

it('leads nowhere where the trail cannot be asked', () => {
  expect(subjectOf({ ...entry, data: { kind: 'manual_payment', subject: '-' } })).toBeNull()
  expect(subjectOf({ ...entry, type: 'ApprovalGiven', data: { by: '3' } })).toBeNull()
  const nobody = { kind: 'staff', id: null, name: null }
  expect(subjectOf({ ...entry, subject: nobody })).toBeNull()
  expect(subjectOf({ ...entry, subject: { ...nobody, kind: 'till', id: '4' } })).toBeNull()
})
