import { describe, it } from 'vitest'

import { givenFor } from '../testing/given.ts'
import {
  closed,
  closesAt,
  duringSale as now,
  extended,
  issued,
  opensAt,
  published,
  raffleCancelled,
  sha,
} from '../testing/raffles.ts'

import type { Amendment } from './amend.ts'
import { raffleDecider, type RaffleCommand } from './decide.ts'

const given = givenFor(raffleDecider)

describe('before the first ticket', () => {
  it.each([
    ['prize', 'A larger car'],
    ['prizeValue', '3000000'],
    ['ticketsMax', '20'],
    ['ticketsMin', '5'],
    ['opensAt', '2026-11-02T22:00:00.000Z'],
    ['closesAt', '2026-11-20T21:59:59.999Z'],
  ] as const)('%s may change either way', (field, value) =>
    given(published())
      .when(amend([field, value]))
      .then(amended(field, value)),
  )

  it('keeps the total above what is reserved', () =>
    given(published())
      .when(amend(['ticketsMax', '3'], { held: 4 }))
      .thenRejected('below_sold_and_held', { used: 4 }))

  it('keeps the terms coherent', () => {
    given(published())
      .when(amend(['closesAt', '2026-11-01T21:59:59.999Z']))
      .thenRejected('invalid_request')
    given(published())
      .when(amend(['ticketsMin', '11']))
      .thenRejected('invalid_request')
  })

  it('keeps them coherent at the edges, and judges all changes together', () => {
    given(published())
      .when(amend(['ticketsMin', '10']))
      .then(amended('ticketsMin', '10'))
    given(published())
      .when(amend(['closesAt', opensAt]))
      .thenRejected('invalid_request')
    given(published())
      .when(amendAll(['opensAt', '2027-01-01T00:00:00.000Z']))
      .thenRejected('invalid_request')
    const [later, latest] = ['2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z']
    given(published())
      .when(amendAll(['opensAt', later], ['closesAt', latest]))
      .then(amended('opensAt', later), amended('closesAt', latest))
    given(published())
      .when(amendAll(['ticketsMin', '15'], ['ticketsMax', '20']))
      .then(amended('ticketsMin', '15'), amended('ticketsMax', '20'))
    given(published({ ticketsMin: 5 }))
      .when(amend(['ticketsMax', '4']))
      .thenRejected('invalid_request')
  })

  it('moves the end later as a term like any other', () =>
    given(published())
      .when(amend(['closesAt', '2026-12-07T21:59:59.999Z']))
      .then(amended('closesAt', '2026-12-07T21:59:59.999Z')))

  it('weighs only the total against what is reserved, and numbers as numbers', () => {
    given(published())
      .when(amend(['ticketsMin', '3'], { held: 4 }))
      .then(amended('ticketsMin', '3'))
    given(published())
      .when(amendAll(['ticketsMin', '20'], ['ticketsMax', '100']))
      .then(amended('ticketsMin', '20'), amended('ticketsMax', '100'))
  })

  it('lowers the total to what is reserved', () =>
    given(published())
      .when(amend(['ticketsMax', '4'], { held: 4 }))
      .then(amended('ticketsMax', '4')))

  it('keeps the reason that was given, without spaces around it', () =>
    given(published())
      .when(amend(['prize', 'A larger car'], { reason: ' typo ' }))
      .then(amended('prize', 'A larger car', 'typo')))

  it.each([
    ['prize', ' '],
    ['prizeValue', '-1'],
    ['prizeValue', '1.5'],
    ['ticketsMax', '0'],
    ['ticketsMax', '1e3'],
    ['closesAt', 'tomorrow'],
    ['ticketsMin', 'none'],
    ['opensAt', 'yesterday'],
    ['page', 'not a hash'],
    ['page', `${sha}0`],
    ['page', `x${sha}`],
    // The prize value, digit for digit.
    ['page', '2500000'],
  ] as const)('refuses %s %j', (field, value) =>
    given(published())
      .when(amend([field, value]))
      .thenRejected('invalid_request', { field }),
  )
})

describe('after the first ticket', () => {
  const sold = [published(), issued(1, 4)] as const

  it('refuses to raise the total: the odds would change', () =>
    given(...sold)
      .when(amend(['ticketsMax', '11']))
      .thenRejected('odds_would_change'))

  it('lowers the total down to sold and reserved, not below', () => {
    given(...sold)
      .when(amend(['ticketsMax', '6'], { held: 2 }))
      .then(amended('ticketsMax', '6'))
    given(...sold)
      .when(amend(['ticketsMax', '5'], { held: 2 }))
      .thenRejected('below_sold_and_held', { used: 6 })
  })

  it.each([sha, '1'.repeat(64)])('lets the page be corrected, for no reason, to %s', (page) =>
    given(...sold)
      .when(amend(['page', page]))
      .then(amended('page', page)),
  )

  it('moves the end later as an extension, never earlier', () => {
    const later = '2026-12-07T21:59:59.999Z'
    given(...sold)
      .when(amend(['closesAt', later]))
      .then(extended(later, 'staff'))
    given(...sold)
      .when(amend(['closesAt', '2026-11-29T21:59:59.999Z']))
      .thenRejected('shortening_refused')
  })

  it.each([
    ['prize', 'A small red car', false],
    ['prizeValue', '2500001', false],
    ['page', sha, true],
  ] as const)(
    'lets only the owner correct the %s, and only a typing error',
    (field, value, isAboutPrize) => {
      given(...sold)
        .when(amend([field, value], { isAboutPrize }))
        .thenRejected('not_allowed')
      given(...sold)
        .when(amend([field, value], { isAboutPrize, isOwner: true }))
        .thenRejected('needs_reason')
      given(...sold)
        .when(amend([field, value], { isAboutPrize, isOwner: true, reason: ' ' }))
        .thenRejected('needs_reason')
      given(...sold)
        .when(amend([field, value], { isAboutPrize, isOwner: true, reason: ' typo ' }))
        .then(amended(field, value, 'typo'))
      for (const reason of ['prize_unavailable', 'other', 'misprint'])
        given(...sold)
          .when(amend([field, value], { isAboutPrize, isOwner: true, reason }))
          .thenRejected('terms_are_published', { field })
      given(...sold)
        .when(amend([field, value], { isAboutPrize, reason: 'typo' }))
        .thenRejected('not_allowed')
    },
  )

  it.each([
    ['ticketsMin', '5'],
    ['opensAt', '2026-11-02T22:00:00.000Z'],
  ] as const)('leaves %s as it was published', (field, value) =>
    given(...sold)
      .when(amend([field, value]))
      .thenRejected('terms_are_published', { field }),
  )
})

it('succeeds without a fact when nothing changes, even after the end', () => {
  const same: Amendment[] = [
    { field: 'prize', value: 'A small car', valueSha256: sha },
    { field: 'prizeValue', value: '2500000', valueSha256: sha },
    { field: 'ticketsMax', value: '10', valueSha256: sha },
    { field: 'ticketsMin', value: '0', valueSha256: sha },
    { field: 'opensAt', value: opensAt, valueSha256: sha },
    { field: 'closesAt', value: closesAt, valueSha256: sha },
  ]
  const command: RaffleCommand = {
    type: 'AmendRaffle',
    now,
    held: 0,
    amendments: same,
    reason: null,
    isOwner: false,
  }
  given(published()).when(command).thenNothing()
  given(published(), issued(1, 4), closed('ended', 4)).when(command).thenNothing()
  // Completed before it had opened: its end lies before its start, which nobody asks to change.
  const early = amended('closesAt', '2026-10-31T22:00:00.000Z', 'completed')
  given(published(), early, closed('ended', 0))
    .when(amend(['prize', 'A small car']))
    .thenNothing()
})

it('lets the page be corrected after the close, but no term', () => {
  given(published(), closed('ended', 0))
    .when(amend(['page', sha]))
    .then(amended('page', sha))
  given(published(), raffleCancelled('unsold'))
    .when(amend(['page', sha]))
    .then(amended('page', sha))
  given(published(), closed('ended', 0))
    .when(amend(['page', sha], { isAboutPrize: true }))
    .thenRejected('raffle_ended')
  given(published(), closed('ended', 0))
    .when(amend(['ticketsMax', '5']))
    .thenRejected('raffle_ended')
  given(published(), closed('ended', 0))
    .when(amendAll(['page', sha], ['ticketsMax', '5']))
    .thenRejected('raffle_ended')
  given(published(), raffleCancelled('unsold'))
    .when(amend(['ticketsMax', '5']))
    .thenRejected('raffle_cancelled')
})

it('moves no end that has come, by the clock or by the last ticket', () => {
  const later = ['closesAt', '2026-12-07T21:59:59.999Z'] as const
  given(published(), issued(1, 4))
    .when(amend(later, { now: closesAt }))
    .thenRejected('raffle_ended')
  given(published(), issued(1, 4), closed('ended', 4))
    .when(amend(later, { now: '2026-12-01T08:00:00.000Z' }))
    .thenRejected('raffle_ended')
  given(published(), issued(1, 10), closed('soldOut', 10))
    .when(amend(later))
    .thenRejected('raffle_ended')
  given(published(), raffleCancelled('unsold')).when(amend(later)).thenRejected('raffle_cancelled')
})

function amend(
  [field, value]: readonly [Amendment['field'], string],
  {
    isAboutPrize,
    ...change
  }: {
    now?: string
    held?: number
    isOwner?: boolean
    reason?: string
    isAboutPrize?: boolean
  } = {},
): RaffleCommand {
  return {
    type: 'AmendRaffle',
    now,
    held: 0,
    amendments: [{ field, value, valueSha256: sha, ...(isAboutPrize && { isAboutPrize }) }],
    reason: null,
    isOwner: false,
    ...change,
  }
}

function amendAll(...changes: (readonly [Amendment['field'], string])[]): RaffleCommand {
  const amendments = changes.map(([field, value]) => ({ field, value, valueSha256: sha }))
  return { type: 'AmendRaffle', now, amendments, reason: null, isOwner: false }
}

function amended(field: Amendment['field'], value: string, cause = 'edited') {
  return { type: 'RaffleAmended', data: { field, value, valueSha256: sha, cause } } as const
}
