import { expect, it } from 'vitest'

import { adminEn } from '../../lib/text/admin-en.ts'
import { catalogueEn } from '../../lib/text/admin-catalogue-en.ts'
import { newRaffle, raffleErrors, raffleFormData } from './raffle-form.ts'
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
