import { expect, it } from 'vitest'

import { rafflePhases } from '#events/raffle/phase.ts'

import { isCancellable, isExtendable } from './raffle-offers.ts'

it('offers to extend a raffle until its end, by the clock or by its last ticket', () =>
  expect(rafflePhases.filter(isExtendable)).toEqual(['scheduled', 'open']))

it('offers to cancel a raffle until it is drawn', () =>
  expect(rafflePhases.filter(isCancellable)).toEqual([
    'scheduled',
    'open',
    'sold_out',
    'closing',
    'frozen',
  ]))
