// What the facts of a raffle mean. The state stays small whatever is sold: who holds which ticket
// is not in it, and numbers are counted, not listed. Only voids, which are rare, stand as ranges.
import { assert, unreachable } from '../kernel/assert.ts'

import type { EntropyMode } from './draw-events.ts'
import { evolveDraw, isDrawEvent, type DrawEvent, type RaffleDraw } from './draw-state.ts'
import type { RaffleEvent } from './events.ts'
import type { UnderSoldRule } from './under-sold.ts'

/** Ticket numbers, both ends included. */
export type TicketRange = readonly [first: number, last: number]

export type RaffleTerms = {
  readonly prize: string
  readonly prizeValueCents: number
  readonly ticketsMax: number
  readonly ticketsMin: number
  readonly opensAt: string
  /** The last instant of sale is just before this one. */
  readonly closesAt: string
  readonly underSold: UnderSoldRule
  /** 0 means no limit. */
  readonly ticketsPerPersonMax: number
  readonly mode: EntropyMode
}

/** What was published for the draw, and never changes. */
export type DrawTerms = {
  readonly environment: 'production' | 'demo'
  readonly alternates: number
  readonly sealMarginSeconds: number
  readonly drandChainHash: string
  readonly operatorCommit: string
}

export type PublishedRaffle = {
  readonly status: 'open' | 'closed' | 'cancelled'
  readonly terms: RaffleTerms
  /** Numbers 1 … issued have been given out; voided ones stay used. */
  readonly issued: number
  readonly voided: number
  /** Ascending, disjoint, never adjacent. */
  readonly voids: readonly TicketRange[]
  /** How often the under-sold rule has moved the end. */
  readonly extensions: number
  readonly closedCause: 'ended' | 'soldOut' | null
  readonly drawTerms: DrawTerms
  /** The newest draw; null until the register is sealed for the first time. */
  readonly draw: RaffleDraw | null
}

export type Raffle = { readonly status: 'unpublished' } | PublishedRaffle

export const initialRaffle: Raffle = { status: 'unpublished' }

/** Never refuses: the event is already a fact. */
export function evolveRaffle(state: Raffle, event: RaffleEvent): Raffle {
  if (event.type === 'RafflePublished') return published(event.data)
  assert(state.status !== 'unpublished', `${event.type} before RafflePublished`)
  if (isDrawEvent(event)) return { ...state, draw: evolveDraw(state.draw, event) }
  return evolveSale(state, event)
}

type SaleEvent = Exclude<RaffleEvent, DrawEvent | { type: 'RafflePublished' }>

function evolveSale(state: PublishedRaffle, { type, data }: SaleEvent): Raffle {
  switch (type) {
    case 'TicketsIssued': // the last number is the count
      return { ...state, issued: data.last }
    case 'TicketsVoided':
      return withVoids(state, data.ranges)
    case 'RaffleAmended':
      return { ...state, terms: amended(state.terms, data.field, data.value) }
    case 'RaffleExtended':
      return {
        ...state,
        terms: { ...state.terms, closesAt: data.closesAt },
        extensions: state.extensions + (data.cause === 'underSold' ? 1 : 0),
      }
    case 'RaffleClosed':
      return { ...state, status: 'closed', closedCause: data.cause }
    case 'RaffleCancelled':
      return { ...state, status: 'cancelled' }
    default:
      return unreachable(type)
  }
}

function published(data: Extract<RaffleEvent, { type: 'RafflePublished' }>['data']): Raffle {
  const { prize, ticketsMax, ticketsMin, opensAt, closesAt, underSold, mode } = data
  const terms = {
    prize,
    prizeValueCents: Number(data.prizeValue),
    ticketsMax,
    ticketsMin,
    opensAt,
    closesAt,
    underSold,
    ticketsPerPersonMax: data.ticketsPerPersonMax,
    mode,
  }
  return {
    status: 'open',
    terms,
    issued: 0,
    voided: 0,
    voids: [],
    extensions: 0,
    closedCause: null,
    drawTerms: {
      environment: data.environment,
      alternates: data.alternates,
      sealMarginSeconds: data.sealMarginSeconds,
      drandChainHash: data.drandChainHash,
      operatorCommit: data.operatorCommit,
    },
    draw: null,
  }
}

type AmendedField = Extract<RaffleEvent, { type: 'RaffleAmended' }>['data']['field']

function amended(terms: RaffleTerms, field: AmendedField, value: string): RaffleTerms {
  switch (field) {
    case 'prize':
      return { ...terms, prize: value }
    case 'prizeValue':
      return { ...terms, prizeValueCents: Number(value) }
    case 'ticketsMax':
      return { ...terms, ticketsMax: Number(value) }
    case 'ticketsMin':
      return { ...terms, ticketsMin: Number(value) }
    case 'opensAt':
      return { ...terms, opensAt: value }
    case 'closesAt':
      return { ...terms, closesAt: value }
    case 'page': // the words live in the stream `raffle-page/<raffleId>`; the leaf holds their hash
      return terms
    default:
      return unreachable(field)
  }
}

function withVoids(state: PublishedRaffle, ranges: readonly TicketRange[]): PublishedRaffle {
  const voids = mergeRanges([...state.voids, ...ranges])
  return { ...state, voids, voided: countOf(voids) }
}

/** Ascending, overlapping and adjacent ranges joined. */
export function mergeRanges(ranges: readonly TicketRange[]): TicketRange[] {
  const merged: [number, number][] = []
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1)
    if (previous !== undefined && first <= previous[1] + 1)
      previous[1] = Math.max(previous[1], last)
    else merged.push([first, last])
  }
  return merged
}

export function countOf(ranges: readonly TicketRange[]): number {
  let count = 0
  for (const [first, last] of ranges) count += last - first + 1
  return count
}
