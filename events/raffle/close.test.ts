import { describe, it } from 'vitest'

import { givenFor } from '../testing/given.ts'
import {
  closed,
  closesAt,
  duringSale,
  extended,
  issued,
  published,
  raffleCancelled,
  sha,
  voided,
} from '../testing/raffles.ts'

import type { Amendment } from './amend.ts'
import { raffleDecider, type RaffleCommand } from './decide.ts'

const given = givenFor(raffleDecider)

describe('the clock', () => {
  it('closes nothing before the end', () =>
    given(published(), issued(1, 5))
      .when(close({ now: duringSale }))
      .thenNothing())

  it('closes at the end', () =>
    given(published(), issued(1, 5)).when(close()).then(closed('ended', 5)))

  it('closes once', () => given(published(), closed('ended', 0)).when(close()).thenNothing())

  it('closes nothing that was cancelled', () =>
    given(published(), raffleCancelled('licence')).when(close()).thenNothing())

  it('asks for no reservations where none are named', () =>
    given(published({ ticketsMin: 1, underSold: 'refund' }))
      .when({ type: 'CloseRaffle', now: closesAt })
      .then(closed('ended', 0), raffleCancelled('under_sold')))

  it('takes a full house of reservations for no close', () =>
    given(published())
      .when(close({ now: duringSale, held: 10 }))
      .thenNothing())

  it('closes a raffle whose total was lowered to what is sold', () =>
    given(published({ ticketsMax: 5 }), issued(1, 5))
      .when(close({ now: duringSale }))
      .then(closed('soldOut', 5)))
})

describe('a raffle below its minimum', () => {
  it('is extended by 30 days, at most twice, then closed', () => {
    const rule = published({ ticketsMin: 6, underSold: 'extend' })
    const first = extended('2026-12-30T21:59:59.999Z')
    const second = extended('2027-01-29T21:59:59.999Z')
    const end = first.data.closesAt
    given(rule, issued(1, 5)).when(close()).then(first)
    given(rule, issued(1, 5), first).when(close()).thenNothing()
    given(rule, issued(1, 5), first)
      .when(close({ now: end }))
      .then(second)
    given(rule, issued(1, 5), first, second)
      .when(close({ now: second.data.closesAt }))
      .then(closed('ended', 5))
  })

  it('ends with its day in Beirut though the clocks are changed meanwhile', () => {
    const until = (from: string, to: string) =>
      given(published({ ticketsMin: 6, underSold: 'extend', closesAt: from }), issued(1, 5))
        .when(close({ now: from }))
        .then(extended(to))
    until('2026-10-10T20:59:59.999Z', '2026-11-09T21:59:59.999Z')
    until('2027-03-20T21:59:59.999Z', '2027-04-19T20:59:59.999Z')
    // No end of a day: so many hours.
    until('2027-03-20T12:00:00.000Z', '2027-04-19T12:00:00.000Z')
  })

  it('keeps both extensions of the rule whatever staff extended', () => {
    const rule = published({ ticketsMin: 6, underSold: 'extend' })
    const byStaff = ['2026-12-01T21:59:59.999Z', '2026-12-02T21:59:59.999Z', closesAt] as const
    given(rule, ...byStaff.map((to) => extended(to, 'staff')))
      .when(close())
      .then(extended('2026-12-30T21:59:59.999Z'))
  })

  it('is drawn anyway when that was published', () =>
    given(published({ ticketsMin: 6, underSold: 'draw' }), issued(1, 5))
      .when(close())
      .then(closed('ended', 5)))

  it('is cancelled with refunds when that was published', () =>
    given(published({ ticketsMin: 6, underSold: 'refund' }), issued(1, 5))
      .when(close())
      .then(closed('ended', 5), raffleCancelled('under_sold')))

  it('is not one when the minimum is reached exactly', () =>
    given(published({ ticketsMin: 5, underSold: 'refund' }), issued(1, 5))
      .when(close())
      .then(closed('ended', 5)))

  it('does not count voided tickets', () =>
    given(published({ ticketsMin: 5, underSold: 'refund' }), issued(1, 5), voided([5, 5]))
      .when(close())
      .then(closed('ended', 5), raffleCancelled('under_sold')))

  it('waits for reservations that could still reach the minimum, and for no others', () => {
    const rule = published({ ticketsMin: 6, underSold: 'refund' })
    given(rule, issued(1, 4))
      .when(close({ held: 2 }))
      .thenNothing()
    given(rule, issued(1, 4))
      .when(close({ held: 1 }))
      .then(closed('ended', 4), raffleCancelled('under_sold'))
  })
})

describe('once the end has passed, though nobody has closed it yet', () => {
  const underSold = [published({ ticketsMin: 8, underSold: 'refund' }), issued(1, 4)] as const
  const later = '2026-12-07T21:59:59.999Z'

  it.each([
    ['closesAt', later],
    ['ticketsMax', '9'],
    ['prize', 'A larger car'],
  ] as const)('%s stands as that of a closed raffle', (field, value) => {
    const correction = correct(field, { value, now: closesAt })
    given(...underSold)
      .when(correction)
      .thenRejected('raffle_ended')
    given(published()).when(correction).thenRejected('raffle_ended')
    given(...underSold, raffleCancelled('under_sold'))
      .when(correction)
      .thenRejected('raffle_cancelled')
  })

  it('no more are the end moved or an unsold raffle completed', () => {
    given(...underSold)
      .when({ type: 'ExtendRaffle', now: closesAt, closesAt: later })
      .thenRejected('raffle_ended')
    given(published())
      .when({ type: 'CompleteRaffle', now: closesAt, valueSha256: sha })
      .thenRejected('raffle_ended')
  })

  it('the page may still be corrected, and what changes nothing succeeds', () => {
    const data = { field: 'page', value: sha, valueSha256: sha, cause: 'misprint' } as const
    given(...underSold)
      .when(correct('page', { value: sha, now: later }))
      .then({ type: 'RaffleAmended', data })
    given(...underSold)
      .when(correct('closesAt', { value: closesAt, now: later }))
      .thenNothing()
  })

  it('until that instant the end may be moved, and again after the rule has moved it', () => {
    given(...underSold)
      .when(correct('closesAt', { value: later, now: '2026-11-30T21:59:59.998Z' }))
      .then(extended(later, 'staff'))
    given(...underSold, extended('2026-12-06T21:59:59.999Z'))
      .when(correct('closesAt', { value: later, now: closesAt }))
      .then(extended(later, 'staff'))
  })
})

function correct(
  field: Amendment['field'],
  { value, now }: { value: string; now: string },
): RaffleCommand {
  const amendments = [{ field, value, valueSha256: sha }]
  return { type: 'AmendRaffle', now, held: 0, amendments, reason: 'misprint', isOwner: true }
}

function close(change: { now?: string; held?: number } = {}): RaffleCommand {
  return { type: 'CloseRaffle', now: closesAt, held: 0, ...change }
}
