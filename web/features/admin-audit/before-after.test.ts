import { expect, it } from 'vitest'

import { adminAuditAr } from '../../lib/text/admin-audit-ar.ts'
import { adminAuditEn } from '../../lib/text/admin-audit-en.ts'
import { adminAuditFr } from '../../lib/text/admin-audit-fr.ts'
import { sidesOf } from './before-after.ts'
import type { NotedLine } from './before-after.ts'

const english = { text: adminAuditEn, language: 'en' } as const
const read = (lines: readonly NotedLine[] | null) =>
  lines?.map(({ label, value }) => `${label}: ${value}`)

const raffle = {
  name: 'Watch',
  prizeValueCents: 129_900,
  ticketsMax: 500,
  ticketsMin: 0,
  opensAt: '2026-03-01T22:00:00.000Z',
  closesAt: '2026-03-04T10:00:00.000Z',
  status: 'active',
  description: 'Win a watch',
  prizeInfo: 'In its box',
  image: '/images/a.jpg',
}

it('tells of a change what differs, in words', () => {
  const closesAt = '2026-03-05T10:00:00.000Z'
  const changed = { description: 'Other words', image: null, status: 'cancelled', closesAt }
  const { before, after } = sidesOf(english, { before: raffle, after: { ...raffle, ...changed } })
  expect(read(before)).toEqual([
    'Ends: 4\u00a0Mar 2026, 12:00',
    'Status: active',
    'Description: Win a watch',
    'Picture: /images/a.jpg',
  ])
  expect(read(after)).toEqual([
    'Ends: 5\u00a0Mar 2026, 12:00',
    'Status: cancelled',
    'Description: Other words',
    'Picture: –',
  ])
})

it('tells all of what was made or ended, and of a change that changed nothing', () => {
  const { before, after } = sidesOf(english, { before: undefined, after: raffle })
  expect([before, after?.length, read(after)?.[1]]).toEqual([null, 10, 'Value: $1,299.00'])
  expect(sidesOf(english, { before: raffle, after: raffle }).before).toHaveLength(10)
})

it('has a name for each field of a raffle, in each language', () => {
  const tables = { ar: adminAuditAr, en: adminAuditEn, fr: adminAuditFr }
  for (const language of ['ar', 'en', 'fr'] as const) {
    const told = { text: tables[language], language }
    const { after = [] } = sidesOf(told, { before: null, after: raffle })
    expect(after?.filter(({ field, label }) => field === label)).toEqual([])
  }
})

it('gives long words a place of their own', () => {
  const lines = (description: string) => sidesOf(english, { before: null, after: { description } })
  expect(lines('Win a watch').after?.[0]?.isLong).toBe(false)
  expect(lines('Win a watch\n\nIn its box').after?.[0]?.isLong).toBe(true)
  expect(lines('Win a watch. '.repeat(9)).after?.[0]?.isLong).toBe(true)
})

it('looks into the fields of a product, and shows as it is what has no name', () => {
  const product = { status: 'listed', fields: { name: 'Mug', priceCents: 500 }, variants: [] }
  const dearer = { ...product, fields: { name: 'Mug', priceCents: 600 }, variants: [{ sku: 'M' }] }
  const { before, after } = sidesOf(english, { before: product, after: dearer })
  expect(read(before)).toEqual(['Price: $5.00', 'variants: []'])
  expect(read(after)).toEqual(['Price: $6.00', 'variants: [{"sku":"M"}]'])
})
