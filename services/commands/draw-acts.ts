// What the acts of a ceremony share: the raffle's writer, the record of the room, the checkpoint
// after each fact. Every act may be repeated: the log says what was done, the rest is caught up.
import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { hexOf } from '#events/kernel/bytes.ts'
import { checkpointBody } from '#events/ledger/checkpoint.ts'
import { appendLeaf, emptyFrontier, rootOf } from '#events/ledger/merkle.ts'
import { keyIdOf, parseVerifierKey, type NoteKey } from '#events/ledger/note.ts'
import type { DrawCommand } from '#events/raffle/draw.ts'

import type { StandingSession } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { sha256, verifyEd25519 } from '../ledger/keys.ts'
import { editConflict, noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { sizeThrough } from './draw-facts.ts'
import type { DrawFacts, DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { readSession } from './draw-rows.ts'
import { recordAct } from './staff-acts.ts'
import type { NamedAct } from './staff-acts.ts'

/** A person, or the keeper that goes on where nobody is needed. */
export type Doer = { kind: 'staff'; actor: Actor } | { kind: 'system'; name: string }

export const doerName = (doer: Doer) =>
  doer.kind === 'staff' ? staffActor(doer.actor) : `system:${doer.name}`

export type Acting = { raffleId: DrawNow['raffleId']; doer: Doer }

/** `note`: for the erasable record beside the log alone. `session`: of a seal. */
type Noting = Acting & { note?: string | null; session?: StandingSession }

/** One command of the raffle. A fresh id each time: the rules know what has been done. */
export async function command(
  needs: DrawNeeds,
  { raffleId, doer, note = null, session }: Noting,
  draw: DrawCommand,
): Promise<void> {
  const commandId = newId<CommandId>()
  const meta = { commandId, correlationId: commandId, actor: doerName(doer) }
  const facts = await needs.store.raffle(raffleId).command(draw, meta, session)
  if (facts.length === 0 || doer.kind === 'system') return
  await noteAct(needs.database, {
    subject: `raffle/${raffleId}`,
    commandId,
    actor: doer.actor,
    act: `draw: ${draw.type}`,
    details: { drawId: draw.drawId, ...(note && { note }) },
  })
}

/** What somebody did in the draw room that is no fact of the raffle itself. */
export async function noteInRoom(
  needs: Pick<DrawNeeds, 'store' | 'database'>,
  { raffleId, doer }: Acting,
  said: Pick<NamedAct, 'kind' | 'details' | 'commandId'>,
): Promise<void> {
  if (doer.kind === 'system') return
  await recordAct(needs, { ...said, subject: `raffle/${raffleId}`, actor: doer.actor })
}

/** What whoever acts had before him; left out: whatever stands there. */
export type Shown = { drawId?: string | undefined; place?: number | undefined }

/** Throws `edit_conflict`: another draw stands there by now, or another place has the prize. */
export async function requireShown(
  { database }: Pick<DrawNeeds, 'database'>,
  { raffleId, raffle, draws }: Pick<DrawNow, 'raffleId' | 'raffle' | 'draws'>,
  { drawId, place }: Shown,
): Promise<void> {
  const isDraw = drawId === undefined || drawId === draws.at(-1)?.drawId
  const isPlace = place === undefined || place === raffle.draw?.holder?.place
  if (!isDraw || !isPlace) throw await editConflict(database, `raffle/${raffleId}`)
}

/** Publishes what was just recorded and asks the witnesses at once; a sweep asks them again. */
export async function showWitnesses(
  { ledger }: Pick<DrawNeeds, 'ledger'>,
  raffleId: DrawNow['raffleId'],
): Promise<void> {
  await ledger.publish(raffleId)
  await ledger.cosign(raffleId)
}

export type SealTree = { size: number; root: string; body: string }

/** The tree whose last leaf is the seal. */
export async function sealTree(
  { database }: Pick<DrawNeeds, 'database'>,
  { logId, published }: Pick<DrawNow, 'logId' | 'published'>,
  { drawId, seal }: Pick<DrawFacts, 'drawId' | 'seal'>,
): Promise<SealTree> {
  const size = sizeThrough(seal)
  const root = await keptRoot(database, { logId, drawId, size })
  return {
    size,
    root: hexOf(root),
    body: checkpointBody({ origin: published.origin, size, root }),
  }
}

type Tree = { logId: string; drawId: string; size: number }

async function keptRoot(database: Queryable, tree: Tree): Promise<Uint8Array> {
  const { rows } = await database.query<{ root: Buffer }>({
    name: 'draw_seal_root',
    text: `
      select root from draw_seals where draw_id = $1 and size = $3
      union all
      select root from checkpoints where log_id = $2 and size = $3
      limit 1`,
    values: [tree.drawId, tree.logId, tree.size],
  })
  return rows[0]?.root ?? keepRoot(database, tree)
}

/** Something was written between the seal and its checkpoint: the root is worked out, once. */
async function keepRoot(database: Queryable, tree: Tree): Promise<Uint8Array> {
  const root = await rootAt(database, tree)
  await database.query({
    name: 'draw_seal_keep',
    text: `insert into draw_seals (draw_id, size, root) values ($1, $2, $3) on conflict do nothing`,
    values: [tree.drawId, tree.size, Buffer.from(root)],
  })
  return root
}

const LEAVES_PER_PAGE = 4_096

async function rootAt(database: Queryable, { logId, size }: Tree): Promise<Uint8Array> {
  let frontier = emptyFrontier
  while (frontier.size < size) {
    const { rows } = await database.query<{ leaf: Buffer }>({
      name: 'draw_seal_leaves',
      text: `
        select leaf from events
         where log_id = $1 and position > $2 and position <= $3
         order by position`,
      values: [logId, frontier.size, Math.min(size, frontier.size + LEAVES_PER_PAGE)],
    })
    if (rows.length === 0) throw new Error(`${logId} ends before leaf ${size}`)
    for (const { leaf } of rows) frontier = appendLeaf(frontier, leaf, sha256)
  }
  return rootOf(frontier, sha256)
}

export type Representative = { office: string; key: NoteKey | null; keyId: string | null }

/** Null where no session was recorded, as for a draw of nobody. */
export async function representativeOf(
  database: Queryable,
  drawId: string,
): Promise<Representative> {
  const session = await readSession(database, drawId)
  const given = session?.representative
  const key = given?.verifierKey ? parseVerifierKey(given.verifierKey, sha256) : null
  return {
    office: given?.office ?? '',
    key,
    keyId: key === null ? null : hexOf(keyIdOf(key, sha256)),
  }
}

/** Throws `wrong_signature`; without a key on record no signature can be checked. */
export function requireSignature(
  { key }: Representative,
  message: Uint8Array,
  signature: string | null,
): void {
  if (signature === null) return
  const isRight =
    key !== null && verifyEd25519(Buffer.from(signature, 'hex'), message, key.publicKey)
  if (!isRight) throw new Rejection('wrong_signature', 'This is not the representative’s signature')
}

/** When the witnesses' quorum had signed a tree that holds this fact; null: not yet. */
export async function cosignedAt(
  { ledger }: Pick<DrawNeeds, 'ledger'>,
  { published }: Pick<DrawNow, 'published'>,
  fact: { leafIndex: number } | null,
): Promise<string | null> {
  if (fact === null) return null
  const { reachedAt } = await ledger.quorumAt(published.origin, sizeThrough(fact))
  return reachedAt?.toISOString() ?? null
}
