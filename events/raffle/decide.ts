// What may happen next to a raffle. Pure: no clock, no database. The raffle's writer calls this
// under its fence; room is counted in `capacity.ts` from what the writer alone knows (holds,
// products, persons), everything else is decided here.
import { assert } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import { Rejection } from '../kernel/rejection.ts'

import { decideAmendments, type Amendment } from './amend.ts'
import { decideClosing, hasEnded } from './close.ts'
import { decideDraw, type DrawCommand } from './draw.ts'
import { isSealed } from './draw-state.ts'
import {
  given,
  requireCancellable,
  requireCountersigned,
  type Countersignature,
} from './draw-stop.ts'
import type { channels, RaffleEvent } from './events.ts'
import {
  countOf,
  evolveRaffle,
  initialRaffle,
  mergeRanges,
  type PublishedRaffle,
  type Raffle,
  type TicketRange,
} from './evolve.ts'
import type { VoidReason } from './reasons.ts'
import { leavesRule } from './under-sold.ts'

export type { PublishedRaffle, Raffle, RaffleTerms, TicketRange } from './evolve.ts'

type Published = Extract<RaffleEvent, { type: 'RafflePublished' }>['data']

export type IssueTickets = {
  /** Tickets, a multiple of `ticketsPerUnit`. */
  readonly n: number
  readonly channel: (typeof channels)[number]
  readonly ticketsPerUnit: number
  readonly orderCommit: string
  readonly holderCommit: string
  readonly now: string
  /** `held`: the tickets were reserved before the end; `room`: they take free room now. */
  readonly capacity: 'held' | 'room'
  /** How long after the end a reservation may still turn into tickets. */
  readonly settlementSeconds: number
}

/**
 * `held` is the number of tickets in live holds. The raffle's writer puts its own `now` and `held`
 * into every command, under its fence, whatever the caller wrote.
 */
export type RaffleCommand =
  | { type: 'PublishRaffle'; now: string; raffle: Published }
  | ({ type: 'IssueTickets' } & IssueTickets)
  | { type: 'VoidTickets'; now: string; ranges: readonly TicketRange[]; reason: VoidReason }
  | {
      type: 'AmendRaffle'
      now: string
      held?: number
      amendments: readonly Amendment[]
      /** A published code; needed to correct a prize after the first sale. */
      reason: string | null
      isOwner: boolean
    }
  /** By staff, before the freeze, and only to a later end. */
  | { type: 'ExtendRaffle'; now: string; closesAt: string }
  /** By any command or sweep after the end: closes, or does what the under-sold rule says. */
  | { type: 'CloseRaffle'; now: string; held?: number }
  /** Ends a raffle that never sold anything; `valueSha256` is the hash of `now`. */
  | { type: 'CompleteRaffle'; now: string; held?: number; valueSha256: string }
  | CancelRaffle
  /** At any time: whoever reads the log learns of the next key from one signed with the last. */
  | { type: 'RotateSigningKey'; now: string; verifierKey: string; previous: string }
  | DrawCommand

type CancelRaffle = {
  type: 'CancelRaffle'
  now: string
  reason: string | null
  /** Checked by the caller; left out: nobody has countersigned. */
  countersignature?: Countersignature
}

export function decideRaffle(command: RaffleCommand, state: Raffle): RaffleEvent[] {
  if (command.type === 'PublishRaffle') return publishRaffle(command.raffle, state)
  const raffle = requirePublished(state)

  switch (command.type) {
    case 'IssueTickets':
      return issueTickets(raffle, command)
    case 'VoidTickets':
      return voidTickets(raffle, command)
    case 'AmendRaffle':
      return decideAmendments(raffle, { ...command, held: command.held ?? 0 })
    case 'ExtendRaffle':
      return extendRaffle(raffle, command)
    case 'CloseRaffle':
      return decideClosing(raffle, { now: command.now, held: command.held ?? 0 })
    case 'CompleteRaffle':
      return completeRaffle(raffle, { ...command, held: command.held ?? 0 })
    case 'CancelRaffle':
      return cancelRaffle(raffle, command)
    case 'RotateSigningKey':
      return rotateSigningKey(command)
    default:
      return decideDraw(raffle, command)
  }
}

const rotateSigningKey = ({
  verifierKey,
  previous,
}: Extract<RaffleCommand, { type: 'RotateSigningKey' }>): RaffleEvent[] => [
  { type: 'SigningKeyRotated', data: { verifierKey, previous } },
]

export const raffleDecider: Decider<RaffleCommand, Raffle, RaffleEvent> = {
  initial: initialRaffle,
  decide: decideRaffle,
  evolve: evolveRaffle,
}

/** Throws unless tickets may be reserved or sold at `now`. */
export function requireOpen(state: Raffle, now: string): PublishedRaffle {
  const raffle = requirePublished(state)
  if (raffle.status === 'cancelled') throw cancelled()
  if (raffle.status === 'closed' || now >= raffle.terms.closesAt) throw ended()
  if (now < raffle.terms.opensAt)
    throw new Rejection('raffle_not_open', 'This raffle has not started yet')
  return raffle
}

/**
 * The hot path: one `TicketsIssued`, and `RaffleClosed` when it was the last ticket. Room has been
 * counted by the caller (`capacity.ts`); the cap is asserted here once more.
 */
export function issueTickets(state: Raffle, issue: IssueTickets): RaffleEvent[] {
  const { n, ticketsPerUnit, channel, orderCommit, holderCommit } = issue
  assert(Number.isSafeInteger(n) && n > 0, 'tickets to issue must be a positive integer')
  assert(n % ticketsPerUnit === 0, 'tickets to issue must be a multiple of those per unit')
  const raffle = requireIssuable(state, issue)

  const first = raffle.issued + 1
  const last = raffle.issued + n // inclusive
  if (last > raffle.terms.ticketsMax)
    throw new Rejection('tickets_left', 'Not that many tickets are left', {
      available: raffle.terms.ticketsMax - raffle.issued,
    })

  const issued: RaffleEvent = {
    type: 'TicketsIssued',
    data: { first, last, channel, ticketsPerUnit, orderCommit, holderCommit },
  }
  if (last < raffle.terms.ticketsMax || raffle.status === 'closed') return [issued]
  return [issued, { type: 'RaffleClosed', data: { cause: 'soldOut', issuedCount: last } }]
}

type Capacity = Pick<IssueTickets, 'now' | 'capacity' | 'settlementSeconds'>

/** A reservation made before the end still counts inside the settlement window. */
export function requireIssuable(
  state: Raffle,
  { now, capacity, settlementSeconds }: Capacity,
): PublishedRaffle {
  if (capacity === 'room') return requireOpen(state, now)
  const raffle = requirePublished(state)
  if (raffle.status === 'cancelled') throw cancelled()
  if (raffle.draw !== null) throw ended() // sealed once, nothing is issued ever after (I20)
  if (isSettled(raffle, now, settlementSeconds)) throw ended()
  return raffle
}

/** So long after its end that no reservation becomes tickets any more, unless it is extended. */
export const isSettled = (raffle: Raffle, now: string, settlementSeconds: number): boolean =>
  raffle.status !== 'unpublished' &&
  Date.parse(now) >= Date.parse(raffle.terms.closesAt) + settlementSeconds * 1000

function publishRaffle(raffle: Published, state: Raffle): RaffleEvent[] {
  if (state.status !== 'unpublished')
    throw new Rejection('already_published', 'This raffle is already published')
  if (raffle.closesAt <= raffle.opensAt)
    throw new Rejection('invalid_request', 'The end date must come after the start date')
  if (raffle.ticketsMin > raffle.ticketsMax)
    throw new Rejection('invalid_request', 'The minimum cannot exceed the total number of tickets')
  if (raffle.alternates > alternatesMax)
    throw new Rejection('invalid_request', `At most ${alternatesMax} reserve tickets are drawn`)
  if (raffle.environment === 'production' && raffle.licenceNumber.trim() === '')
    throw new Rejection(
      'licence_required',
      'A raffle needs a licence number before it is published',
    )
  return [{ type: 'RafflePublished', data: raffle }]
}

const alternatesMax = 3

function voidTickets(
  raffle: PublishedRaffle,
  { ranges, reason }: { ranges: readonly TicketRange[]; reason: VoidReason },
): RaffleEvent[] {
  if (raffle.status === 'cancelled') throw cancelled()
  if (isSealed(raffle.draw))
    throw new Rejection('register_sealed', 'The register is sealed: no ticket can change')
  const merged = mergeRanges(ranges)
  const isInside = ranges.every(
    ([first, last]) => first >= 1 && first <= last && last <= raffle.issued,
  )
  if (merged.length === 0 || !isInside || countOf(merged) !== countOf(ranges))
    throw new Rejection('unknown_tickets', 'Only issued tickets can be voided, each once')
  if (countOf(mergeRanges([...raffle.voids, ...merged])) !== raffle.voided + countOf(merged))
    throw new Rejection('already_void', 'Some of these tickets are void already')
  const facts: RaffleEvent[] = []
  for (let start = 0; start < merged.length; start += rangesPerFactMax) {
    const some = merged.slice(start, start + rangesPerFactMax)
    const pairs = some.map(([first, last]): [number, number] => [first, last])
    facts.push({ type: 'TicketsVoided', data: { ranges: pairs, reason } })
  }
  return facts
}

/** So many ranges stay within one leaf of 4 KiB, whatever their numbers. */
const rangesPerFactMax = 100

function extendRaffle(
  raffle: PublishedRaffle,
  { now, closesAt }: { now: string; closesAt: string },
): RaffleEvent[] {
  requireStillSelling(raffle, now)
  if (closesAt === raffle.terms.closesAt) return []
  if (closesAt < raffle.terms.closesAt)
    throw new Rejection(
      'shortening_refused',
      'The end of a raffle can only be moved to a later day',
    )
  return [{ type: 'RaffleExtended', data: { closesAt, cause: 'staff' } }]
}

function completeRaffle(
  raffle: PublishedRaffle,
  { now, held, valueSha256 }: { now: string; held: number; valueSha256: string },
): RaffleEvent[] {
  if (raffle.issued > 0 || held > 0)
    throw new Rejection('not_drawn', 'This raffle has tickets: it is completed by its draw')
  requireStillSelling(raffle, now)
  return [
    {
      type: 'RaffleAmended',
      data: { field: 'closesAt', value: now, valueSha256, cause: 'completed' },
    },
    { type: 'RaffleClosed', data: { cause: 'ended', issuedCount: 0 } },
  ]
}

function cancelRaffle(
  raffle: PublishedRaffle,
  { now, reason, countersignature = unsigned }: CancelRaffle,
): RaffleEvent[] {
  if (raffle.status === 'cancelled') return []
  requireCancellable(raffle, now)
  const hasReason = reason !== null && reason.trim() !== ''
  if (raffle.issued > 0 && !hasReason)
    throw new Rejection('needs_reason', 'Tickets have been sold: say why the raffle is cancelled', {
      ticketsSold: raffle.issued - raffle.voided,
    })
  const cause = hasReason ? reason.trim() : 'unsold'
  if (!leavesRule(underSoldTerms(raffle, now), cause))
    return [{ type: 'RaffleCancelled', data: { cause } }]
  requireCountersigned(countersignature)
  return [{ type: 'RaffleCancelled', data: { cause, ...given(countersignature) } }]
}

const unsigned: Countersignature = { signature: null, paperSha256: null }

function underSoldTerms({ terms, status, issued, voided }: PublishedRaffle, now: string) {
  const { underSold, ticketsMin, closesAt } = terms
  const isOver = status === 'closed' || now >= closesAt
  return { underSold, ticketsMin, ticketsSold: issued - voided, isOver }
}

/** Its end may be moved until it comes, by the clock or by the last ticket. */
function requireStillSelling(raffle: PublishedRaffle, now: string): void {
  if (raffle.status === 'cancelled') throw cancelled()
  if (raffle.status === 'closed' || hasEnded(raffle, now)) throw ended()
}

function requirePublished(state: Raffle): PublishedRaffle {
  if (state.status === 'unpublished') throw new Rejection('not_found', 'There is no such raffle')
  return state
}

const ended = () => new Rejection('raffle_ended', 'This raffle has ended')
const cancelled = () => new Rejection('raffle_cancelled', 'This raffle was cancelled')
