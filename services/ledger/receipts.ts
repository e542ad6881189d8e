// What the holder of an order gets of the ledger for each range of tickets: the entry as it was
// hashed, the log's signed receipt for it, the opening of its commitments, and, as soon as a
// checkpoint covers it, the proof. Made when somebody asks, so that a purchase waits for none of
// it: the same fact always gives the same receipt.
import { utf8 } from '#events/kernel/bytes.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'
import { parseLeaf } from '#events/ledger/leaf.ts'
import { leafHash } from '#events/ledger/merkle.ts'
import { receiptBody, receiptKeyName } from '#events/ledger/receipt.ts'
import { formatTlogProof } from '#events/ledger/tlog-proof.ts'

import type { Queryable } from '../io/database.ts'
import { latestCheckpoint, latestWitnessed } from './checkpoints.ts'
import type { StoredCheckpoint } from './checkpoints.ts'
import { sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import { logIdOf } from './public-logs.ts'
import type { PublicLog, PublicLogs } from './public-logs.ts'
import { inclusionFromTiles } from './tree.ts'

/** What opens the two commitments of an issue; null where it was erased, or is not the asker's. */
export type Opening = {
  index: number
  holderSalt: string | null
  holderText: string | null
  orderSalt: string | null
  orderText: string | null
}

export type TicketReceipt = {
  lineId: string
  raffleId: string
  origin: string
  /** Ticket numbers, both included. */
  first: number
  last: number
  /** Of the leaf, from 0. */
  index: number
  /** The leaf, byte for byte. */
  entry: string
  /** The signed note. */
  receipt: string
  opening: Opening
  /** `.tlog-proof`; null until a checkpoint covers the leaf. */
  proof: string | null
}

export type ReceiptNeeds = {
  database: Queryable
  logs: PublicLogs
  keys: Pick<LedgerKeys, 'signNote' | 'refresh'>
}

/** A process that publishes no trees hears of a retired key here: not once for each receipt. */
const KEYS_FRESH_MS = 1_000

export type IssuedLine = { raffleId: string; lineId: string }

/** Null for a line that has no tickets. `isOwn`: the asker is the holder, not who has a link. */
export async function ticketReceipt(
  needs: ReceiptNeeds,
  { raffleId, lineId }: IssuedLine,
  { isOwn }: { isOwn: boolean },
): Promise<TicketReceipt | null> {
  const log = await needs.logs.ofRaffle(raffleId)
  const issue = await readIssue(needs.database, logIdOf(raffleId), lineId)
  if (log === null || issue === null) return null
  const { position, entry, first, last } = issue
  const index = position - 1
  const leaf = leafHash(utf8(entry), sha256)
  const { at } = parseLeaf(utf8(entry))
  await needs.keys.refresh({ unlessWithinMs: KEYS_FRESH_MS })
  const receipt = needs.keys.signNote(
    receiptKeyName(log.origin),
    receiptBody({ origin: log.origin, index, leaf, at }),
  )
  const opening = openingOf(issue, isOwn)
  const extra = utf8(canonicalJson({ entry, opening, receipt }))
  return {
    lineId,
    raffleId,
    origin: log.origin,
    first,
    last,
    index,
    entry,
    receipt,
    opening,
    proof: await proofOf(needs.database, log, { index, extra }),
  }
}

type IssueRow = {
  position: number
  first: number
  last: number
  entry: string
  order_salt: Buffer | null
  holder_salt: Buffer | null
  order_text: string | null
  holder_text: string | null
}

async function readIssue(
  database: Queryable,
  logId: string,
  lineId: string,
): Promise<IssueRow | null> {
  const { rows } = await database.query<IssueRow>({
    name: 'issue_with_entry',
    text: `
      select issue.position, issue.first, issue.last, events.payload as entry,
             issue.order_salt, issue.holder_salt, issue.order_text, issue.holder_text
        from issues as issue
        join events on events.log_id = issue.log_id and events.position = issue.position
       where issue.log_id = $1 and issue.order_line_id = $2`,
    values: [logId, lineId],
  })
  return rows[0] ?? null
}

/** Name and phone are told to their owner alone: a link to an order may be passed on. */
function openingOf(issue: IssueRow, isOwn: boolean): Opening {
  return {
    index: issue.position - 1,
    holderSalt: isOwn ? hexOrNull(issue.holder_salt) : null,
    holderText: isOwn ? issue.holder_text : null,
    orderSalt: hexOrNull(issue.order_salt),
    orderText: issue.order_text,
  }
}

const hexOrNull = (bytes: Buffer | null) => bytes?.toString('hex') ?? null

/**
 * Under the newest checkpoint that the quorum has cosigned; while the witnesses are silent, under
 * the newest that there is.
 */
async function proofOf(
  database: Queryable,
  { logId, policyText }: PublicLog,
  { index, extra }: { index: number; extra: Uint8Array },
): Promise<string | null> {
  const { quorum } = policyText
  const checkpoint =
    (await latestWitnessed(database, logId, { index, quorum })) ??
    covering(await latestCheckpoint(database, logId), index)
  if (checkpoint === null) return null
  const { size, note } = checkpoint
  const proof = await inclusionFromTiles(database, logId, { index, size })
  return formatTlogProof({ extra, index, proof, checkpoint: note })
}

const covering = (checkpoint: StoredCheckpoint | null, index: number) =>
  checkpoint !== null && checkpoint.size > index ? checkpoint : null
