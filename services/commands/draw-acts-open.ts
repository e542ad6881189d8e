// What may be done next in the room, and why not. The acts themselves decide once more: this is
// what the buttons show.
import { isBinding } from '#events/raffle/draw-stop.ts'
import {
  channelsMin,
  claimDeadline,
  contactsMin,
  inputsDeadline,
  quorumDeadline,
} from '#events/raffle/draw-times.ts'

import { signedActs, type DrawAct, type RoomAct, type SignedAct } from '../contract/admin-draws.ts'
import { settlesAt } from './draw-facts.ts'
import { stepFacts, type DrawView } from './draw-live.ts'
import type { DrawNeeds } from './draw-needs.ts'
import type { RoomRows, RoomViewer } from './draw-room.ts'

type Needs = Pick<DrawNeeds, 'settlementSeconds' | 'mayActAlone'>
type Room = { view: DrawView; rows: RoomRows; viewer: RoomViewer }

/** Null: it may be done. `code` null: there is nothing to do here now, or no longer. */
type No = { code: string | null; reason: string | null } | null

const no = (code: string, reason: string): No => ({ code, reason })
const idle: No = { code: null, reason: null }
const cancelled = no('raffle_cancelled', 'This raffle was cancelled')

export function roomActs(needs: Needs, room: Room): RoomAct[] {
  const otherwise = room.view.now.raffle.status === 'cancelled' ? cancelled : null
  return [
    ...preparing(needs, room),
    ...drawing(needs, room),
    ...stopping(needs, room),
    ...claiming(needs, room),
  ].map(([act, refusal, window]) =>
    actOf(needs, room, { act, refusal: refusal ?? otherwise, window }),
  )
}

type Window = { notBefore?: string | null; notAfter?: string | null }
type Listed = [act: DrawAct, refusal: No, window?: Window]

function actOf(
  { mayActAlone }: Needs,
  { rows, viewer }: Room,
  { act, refusal: given, window }: { act: DrawAct; refusal: No; window: Window | undefined },
): RoomAct {
  const isTwoPerson = signedActs.some((signed) => signed === act)
  const others = rows.signOffs.some(
    (row) => row.act === (act as SignedAct) && row.personId !== viewer.personId,
  )
  // Whoever only seconds agrees, and never does it: others may have said something else before.
  const isLastSignature = isTwoPerson && viewer.part !== 'seconds' && (others || mayActAlone)
  const isOfSecond = secondsActs.has(act) || (isTwoPerson && !isLastSignature)
  const isTheirs = viewer.part === 'runs' || (viewer.part === 'seconds' && isOfSecond)
  const refusal = given ?? (isTheirs ? null : idle)
  return {
    act,
    isAllowed: refusal === null,
    code: refusal?.code ?? null,
    reason: refusal?.reason ?? null,
    isTwoPerson,
    isLastSignature,
    notBefore: window?.notBefore ?? null,
    notAfter: window?.notAfter ?? null,
  }
}

/** Also of who is not of the house: to agree, and to read the dice. */
const secondsActs: ReadonlySet<DrawAct> = new Set([
  'sign_off_seal',
  'entropy_first',
  'entropy_second',
])

function preparing(needs: Needs, { view, rows, viewer }: Room): Listed[] {
  const { now, at, session } = view
  const { raffle, current, held } = now
  const until = settlesAt(now, needs)
  const isCancelled = raffle.status === 'cancelled'
  const isSelling = raffle.status === 'open' && at < raffle.terms.closesAt
  const selling = no('raffle_not_ended', 'This raffle is still selling')
  const isSettling = raffle.closedCause === 'ended' && at < until

  function sealable(): No {
    if (isCancelled) return cancelled
    if (current !== null) return no('register_sealed', 'The register is sealed already')
    if (raffle.status === 'open') return selling
    if (session === null) return no('no_draw_session', 'Record first who is in the room')
    if (isSettling) return no('still_settling', 'Late payments are still being waited for')
    return held > 0 ? no('tickets_held', `${held} tickets are still reserved`) : null
  }

  const hasSigned = rows.signOffs.some(
    ({ act, personId }) => act === 'seal' && personId === viewer.personId,
  )
  const isFixed = no('mode_is_fixed', 'The seal has fixed mode and time of this draw')
  const isClosable = raffle.status === 'open' || held > 0
  return [
    ['session', isCancelled ? cancelled : current === null ? null : isFixed],
    [
      'close',
      isCancelled ? cancelled : isSelling ? selling : isClosable ? null : idle,
      { notBefore: raffle.terms.closesAt },
    ],
    ['sign_off_seal', sealable() ?? (hasSigned ? idle : null)],
    ['seal', sealable(), { notBefore: raffle.closedCause === 'soldOut' ? null : until }],
  ]
}

const notSealed = no('not_sealed', 'The register of this draw is not sealed')
const recorded = no('already_recorded', 'This is recorded')

function drawing({ mayActAlone }: Needs, { view, rows, viewer }: Room): Listed[] {
  const { now, at, sealQuorum, inputsQuorum } = view
  const { current } = now
  if (current === null)
    return (
      ['entropy_first', 'entropy_second', 'reveal', 'beacon', 'complete', 'publish'] as const
    ).map((act) => [act, notSealed])
  const { seal, entropy, seed, beacon, result } = current
  const notAfter = inputsDeadline(seal)
  const isTooLate = notAfter !== null && at >= notAfter
  const tooLate = no('draw_time_passed', 'It is too late before the round: postpone')

  function dice(): No {
    if (entropy !== null) return recorded
    const reached = sealQuorum?.reachedAt?.toISOString() ?? null
    const deadline = quorumDeadline(seal)
    if (reached === null || (deadline !== null && reached > deadline))
      return no('quorum_missing', 'The witnesses have not cosigned the seal in time')
    return isTooLate ? tooLate : null
  }

  function secondReading(): No {
    const first = dice()
    if (first !== null) return first
    if (rows.reading === null) return no('no_first_reading', 'Somebody reads the dice first')
    const isOwn = rows.reading.readBy === viewer.personId && !mayActAlone
    return isOwn ? no('needs_second_person', 'The second reading is another person’s') : null
  }

  function reveal(): No {
    if (seed !== null || seal.mode === 'physical') return recorded
    if (entropy === null) return no('not_diced', 'The dice come first')
    return isTooLate ? tooLate : null
  }

  const inputsAt = inputsQuorum?.reachedAt?.toISOString() ?? null
  const isBound = now.raffle.draw !== null && isBinding(now.raffle.draw, inputsAt)

  function round(): No {
    if (beacon !== null || seal.mode !== 'beacon') return recorded
    if (seed === null) return no('not_revealed', 'Dice and seed come before the beacon')
    if (at < seal.roundAt) return no('round_not_yet', 'The round has not come yet')
    return isBound ? null : no('inputs_not_cosigned', 'Dice and seed were not cosigned in time')
  }

  function complete(): No {
    if (result !== null) return recorded
    const isReady = { beacon: beacon !== null, local: seed !== null, physical: entropy !== null }
    if (!isReady[seal.mode]) return no('no_beacon', 'Something is still missing')
    const isLocalUnbound = seal.mode === 'local' && !isBound
    return isLocalUnbound ? no('inputs_not_cosigned', 'The seed is not cosigned yet') : null
  }

  const isPublished = view.claims.some(({ place }) => place === 0)
  const notDrawn = no('not_drawn', 'There is no result to publish yet')
  return [
    ['entropy_first', dice(), { notAfter }],
    ['entropy_second', secondReading(), { notAfter }],
    ['reveal', reveal(), { notAfter }],
    ['beacon', round(), { notBefore: seal.mode === 'beacon' ? seal.roundAt : null }],
    ['complete', complete()],
    ['publish', result === null ? notDrawn : isPublished ? idle : null],
  ]
}

function stopping(_needs: Needs, { view }: Room): Listed[] {
  const { now, at } = view
  const { current, raffle } = now
  if (current === null || raffle.draw === null)
    return [
      ['postpone', notSealed],
      ['annul', notSealed],
    ]
  const { inputsCosignedAt } = stepFacts(view)
  const { seal, entropy, beacon, result } = current
  const deadline = inputsDeadline(seal)
  const isBound =
    deadline === null
      ? entropy !== null
      : beacon !== null || (at >= deadline && isBinding(raffle.draw, inputsCosignedAt))
  const bound = no('draw_is_binding', 'The round binds this draw, however late it arrives')
  const isDelivered = raffle.draw.holder?.state === 'delivered'
  return [
    ['postpone', isBound || result !== null ? bound : null],
    ['annul', isDelivered ? no('prize_delivered', 'The prize was handed over') : null],
  ]
}

const noWinner = no('no_winner', 'There is no winner of this draw')

function claiming(_needs: Needs, { view, rows }: Room): Listed[] {
  const { now, at, claims } = view
  const holder = now.current === null ? null : (now.raffle.draw?.holder ?? null)
  const acts = ['contact', 'check_identity', 'forfeit', 'promote', 'deliver'] as const
  if (holder === null) return acts.map((act) => [act, noWinner])
  if (holder.state === 'delivered')
    return acts.map((act) => [act, no('prize_delivered', 'The prize was handed over')])
  if (holder.state === 'forfeited')
    return acts.map((act) => [act, act === 'promote' ? null : noWinner])

  const claim = claims.find(({ place }) => place === holder.place)
  const until = claim === undefined ? null : claimDeadline(claim.announcedAt.toISOString())
  const hasContacts =
    rows.contacts.length >= contactsMin &&
    new Set(rows.contacts.map(({ channel }) => channel)).size >= channelsMin
  const isChecked = claim?.checkedAt != null
  const isOver = until !== null && at > until && !isChecked
  const missing = no('contacts_missing', `${contactsMin} attempts over ${channelsMin} channels`)
  const unpublished = no('not_published', 'Publish the result first')
  const unchecked = no('identity_not_checked', 'Check the winner’s identity first')
  return [
    ['contact', null],
    ['check_identity', claim === undefined ? unpublished : null],
    // A prize that is declined or of a ticket that may not win needs no waiting; nor is there any
    // for a winner who has come.
    ['forfeit', isOver && !hasContacts ? missing : null, { notBefore: isChecked ? null : until }],
    ['promote', no('nothing_forfeited', 'The prize has its winner')],
    ['deliver', isChecked ? null : unchecked],
  ]
}
