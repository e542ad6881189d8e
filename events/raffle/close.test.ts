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
  voided,
} from '../testing/raffles.ts'

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

function close(change: { now?: string; held?: number } = {}): RaffleCommand {
  return { type: 'CloseRaffle', now: closesAt, held: 0, ...change }
}
