import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import {
  eventTypes,
  parseEvent,
  schemaVersionOf,
  upcastEvent,
  upcastThrough,
  type Upcasters,
} from './catalogue.ts'

const goldenFolder = new URL('./golden/', import.meta.url)
const goldenFiles = readdirSync(goldenFolder).toSorted()
const golden = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, goldenFolder), 'utf8'))

describe('golden files', () => {
  it('hold every version of every type, and nothing else', () => {
    const expected = eventTypes.flatMap((type) =>
      Array.from({ length: schemaVersionOf(type) }, (_, index) => `${type}.v${index + 1}.json`),
    )
    expect(goldenFiles).toEqual(expected.toSorted())
  })

  it.each(goldenFiles)('%s is still understood', (file) => {
    const [type = '', version = ''] = file.split('.')
    const event = parseEvent(type, Number(version.slice(1)), golden(file))
    expect(event.type).toBe(type)
    if (`v${schemaVersionOf(type)}` === version) expect(event.data).toEqual(golden(file))
  })
})

it('stops at an unknown type, an unknown version and another shape', () => {
  expect(() => parseEvent('TicketsStolen', 1, {})).toThrow(/unknown event type/)
  expect(() => parseEvent('constructor', 1, {})).toThrow(/unknown event type/)
  expect(() => schemaVersionOf('TicketsStolen')).toThrow(/unknown event type TicketsStolen/)
  expect(() => parseEvent('OrderCompleted', 2, {})).toThrow(/up to version 1/)
  expect(() => parseEvent('OrderCompleted', 0, {})).toThrow(/up to version 1/)
  expect(() => parseEvent('OrderCompleted', 1, { extra: true })).toThrow(/another shape/)
  expect(() => parseEvent('OrderCancelled', 1, { reason: 'because' })).toThrow(/another shape/)
})

it('reads the newest version without touching it', () => {
  const data = { reason: 'expired' }
  expect(upcastEvent('OrderCancelled', 1, data)).toBe(data)
})

it('lifts an old version step by step', () => {
  const upcasters: Upcasters = {
    PriceSet: [
      (old) => ({ cents: (old as { price: number }).price * 100 }),
      (old) => ({ ...(old as object), currency: 'USD' }),
    ],
  }
  const chain = { upcasters, type: 'PriceSet', to: 3 }
  expect(upcastThrough({ ...chain, from: 1 }, { price: 5 })).toEqual({
    cents: 500,
    currency: 'USD',
  })
  expect(upcastThrough({ ...chain, from: 2 }, { cents: 5 })).toEqual({ cents: 5, currency: 'USD' })
  expect(() => upcastThrough({ ...chain, from: 1, to: 4 }, { price: 5 })).toThrow(/no step/)
  const other = { ...chain, type: 'PriceForgotten', from: 1 }
  expect(() => upcastThrough(other, {})).toThrow(/PriceForgotten has no step/)
})
