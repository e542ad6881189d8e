import { expect, it } from 'vitest'

import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { adminEn } from '../../lib/text/admin-en.ts'
import { catalogueEn } from '../../lib/text/admin-catalogue-en.ts'
import { copyOf, hasIssued, newRaffle, raffleErrors, raffleFormData } from './raffle-form.ts'
import type { RaffleFields } from './raffle-form.ts'

const words = { admin: adminEn, catalogue: catalogueEn }
const filled: RaffleFields = {
  ...newRaffle(new Date('2026-11-21T22:30:00.000Z')),
  name: 'Apple Watch',
  description: 'A watch',
  prizeInfo: 'Series 11',
  value: '449.00',
  endsAt: '2026-12-31',
}

it('begins with the defaults of the specification, today being the day in Beirut', () =>
  expect(filled).toMatchObject({
    startsAt: '2026-11-22',
    totalTickets: '5000',
    minTicketsRequired: '50',
    status: 'active',
  }))

it('may be sent when all is filled in', () =>
  expect(raffleErrors(filled, { hasImage: true, words })).toEqual({}))

it('needs every field, and a picture', () => {
  const blank = { ...newRaffle(new Date()), startsAt: '', totalTickets: ' ' }
  expect(Object.keys(raffleErrors(blank, { hasImage: false, words })).toSorted()).toEqual([
    'description',
    'endsAt',
    'image',
    'name',
    'prizeInfo',
    'startsAt',
    'totalTickets',
    'value',
  ])
})

it.each([
  [{ value: '12.345' }, 'value'],
  [{ value: '-1' }, 'value'],
  [{ totalTickets: '1.5' }, 'totalTickets'],
  [{ endsAt: '2026-11-01' }, 'endsAt'],
  [{ minTicketsRequired: '6000' }, 'minTicketsRequired'],
])('names the field of %j', (change, field) =>
  expect(Object.keys(raffleErrors({ ...filled, ...change }, { hasImage: true, words }))).toEqual([
    field,
  ]),
)

it('copies a raffle without its days and its licence: the settings may name another now', () => {
  const original: AdminRaffle = {
    id: 'aa000000-0000-4000-8000-000000000001',
    raffleNumber: 'R-1',
    name: 'Apple Watch',
    image: null,
    description: 'A watch',
    prizeInfo: 'Series 11',
    value: '449.00',
    startsAt: '2026-10-31T22:00:00.000Z',
    endsAt: '2026-11-30T21:59:59.999Z',
    totalTickets: 100,
    minTicketsRequired: 50,
    ticketsSold: 4,
    ticketsHeld: 0,
    ticketsLeft: 96,
    status: 'cancelled',
    phase: 'cancelled',
    underSold: 'refund',
    ticketsPerPersonMax: 0,
    licenceNumber: 'L-2025',
    licenceAuthority: 'Ministry of Finance',
    licenceDate: '2025-01-31',
    staffMayEnter: false,
    version: '1',
  }
  const now = new Date('2026-12-20T10:00:00.000Z')
  const copied = copyOf(original, { mode: 'physical', alternates: 1 }, now)
  expect(copied).toMatchObject({ name: 'Apple Watch', underSold: 'refund', mode: 'physical' })
  expect(copied).toMatchObject({ startsAt: '2026-12-20', endsAt: '', status: 'active' })
  const sent = raffleFormData(copied, { image: null, isNew: true })
  expect([...sent.keys()].filter((field) => field.startsWith('licence'))).toEqual([])
})

it.each([
  ['none are', { ticketsLeft: 100, ticketsHeld: 0 }, false],
  ['some are reserved', { ticketsLeft: 97, ticketsHeld: 3 }, false],
  ['some are sold, or void since', { ticketsLeft: 96, ticketsHeld: 3 }, true],
] as const)('knows whether numbers are issued: %s', (_what, numbers, isIssued) =>
  expect(hasIssued({ totalTickets: 100, ...numbers })).toBe(isIssued),
)

it('sends what is published once only with a new raffle', () => {
  const asNew = raffleFormData(filled, { image: null, isNew: true })
  const asChange = raffleFormData(filled, { image: null, isNew: false, reason: 'typo' })
  expect(asNew.get('underSold')).toBe('extend')
  expect(asNew.has('licenceNumber')).toBe(false)
  expect(asNew.has('image')).toBe(false)
  expect([...asChange.keys()].toSorted()).toEqual([
    'description',
    'endsAt',
    'minTicketsRequired',
    'name',
    'prizeInfo',
    'reason',
    'startsAt',
    'status',
    'totalTickets',
    'value',
  ])
})
