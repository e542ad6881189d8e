import { expect, it } from 'vitest'

import { evolveRaffle, initialRaffle } from '#events/raffle/evolve.ts'
import { duringSale, issued, published, voided } from '#events/testing/raffles.ts'

import { liveDrawFields } from '../contract/draws.ts'
import type { DrawNow } from './draw-facts.ts'
import { raffleOf } from './draw-live.ts'

const terms = published()
const raffleId = 'aa000000-0000-4000-8000-000000000001'

it('tells of a raffle that is not sealed which of its tickets are void', () => {
  const raffle = [terms, issued(1, 9), voided([8, 8], [2, 3])].reduce(evolveRaffle, initialRaffle)
  const now = { raffleId, raffle, published: terms.data, current: null } as unknown as DrawNow
  const catalogue = { raffle: () => undefined }
  const shown = raffleOf({ catalogue }, { now, at: duringSale })
  expect(liveDrawFields.raffle.parse(shown)).toMatchObject({
    issuedCount: 9,
    voids: [
      [2, 3],
      [8, 8],
    ],
  })
})
