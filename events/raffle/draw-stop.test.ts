import { describe, it } from 'vitest'

import {
  annulled,
  beaconRecorded,
  drawAt,
  drawId,
  drawn,
  entropySealed,
  inputsBy,
  postponed,
  registerSealed,
  revealed,
  sealedAt,
  sealedWithoutBeacon,
} from '../testing/draws.ts'
import { givenFor } from '../testing/given.ts'
import { closed, issued, published, raffleCancelled, sha } from '../testing/raffles.ts'
import { raffleDecider } from './decide.ts'
import type { AnnulDraw, PostponeDraw } from './draw-stop.ts'

const given = givenFor(raffleDecider)
const sold = [published(), issued(1, 10), closed('ended', 10)]
const sealed = [...sold, registerSealed()]
const ready = [...sealed, entropySealed(), revealed]
const complete = [...ready, beaconRecorded, drawn()]
const nobody = { signature: null, paperSha256: null }
const byKey = { signature: 'ef'.repeat(64), paperSha256: null }
const lastCheckpoint = 'raffle.example/ledger\n5\nq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=\n'
const cancel = (now: string) => ({ type: 'CancelRaffle' as const, now, reason: 'licence' })
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

const postpone = (change: Partial<PostponeDraw> = {}) => ({
  type: 'PostponeDraw' as const,
  now: sealedAt,
  drawId,
  cause: 'quorum_late' as const,
  countersignature: nobody,
  inputsCosignedAt: null,
  lastCheckpoint,
  ...change,
})

describe('a draw is put off', () => {
  it('freely while nobody can know its outcome', () => {
    for (const facts of [sealed, [...sealed, entropySealed()], ready])
      given(...facts)
        .when(postpone({ now: before(inputsBy), inputsCosignedAt: sealedAt }))
        .then(postponed())
    given(...sealed, postponed())
      .when(postpone())
      .thenNothing()
    given(...sold)
      .when(postpone())
      .thenRejected('not_sealed')
  })

  it('by itself two minutes before the round, when dice or seed were not cosigned by then', () => {
    given(...ready)
      .when(postpone({ now: inputsBy, inputsCosignedAt: null }))
      .then(postponed())
    given(...ready)
      .when(postpone({ now: inputsBy, inputsCosignedAt: '2026-11-30T22:43:00.001Z' }))
      .then(postponed())
    given(...ready)
      .when(postpone({ now: inputsBy, inputsCosignedAt: inputsBy }))
      .thenRejected('draw_is_binding')
  })

  it('from the time of the round on only countersigned, naming the last checkpoint', () => {
    given(...ready)
      .when(postpone({ now: drawAt }))
      .thenRejected('countersignature_required')
    given(...ready)
      .when(postpone({ now: drawAt, countersignature: byKey }))
      .then(postponed({ signature: byKey.signature, lastCheckpoint }))
    given(...ready)
      .when(postpone({ now: drawAt, countersignature: { signature: null, paperSha256: sha } }))
      .then(postponed({ paperSha256: sha, lastCheckpoint }))
  })

  it('late too when nothing but the seal was made, and not once the round is recorded', () => {
    given(...sealed)
      .when(postpone({ now: drawAt }))
      .thenRejected('countersignature_required')
    for (const facts of [[...ready, beaconRecorded], complete])
      given(...facts)
        .when(postpone({ now: before(inputsBy) }))
        .thenRejected('draw_is_binding')
  })

  it('never once the round binds, not even countersigned', () => {
    const late = postpone({
      now: '2026-12-04T08:00:00.000Z',
      inputsCosignedAt: sealedAt,
      countersignature: byKey,
    })
    for (const facts of [ready, [...ready, beaconRecorded], complete])
      given(...facts)
        .when(late)
        .thenRejected('draw_is_binding')
  })

  it('without a beacon only before the dice, which tell the operator the result', () => {
    for (const mode of ['local', 'physical'] as const) {
      const facts = [...sold, sealedWithoutBeacon(mode)]
      given(...facts)
        .when(postpone({ now: '2026-12-04T08:00:00.000Z' }))
        .then(postponed())
      given(...facts, entropySealed())
        .when(postpone({ countersignature: byKey }))
        .thenRejected('draw_is_binding')
    }
  })
})

describe('a draw is annulled', () => {
  const annul = (change: Partial<AnnulDraw> = {}) => ({
    type: 'AnnulDraw' as const,
    now: drawAt,
    drawId,
    cause: 'register_error' as const,
    countersignature: { signature: null, paperSha256: sha },
    ...change,
  })

  it('for an error of its register, countersigned, before or after the result', () => {
    for (const facts of [sealed, ready, complete])
      given(...facts)
        .when(annul())
        .then(annulled)
    given(...complete)
      .when(annul({ countersignature: nobody }))
      .thenRejected('countersignature_required')
    given(...complete, annulled)
      .when(annul())
      .thenNothing()
    given(...sealed, postponed())
      .when(annul())
      .thenRejected('not_sealed')
  })

  it('by the key or on paper, and names what it was', () =>
    given(...sealed)
      .when(annul({ countersignature: byKey }))
      .then({
        type: 'DrawAnnulled',
        data: { drawId, cause: 'register_error', signature: byKey.signature },
      }))

  it('not after the prize was handed over', () =>
    given(...complete, {
      type: 'PrizeDelivered',
      data: { drawId, number: 5, place: 0, evidence: 'signed_receipt', evidenceSha256: sha },
    })
      .when(annul())
      .thenRejected('prize_delivered'))
})

describe('the raffle is cancelled', () => {
  it('until somebody could know who wins', () => {
    given(...ready)
      .when(cancel(before(inputsBy)))
      .then(raffleCancelled('licence'))
    given(...ready)
      .when(cancel(inputsBy))
      .thenRejected('draw_is_binding')
    for (const facts of [complete, [...ready, beaconRecorded]])
      given(...facts)
        .when(cancel(sealedAt))
        .thenRejected('draw_is_binding')
    for (const facts of [sealed, [...sealed, entropySealed()]])
      given(...facts)
        .when(cancel(before(inputsBy)))
        .then(raffleCancelled('licence'))
    given(...sold, sealedWithoutBeacon('local'))
      .when(cancel(drawAt))
      .then(raffleCancelled('licence'))
    given(...sold, sealedWithoutBeacon('local'), entropySealed())
      .when(cancel(sealedAt))
      .thenRejected('draw_is_binding')
  })

  it('after a postponement or an annulment as before', () => {
    given(...ready, postponed())
      .when(cancel(drawAt))
      .then(raffleCancelled('licence'))
    given(...complete, annulled)
      .when(cancel(drawAt))
      .then(raffleCancelled('licence'))
  })
})
