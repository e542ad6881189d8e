// A raffle's draws as its log tells them, read anew for every act: whoever comes back after a crash
// finds what was done, and goes on from there.
import { assert } from '#events/kernel/assert.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PublishedRaffle } from '#events/raffle/decide.ts'
import { isDrawEvent, type DrawEvent } from '#events/raffle/draw-state.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'

import { readTerms } from '../event-store/read-terms.ts'
import type { Recorded } from '../event-store/types.ts'
import type { DrawNeeds } from './draw-needs.ts'

type DataOf<Type extends RaffleEvent['type']> = Extract<RaffleEvent, { type: Type }>['data']

/** The data of a fact with its place. */
export type Placed<Data> = Data & { at: string; leafIndex: number }

export type DrawFacts = {
  drawId: string
  seal: Placed<DataOf<'RegisterSealed'>>
  entropy: Placed<DataOf<'EntropySealed'>> | null
  seed: Placed<DataOf<'OperatorRevealed'>> | null
  beacon: Placed<DataOf<'BeaconRecorded'>> | null
  result: Placed<DataOf<'DrawCompleted'>> | null
  journey: Journey[]
  stop:
    | ({ kind: 'postponed' } & Placed<DataOf<'DrawPostponed'>>)
    | ({ kind: 'annulled' } & Placed<DataOf<'DrawAnnulled'>>)
    | null
}

export type Journey =
  | ({ kind: 'forfeited' } & Placed<DataOf<'PrizeForfeited'>>)
  | ({ kind: 'promoted' } & Placed<DataOf<'PrizePromoted'>>)
  | ({ kind: 'delivered' } & Placed<DataOf<'PrizeDelivered'>>)

export type DrawNow = {
  raffleId: RaffleId
  logId: string
  raffle: PublishedRaffle
  /** Tickets in live reservations. */
  held: number
  published: DataOf<'RafflePublished'>
  closedAt: string | null
  /** Oldest first. */
  draws: readonly DrawFacts[]
  /** The draw that stands, or null while there is none: before, postponed, annulled. */
  current: DrawFacts | null
  /** Of the draw that stands, else of the one that is sealed next. */
  drawId: string
}

export async function readDraw(
  { database, store }: Pick<DrawNeeds, 'database' | 'store'>,
  raffleId: RaffleId,
): Promise<DrawNow> {
  const logId = `raffle/${raffleId}`
  const { raffle, held } = await store.raffle(raffleId).state()
  if (raffle.status === 'unpublished') throw new Rejection('not_found', 'There is no such raffle')
  const terms = await readTerms(database, logId)
  const [first] = terms
  assert(first?.event.type === 'RafflePublished', 'a raffle’s log begins with its publication')
  const draws = drawsOf(terms)
  const last = draws.at(-1)
  const current = last === undefined || last.stop !== null ? null : last
  const closed = terms.find(({ event }) => event.type === 'RaffleClosed')
  return {
    raffleId,
    logId,
    raffle,
    held,
    published: first.event.data,
    closedAt: closed?.recordedAt.toISOString() ?? null,
    draws,
    current,
    drawId: current?.drawId ?? `${raffleId}/D${draws.length + 1}`,
  }
}

function drawsOf(terms: readonly Recorded<RaffleEvent>[]): DrawFacts[] {
  const draws: DrawFacts[] = []
  for (const { event, position, recordedAt } of terms) {
    if (!isDrawEvent(event) || event.type === 'SigningKeyRotated') continue
    const place = { at: recordedAt.toISOString(), leafIndex: position - 1 }
    if (event.type === 'RegisterSealed') draws.push(begun({ ...event.data, ...place }))
    else note(draws.at(-1), event, place)
  }
  return draws
}

function begun(seal: DrawFacts['seal']): DrawFacts {
  return {
    drawId: seal.drawId,
    seal,
    entropy: null,
    seed: null,
    beacon: null,
    result: null,
    journey: [],
    stop: null,
  }
}

type Later = Exclude<DrawEvent, { type: 'RegisterSealed' | 'SigningKeyRotated' }>

function note(
  draw: DrawFacts | undefined,
  event: Later,
  place: { at: string; leafIndex: number },
): void {
  assert(draw !== undefined, `${event.type} before RegisterSealed`)
  switch (event.type) {
    case 'EntropySealed':
      draw.entropy = { ...event.data, ...place }
      break
    case 'OperatorRevealed':
      draw.seed = { ...event.data, ...place }
      break
    case 'BeaconRecorded':
      draw.beacon = { ...event.data, ...place }
      break
    case 'DrawCompleted':
      draw.result = { ...event.data, ...place }
      break
    case 'PrizeForfeited':
      draw.journey.push({ kind: 'forfeited', ...event.data, ...place })
      break
    case 'PrizePromoted':
      draw.journey.push({ kind: 'promoted', ...event.data, ...place })
      break
    case 'PrizeDelivered':
      draw.journey.push({ kind: 'delivered', ...event.data, ...place })
      break
    case 'DrawPostponed':
      draw.stop = { kind: 'postponed', ...event.data, ...place }
      break
    case 'DrawAnnulled':
      draw.stop = { kind: 'annulled', ...event.data, ...place }
      break
  }
}

/** Leaves of the tree whose last one is this fact. */
export const sizeThrough = ({ leafIndex }: { leafIndex: number }) => leafIndex + 1

/** The draw that stands, of a raffle that goes on. */
export function requireCurrent(now: DrawNow): DrawFacts {
  if (now.current === null)
    throw new Rejection('not_sealed', 'The register of this draw is not sealed')
  requireGoesOn(now)
  return now.current
}

export function requireGoesOn({ raffle }: Pick<DrawNow, 'raffle'>): void {
  if (raffle.status === 'cancelled')
    throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
}

/** The end of the settlement window. */
export function settlesAt(
  { raffle }: Pick<DrawNow, 'raffle'>,
  { settlementSeconds }: Pick<DrawNeeds, 'settlementSeconds'>,
): string {
  return new Date(Date.parse(raffle.terms.closesAt) + settlementSeconds * 1000).toISOString()
}
