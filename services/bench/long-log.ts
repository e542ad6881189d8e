// A long public log in seconds: sales written straight into the tables by the owner, past the
// writer, with every entry, leaf and frontier as the writer would have made them.
import { randomBytes } from 'node:crypto'

import { hexOf, utf8 } from '#events/kernel/bytes.ts'
import { appendLeaf, frontierBytes, leafHash, parseFrontier } from '#events/ledger/merkle.ts'

import { sha256 } from '../event-store/codec.ts'
import { ticketsIssuedEntry } from '../event-store/tickets-issued-entry.ts'
import { openDatabase } from '../io/database.ts'
import type { OpenLog } from '../ledger/testing/log-rig.ts'

const ROWS_PER_COPY = 10_000

/** Until the log has so many leaves; each sale has one ticket. */
export async function fillLog(
  ownerUrl: string,
  { logId, raffleId, productId }: OpenLog,
  leaves: number,
): Promise<void> {
  const owner = openDatabase({
    url: ownerUrl,
    applicationName: 'qura bench',
    poolMax: 1,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  })
  const { rows } = await owner.query<{ head: number; tree_frontier: Buffer }>(
    'select head, tree_frontier from logs where log_id = $1',
    [logId],
  )
  const { head, tree_frontier } = rows[0]!
  let frontier = parseFrontier(head, tree_frontier)
  const at = new Date().toISOString()
  await owner.transaction(async (tx) => {
    while (frontier.size < leaves) {
      let chunk = ''
      const until = Math.min(leaves, frontier.size + ROWS_PER_COPY)
      for (let index = frontier.size; index < until; index += 1) {
        const entry = ticketsIssuedEntry({ raffle: raffleId, index, at }, sale(index))
        const leaf = leafHash(utf8(entry), sha256)
        frontier = appendLeaf(frontier, leaf, sha256)
        chunk += `${rowOf({ logId, index, entry, leaf, at })}\n`
      }
      await tx.copyIn({ text: COPY, chunks: [chunk] })
    }
    await tx.query(
      `update logs set head = $2, tree_frontier = $3, revision = revision + 1,
                       batch_id = gen_random_uuid()
        where log_id = $1`,
      [logId, frontier.size, Buffer.from(frontierBytes(frontier))],
    )
    // The writer asks for the last number alone.
    await tx.query(
      `insert into issues (log_id, order_line_id, order_id, product_id, position, first, last)
       values ($1, gen_random_uuid(), gen_random_uuid(), $2, $3, $4, $4)`,
      [logId, productId, leaves, leaves - 1],
    )
    await tx.query('update raffle_state set issued = $2 where log_id = $1', [logId, leaves - 1])
    await tx.query('update raffle_products set issued = $2 where log_id = $1', [logId, leaves - 1])
  })
  await owner.query('analyze events')
  await owner.end()
}

const COPY = `copy events (log_id, position, stream_id, stream_version, event_id, type,
  schema_version, payload, meta, leaf, recorded_at) from stdin`

const sale = (index: number) => ({
  first: index,
  last: index,
  channel: 'online' as const,
  ticketsPerUnit: 1,
  orderCommit: hexOf(randomBytes(32)),
  holderCommit: hexOf(randomBytes(32)),
})

type Row = { logId: string; index: number; entry: string; leaf: Uint8Array; at: string }

/** COPY's text format; an entry of ours has neither tab nor newline nor backslash. */
function rowOf({ logId, index, entry, leaf, at }: Row): string {
  const position = index + 1
  const eventId = `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`
  const meta = '{"commandId":"","correlationId":"","actor":"system:bench"}'
  return [
    logId,
    position,
    logId,
    position,
    eventId,
    'TicketsIssued',
    1,
    entry,
    meta,
    `\\\\x${hexOf(leaf)}`,
    at,
  ].join('\t')
}
