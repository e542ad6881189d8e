import { expect, it } from 'vitest'

import { eventTypes } from '#events/catalogue.ts'
import { cancelReasons, refundCauses, withdrawReasons } from '#events/order/words.ts'
import {
  annulReasons,
  deliveryEvidence,
  forfeitReasons,
  postponeReasons,
  raffleReasons,
  voidReasons,
} from '#events/raffle/reasons.ts'
import { staffActs } from '#events/staff/acts.ts'
import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { adminAuditAr } from '../../lib/text/admin-audit-ar.ts'
import { adminAuditEn as text } from '../../lib/text/admin-audit-en.ts'
import { adminAuditFr } from '../../lib/text/admin-audit-fr.ts'
import { factChoices } from './fact-choices.ts'
import { actorWords, factSentence } from './tell.ts'

const told = { text, language: 'en' } as const

const entry: AuditEntry = {
  logId: 'shop/0',
  position: 1,
  at: '2026-03-01T10:00:00.000Z',
  type: 'PaymentConfirmed',
  subject: { kind: 'order', id: '1', name: 'QR-7K3M9P' },
  actor: { kind: 'staff', id: '2', name: 'Rana', role: 'cashier' },
  address: '10.0.0.1',
  details: null,
  data: { amountCents: 129_900, method: 'cash' },
  leaf: null,
}

it('has a sentence for every fact there is', () =>
  expect(eventTypes.filter((type) => !Object.hasOwn(text.sentences, type))).toEqual([]))

it('offers every kind of fact once, by name, sorted as its language sorts', () => {
  const tables = { ar: adminAuditAr, en: text, fr: adminAuditFr }
  for (const language of ['ar', 'en', 'fr'] as const) {
    const choices = factChoices(tables[language], language)
    const types = choices.flatMap(({ facts }) => facts.map(({ type }) => type))
    expect(types.toSorted()).toEqual(eventTypes.toSorted())
  }
  const [orders] = factChoices(text, 'en')
  expect(orders?.label).toBe('Order')
  expect(orders?.facts.slice(0, 4)).toEqual([
    { type: 'OrderCameBack', name: 'Goods came back' },
    { type: 'OrderMadeReady', name: 'Goods made ready' },
    { type: 'OrderSentOut', name: 'Goods sent out' },
    { type: 'OrderCancelled', name: 'Order cancelled' },
  ])
  const [, , draws] = factChoices(adminAuditFr, 'fr')
  const names = draws?.facts.map(({ name }) => name) ?? []
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'fr')))
})

it('has a word for every reason of the published lists, in each language', () => {
  const codes = [
    ...cancelReasons,
    ...refundCauses,
    ...withdrawReasons,
    ...raffleReasons,
    ...voidReasons,
    ...postponeReasons,
    ...annulReasons,
    ...forfeitReasons,
    ...deliveryEvidence,
    ...staffActs,
    // Of a raffle that nobody had bought of, cancelled without a reason.
    'unsold',
  ]
  for (const table of [adminAuditAr, text, adminAuditFr])
    expect(codes.filter((code) => !Object.hasOwn(table.codes, code))).toEqual([])
})

it('tells a fingerprint by its beginning', () => {
  const data = { field: 'page', value: 'ab'.repeat(32) }
  const changed = factSentence(told, { ...entry, type: 'RaffleAmended', data })
  expect(changed).toBe('The terms changed (Fingerprint of its page: abababababab…)')
})

it('tells the worth of a prize as money', () => {
  const data = { field: 'prizeValue', value: '129900' }
  const changed = factSentence(told, { ...entry, type: 'RaffleAmended', data })
  expect(changed).toBe('The terms changed (Value: $1,299.00)')
})

it('tells of a sealed register the tickets that may win', () => {
  const data = { issuedCount: 10, voids: [[1, 3]], validCount: 7 }
  const sealed = factSentence(told, { ...entry, type: 'RegisterSealed', data })
  expect(sealed).toBe('The register was sealed with 7 tickets')
})

it('tells of a payment whose amount nobody has said', () => {
  const data = { expectedCents: 5_000, receivedCents: null, receivedCurrency: null }
  const other = { ...entry, type: 'PaymentMismatched', data }
  expect(factSentence(told, other)).toBe('Another amount arrived, which is not what was due')
  expect(factSentence({ text: adminAuditAr, language: 'ar' }, other)).toContain('مبلغ آخر')
  expect(factSentence({ text: adminAuditFr, language: 'fr' }, other)).toContain('Un autre montant')
})

it('tells an instant as a moment in Beirut', () => {
  const extended = {
    ...entry,
    type: 'HoldExtended',
    data: { holdUntil: '2026-03-04T10:00:00.000Z' },
  }
  expect(factSentence(told, extended)).toBe('The tickets are reserved until 4\u00a0Mar 2026, 12:00')
  const data = { field: 'closesAt', value: '2026-03-04T10:00:00.000Z' }
  expect(factSentence(told, { ...entry, type: 'RaffleAmended', data })).toBe(
    'The terms changed (Ends: 4\u00a0Mar 2026, 12:00)',
  )
})

it('tells a fact from its own data', () => {
  expect(factSentence(told, entry)).toBe('$1,299.00 arrived by cash')
  const issued = { ...entry, type: 'TicketsIssued', data: { first: 5, last: 6 } }
  expect(factSentence(told, issued)).toBe(
    'The tickets #000\u00a0005–\u2060#000\u00a0006 were issued',
  )
  const voided = {
    ...entry,
    type: 'TicketsVoided',
    data: {
      ranges: [
        [1, 1],
        [4, 6],
      ],
    },
  }
  expect(factSentence(told, voided)).toMatch(
    'The tickets #000\u00a0001, #000\u00a0004–\u2060#000\u00a0006 are void',
  )
  expect(factSentence(told, { ...entry, type: 'Unheard' })).toBe('Unheard was recorded')
})

it('tells where pieces came back from', () => {
  const data = { sku: 'MUG-R', change: 2, counted: 9, reason: 'returned' }
  const stock = { ...entry, type: 'StockAdjusted', data }
  expect(factSentence(told, stock)).toBe('The pieces of MUG-R changed by 2 (returned)')
  const orderId = '1a2b3c4d-0000-4000-8000-000000000001'
  expect(factSentence(told, { ...stock, data: { ...data, orderId } })).toBe(
    'The pieces of MUG-R changed by 2 (returned, order #1a2b3c4d)',
  )
  const cancelled = { ...entry, type: 'OrderCancelled', data: { reason: 'staff', restock: true } }
  expect(factSentence(told, cancelled)).toBe(
    'The order was cancelled (by staff); its pieces went back on the shelf',
  )
})

it('names who did it, or says that it was nobody', () => {
  const by = (actor: AuditEntry['actor']) => actorWords(text, { ...entry, actor })
  expect(by(entry.actor)).toBe('Rana')
  expect(by({ kind: 'system', id: null, name: 'receipts', role: null })).toBe('The shop itself')
  expect(by({ kind: 'customer', id: '3', name: null, role: null })).toBe('Somebody')
})
