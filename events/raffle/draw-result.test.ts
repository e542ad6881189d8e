import { describe, expect, it } from 'vitest'

import {
  beaconRecorded,
  completeDraw,
  dice,
  drawAt,
  drawn,
  entropySealed,
  inputsBy,
  recordBeacon,
  registerSealed,
  revealed,
  revealSeed,
  round,
  sealedWithoutBeacon,
  sealEntropy,
} from '../testing/draws.ts'
import { givenFor } from '../testing/given.ts'
import { closed, issued, published, voided } from '../testing/raffles.ts'
import { raffleDecider } from './decide.ts'

const given = givenFor(raffleDecider)
const sold = [published(), issued(1, 10), closed('ended', 10)]
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

describe('the beacon', () => {
  const ready = [...sold, registerSealed(), entropySealed(), revealed]

  it('is the bound round of the published chain, not before its time', () => {
    given(...ready)
      .when(recordBeacon())
      .then(beaconRecorded)
    for (const facts of [[beaconRecorded], [beaconRecorded, drawn()]])
      given(...ready, ...facts)
        .when(recordBeacon())
        .thenNothing()
    given(...ready)
      .when(recordBeacon({ now: before(drawAt) }))
      .thenRejected('round_not_yet', { at: drawAt })
    given(...ready)
      .when(recordBeacon({ round: round + 1 }))
      .thenRejected('wrong_round')
    given(...ready)
      .when(recordBeacon({ chainHash: 'cd'.repeat(32) }))
      .thenRejected('wrong_round')
    given(...sold, registerSealed(), entropySealed())
      .when(recordBeacon())
      .thenRejected('not_revealed')
  })

  it('counts days later too, if dice and seed were cosigned in time', () => {
    given(...ready)
      .when(recordBeacon({ now: '2026-12-04T08:00:00.000Z' }))
      .then(beaconRecorded)
    for (const inputsCosignedAt of [null, '2026-11-30T22:43:00.001Z'])
      given(...ready)
        .when(recordBeacon({ inputsCosignedAt }))
        .thenRejected('inputs_not_cosigned')
  })
})

describe('the result', () => {
  const ready = [...sold, registerSealed(), entropySealed(), revealed]

  it('follows the beacon, once', () => {
    given(...ready, beaconRecorded)
      .when(completeDraw())
      .then(drawn())
    given(...ready)
      .when(completeDraw())
      .thenRejected('no_beacon')
    given(...ready, beaconRecorded, drawn())
      .when(completeDraw())
      .thenNothing()
    given(...ready, beaconRecorded, drawn())
      .when(completeDraw([1, 2, 3, 4]))
      .thenRejected('already_recorded')
  })

  it('has one number for the prize and each reserve, fewer when there are fewer tickets', () => {
    for (const numbers of [
      [5, 3, 8],
      [5, 3, 8, 8],
      [5, 3, 8, 11],
      [5, 3, 8, 1, 2],
      [5, 3, 8, 1, 1],
    ])
      given(...ready, beaconRecorded)
        .when(completeDraw(numbers))
        .thenRejected('entropy_malformed')
    const seal = registerSealed({ validCount: 8, voids: [[6, 7]] })
    const voids = [...sold, voided([6, 7]), seal, entropySealed(), revealed, beaconRecorded]
    for (const number of [0, 6, 7])
      given(...voids)
        .when(completeDraw([5, 3, 8, number]))
        .thenRejected('entropy_malformed')
    given(...voids)
      .when(completeDraw([5, 8, 1, 10]))
      .then(drawn([5, 8, 1, 10]))
    const few = [published(), issued(1, 2), closed('ended', 2)]
    const sealOf2 = registerSealed({ issuedCount: 2, validCount: 2 })
    given(...few, sealOf2, entropySealed(), revealed, beaconRecorded)
      .when(completeDraw([2, 1]))
      .then(drawn([2, 1]))
  })

  it('follows dice and seed alone in a local draw', () => {
    const local = [...sold, sealedWithoutBeacon('local'), entropySealed(), revealed]
    given(...local)
      .when(completeDraw())
      .then(drawn())
    given(...local)
      .when(completeDraw([5, 3, 8, 1], null))
      .thenRejected('inputs_not_cosigned')
    given(...local)
      .when(recordBeacon())
      .thenRejected('not_revealed')
  })

  it('is what the drum gave in a physical draw, which needs no seed', () => {
    const seal = sealedWithoutBeacon('physical')
    const drum = 'DRUM:5 3 8 1'
    given(...sold, seal)
      .when(sealEntropy({ entropy: drum, now: '2026-12-01T08:00:00.000Z' }))
      .then(entropySealed(drum))
    for (const entropy of [dice, 'DRUM:5 3 8', 'DRUM:5 3 8 11', 'DRUM:5 3 8 5'])
      given(...sold, seal)
        .when(sealEntropy({ entropy }))
        .thenRejected('entropy_malformed')
    given(...sold, seal, entropySealed(drum))
      .when(revealSeed())
      .thenRejected('already_recorded')
    for (const inputsCosignedAt of [inputsBy, null])
      given(...sold, seal, entropySealed(drum))
        .when(completeDraw([5, 3, 8, 1], inputsCosignedAt))
        .then(drawn())
    given(...sold, seal, entropySealed(drum))
      .when(completeDraw([1, 3, 8, 5]))
      .thenRejected('already_recorded')
  })
})

it('stays small whatever was sold', () => {
  const facts = [...sold, registerSealed(), entropySealed(), revealed, beaconRecorded, drawn()]
  let state = raffleDecider.initial
  for (const fact of facts) state = raffleDecider.evolve(state, fact)
  expect(JSON.stringify(state).length).toBeLessThan(2500)
})
