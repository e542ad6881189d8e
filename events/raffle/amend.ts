// Which published terms may still change. Before the first ticket all of them; after it only what
// takes nothing from those who hold one: a later end, a lower cap, and a corrected word.
import { unreachable } from '../kernel/assert.ts'
import { Rejection } from '../kernel/rejection.ts'

import { hasEnded } from './close.ts'
import type { RaffleEvent } from './events.ts'
import type { PublishedRaffle, RaffleTerms } from './evolve.ts'
import { correctionReason } from './reasons.ts'

type Amended = Extract<RaffleEvent, { type: 'RaffleAmended' }>['data']

/**
 * `value` is the new value as canonical text: digits for a number, whole cents for a prize value,
 * an instant for a time, the words for a prize, the hash of the canonical page for `page`.
 */
export type Amendment = Pick<Amended, 'field' | 'value' | 'valueSha256'> & {
  /** Of a page whose words about the prize are others now: as strict as the prize itself. */
  isAboutPrize?: boolean
}

type AmendRaffle = {
  now: string
  amendments: readonly Amendment[]
  held: number
  reason: string | null
  isOwner: boolean
}

/** Facts for what really changes; a change that changes nothing always succeeds. */
export function decideAmendments(
  raffle: PublishedRaffle,
  { now, amendments, held, reason, isOwner }: AmendRaffle,
): RaffleEvent[] {
  const changes = amendments.filter((amendment) => isChange(raffle.terms, amendment))
  if (changes.length === 0) return []
  requireAmendable(hasEnded(raffle, now) ? { ...raffle, status: 'closed' } : raffle, changes)
  for (const change of changes) requireWellFormed(change)

  const after = { ...raffle.terms }
  const facts: RaffleEvent[] = []
  for (const change of changes) {
    const correction = { used: raffle.issued + held, reason, isOwner }
    if (raffle.issued > 0) requireFair(raffle.terms, change, correction)
    else requireRoomForHeld(change, held)
    applyTo(after, change)
    facts.push(factOf(raffle, change, reason))
  }
  requireCoherent(after)
  return facts
}

function isChange(terms: RaffleTerms, { field, value }: Amendment): boolean {
  switch (field) {
    case 'page':
      return true
    case 'prizeValue':
      return value !== String(terms.prizeValueCents)
    case 'prize':
    case 'ticketsMax':
    case 'ticketsMin':
    case 'opensAt':
    case 'closesAt':
      return value !== String(terms[field])
    default:
      return unreachable(field)
  }
}

/** The page may be corrected after the close; the terms of a raffle that has ended stand. */
function requireAmendable(raffle: PublishedRaffle, changes: readonly Amendment[]): void {
  if (raffle.status === 'open' || changes.every(isPageAlone)) return
  if (raffle.status === 'closed') throw new Rejection('raffle_ended', 'This raffle has ended')
  throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
}

const isPageAlone = ({ field, isAboutPrize = false }: Amendment) =>
  field === 'page' && !isAboutPrize

const numberPattern = /^(0|[1-9]\d{0,9})$/
const moneyPattern = /^(0|[1-9]\d{0,12})$/
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function requireWellFormed({ field, value }: Amendment): void {
  const isWellFormed = {
    prize: value.trim() !== '',
    prizeValue: moneyPattern.test(value),
    ticketsMax: numberPattern.test(value) && value !== '0',
    ticketsMin: numberPattern.test(value),
    opensAt: instantPattern.test(value),
    closesAt: instantPattern.test(value),
    page: /^[0-9a-f]{64}$/.test(value),
  }[field]
  if (!isWellFormed) throw new Rejection('invalid_request', `${field} is not valid`, { field })
}

/** After the first ticket. `used` is sold and held. */
function requireFair(
  terms: RaffleTerms,
  { field, value, isAboutPrize = false }: Amendment,
  { used, reason, isOwner }: { used: number; reason: string | null; isOwner: boolean },
): void {
  switch (field) {
    case 'page':
      if (isAboutPrize) requireCorrection(field, { reason, isOwner })
      return
    case 'ticketsMax':
      if (Number(value) > terms.ticketsMax)
        throw new Rejection('odds_would_change', 'Tickets are sold: the total cannot be raised')
      return requireRoomForHeld({ field, value }, used)
    case 'closesAt':
      if (value < terms.closesAt)
        throw new Rejection(
          'shortening_refused',
          'The end of a raffle can only be moved to a later day',
        )
      return
    case 'prize':
    case 'prizeValue':
      return requireCorrection(field, { reason, isOwner })
    case 'opensAt':
    case 'ticketsMin':
      throw new Rejection('terms_are_published', `Tickets are sold: ${field} cannot change`, {
        field,
      })
    default:
      return unreachable(field)
  }
}

function requireCorrection(
  field: Amendment['field'],
  { reason, isOwner }: Pick<AmendRaffle, 'reason' | 'isOwner'>,
): void {
  if (!isOwner)
    throw new Rejection('not_allowed', 'Only the owner may correct a prize after a sale')
  if (reason === null || reason.trim() === '')
    throw new Rejection('needs_reason', 'Say why the prize is corrected after a sale')
  if (reason.trim() !== correctionReason)
    throw new Rejection(
      'terms_are_published',
      'Tickets are sold: only a typing error in the prize can be corrected',
      { field },
    )
}

function requireRoomForHeld({ field, value }: Pick<Amendment, 'field' | 'value'>, used: number) {
  if (field === 'ticketsMax' && Number(value) < used)
    throw new Rejection(
      'below_sold_and_held',
      `${used} tickets are sold or reserved; the total cannot be lower`,
      { used },
    )
}

type MutableTerms = { -readonly [Key in keyof RaffleTerms]: RaffleTerms[Key] }

function applyTo(terms: MutableTerms, { field, value }: Amendment): void {
  if (field === 'ticketsMax' || field === 'ticketsMin') terms[field] = Number(value)
  if (field === 'opensAt' || field === 'closesAt') terms[field] = value
}

function requireCoherent(terms: RaffleTerms): void {
  if (terms.closesAt <= terms.opensAt)
    throw new Rejection('invalid_request', 'The end date must come after the start date')
  if (terms.ticketsMin > terms.ticketsMax)
    throw new Rejection('invalid_request', 'The minimum cannot exceed the total number of tickets')
}

function factOf(
  raffle: PublishedRaffle,
  { field, value, valueSha256 }: Amendment,
  reason: string | null,
): RaffleEvent {
  if (field === 'closesAt' && value > raffle.terms.closesAt && raffle.issued > 0)
    return { type: 'RaffleExtended', data: { closesAt: value, cause: 'staff' } }
  const cause = reason?.trim() || 'edited'
  return { type: 'RaffleAmended', data: { field, value, valueSha256, cause } }
}
