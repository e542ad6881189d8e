import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { hexOf } from '#events/kernel/bytes.ts'
import { leafText } from '#events/ledger/leaf.ts'

import { ticketsIssuedEntry } from './tickets-issued-entry.ts'

it('writes byte for byte what the general canonical JSON writes', () => {
  const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => hexOf(bytes))
  const places = fc.record({
    raffle: fc.uuid(),
    index: fc.nat(),
    at: fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  })
  const issues = fc.record({
    first: fc.integer({ min: 1 }),
    last: fc.integer({ min: 1 }),
    channel: fc.constantFrom('online' as const, 'manual' as const),
    ticketsPerUnit: fc.integer({ min: 1 }),
    orderCommit: hex32,
    holderCommit: hex32,
  })
  fc.assert(
    fc.property(places, issues, (place, data) => {
      expect(ticketsIssuedEntry(place, data)).toBe(
        leafText({ ...place, type: 'TicketsIssued', data }),
      )
    }),
    { numRuns: 1_000 },
  )
})
