import { expect, it } from 'vitest'

import type { RaffleEntry } from '#services/contract/entries.ts'

import { entriesByRaffle } from './entries-by-raffle.ts'

const entry = (
  raffleId: string,
  ticketNumbers: string[],
  won: RaffleEntry['won'] = null,
): RaffleEntry => ({
  id: ticketNumbers.join(),
  raffleId,
  raffleName: raffleId,
  raffleImage: null,
  raffleValue: '10.00',
  raffleStatus: 'active',
  tickets: ticketNumbers.length,
  ticketNumbers,
  createdAt: '2026-11-21T10:00:00.000Z',
  orderId: 'order',
  raffleEndsAt: null,
  rafflePhase: 'open',
  voidNumbers: [],
  won,
})

it('joins what was bought in several orders, lowest number first', () => {
  const joined = entriesByRaffle([
    entry('watch', ['000010', '000011']),
    entry('trip', ['000001']),
    entry('watch', ['000002']),
  ])
  expect(joined.map(({ raffleId }) => raffleId)).toEqual(['watch', 'trip'])
  expect(joined[0]).toMatchObject({ tickets: 3, ticketNumbers: ['000002', '000010', '000011'] })
})

it('knows of the whole raffle that one of its tickets has won, and shows it first', () => {
  const won = { number: '000002', isDelivered: false, claimUntil: null }
  const joined = entriesByRaffle([
    entry('trip', ['000001']),
    entry('watch', ['000010', '000011']),
    entry('watch', ['000002'], won),
  ])
  expect(joined.map(({ raffleId }) => raffleId)).toEqual(['watch', 'trip'])
  expect(joined[0]).toMatchObject({ tickets: 3, won })
})

it('leaves a prize that was handed over where it came', () => {
  const won = { number: '000002', isDelivered: true, claimUntil: null }
  const joined = entriesByRaffle([entry('trip', ['000001']), entry('watch', ['000002'], won)])
  expect(joined.map(({ raffleId }) => raffleId)).toEqual(['trip', 'watch'])
})
