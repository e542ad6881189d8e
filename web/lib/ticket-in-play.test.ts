import { expect, it } from 'vitest'

import { areInPlay } from './ticket-in-play.ts'

it('offers no tickets to be shown around that are void, or whose raffle was cancelled', () => {
  expect(areInPlay({ rafflePhase: 'open', voidNumbers: [] })).toBe(true)
  expect(areInPlay({ rafflePhase: 'drawn', voidNumbers: [] })).toBe(true)
  expect(areInPlay({ rafflePhase: 'open', voidNumbers: ['000001'] })).toBe(false)
  expect(areInPlay({ rafflePhase: 'cancelled', voidNumbers: [] })).toBe(false)
})
