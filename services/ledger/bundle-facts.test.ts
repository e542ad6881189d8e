import { expect, it } from 'vitest'

import { drawOf, factOf } from '#events/verify/testing/facts.ts'

import { namedSizes, provenFacts } from './bundle.ts'

it('proves each fact of a draw, however many refunds went before it', () => {
  const voids = Array.from({ length: 1_200 }, (_, index) => factOf('TicketsVoided', { index }))
  const seal = factOf('RegisterSealed', { index: 5_000 })
  const later = [seal, factOf('EntropySealed', { index: 5_001 })]
  const story = { facts: [...voids, ...later], draws: [drawOf({ seal })] }
  const proven = provenFacts(story)
  expect(proven.slice(-2)).toEqual([5_000, 5_001])
  expect(proven).toHaveLength(1_002)
  expect(provenFacts({ ...story, draws: [] })).toHaveLength(1_000)
})

it('brings the checkpoint along that a late postponement names', () => {
  const lastCheckpoint = 'shop.example/ledger/x\n5003\nroot=\n'
  const late = factOf('DrawPostponed', { index: 5_010, data: { lastCheckpoint } })
  const none = factOf('DrawPostponed', { index: 5_020, data: { lastCheckpoint: '' } })
  const early = factOf('DrawPostponed', { index: 5_030 })
  const annulled = factOf('DrawAnnulled', { index: 5_040 })
  const draws = [drawOf({ ends: [late] }), drawOf({ ends: [none] }), drawOf({ ends: [early] })]
  expect(namedSizes({ draws: [...draws, drawOf({ ends: [annulled] })] })).toEqual([5_003])
})
