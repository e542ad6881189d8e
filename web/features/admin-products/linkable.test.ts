import { expect, it } from 'vitest'

import { rafflePhases } from '#events/raffle/phase.ts'

import { isLinkable } from './linkable.ts'

it('offers a product the raffles that still sell, or will', () =>
  expect(rafflePhases.filter(isLinkable)).toEqual(['scheduled', 'open']))
