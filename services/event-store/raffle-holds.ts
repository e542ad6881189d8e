// The holds of one raffle in its writer's memory. While nobody else sells the raffle, all of them
// are there. Where several processes take turns, each reads the state anew before its batch; of
// the holds it then reads only those the batch is about, those of its persons where there is a
// limit, and those that have ended: to take turns must not cost more the more is held. The same
// where more is held than is kept in memory.
import type { LineId, OrderId, ProductId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import type { LogId } from './types.ts'

export type HeldLine = {
  orderLineId: LineId
  orderId: OrderId
  productId: ProductId
  n: number
  personKey: string
  expiresAtMs: number
}

export type HoldRow = {
  order_line_id: LineId
  order_id: OrderId
  product_id: ProductId
  n: number
  person_key: string
  expires_at: string
}

export type PartlyKnown = {
  /** What is known of these is in `holds`, or they hold nothing. */
  lines: Set<LineId>
  /** The batch that was the last when the state was read, and ours since. */
  batches: Set<string | null>
  /** Then it is looked again which of the others have ended. */
  nextLookMs: number
}

/** Each look walks over all holds of the raffle. */
const LOOK_EVERY_MS = 1_000

export const nothingKnown = (batchId: string | null): PartlyKnown => ({
  lines: new Set(),
  batches: new Set([batchId]),
  nextLookMs: -Infinity,
})

export const heldLine = (row: HoldRow): HeldLine => ({
  orderLineId: row.order_line_id,
  orderId: row.order_id,
  productId: row.product_id,
  n: row.n,
  personKey: row.person_key,
  expiresAtMs: Date.parse(row.expires_at),
})

export function earliestExpiry(holds: ReadonlyMap<LineId, HeldLine>): number {
  let earliest = Infinity
  for (const { expiresAtMs } of holds.values()) earliest = Math.min(earliest, expiresAtMs)
  return earliest
}

type Known = {
  holds: Map<LineId, HeldLine>
  nextExpiryMs: number
  partly: PartlyKnown | null
}

export type HoldsWanted = {
  logId: LogId
  lines: readonly LineId[]
  /** Of whom nothing has been asked yet; none where the raffle has no limit. */
  personKeys: readonly string[]
  now: Date
}

/** With the batch that was the last at that moment: one statement, one snapshot. */
const holdsWhere = (condition: string) => `
    select (select batch_id from logs where log_id = $1) as "batchId",
           (select coalesce(json_agg(hold), '[]')
              from holds as hold
             where log_id = $1 and ${condition}) as holds`

const OF_LINES = {
  name: 'holds_of_lines',
  text: holdsWhere('order_line_id = any ($2::uuid[])'),
}

const OF_OTHERS = {
  name: 'holds_of_others',
  text: holdsWhere('(person_key = any ($2) or expires_at <= $3)'),
}

type Answer = { batchId: string | null; holds: HoldRow[] }

/**
 * Reads what a batch needs that is not known yet. What is known already is not looked at again: of
 * these lines the database may not have heard the last, which is on its way. False: somebody else
 * has written since the state was read, so that holds and counts would be of two revisions.
 */
export async function loadHolds(
  database: Queryable,
  memory: Known,
  { logId, lines, personKeys, now }: HoldsWanted,
): Promise<boolean> {
  const { partly } = memory
  if (partly === null) return true
  const asked = lines.filter((line) => !partly.lines.has(line))
  const isLookDue = now.getTime() >= partly.nextLookMs
  const answers: Answer[] = []
  const ask = async (statement: typeof OF_LINES, values: readonly unknown[]) => {
    const { rows } = await database.query<Answer>({ ...statement, values })
    answers.push(...rows)
  }
  if (asked.length > 0) await ask(OF_LINES, [logId, asked])
  if (isLookDue || personKeys.length > 0) await ask(OF_OTHERS, [logId, personKeys, now])
  if (answers.some(({ batchId }) => !partly.batches.has(batchId))) return false

  if (isLookDue) partly.nextLookMs = now.getTime() + LOOK_EVERY_MS
  for (const row of answers.flatMap(({ holds }) => holds)) addHold(memory, partly, heldLine(row))
  for (const line of asked) partly.lines.add(line)
  return true
}

function addHold(memory: Known, { lines }: PartlyKnown, hold: HeldLine): void {
  if (lines.has(hold.orderLineId)) return
  lines.add(hold.orderLineId)
  memory.holds.set(hold.orderLineId, hold)
  memory.nextExpiryMs = Math.min(memory.nextExpiryMs, hold.expiresAtMs)
}
