import { describe, expect, it } from 'vitest'

import {
  annulled,
  beaconRecorded,
  drawId,
  drawn,
  entropySealed,
  postponed,
  registerSealed,
  revealed,
} from '../testing/draws.ts'
import { givenFor } from '../testing/given.ts'
import { raffleId } from '../testing/ids.ts'
import {
  attempted,
  confirmed,
  granted,
  grantOf,
  orderCancelled,
  placed,
  refundDue,
} from '../testing/orders.ts'
import { sha } from '../testing/raffles.ts'
import { evolveDraw, type DrawEvent, type RaffleDraw } from '../raffle/draw-state.ts'
import { drawStandingOf, requireOutOfDraw, type DrawStanding } from './at-draw.ts'
import { orderDecider } from './decide.ts'

const drawAfter = (facts: readonly DrawEvent[]) => facts.reduce<RaffleDraw | null>(evolveDraw, null)

const seal = registerSealed()
const inputs = [seal, entropySealed(), revealed]
/** Ticket 5 has won, then come 3, 8 and 1. */
const done = [...inputs, beaconRecorded, drawn()]
const forfeited: DrawEvent = {
  type: 'PrizeForfeited',
  data: { drawId, number: 5, place: 0, reason: 'refunded' },
}
const promoted: DrawEvent = { type: 'PrizePromoted', data: { drawId, number: 3, place: 1 } }
const delivered: DrawEvent = {
  type: 'PrizeDelivered',
  data: { drawId, number: 5, place: 0, evidence: 'signed_receipt', evidenceSha256: sha },
}

describe('an order with the tickets 4 to 5', () => {
  const standing = (facts: readonly DrawEvent[]) =>
    drawStandingOf([grantOf(1, 4, 5)], () => drawAfter(facts))

  it.each<[string, readonly DrawEvent[], DrawStanding | null]>([
    ['before the seal', [], null],
    ['once sealed', [seal], 'order_in_draw'],
    ['when the round has come', [...inputs, beaconRecorded], 'order_in_draw'],
    ['after a postponement, which keeps the register', [seal, postponed()], 'order_in_draw'],
    ['after an annulment, which opens it', [...done, annulled], null],
    ['when it has won', done, 'order_holds_prize'],
    ['when the prize was handed over', [...done, delivered], 'order_holds_prize'],
    ['when the prize is forfeited', [...done, forfeited], 'drawn'],
    ['when another ticket has it since', [...done, forfeited, promoted], 'drawn'],
  ])('%s', (_when, facts, expected) => expect(standing(facts)).toBe(expected))
})

it.each([
  [1, 3, 'drawn'],
  [5, 5, 'order_holds_prize'],
  [5, 9, 'order_holds_prize'],
  [6, 9, 'drawn'],
] as const)('ticket 5 is of the order that has %i to %i, or not', (first, last, expected) =>
  expect(drawStandingOf([grantOf(1, first, last)], () => drawAfter(done))).toBe(expected),
)

it('nobody holds the prize of a draw in which every ticket was void', () =>
  expect(drawStandingOf([grantOf(1, 4, 5)], () => drawAfter([...inputs, drawn([])]))).toBe('drawn'))

it('an order in several raffles stands where the strictest of them leaves it', () => {
  const draws = new Map([
    [raffleId(1), drawAfter(done)],
    [raffleId(2), drawAfter([seal])],
  ])
  const of = (...grants: Parameters<typeof drawStandingOf>[0]) =>
    drawStandingOf(grants, (id) => draws.get(id) ?? null)
  expect(of()).toBeNull()
  expect(of(grantOf(3, 1, 2))).toBeNull()
  expect(of(grantOf(3, 1, 2), grantOf(1, 1, 2))).toBe('drawn')
  expect(of(grantOf(1, 4, 5), grantOf(2, 1, 2))).toBe('order_in_draw')
})

describe('cancelling it', () => {
  const given = givenFor(orderDecider)
  const paid = [
    placed(),
    attempted(1),
    confirmed(1),
    granted(grantOf(1, 1, 2), grantOf(2, 1, 2)),
  ] as const
  const cancel = (drawStanding: DrawStanding | null) =>
    ({
      type: 'CancelOrder',
      now: '2026-12-01T09:00:00.000Z',
      reason: 'returned',
      refundId: 'returned:1',
      drawStanding,
    }) as const

  it.each(['order_in_draw', 'order_holds_prize'] as const)('is refused: %s', (standing) =>
    given(...paid)
      .when(cancel(standing))
      .thenRejected(standing),
  )

  it('is refused in words that say until when', () => {
    expect(() => requireOutOfDraw('order_in_draw')).toThrow(
      'The register with the tickets of this order is sealed. ' +
        'It can be cancelled when the draw is over.',
    )
    expect(() => requireOutOfDraw('order_holds_prize')).toThrow('when the prize is forfeited.')
  })

  it.each([null, 'drawn'] as const)('owes the money back: %s', (standing) =>
    given(...paid)
      .when(cancel(standing))
      .then(orderCancelled('returned'), refundDue('returned', { amountCents: 2500 })),
  )

  it('once more changes nothing, wherever the draw stands by then', () =>
    given(...paid, orderCancelled('returned'))
      .when(cancel('order_in_draw'))
      .thenNothing())

  it('by the buyer is refused because it is paid', () =>
    given(...paid)
      .when({ ...cancel('order_in_draw'), reason: 'customer' })
      .thenRejected('order_paid'))
})
