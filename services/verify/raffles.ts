// Walks every raffle's log once, leaf by leaf, and holds it against what stands beside it: the
// issues, the counters, the tree and what was signed of it. Checks I1, I2, I3, I5, I6, I10, I13,
// I20 and I21.
import { createHash } from 'node:crypto'

import { canonicalJson } from '#events/ledger/canonical-json.ts'

import { broken, issueKey, pages } from './audit.ts'
import type { Audit } from './audit.ts'
import { checkEnds, signedTrees } from './signed-trees.ts'
import { newTree } from './tree.ts'

type LogRow = { log_id: string; head: number; tree_frontier: Buffer }

type EventRow = {
  position: number
  type: string
  payload: string
  meta: string
  leaf: Buffer
  recorded_at: Date
}

type IssueRow = {
  order_line_id: string
  order_id: string
  position: number
  first: number
  last: number
  order_salt: Buffer | null
  holder_salt: Buffer | null
  order_text: string | null
  holder_text: string | null
}

type Leaf = { at: string; index: number; raffle: string; type: string; data: Data }
type Data = {
  first?: number
  last?: number
  ticketsMax?: number
  field?: string
  value?: string
  orderCommit?: string
  holderCommit?: string
}

export async function checkRaffles(audit: Audit): Promise<void> {
  const { rows: logs } = await audit.tx.query<LogRow>(
    `select log_id, head, tree_frontier from logs where log_id like 'raffle/%' order by log_id`,
  )
  for (const log of logs) await checkRaffle(audit, log)
  checkEnds(audit, new Map(logs.map(({ log_id, head }) => [log_id, head])))
}

async function checkRaffle(audit: Audit, log: LogRow): Promise<void> {
  const issues = await readIssues(audit, log.log_id)
  const cap = await capacityOf(audit, log.log_id)
  checkNumbers(audit, log.log_id, { issues: [...issues.values()], cap })
  const issued = await walkLeaves(audit, log, issues)
  await checkCounters(audit, log.log_id, issued)
}

/** By position. */
async function readIssues(audit: Audit, logId: string): Promise<Map<number, IssueRow>> {
  const issues = new Map<number, IssueRow>()
  const statement = {
    name: 'verify_issues',
    text: `select order_line_id, order_id, position, first, last,
                  order_salt, holder_salt, order_text, holder_text
             from issues where log_id = $1 and position > $2 order by position limit $3`,
  }
  const next = (row: IssueRow) => [logId, row.position]
  for await (const rows of pages<IssueRow>(audit, statement, [logId, 0], next))
    for (const row of rows) issues.set(row.position, row)
  return issues
}

/** As published and amended: the leaves say it, not the counters. */
async function capacityOf(audit: Audit, logId: string): Promise<number> {
  const { rows } = await audit.tx.query<{ payload: string }>(
    `select payload from events
      where log_id = $1 and type in ('RafflePublished', 'RaffleAmended') order by position`,
    [logId],
  )
  let cap = 0
  for (const { payload } of rows) {
    const { data } = JSON.parse(payload) as Leaf
    if (data.ticketsMax !== undefined) cap = data.ticketsMax
    if (data.field === 'ticketsMax') cap = Number(data.value)
  }
  return cap
}

function checkNumbers(
  audit: Audit,
  logId: string,
  { issues, cap }: { issues: IssueRow[]; cap: number },
): void {
  let reached = 0
  for (const issue of issues.toSorted((a, b) => a.first - b.first)) {
    const { first, last } = issue
    const row = issueKey(logId, issue.order_line_id)
    const name = `${logId}: line ${issue.order_line_id} has ${first}-${last}`
    audit.examined('I1')
    audit.examined('I2')
    audit.examined('I3')
    if (first < 1 || last > cap) audit.violated('I2', `${name}, the capacity is ${cap}`, row)
    else if (first <= reached) audit.violated('I1', `${name}, ${first} was given before`, row)
    else if (first > reached + 1)
      audit.violated('I3', `${name}, ${reached + 1} to ${first - 1} are missing`, row)
    reached = Math.max(reached, last)
  }
}

/** Answers the number of tickets its leaves issued. */
async function walkLeaves(
  audit: Audit,
  log: LogRow,
  issues: Map<number, IssueRow>,
): Promise<number> {
  const tree = newTree()
  const signed = await signedTrees(audit, log.log_id, tree)
  const walk = { expected: 1, issued: 0, sealedAt: 0, lastTime: 0 }
  const statement = {
    name: 'verify_leaves',
    text: `select position, type, payload, meta, leaf, recorded_at
             from events where log_id = $1 and position > $2 order by position limit $3`,
  }
  const next = (row: EventRow) => [log.log_id, row.position]
  for await (const rows of pages<EventRow>(audit, statement, [log.log_id, 0], next))
    for (const row of rows) {
      checkLeaf(audit, log.log_id, { row, expected: walk.expected, lastTime: walk.lastTime })
      walk.expected = row.position + 1
      walk.lastTime = row.recorded_at.getTime()
      tree.append(leafHash(row.payload))
      while (signed.isDue(row.position)) await signed.meet()
      if (row.type === 'RegisterSealed') walk.sealedAt = row.position
      if (!row.type.startsWith('Tickets')) continue
      audit.examined('I20')
      if (walk.sealedAt > 0)
        broken(audit, 'I20', `${log.log_id}: ${row.type} at ${row.position}, after the seal`)
      if (row.type === 'TicketsIssued')
        walk.issued = checkIssue(audit, log.log_id, { row, issue: issues.get(row.position) })
    }
  if (walk.expected - 1 !== log.head)
    broken(audit, 'I6', `${log.log_id}: head is ${log.head}, ${walk.expected - 1} facts are there`)
  else if (!tree.frontier().equals(log.tree_frontier))
    broken(audit, 'I6', `${log.log_id}: the stored tree is not the tree of its ${log.head} leaves`)
  return walk.issued
}

function checkLeaf(
  audit: Audit,
  logId: string,
  { row, expected, lastTime }: { row: EventRow; expected: number; lastTime: number },
): void {
  audit.examined('I6')
  audit.examined('I10')
  const at = `${logId} position ${row.position}`
  const leaf = JSON.parse(row.payload) as Leaf
  if (row.recorded_at.getTime() < lastTime || row.recorded_at.toISOString() !== leaf.at)
    broken(
      audit,
      'I10',
      `${at}: recorded ${row.recorded_at.toISOString()}, the leaf says ${leaf.at}`,
    )

  const wrong = (what: string) => broken(audit, 'I6', `${at}: ${what}`, `${at}`)
  if (row.position !== expected) wrong(`position ${expected} is missing`)
  else if (!leafHash(row.payload).equals(row.leaf)) wrong('the leaf hash does not match the entry')
  else if (canonicalJson(leaf) !== row.payload) wrong('the entry is not canonical JSON')
  else if (leaf.index !== row.position - 1 || `raffle/${leaf.raffle}` !== logId)
    wrong('the entry names another place')
  else if (leaf.type !== row.type && row.type !== 'RegisterSealed')
    wrong(`the entry is a ${leaf.type}, its column says ${row.type}`)
}

const leafHash = (payload: string) =>
  createHash('sha256').update(Buffer.of(0)).update(payload, 'utf8').digest()

/** Answers the last number of the leaf. */
function checkIssue(
  audit: Audit,
  logId: string,
  { row, issue }: { row: EventRow; issue: IssueRow | undefined },
): number {
  audit.examined('I21')
  const { data } = JSON.parse(row.payload) as Leaf
  const at = `${logId} position ${row.position}`
  if (issue === undefined) {
    audit.violated('I21', `${at}: no issue stands behind these tickets`)
    return data.last ?? 0
  }
  const wrong = (what: string) =>
    audit.violated('I21', `${at}: ${what}`, issueKey(logId, issue.order_line_id))
  const meta = JSON.parse(row.meta) as { orderId?: string }
  if (meta.orderId !== issue.order_id) wrong('the fact names another order than its issue')
  else if (data.first !== issue.first || data.last !== issue.last)
    wrong(`the leaf says ${data.first}-${data.last}, the issue ${issue.first}-${issue.last}`)
  else if (issue.order_salt !== null && issue.order_text !== null) {
    const opened = commitment('order', issue.order_salt, issue.order_text)
    const summary = JSON.parse(issue.order_text) as { orderId?: string; lineId?: string }
    if (opened !== data.orderCommit) wrong('the order commitment does not open')
    else if (summary.orderId !== issue.order_id || summary.lineId !== issue.order_line_id)
      wrong('the order commitment opens to another order')
  }
  if (issue.holder_salt !== null && issue.holder_text !== null)
    if (commitment('holder', issue.holder_salt, issue.holder_text) !== data.holderCommit)
      wrong('the holder commitment does not open')
  return data.last ?? 0
}

/** Written here once more on purpose: the checker does not lean on the maker. */
function commitment(kind: 'order' | 'holder', salt: Buffer, text: string): string {
  return createHash('sha256')
    .update(`raffle-draw/v1/${kind}\0`)
    .update(salt)
    .update(text, 'utf8')
    .digest('hex')
}

async function checkCounters(audit: Audit, logId: string, issued: number): Promise<void> {
  const { rows } = await audit.tx.query<{ issued: number; by_product: number; recorded: number }>(
    `select raffle_state.issued,
            coalesce((select sum(product.issued) from raffle_products as product
                       where product.log_id = $1), 0)::integer as by_product,
            coalesce((select sum(issue.last - issue.first + 1) from issues as issue
                       where issue.log_id = $1), 0)::integer as recorded
       from raffle_state where log_id = $1`,
    [logId],
  )
  const [state] = rows
  audit.examined('I5')
  if (state === undefined) {
    if (issued > 0) audit.violated('I5', `${logId}: ${issued} tickets in the log, no counter`)
    return
  }
  if (state.issued !== issued || state.by_product !== issued)
    audit.violated(
      'I5',
      `${logId}: ${issued} tickets in the log, ${state.issued} counted, ` +
        `${state.by_product} by product`,
    )
}
