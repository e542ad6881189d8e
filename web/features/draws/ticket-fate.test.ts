import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { ticketFate } from './ticket-fate.ts'

/** 100 tickets, 7 to 9 void; 42 won, then 5 and 17 are reserves. Only what is asked for here. */
const drawn = (holder = 0) =>
  ({
    raffle: { issuedCount: 100 },
    seal: { issuedCount: 100, voids: [[7, 9]] },
    result: { numbers: ['000042', '000005', '000017'] },
    winner: { place: holder },
  }) as unknown as LiveDraw

it.each([
  ['42', { kind: 'won', number: '000042' }],
  ['#000 042', { kind: 'won', number: '000042' }],
  ['٤٢', { kind: 'won', number: '000042' }],
  ['5', { kind: 'reserve', number: '000005', place: 1 }],
  ['8', { kind: 'void', number: '000008' }],
  ['101', { kind: 'unknown', number: '000101' }],
  ['50', { kind: 'lost', number: '000050' }],
  ['0', { kind: 'invalid' }],
  ['my ticket', { kind: 'invalid' }],
])('says of %s what the draw says', (typed, fate) => {
  expect(ticketFate(drawn(), typed)).toEqual(fate)
})

it('follows a promotion: the first reserve has won, the ticket before it has lost', () => {
  expect(ticketFate(drawn(1), '5')).toMatchObject({ kind: 'won' })
  expect(ticketFate(drawn(1), '42')).toMatchObject({ kind: 'lost' })
  expect(ticketFate(drawn(1), '17')).toMatchObject({ kind: 'reserve', place: 2 })
})

it('says of every ticket of a cancelled raffle that it was, sealed or not', () => {
  const raffle = { issuedCount: 100, phase: 'cancelled' }
  for (const seal of [null, drawn().seal]) {
    const cancelled = { raffle, seal, result: null, winner: null } as unknown as LiveDraw
    expect(ticketFate(cancelled, '42')).toEqual({ kind: 'cancelled' })
    expect(ticketFate(cancelled, '8')).toEqual({ kind: 'cancelled' })
    expect(ticketFate(cancelled, '101')).toEqual({ kind: 'unknown', number: '000101' })
  }
})

it('knows no result before there is one', () => {
  const waiting = { ...drawn(), result: null, winner: null } as LiveDraw
  expect(ticketFate(waiting, '42')).toEqual({ kind: 'not_yet', number: '000042' })
})
