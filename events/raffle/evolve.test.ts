// The state that the facts of a raffle leave, whole: its writer decides on it, pages show it.
import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import {
  annulled,
  beaconRecorded,
  dice,
  drawAt,
  drawId,
  drawn,
  entropySealed,
  nextDrawId,
  postponed,
  registerSealed,
  revealed,
  round,
} from '../testing/draws.ts'
import {
  closed,
  closesAt,
  extended,
  issued,
  opensAt,
  published,
  raffleCancelled,
  sha,
  voided,
} from '../testing/raffles.ts'

import { raffleDecider } from './decide.ts'
import { isSealed } from './draw-state.ts'
import type { RaffleEvent } from './events.ts'
import { countOf, mergeRanges } from './evolve.ts'

const after = (...facts: RaffleEvent[]) => fold(raffleDecider, [published(), ...facts])
const terms = {
  prize: 'A small car',
  prizeValueCents: 2_500_000,
  ticketsMax: 10,
  ticketsMin: 0,
  opensAt,
  closesAt,
  underSold: 'draw',
  ticketsPerPersonMax: 0,
  mode: 'beacon',
}
const fresh = {
  status: 'open',
  terms,
  issued: 0,
  voided: 0,
  voids: [],
  extensions: 0,
  closedCause: null,
  drawTerms: {
    environment: 'demo',
    alternates: 3,
    sealMarginSeconds: 600,
    drandChainHash: sha,
    operatorCommit: sha,
  },
  draw: null,
}

describe('a raffle', () => {
  it('begins with the terms that were published', () => expect(after()).toEqual(fresh))

  it('counts what was issued and lists what is void', () =>
    expect(after(issued(1, 4), issued(5, 9), voided([2, 3]), voided([4, 4], [9, 9]))).toEqual({
      ...fresh,
      issued: 9,
      voided: 4,
      voids: [
        [2, 4],
        [9, 9],
      ],
    }))

  it('ends as closed, for its cause, or as cancelled', () => {
    expect(after(closed('ended', 0))).toEqual({ ...fresh, status: 'closed', closedCause: 'ended' })
    expect(after(raffleCancelled('unsold'))).toEqual({ ...fresh, status: 'cancelled' })
  })

  it('moves its end, and counts how often its own rule did', () => {
    const [first, second] = ['2026-12-30T21:59:59.999Z', '2026-12-31T21:59:59.999Z'] as const
    expect(after(extended(first), extended(second, 'staff'))).toEqual({
      ...fresh,
      terms: { ...terms, closesAt: second },
      extensions: 1,
    })
  })

  it.each([
    ['prize', 'A red car', { prize: 'A red car' }],
    ['prizeValue', '300', { prizeValueCents: 300 }],
    ['ticketsMax', '9', { ticketsMax: 9 }],
    ['ticketsMin', '2', { ticketsMin: 2 }],
    ['opensAt', closesAt, { opensAt: closesAt }],
    ['closesAt', opensAt, { closesAt: opensAt }],
    ['page', sha, {}],
  ] as const)('has another %s after its amendment, and nothing else', (field, value, change) => {
    const data = { field, value, valueSha256: sha, cause: 'edited' }
    expect(after({ type: 'RaffleAmended', data })).toEqual({
      ...fresh,
      terms: { ...terms, ...change },
    })
  })
})

describe('its draw', () => {
  const sealed = {
    drawId,
    ordinal: 1,
    stage: 'sealed',
    mode: 'beacon',
    round,
    drawAt,
    roundAt: drawAt,
    validCount: 10,
    entropy: null,
    numbers: [],
    holder: null,
  }
  const drawOf = (...facts: RaffleEvent[]) => {
    const raffle = after(...facts)
    return raffle.status === 'unpublished' ? undefined : raffle.draw
  }
  const place = { number: 5, place: 0 }
  const prize = { drawId, ...place }

  it('goes through its stages, and keeps dice, numbers and who holds the prize', () => {
    const diced = { ...sealed, stage: 'diced', entropy: dice }
    const result = { ...diced, stage: 'drawn', numbers: [5, 3, 8, 1] }
    const delivery = { evidence: 'notary_record', evidenceSha256: sha } as const
    const facts: [RaffleEvent, object][] = [
      [registerSealed(), sealed],
      [entropySealed(), diced],
      [revealed, { ...diced, stage: 'revealed' }],
      [beaconRecorded, { ...diced, stage: 'beacon' }],
      [drawn(), { ...result, holder: { ...place, state: 'winner' } }],
      [
        { type: 'PrizeForfeited', data: { ...prize, reason: 'declined' } },
        { ...result, holder: { ...place, state: 'forfeited' } },
      ],
      [
        { type: 'PrizePromoted', data: { drawId, number: 3, place: 1 } },
        { ...result, holder: { number: 3, place: 1, state: 'winner' } },
      ],
      [
        { type: 'PrizeDelivered', data: { drawId, number: 3, place: 1, ...delivery } },
        { ...result, holder: { number: 3, place: 1, state: 'delivered' } },
      ],
    ]
    for (const [index, [, expected]] of facts.entries())
      expect(drawOf(...facts.slice(0, index + 1).map(([fact]) => fact))).toEqual(expected)
  })

  it('is put off or annulled, and followed by the next', () => {
    expect(drawOf(registerSealed(), postponed())).toEqual({ ...sealed, stage: 'postponed' })
    expect(drawOf(registerSealed(), annulled)).toEqual({ ...sealed, stage: 'annulled' })
    expect(drawOf(registerSealed(), annulled, registerSealed({ drawId: nextDrawId }))).toEqual({
      ...sealed,
      drawId: nextDrawId,
      ordinal: 2,
    })
  })

  it('has no winner where there is no number', () =>
    expect(drawOf(registerSealed(), drawn([]))).toMatchObject({ numbers: [], holder: null }))

  it('is not touched by a new signing key', () => {
    const rotated = {
      type: 'SigningKeyRotated',
      data: { verifierKey: 'b', previous: 'a' },
    } as const
    expect(drawOf(rotated)).toBeNull()
    expect(drawOf(registerSealed(), rotated)).toEqual(sealed)
  })

  it('seals the register until it is annulled', () => {
    expect(isSealed(null)).toBe(false)
    expect(isSealed(drawOf(registerSealed())!)).toBe(true)
    expect(isSealed(drawOf(registerSealed(), postponed())!)).toBe(true)
    expect(isSealed(drawOf(registerSealed(), annulled)!)).toBe(false)
  })
})

it('joins ranges that touch or overlap, and no others', () => {
  expect(
    mergeRanges([
      [7, 9],
      [1, 2],
      [3, 3],
      [8, 8],
      [11, 12],
    ]),
  ).toEqual([
    [1, 3],
    [7, 9],
    [11, 12],
  ])
  expect(countOf(mergeRanges([[4, 4]]))).toBe(1)
  expect(countOf([])).toBe(0)
})
