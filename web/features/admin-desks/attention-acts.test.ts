import { expect, it } from 'vitest'

import { attentionKinds } from '#services/contract/attention.ts'
import type { AttentionItem } from '#services/contract/attention.ts'

import { actsFor } from './attention-acts.ts'

const item: AttentionItem = {
  kind: 'request',
  item: 'r-1',
  since: '2026-11-01T10:00:00.000Z',
  orderId: '018f2a3e-0000-7000-8000-000000000001',
  reference: 'QR-1',
  customer: 'Maya Haddad',
  phone: null,
  amount: null,
  received: null,
  method: null,
  code: null,
  detail: null,
}

it('answers a wish right from the list, for who may', () => {
  expect(actsFor(item, true)).toEqual(['answer'])
})

it('opens the order of every kind for who may not act', () => {
  expect(attentionKinds.map((kind) => actsFor({ ...item, kind }, false))).toEqual(
    attentionKinds.map(() => ['open']),
  )
})

it('offers nothing to who may not act where there is no order', () => {
  const unmatched = { ...item, kind: 'unmatched' as const, orderId: null }
  expect(actsFor(unmatched, false)).toEqual([])
  expect(actsFor(unmatched, true)).toEqual(['handled'])
})
