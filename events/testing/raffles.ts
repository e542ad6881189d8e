// Facts of a raffle as tests write them: only what matters to the rule is named.
import type { RaffleEvent } from '../raffle/events.ts'

type FactOf<Type extends RaffleEvent['type']> = Extract<RaffleEvent, { type: Type }>
export type PublishedFact = FactOf<'RafflePublished'>

export const opensAt = '2026-11-01T22:00:00.000Z'
export const closesAt = '2026-11-30T21:59:59.999Z'
/** While it sells. */
export const duringSale = '2026-11-21T08:00:00.000Z'
export const sha = 'ab'.repeat(32)

export const published = (change: Partial<PublishedFact['data']> = {}): PublishedFact => ({
  type: 'RafflePublished',
  data: {
    origin: 'raffle.example/ledger/aa000000-0000-4000-8000-000000000001',
    environment: 'demo',
    sealMarginSeconds: 600,
    raffleNumber: 'R-2026-001',
    licenceNumber: 'LB-PL-2026-17',
    prize: 'A small car',
    prizeValue: '2500000',
    currency: 'USD',
    alternates: 3,
    rulesSha256: sha,
    ticketsMax: 10,
    ticketsMin: 0,
    opensAt,
    closesAt,
    underSold: 'draw',
    ticketsPerPersonMax: 0,
    mode: 'beacon',
    drandChainHash: sha,
    drandPublicKey: 'ab'.repeat(96),
    operatorCommit: sha,
    policy: { log: 'raffle.example+00000000+AQ==', witnesses: [], quorum: 0 },
    ...change,
  },
})

export const issued = (first: number, last: number): FactOf<'TicketsIssued'> => ({
  type: 'TicketsIssued',
  data: {
    first,
    last,
    channel: 'online',
    ticketsPerUnit: 1,
    orderCommit: sha,
    holderCommit: sha,
  },
})

export const voided = (...ranges: [number, number][]): FactOf<'TicketsVoided'> => ({
  type: 'TicketsVoided',
  data: { ranges, reason: 'returned' },
})

export const extended = (
  to: string,
  cause: 'staff' | 'underSold' = 'underSold',
): FactOf<'RaffleExtended'> => ({ type: 'RaffleExtended', data: { closesAt: to, cause } })

export const closed = (
  cause: 'ended' | 'soldOut',
  issuedCount: number,
): FactOf<'RaffleClosed'> => ({ type: 'RaffleClosed', data: { cause, issuedCount } })

export const raffleCancelled = (cause: string): FactOf<'RaffleCancelled'> => ({
  type: 'RaffleCancelled',
  data: { cause },
})
