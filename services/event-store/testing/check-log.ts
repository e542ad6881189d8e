// An independent check of one raffle in the database: everything is recomputed from the stored
// entries with the general code of `events/ledger`, nothing from the writer is trusted.
import { expect } from 'vitest'

import { hexOf, utf8 } from '#events/kernel/bytes.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import { holderCommit, orderCommit } from '#events/ledger/commitments.ts'
import { parseLeaf } from '#events/ledger/leaf.ts'
import { leafHash, parseFrontier, rangeRoot, rootOf } from '#events/ledger/merkle.ts'

import type { Queryable } from '../../io/database.ts'
import { sha256 } from '../codec.ts'

type EntryRow = {
  position: number
  stream_version: number
  type: string
  payload: string
  leaf: Buffer
  meta: string
  recorded_at: Date
}

type IssueRow = {
  position: number
  first: number
  last: number
  order_id: string
  order_salt: Buffer
  holder_salt: Buffer
  order_text: string
  holder_text: string
}

/** Answers how many tickets were issued. */
export async function checkRaffleLog(owner: Queryable, raffleId: RaffleId): Promise<number> {
  const logId = `raffle/${raffleId}`
  const { rows: entries } = await owner.query<EntryRow>(
    'select * from events where log_id = $1 order by position',
    [logId],
  )
  const { rows: issues } = await owner.query<IssueRow>(
    'select * from issues where log_id = $1 order by first',
    [logId],
  )
  checkEntries(entries, raffleId)
  checkIssues(entries, issues)
  await checkTree(owner, logId, entries)
  return checkCounts(owner, logId, issues)
}

function checkEntries(entries: readonly EntryRow[], raffleId: RaffleId): void {
  let lastAt = ''
  for (const [index, entry] of entries.entries()) {
    const leaf = parseLeaf(utf8(entry.payload))
    expect(entry.position).toBe(index + 1)
    expect(entry.stream_version).toBe(index + 1)
    expect([leaf.index, leaf.raffle, leaf.type]).toEqual([index, raffleId, entry.type])
    expect(leaf.at).toBe(entry.recorded_at.toISOString())
    expect(leaf.at >= lastAt).toBe(true)
    lastAt = leaf.at
    expect(hexOf(entry.leaf)).toBe(hexOf(leafHash(utf8(entry.payload), sha256)))
  }
}

/** Each issue is one leaf, numbers go on from 1 without a gap, and the openings open. */
function checkIssues(entries: readonly EntryRow[], issues: readonly IssueRow[]): void {
  const leaves = entries.filter(({ type }) => type === 'TicketsIssued')
  expect(issues.length).toBe(leaves.length)
  let next = 1
  for (const [index, issue] of issues.entries()) {
    const entry = leaves[index]!
    const { data } = parseLeaf(utf8(entry.payload))
    expect([issue.position, issue.first]).toEqual([entry.position, next])
    expect([data.first, data.last]).toEqual([issue.first, issue.last])
    expect(data.orderCommit).toBe(orderCommit(issue.order_salt, issue.order_text, sha256))
    expect(data.holderCommit).toBe(holderCommit(issue.holder_salt, issue.holder_text, sha256))
    expect(JSON.parse(entry.meta).orderId).toBe(issue.order_id)
    next = issue.last + 1
  }
}

async function checkTree(owner: Queryable, logId: string, entries: readonly EntryRow[]) {
  const { rows } = await owner.query<{ head: number; tree_frontier: Buffer }>(
    'select head, tree_frontier from logs where log_id = $1',
    [logId],
  )
  const { head, tree_frontier: frontier } = rows[0]!
  expect(head).toBe(entries.length)
  const root = rootOf(parseFrontier(head, frontier), sha256)
  const whole = rangeRoot((index) => entries[index]!.leaf, { start: 0, end: head }, sha256)
  expect(hexOf(root)).toBe(hexOf(whole))
}

async function checkCounts(owner: Queryable, logId: string, issues: readonly IssueRow[]) {
  const { rows } = await owner.query<{ cap: number; issued: number; held: number; holds: number }>(
    `select cap, issued, held,
            (select coalesce(sum(n), 0)::int from holds where log_id = $1) as holds
       from raffle_state where log_id = $1`,
    [logId],
  )
  const { cap, issued, held, holds } = rows[0]!
  const sum = issues.reduce((tickets, { first, last }) => tickets + last - first + 1, 0)
  expect(issued).toBe(sum)
  expect(held).toBe(holds)
  expect(issued + held).toBeLessThanOrEqual(cap)
  const { rows: products } = await owner.query<{ issued: number; held: number }>(
    `select sum(issued)::int as issued, sum(held)::int as held
       from raffle_products where log_id = $1`,
    [logId],
  )
  expect(products[0]).toEqual({ issued, held })
  return issued
}
