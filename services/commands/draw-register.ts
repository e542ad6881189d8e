// The register of a raffle: its valid tickets in ascending order, each with the leaf that issued
// it. A million of them are hashed in pages, so that the shop goes on answering meanwhile.
import { concat, hexOf, u64be } from '#events/kernel/bytes.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf } from '#events/ledger/merkle.ts'
import type { TicketRange } from '#events/raffle/evolve.ts'

import { sha256 } from '../event-store/codec.ts'
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'

export type Register = { issuedCount: number; voids: readonly TicketRange[] }

type IssueRow = { first: number; last: number; position: number }

const ISSUES_PER_PAGE = 2_000
/** About 10 ms of hashing at a time. */
const TICKETS_PER_TURN = 2_048

/** RFC 6962 root over `u64be(number) || u64be(issueLeafIndex)` of the valid tickets, in hex. */
export async function registerRootOf(
  database: Queryable,
  logId: string,
  { issuedCount, voids }: Register,
): Promise<string> {
  let frontier = emptyFrontier
  let untilPause = TICKETS_PER_TURN
  for (let done = 0; done < issuedCount;) {
    const issues = await issuesAfter(database, logId, done)
    if (issues.length === 0) throw new Error(`${logId} has no issue after ticket ${done}`)
    for (const { first, last, position } of issues) {
      for (let number = first; number <= last && number <= issuedCount; number += 1) {
        if (isVoid(voids, number)) continue
        const entry = concat(u64be(number), u64be(position - 1))
        frontier = appendLeaf(frontier, leafHash(entry, sha256), sha256)
        untilPause -= 1
        if (untilPause > 0) continue
        untilPause = TICKETS_PER_TURN
        await sleep(0)
      }
      done = last
    }
  }
  return hexOf(rootOf(frontier, sha256))
}

async function issuesAfter(database: Queryable, logId: string, last: number): Promise<IssueRow[]> {
  const { rows } = await database.query<IssueRow>({
    name: 'register_issues',
    text: `
      select first, last, position
        from issues
       where log_id = $1 and first > $2
       order by first
       limit ${ISSUES_PER_PAGE}`,
    values: [logId, last],
  })
  return rows
}

/** Voids are ascending and disjoint. */
function isVoid(voids: readonly TicketRange[], number: number): boolean {
  let low = 0
  let high = voids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = voids[middle]!
    if (number < first) high = middle - 1
    else if (number > last) low = middle + 1
    else return true
  }
  return false
}

/** The valid ticket at `index`, counted from 0: numbers are dense but for the voids. */
export function numberAt(index: number, voids: readonly TicketRange[]): number {
  let number = index + 1
  for (const [first, last] of voids) {
    if (number < first) break
    number += last - first + 1
  }
  return number
}

/** Who holds a ticket; null when nobody has ever issued it. */
export async function orderOfTicket(
  database: Queryable,
  logId: string,
  number: number,
): Promise<string | null> {
  const { rows } = await database.query<{ order_id: string }>({
    name: 'order_of_ticket',
    text: `
      select order_id
        from (select order_id, last from issues
               where log_id = $1 and first <= $2
               order by first desc
               limit 1) as issue
       where last >= $2`,
    values: [logId, number],
  })
  return rows[0]?.order_id ?? null
}
