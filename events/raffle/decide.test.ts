import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { expectRejection, givenFor } from '../testing/given.ts'
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
  voided,
} from '../testing/raffles.ts'

import {
  isSettled,
  raffleDecider,
  requireOpen,
  type IssueTickets,
  type RaffleCommand,
} from './decide.ts'
import type { UnderSoldRule } from './under-sold.ts'

const given = givenFor(raffleDecider)

it('is not over before it is published', () =>
  expect(isSettled(raffleDecider.initial, closesAt, 0)).toBe(false))

describe('publishing', () => {
  it('publishes the terms as they were given', () => given().when(publish()).then(published()))

  it('publishes a raffle once', () =>
    given(published()).when(publish()).thenRejected('already_published'))

  it('refuses an end before the start', () =>
    given()
      .when(publish({ closesAt: opensAt }))
      .thenRejected('invalid_request'))

  it('refuses a minimum above the total', () =>
    given()
      .when(publish({ ticketsMin: 11 }))
      .thenRejected('invalid_request'))

  it('refuses a fourth reserve ticket', () =>
    given()
      .when(publish({ alternates: 4 }))
      .thenRejected('invalid_request'))

  it('takes a minimum that is the total, and a licence in production', () => {
    for (const change of [{ ticketsMin: 10 }, { environment: 'production' as const }])
      given().when(publish(change)).then(published(change))
  })

  it('asks for a licence in production, not in the demo', () => {
    given()
      .when(publish({ environment: 'production', licenceNumber: ' ' }))
      .thenRejected('licence_required')
    given()
      .when(publish({ licenceNumber: '' }))
      .then(published({ licenceNumber: '' }))
  })
})

describe('issuing', () => {
  it('gives the first tickets the numbers from 1', () =>
    given(published())
      .when(issue({ n: 3 }))
      .then(issued(1, 3)))

  it('gives the next tickets the next numbers', () =>
    given(published(), issued(1, 3))
      .when(issue({ n: 2 }))
      .then(issued(4, 5)))

  it('refuses the ticket past the limit and says how many are left', () =>
    given(published(), issued(1, 3))
      .when(issue({ n: 8 }))
      .thenRejected('tickets_left', { available: 7 }))

  it('closes with the last ticket', () =>
    given(published(), issued(1, 3))
      .when(issue({ n: 7 }))
      .then(issued(4, 10), closed('soldOut', 10)))

  it('never gives a voided number again', () =>
    given(published(), issued(1, 10), closed('soldOut', 10), voided([1, 10]))
      .when(issue({ n: 1 }))
      .thenRejected('tickets_left', { available: 0 }))

  it('refuses free room before the start and after the end', () => {
    given(published())
      .when(issue({ n: 1, now: '2026-11-01T21:59:59.999Z', capacity: 'room' }))
      .thenRejected('raffle_not_open')
    given(published())
      .when(issue({ n: 1, now: closesAt, capacity: 'room' }))
      .thenRejected('raffle_ended')
  })

  it('turns a reservation into tickets inside the settlement window', () =>
    given(published(), closed('ended', 0))
      .when(issue({ n: 1, now: '2026-11-30T22:29:59.998Z' }))
      .then(issued(1, 1)))

  it('refuses a reservation after the settlement window', () =>
    given(published(), closed('ended', 0))
      .when(issue({ n: 1, now: '2026-11-30T22:29:59.999Z' }))
      .thenRejected('raffle_ended'))

  it('closes once: the last ticket in the settlement window closes nothing again', () =>
    given(published(), issued(1, 9), closed('ended', 9))
      .when(issue({ n: 1 }))
      .then(issued(10, 10)))

  it('issues nothing of a cancelled raffle', () =>
    given(published(), raffleCancelled('licence'))
      .when(issue({ n: 1 }))
      .thenRejected('raffle_cancelled'))

  it.each([0, -1, 1.5])('takes %d tickets for a bug', (n) =>
    given(published())
      .when(issue({ n }))
      .thenFails(/positive integer/),
  )

  it('issues nothing of a raffle that does not exist', () =>
    given()
      .when(issue({ n: 1 }))
      .thenRejected('not_found'))

  it('takes a part of a unit for a bug', () =>
    given(published())
      .when(issue({ n: 3, ticketsPerUnit: 2 }))
      .thenFails(/multiple/))
})

describe('selling', () => {
  it.each([
    ['before its start', [published()], '2026-11-01T21:59:59.999Z', 'raffle_not_open'],
    ['from its end on', [published()], closesAt, 'raffle_ended'],
    ['once it is sold out', [published(), closed('soldOut', 10)], now, 'raffle_ended'],
    ['once it is cancelled', [published(), raffleCancelled('licence')], now, 'raffle_cancelled'],
    ['when it does not exist', [], now, 'not_found'],
  ] as const)(
    'is refused %s',
    (_when, facts, at, code) =>
      void expectRejection(() => requireOpen(fold(raffleDecider, facts), at), code),
  )

  it('says that the raffle has ended', () =>
    expect(() => requireOpen(fold(raffleDecider, [published()]), closesAt)).toThrow(
      /^This raffle has ended$/,
    ))

  it('is allowed from the first instant to the last', () => {
    expect(requireOpen(fold(raffleDecider, [published()]), opensAt).status).toBe('open')
    expect(requireOpen(fold(raffleDecider, [published()]), '2026-11-30T21:59:59.998Z').status).toBe(
      'open',
    )
  })
})

describe('voiding', () => {
  it('voids issued tickets and counts them', () => {
    given(published(), issued(1, 5))
      .when(voidTickets([2, 3], [4, 4]))
      .then(voided([2, 4]))
    expect(fold(raffleDecider, [published(), issued(1, 5), voided([2, 4])])).toMatchObject({
      issued: 5,
      voided: 3,
    })
  })

  it('refuses numbers that were never issued, and no numbers at all', () => {
    given(published(), issued(1, 5))
      .when(voidTickets([5, 6]))
      .thenRejected('unknown_tickets')
    given(published(), issued(1, 5))
      .when(voidTickets([0, 1]))
      .thenRejected('unknown_tickets')
    given(published(), issued(1, 5))
      .when(voidTickets([3, 2]))
      .thenRejected('unknown_tickets')
    given(published(), issued(1, 5)).when(voidTickets()).thenRejected('unknown_tickets')
  })

  it('voids the last ticket, and none at all when one of them was never issued', () => {
    given(published(), issued(1, 5))
      .when(voidTickets([5, 5]))
      .then(voided([5, 5]))
    given(published(), issued(1, 5))
      .when(voidTickets([1, 2], [5, 6]))
      .thenRejected('unknown_tickets')
  })

  it('voids nothing of a cancelled raffle', () =>
    given(published(), issued(1, 5), raffleCancelled('licence'))
      .when(voidTickets([1, 1]))
      .thenRejected('raffle_cancelled'))

  it('spreads very many ranges over several facts, each within one leaf', () => {
    const odd = Array.from({ length: 101 }, (_, index): [number, number] => [
      2 * index + 1,
      2 * index + 1,
    ])
    given(published({ ticketsMax: 300 }), issued(1, 300))
      .when(voidTickets(...odd))
      .then(voided(...odd.slice(0, 100)), voided(odd[100]!))
    given(published({ ticketsMax: 300 }), issued(1, 300))
      .when(voidTickets(...odd.slice(1)))
      .then(voided(...odd.slice(1)))
  })

  it('voids a ticket once', () => {
    given(published(), issued(1, 5), voided([1, 2]))
      .when(voidTickets([2, 3]))
      .thenRejected('already_void')
    given(published(), issued(1, 5))
      .when(voidTickets([1, 2], [2, 3]))
      .thenRejected('unknown_tickets')
  })
})

describe('extending by staff', () => {
  const later = '2026-12-07T21:59:59.999Z'

  it('moves the end to a later day, tickets sold or not', () =>
    given(published(), issued(1, 5))
      .when({ type: 'ExtendRaffle', now, closesAt: later })
      .then(extended(later, 'staff')))

  it('refuses to shorten', () =>
    given(published())
      .when({ type: 'ExtendRaffle', now, closesAt: '2026-11-29T21:59:59.999Z' })
      .thenRejected('shortening_refused'))

  it('does nothing when the end stays', () =>
    given(published()).when({ type: 'ExtendRaffle', now, closesAt }).thenNothing())

  it('refuses once the raffle is closed or cancelled', () => {
    given(published(), closed('ended', 0))
      .when({ type: 'ExtendRaffle', now, closesAt: later })
      .thenRejected('raffle_ended')
    given(published(), raffleCancelled('licence'))
      .when({ type: 'ExtendRaffle', now, closesAt: later })
      .thenRejected('raffle_cancelled')
  })
})

describe('completing by form', () => {
  const complete: RaffleCommand = { type: 'CompleteRaffle', now, valueSha256: sha }

  it('ends a raffle that sold nothing', () =>
    given(published())
      .when(complete)
      .then(
        {
          type: 'RaffleAmended',
          data: { field: 'closesAt', value: now, valueSha256: sha, cause: 'completed' },
        },
        closed('ended', 0),
      ))

  it('refuses when tickets are sold or reserved: the draw completes it', () => {
    given(published(), issued(1, 1)).when(complete).thenRejected('not_drawn')
    given(published())
      .when({ ...complete, held: 1 })
      .thenRejected('not_drawn')
  })

  it('refuses when it is over already', () => {
    given(published(), closed('ended', 0)).when(complete).thenRejected('raffle_ended')
    given(published(), raffleCancelled('unsold')).when(complete).thenRejected('raffle_cancelled')
  })
})

describe('cancelling', () => {
  it('cancels an unsold raffle without a reason', () =>
    given(published())
      .when({ type: 'CancelRaffle', now, reason: null })
      .then(raffleCancelled('unsold')))

  it('needs a reason once tickets are sold', () => {
    given(published(), issued(1, 2))
      .when({ type: 'CancelRaffle', now, reason: ' ' })
      .thenRejected('needs_reason', { ticketsSold: 2 })
    given(published(), issued(1, 2))
      .when({ type: 'CancelRaffle', now, reason: ' licence_withdrawn ' })
      .then(raffleCancelled('licence_withdrawn'))
    given(published(), issued(1, 2), voided([2, 2]))
      .when({ type: 'CancelRaffle', now, reason: null })
      .thenRejected('needs_reason', { ticketsSold: 1 })
  })

  describe('an under-sold raffle', () => {
    const few = (underSold: UnderSoldRule) => [
      published({ underSold, ticketsMin: 5 }),
      issued(1, 4),
    ]
    const signature = 'ef'.repeat(64)
    const cancel = (at: string, reason = 'licence') =>
      ({ type: 'CancelRaffle', now: at, reason }) as const
    const before = new Date(Date.parse(closesAt) - 1).toISOString()

    it.each(['draw', 'extend'] as const)('is not cancelled past its end alone: %s', (rule) => {
      const sold = few(rule)
      for (const facts of [sold, [...sold, closed('ended', 4)]])
        given(...facts)
          .when(cancel(closesAt))
          .thenRejected('countersignature_required')
      given(...sold)
        .when({
          ...cancel(closesAt, 'under_sold'),
          countersignature: { signature: null, paperSha256: sha },
        })
        .then({ type: 'RaffleCancelled', data: { cause: 'under_sold', paperSha256: sha } })
      given(...sold)
        .when({ ...cancel(closesAt), countersignature: { signature, paperSha256: null } })
        .then({ type: 'RaffleCancelled', data: { cause: 'licence', signature } })
    })

    it('is over with its last ticket as well, of which some are void by now', () =>
      given(
        published({ underSold: 'draw', ticketsMin: 10 }),
        issued(1, 10),
        closed('soldOut', 10),
        voided([1, 1]),
      )
        .when(cancel(before))
        .thenRejected('countersignature_required'))

    it('is cancelled before its end for any reason but too few tickets', () => {
      given(...few('draw'))
        .when(cancel(before))
        .then(raffleCancelled('licence'))
      given(...few('draw'))
        .when(cancel(before, 'under_sold'))
        .thenRejected('countersignature_required')
    })

    it('is cancelled without it where that is the rule, or nobody bought, or enough did', () => {
      given(...few('refund'))
        .when(cancel(closesAt))
        .then(raffleCancelled('licence'))
      given(published({ ticketsMin: 5 }))
        .when(cancel(closesAt))
        .then(raffleCancelled('licence'))
      given(...few('draw'), issued(5, 5))
        .when(cancel(closesAt))
        .then(raffleCancelled('licence'))
      given(...few('draw'), issued(5, 5), voided([1, 1]))
        .when(cancel(closesAt))
        .thenRejected('countersignature_required')
    })
  })

  it('is done once', () =>
    given(published(), raffleCancelled('unsold'))
      .when({ type: 'CancelRaffle', now, reason: null })
      .thenNothing())
})

it('rotates the signing key at any time, naming the one before', () => {
  const keys = { verifierKey: 'log+00000002+AQ==', previous: 'log+00000001+AQ==' }
  for (const facts of [[published()], [published(), raffleCancelled('unsold')]])
    given(...facts)
      .when({ type: 'RotateSigningKey', now, ...keys })
      .then({ type: 'SigningKeyRotated', data: keys })
})

function publish(change: Parameters<typeof published>[0] = {}): RaffleCommand {
  return { type: 'PublishRaffle', now, raffle: published(change).data }
}

function issue(change: Partial<IssueTickets> & { n: number }): RaffleCommand {
  return {
    type: 'IssueTickets',
    now,
    channel: 'online',
    ticketsPerUnit: 1,
    orderCommit: sha,
    holderCommit: sha,
    capacity: 'held',
    settlementSeconds: 1800,
    ...change,
  }
}

function voidTickets(...ranges: [number, number][]): RaffleCommand {
  return { type: 'VoidTickets', now, ranges, reason: 'returned' }
}
