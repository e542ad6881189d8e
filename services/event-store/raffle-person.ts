// The phone of an order was corrected: its tickets count for another person from now on. The leaves
// stay as they are, with the commitments that were made when the tickets were issued.
import type { LineId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { requirePersonRoom } from '#events/raffle/capacity.ts'
import { isSealed } from '#events/raffle/draw-state.ts'
import { countOf, mergeRanges, type TicketRange } from '#events/raffle/evolve.ts'

import type { Deciding } from './raffle-decide.ts'
import type { KnownIssue } from './raffle-memory.ts'

export type PersonItem = {
  kind: 'person'
  orderLineIds: readonly LineId[]
  /** Whose they are from now on. */
  personKey: string
}

/**
 * It goes alone, with nothing in flight and its lines looked up, so that what is counted here is
 * all there is; the writer then reads its memory anew. Done twice it changes nothing.
 */
export function decidePerson(
  { memory, batch, known }: Deciding,
  { orderLineIds, personKey }: PersonItem,
): undefined {
  const { raffle } = memory
  if (raffle.status === 'unpublished') throw new Rejection('not_found', 'There is no such raffle')
  if (isSealed(raffle.draw))
    throw new Rejection('register_sealed', 'The register is sealed: no ticket can change')

  const holds = orderLineIds.flatMap((line) => memory.holds.get(line) ?? [])
  const moving = holds.filter((hold) => hold.personKey !== personKey)
  const { ticketsPerPersonMax } = raffle.terms
  if (ticketsPerPersonMax > 0) {
    const issues = orderLineIds.filter((line) => isOfAnother(known.issues.get(line), personKey))
    const ranges = issues.flatMap((line) => rangeOf(known.issues.get(line)))
    let n = validOf(ranges, raffle.voids)
    for (const hold of moving) n += hold.n
    let mine = memory.persons.get(personKey) ?? 0
    for (const hold of memory.holds.values()) if (hold.personKey === personKey) mine += hold.n
    if (n > 0) requirePersonRoom({ ticketsPerPersonMax, mine, n })
    for (const line of issues) batch.persons.set(line, personKey)
  }
  for (const hold of moving) {
    hold.personKey = personKey
    batch.holds.set(hold.orderLineId, hold)
  }
  batch.hasChanged ||= moving.length > 0 || batch.persons.size > 0
}

/** Whoever was erased, or bought where nobody counted, is no person. */
const isOfAnother = (issue: KnownIssue | undefined, personKey: string): boolean =>
  issue !== undefined && (issue.personKey ?? personKey) !== personKey

const rangeOf = (issue: KnownIssue | undefined): TicketRange[] =>
  issue === undefined ? [] : [[issue.first, issue.last]]

/** Tickets of these ranges that are not void. */
const validOf = (ranges: readonly TicketRange[], voids: readonly TicketRange[]): number =>
  countOf(mergeRanges([...voids, ...ranges])) - countOf(mergeRanges(voids))
