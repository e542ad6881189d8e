import { describe, expect, it } from 'vitest'

import {
  annulled,
  beaconRecorded,
  drawId,
  drawn,
  entropySealed,
  registerSealed,
  revealed,
  sealedWithoutBeacon,
} from '../testing/draws.ts'
import { givenFor } from '../testing/given.ts'
import { closed, issued, published, sha } from '../testing/raffles.ts'
import { raffleDecider } from './decide.ts'
import { claimDeadline } from './draw-times.ts'
import type { ForfeitReason } from './reasons.ts'

const given = givenFor(raffleDecider)
const sold = [published(), issued(1, 10), closed('ended', 10)]
const complete = [...sold, registerSealed(), entropySealed(), revealed, beaconRecorded, drawn()]
const announcedAt = '2026-12-01T09:00:00.000Z'
/** The end of 31 December in Beirut. */
const claimUntil = '2026-12-31T21:59:59.999Z'
const dayAfter = '2026-12-31T22:00:00.000Z'

type Forfeiting = {
  now?: string
  reason?: ForfeitReason
  identityCheckedAt?: string
  contacts?: string[]
}
const forfeit = (change: Forfeiting = {}) => ({
  type: 'ForfeitPrize' as const,
  now: dayAfter,
  drawId,
  place: 0,
  number: 5,
  reason: 'unclaimed' as const,
  announcedAt,
  identityCheckedAt: null,
  contacts: ['phone', 'phone', 'sms'],
  ...change,
})
const promote = (place = 1, number = 3) => ({
  type: 'PromotePrize' as const,
  now: dayAfter,
  drawId,
  place,
  number,
})
const deliver = (place = 0, number = 5) => ({
  type: 'DeliverPrize' as const,
  now: dayAfter,
  drawId,
  place,
  number,
  evidence: 'signed_receipt' as const,
  evidenceSha256: sha,
})
const forfeited = (place: number, number: number, reason: ForfeitReason = 'unclaimed') =>
  ({ type: 'PrizeForfeited', data: { drawId, number, place, reason } }) as const
const promoted = (place: number, number: number) =>
  ({ type: 'PrizePromoted', data: { drawId, number, place } }) as const
const delivered = (place: number, number: number) =>
  ({
    type: 'PrizeDelivered',
    data: { drawId, number, place, evidence: 'signed_receipt', evidenceSha256: sha },
  }) as const

it('gives thirty calendar days of Beirut from publication', () =>
  expect(claimDeadline(announcedAt)).toBe(claimUntil))

describe('an unclaimed prize is lost', () => {
  it('after the thirty days, three attempts and two channels', () => {
    given(...complete)
      .when(forfeit())
      .then(forfeited(0, 5))
    given(...complete)
      .when(forfeit({ now: claimUntil }))
      .thenRejected('claim_still_open', { until: claimUntil })
    given(...complete)
      .when(forfeit({ contacts: ['phone', 'sms'] }))
      .thenRejected('contacts_missing')
    given(...complete)
      .when(forfeit({ contacts: ['phone', 'phone', 'phone'] }))
      .thenRejected('contacts_missing')
  })

  it('not while nobody has been told', () =>
    given(...complete)
      .when({ ...forfeit(), announcedAt: null })
      .thenRejected('claim_still_open'))

  it('not when the winner has come: it can still be declined, or his ticket may not win', () => {
    const came = { identityCheckedAt: claimUntil }
    given(...complete)
      .when(forfeit(came))
      .thenRejected('identity_checked')
    for (const reason of ['declined', 'not_eligible'] as const)
      given(...complete)
        .when(forfeit({ ...came, reason }))
        .then(forfeited(0, 5, reason))
  })

  it('once', () =>
    given(...complete, forfeited(0, 5))
      .when(forfeit())
      .thenNothing())
})

it('a prize that is declined, or of a ticket that may not win, is lost at once', () => {
  for (const reason of ['declined', 'not_eligible', 'refunded'] as const)
    given(...complete)
      .when(forfeit({ reason, now: announcedAt, contacts: [] }))
      .then(forfeited(0, 5, reason))
})

describe('the next place', () => {
  it('takes the prize when it was lost, in the order of the permutation', () => {
    given(...complete, forfeited(0, 5))
      .when(promote())
      .then(promoted(1, 3))
    given(...complete, forfeited(0, 5), promoted(1, 3), forfeited(1, 3))
      .when(promote(2, 8))
      .then(promoted(2, 8))
    given(...complete, forfeited(0, 5), promoted(1, 3))
      .when(promote())
      .thenNothing()
  })

  it('and no other', () => {
    given(...complete)
      .when(promote())
      .thenRejected('nothing_forfeited')
    given(...complete, forfeited(0, 5))
      .when(promote(1, 8))
      .thenRejected('no_winner')
    given(...complete, forfeited(0, 5))
      .when(promote(2, 8))
      .thenRejected('no_winner')
  })

  it('goes on beyond the reserves in the same permutation, never in a drum', () => {
    const last = [forfeited(0, 5), promoted(3, 1), forfeited(3, 1)]
    given(...complete, ...last)
      .when(promote(4, 7))
      .then(promoted(4, 7))
    const drum = [...sold, sealedWithoutBeacon('physical'), entropySealed('DRUM:5 3 8 1'), drawn()]
    given(...drum, ...last)
      .when(promote(4, 7))
      .thenRejected('no_place_left')
    given(...drum, forfeited(0, 5))
      .when(promote())
      .then(promoted(1, 3))
    given(...complete, promoted(9, 9), forfeited(9, 9))
      .when(promote(10, 2))
      .thenRejected('no_place_left')
  })
})

it('a place that has lost the prize does not get it again', () =>
  given(...complete, forfeited(0, 5))
    .when(promote(0, 5))
    .thenRejected('no_winner'))

it('the prize is lost only by who holds it, place and number alike', () => {
  const declined = forfeit({ reason: 'declined' })
  given(...complete)
    .when({ ...declined, place: 1 })
    .thenRejected('no_winner')
  given(...complete)
    .when({ ...declined, number: 3 })
    .thenRejected('no_winner')
  given(...complete, forfeited(0, 5), promoted(1, 3))
    .when(declined)
    .thenRejected('no_winner')
  given(...complete, forfeited(0, 5), promoted(1, 3))
    .when({ ...declined, place: 1, number: 3 })
    .then(forfeited(1, 3, 'declined'))
})

it('one place that lost or took the prize says nothing of another', () => {
  given(...complete, forfeited(0, 5))
    .when({ ...forfeit(), place: 1, number: 3 })
    .thenRejected('no_winner')
  given(...complete, delivered(0, 5))
    .when(deliver(1, 3))
    .thenRejected('prize_delivered')
})

it('nobody wins a draw that was annulled', () =>
  given(...complete, annulled)
    .when(deliver())
    .thenRejected('no_winner'))

it('nobody wins a draw without a number', () =>
  given(...complete.slice(0, -1), drawn([]))
    .when(deliver())
    .thenRejected('no_winner'))

describe('the prize is handed over', () => {
  it('to the ticket that holds it, once', () => {
    given(...complete)
      .when(deliver())
      .then(delivered(0, 5))
    given(...complete, delivered(0, 5))
      .when(deliver())
      .thenNothing()
    given(...complete)
      .when(deliver(1, 3))
      .thenRejected('no_winner')
    given(...complete)
      .when(deliver(0, 3))
      .thenRejected('no_winner')
    given(...complete)
      .when(deliver(1, 5))
      .thenRejected('no_winner')
    given(...complete, forfeited(0, 5))
      .when(deliver())
      .thenRejected('no_winner')
    given(...complete, forfeited(0, 5), promoted(1, 3))
      .when(deliver(1, 3))
      .then(delivered(1, 3))
  })

  it('and is not lost any more', () =>
    given(...complete, delivered(0, 5))
      .when(forfeit({ reason: 'declined' }))
      .thenRejected('prize_delivered'))

  it('not before the draw', () =>
    given(...sold, registerSealed())
      .when(deliver())
      .thenRejected('no_winner'))
})
