// I1, I2, I3, I5, I6 and I17: the numbers of each raffle, its counters, its tree.
import { hash } from 'node:crypto'

import { holderCommit, orderCommit } from '#events/ledger/commitments.ts'
import { appendLeaf, emptyFrontier, frontierBytes } from '#events/ledger/merkle.ts'

import type { EventRow, HoldRow, IssueRow, Tables } from './tables.ts'

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')
const LEAF = Buffer.of(0)

type Leaf = {
  index: number
  data: {
    first: number
    last: number
    ticketsMax?: number
    orderCommit: string
    holderCommit: string
  }
}

export function rafflesBroken(tables: Tables): string[] {
  const issues = Map.groupBy(tables.issues.values(), ({ log_id }) => log_id)
  const holds = Map.groupBy(tables.holds.values(), ({ log_id }) => log_id)
  return [...tables.raffles.entries()].flatMap(([logId, counted]) => {
    const own = issues.get(logId) ?? []
    const events = tables.events.get(logId) ?? []
    return [
      ...numbersBroken(logId, own, counted.cap),
      ...logBroken(tables, logId, events, own),
      ...countsBroken(tables, logId, { issues: own, holds: holds.get(logId) ?? [] }),
    ]
  })
}

function numbersBroken(logId: string, issues: readonly IssueRow[], cap: number): string[] {
  const broken: string[] = []
  let reached = 0
  for (const { first, last, order_line_id } of issues.toSorted((a, b) => a.first - b.first)) {
    const name = `${logId} line ${order_line_id} ${first}-${last}`
    if (first <= reached) broken.push(`I1 ${name}: a number was given twice`)
    if (first > reached + 1) broken.push(`I3 ${name}: numbers are missing before it`)
    if (first < 1 || last > cap) broken.push(`I2 ${name}: the capacity is ${cap}`)
    reached = Math.max(reached, last)
  }
  return broken
}

/** Leaves say what they are hashed from, stand in order, and commit to their openings. */
function logBroken(
  tables: Tables,
  logId: string,
  events: readonly EventRow[],
  issues: readonly IssueRow[],
): string[] {
  const broken: string[] = []
  const byPosition = new Map(issues.map((issue) => [issue.position, issue]))
  let frontier = emptyFrontier
  for (const [index, { position, type, payload, leaf }] of events.entries()) {
    const name = `${logId} ${position}`
    const computed = sha256(Buffer.concat([LEAF, Buffer.from(payload)]))
    const entry = JSON.parse(payload) as Leaf
    if (position !== index + 1 || entry.index !== index) broken.push(`I6 ${name}: out of place`)
    if (leaf === null || !computed.equals(leaf)) broken.push(`I6 ${name}: its hash is another one`)
    frontier = appendLeaf(frontier, computed, sha256)
    if (type !== 'TicketsIssued') continue
    const issue = byPosition.get(position)
    if (issue === undefined || !isOpened(entry, issue))
      broken.push(`I21 ${name}: does not open to its order`)
  }
  const log = tables.logs.get(logId)
  if (log?.head !== events.length) broken.push(`I6 ${logId}: its head is ${log?.head}`)
  if (!log?.frontier.equals(frontierBytes(frontier))) broken.push(`I6 ${logId}: its tree differs`)
  return broken
}

function isOpened({ data }: Leaf, issue: IssueRow): boolean {
  const [order, holder] = [issue.salts.subarray(0, 32), issue.salts.subarray(32)]
  return (
    data.first === issue.first &&
    data.last === issue.last &&
    data.orderCommit === orderCommit(order, issue.order_text, sha256) &&
    data.holderCommit === holderCommit(holder, issue.holder_text, sha256)
  )
}

type Counted = { issues: readonly IssueRow[]; holds: readonly HoldRow[] }

/** The world is at rest and every reservation is over: nothing is held any more. */
function countsBroken(tables: Tables, logId: string, { issues, holds }: Counted): string[] {
  const counted = tables.raffles.get(logId)!
  const broken: string[] = []
  if (counted.issued !== ticketsIn(issues))
    broken.push(`I5 ${logId}: counts ${counted.issued} issued`)
  const held = holds.reduce((sum, hold) => sum + hold.n, 0)
  if (counted.held !== held) broken.push(`I17 ${logId}: counts ${counted.held} held of ${held}`)
  if (held > 0) broken.push(`I17 ${logId}: ${held} tickets are held for ever`)
  if (counted.issued + held > counted.cap) broken.push(`I17 ${logId}: sold beyond its capacity`)
  for (const product of tables.products.values()) {
    if (product.log_id !== logId) continue
    const own = issues.filter(({ product_id }) => product_id === product.product_id)
    if (product.issued !== ticketsIn(own) || product.held !== held)
      broken.push(`I8 ${logId} product ${product.product_id}: its counters differ`)
    if (product.issued > product.tickets_max) broken.push(`I8 ${logId}: a product is oversold`)
  }
  return broken
}

const ticketsIn = (issues: readonly IssueRow[]) =>
  issues.reduce((sum, { first, last }) => sum + last - first + 1, 0)
