import { expect, it } from 'vitest'

import type { Raffle } from '#services/contract/raffles.ts'
import { raffleWire } from '#services/http/wire.ts'
import { capOnShelf, carOnBoard } from '#services/testing/catalogue-rows.ts'

import { goodsOf, offerOf, showsProgress } from './offer.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const open = raffleWire(carOnBoard, capOnShelf, new Date(now))
const kindOf = (changes: Partial<Raffle>) => offerOf({ ...open, ...changes }, now).kind

it('sells while a raffle is open and has tickets', () => expect(kindOf({})).toBe('open'))

it('is ended by the clock before anybody set its status', () =>
  expect(kindOf({ endsAt: '2026-11-21T10:00:00.000Z' })).toBe('ended'))

it('waits for its start', () =>
  expect(kindOf({ startsAt: '2026-11-21T10:00:00.001Z' })).toBe('scheduled'))

it('is coming soon without a product', () => expect(kindOf({ product: null })).toBe('coming_soon'))

it('is reserved, not sold out, while unpaid orders hold the last tickets', () => {
  expect(kindOf({ ticketsLeft: 1, ticketsHeld: 4 })).toBe('reserved')
  expect(kindOf({ ticketsLeft: 1, ticketsHeld: 0 })).toBe('sold_out')
})

it('is sold out with every variant of its goods, and may come back while some are held', () => {
  const variant = { id: 'v', name: 'Red', sku: 'R', image: null, priceAdjustment: '0.00' }
  const kindWith = (...variants: NonNullable<Raffle['product']>['variants']) =>
    kindOf({ product: { ...open.product!, variants } })
  expect(kindWith({ ...variant, left: 0 }, { ...variant, left: 2 }, variant)).toBe('open')
  expect(kindWith({ ...variant, left: 0 })).toBe('sold_out')
  expect(kindWith({ ...variant, left: 0, isReserved: true })).toBe('reserved')
})

it('offers what is sold without entry as goods, also when the raffle is over', () => {
  const goods = { ...open.product!, tickets: 0, withoutEntry: true as const }
  const over: Raffle = { ...open, status: 'completed', product: goods }
  expect(offerOf(over, now).kind).toBe('ended')
  expect(goodsOf(over)).toBe(goods)
  expect(offerOf({ ...open, product: goods }, now).kind).toBe('coming_soon')
  expect(goodsOf(open)).toBeNull()
  expect(goodsOf({ ...over, product: { ...goods, active: 0 } })).toBeNull()
})

it('shows the bar for the three named prizes only', () => {
  expect(showsProgress('Apple Watch')).toBe(true)
  expect(showsProgress('A Trip to Egypt')).toBe(true)
  expect(showsProgress('Car')).toBe(false)
})
