// After the draw: the prize goes to the place that drew it; lost, it goes to the next place of the
// same permutation, never to a new draw.
import { unreachable } from '../kernel/assert.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { DrawEvent, PrizeHolder, RaffleDraw } from './draw-state.ts'
import { channelsMin, claimDeadline, contactsMin } from './draw-times.ts'
import type { DeliveryEvidence, ForfeitReason } from './reasons.ts'

type Place = {
  readonly now: string
  readonly drawId: string
  readonly place: number
  readonly number: number
}

export type ClaimCommand =
  | (Place & {
      readonly type: 'ForfeitPrize'
      readonly reason: ForfeitReason
      /** When this place was announced; null: it has not been. */
      readonly announcedAt: string | null
      /** When this winner was identified; null: nobody has come. */
      readonly identityCheckedAt: string | null
      /** The channel of each logged attempt to reach this winner. */
      readonly contacts: readonly string[]
    })
  /** Beyond the reserves that were drawn the caller works the number out from the permutation. */
  | (Place & { readonly type: 'PromotePrize' })
  | (Place & {
      readonly type: 'DeliverPrize'
      readonly evidence: DeliveryEvidence
      readonly evidenceSha256: string
    })

export function decideClaim(draw: RaffleDraw, command: ClaimCommand): DrawEvent[] {
  const { holder } = draw
  if (draw.stage !== 'drawn' || holder === null)
    throw new Rejection('no_winner', 'There is no winner of this draw')
  switch (command.type) {
    case 'ForfeitPrize':
      return forfeit(holder, command)
    case 'PromotePrize':
      return promote(draw, holder, command)
    case 'DeliverPrize':
      return deliver(holder, command)
    default:
      return unreachable(command)
  }
}

type Of<Type extends ClaimCommand['type']> = Extract<ClaimCommand, { type: Type }>

function forfeit(holder: PrizeHolder, command: Of<'ForfeitPrize'>): DrawEvent[] {
  const { drawId, number, place, reason } = command
  if (holder.place === place && holder.state === 'forfeited') return []
  requireWinner(holder, command)
  if (reason === 'unclaimed') requireUnclaimed(command)
  return [{ type: 'PrizeForfeited', data: { drawId, number, place, reason } }]
}

function requireUnclaimed(command: Of<'ForfeitPrize'>): void {
  const { now, announcedAt, identityCheckedAt, contacts } = command
  if (identityCheckedAt !== null)
    throw new Rejection('identity_checked', 'The winner has come and was identified')
  const until = announcedAt === null ? null : claimDeadline(announcedAt)
  if (until === null || now <= until)
    throw new Rejection('claim_still_open', 'The winner still has time to come', { until })
  if (contacts.length < contactsMin || new Set(contacts).size < channelsMin)
    throw new Rejection(
      'contacts_missing',
      `At least ${contactsMin} attempts over ${channelsMin} channels must be logged`,
    )
}

function promote(draw: RaffleDraw, holder: PrizeHolder, command: Of<'PromotePrize'>): DrawEvent[] {
  const { drawId, number, place } = command
  if (holder.place === place && holder.state !== 'forfeited') return []
  if (holder.state !== 'forfeited')
    throw new Rejection('nothing_forfeited', 'The prize has its winner')
  if (place !== holder.place + 1) throw notHolder()
  const drawn = draw.numbers[place]
  if (drawn === undefined && (draw.mode === 'physical' || place >= draw.validCount))
    throw new Rejection('no_place_left', 'There is no further place in this draw')
  if (drawn !== undefined && drawn !== number) throw notHolder()
  return [{ type: 'PrizePromoted', data: { drawId, number, place } }]
}

function deliver(holder: PrizeHolder, command: Of<'DeliverPrize'>): DrawEvent[] {
  const { drawId, number, place, evidence, evidenceSha256 } = command
  if (holder.place === place && holder.state === 'delivered') return []
  requireWinner(holder, command)
  return [{ type: 'PrizeDelivered', data: { drawId, number, place, evidence, evidenceSha256 } }]
}

function requireWinner(holder: PrizeHolder, { place, number }: Place): void {
  if (holder.state === 'delivered')
    throw new Rejection('prize_delivered', 'The prize was handed over')
  if (holder.state !== 'winner' || holder.place !== place || holder.number !== number)
    throw notHolder()
}

const notHolder = () => new Rejection('no_winner', 'This ticket does not hold the prize')
