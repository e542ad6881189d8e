import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { ticketFate } from './ticket-fate.ts'

const numbers = ['000042', '000005', '000017']
const holderAt = (place: number, state = 'winner') => ({ number: numbers[place], place, state })

/** 100 tickets, 7 to 9 void; 42 won, then 5 and 17 are reserves. Only what is asked for here. */
const drawn = (winner: object = holderAt(0)) =>
  ({
    raffle: { issuedCount: 100, voids: [] },
    seal: { issuedCount: 100, voids: [[7, 9]] },
    result: { numbers },
    winner,
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

it('follows a promotion: the first reserve has won, who was before it has lost the prize', () => {
  const promoted = drawn(holderAt(1))
  expect(ticketFate(promoted, '5')).toMatchObject({ kind: 'won' })
  expect(ticketFate(promoted, '42')).toMatchObject({ kind: 'forfeited' })
  expect(ticketFate(promoted, '17')).toMatchObject({ kind: 'reserve', place: 2 })
  expect(ticketFate(promoted, '50')).toMatchObject({ kind: 'lost' })
})

it('says of a prize that was forfeited or handed over what became of it', () => {
  const forfeited = drawn(holderAt(0, 'forfeited'))
  expect(ticketFate(forfeited, '42')).toEqual({ kind: 'forfeited', number: '000042' })
  expect(ticketFate(forfeited, '5')).toMatchObject({ kind: 'reserve', place: 1 })
  const delivered = drawn(holderAt(1, 'delivered'))
  expect(ticketFate(delivered, '5')).toEqual({ kind: 'delivered', number: '000005' })
  expect(ticketFate(delivered, '42')).toMatchObject({ kind: 'forfeited' })
})

it('finds a holder whose place is beyond the reserves', () => {
  const beyond = drawn({ number: '000050', place: 3, state: 'winner' })
  expect(ticketFate(beyond, '50')).toMatchObject({ kind: 'won' })
  expect(ticketFate(beyond, '17')).toMatchObject({ kind: 'forfeited' })
})

it('says of a ticket that was voided that it was, before the seal as after it', () => {
  const raffle = { issuedCount: 100, voids: [[12, 13]], phase: 'open' }
  const open = { raffle, seal: null, result: null, winner: null } as unknown as LiveDraw
  expect(ticketFate(open, '13')).toEqual({ kind: 'void', number: '000013' })
  expect(ticketFate(open, '14')).toEqual({ kind: 'not_yet', number: '000014' })
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
