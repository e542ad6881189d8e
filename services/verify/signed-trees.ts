// I6, of trees that were signed. Who may write the database can change a fact and hash its leaf and
// the writer's tree anew; the signatures over what they were he cannot make. So the tree that is
// hashed from the facts must be, at the size of each checkpoint, the tree that the checkpoint's
// note says, and that of each tree that is kept outside of the database. One walk, and no more in
// memory than a page of checkpoints.
import { parseCheckpointBody } from '#events/ledger/checkpoint.ts'
import { isSignedBy, parseNote, parseVerifierKey } from '#events/ledger/note.ts'
import type { Note, NoteKey } from '#events/ledger/note.ts'

import { noteTools, sha256 } from '../ledger/keys.ts'
import { broken, pages } from './audit.ts'
import type { Audit } from './audit.ts'
import type { Tree } from './tree.ts'

type SignedTree = {
  size: number
  /** Null: the row of a checkpoint is not what its note says. */
  root: Uint8Array | null
  /** Null: kept outside of the database, and believed. */
  checkpoint: { note: Note | null } | null
  /** Its signature is looked at though its root fits: it speaks for all that is before it. */
  isLandmark: boolean
  /** Where it is found, in words. */
  where: string
}

export type SignedTrees = {
  /** Is one of at most so many leaves still to be met? */
  isDue: (size: number) => boolean
  /** Holds the next one against the tree as it stands. */
  meet: () => Promise<void>
}

/** `tree`: of the facts of the log, as far as they were read. */
export async function signedTrees(audit: Audit, logId: string, tree: Tree): Promise<SignedTrees> {
  const keys = await keysOf(audit, logId)
  const trees = treesOf(audit, logId)
  const pull = async (): Promise<SignedTree | null> => {
    const step = await trees.next()
    return step.done === true ? null : step.value
  }
  let next = await pull()
  /** The last that fits. */
  let fits: SignedTree | null = null
  /** Leaves of the last that fits and whose signature was looked at. */
  let proved = 0

  /** Answers whether what comes after it may still fit. */
  function hold(signed: SignedTree): boolean {
    const isSame = signed.root !== null && tree.root().equals(signed.root)
    const wrong = (what: string) => {
      const since = fits !== null && isSigned(fits, keys) ? fits.size : proved
      const first = Math.min(since + 1, signed.size) // two trees of one size
      broken(audit, 'I6', `${logId} positions ${first} to ${signed.size}: ${what}`)
    }
    if ((!isSame || signed.isLandmark) && !isSigned(signed, keys)) {
      wrong(`${signed.where} is not what the log's key signed`)
      return true
    }
    if (!isSame) {
      wrong(`the facts are not those that were signed, says ${signed.where}`)
      return false
    }
    if (signed.isLandmark) proved = signed.size
    fits = signed
    return true
  }

  return {
    isDue: (size) => next !== null && next.size <= size,
    async meet() {
      if (next === null) return
      audit.examined('I6')
      next = hold(next) ? await pull() : null
    },
  }
}

/** Without a key that could be asked (a log that nobody can check), roots alone are compared. */
function isSigned({ root, checkpoint }: SignedTree, keys: readonly NoteKey[]): boolean {
  if (checkpoint === null) return true
  const { note } = checkpoint
  if (root === null || note === null) return false
  const isBy = (key: NoteKey) =>
    note.body.startsWith(`${key.name}\n`) && isSignedBy(note, key, noteTools)
  return keys.length === 0 || keys.some(isBy)
}

/** That of its first leaf, and those it was handed over to. */
async function keysOf(audit: Audit, logId: string): Promise<NoteKey[]> {
  const { rows } = await audit.tx.query<{ payload: string }>(
    `select payload from events
      where log_id = $1
        and leaf is not null
        and type <> 'TicketsIssued'
        and type in ('RafflePublished', 'SigningKeyRotated')
      order by position`,
    [logId],
  )
  return rows.flatMap(({ payload }) => {
    const { data } = JSON.parse(payload) as {
      data: { policy?: { log?: string }; verifierKey?: string }
    }
    return parseVerifierKey(data.policy?.log ?? data.verifierKey ?? '', sha256) ?? []
  })
}

/** I13, of trees that are kept outside; `tables.ts` has checkpoints. `ends`: of each log. */
export function checkEnds(audit: Audit, ends: ReadonlyMap<string, number>): void {
  for (const { logId, size, where } of audit.treesKept) {
    const head = ends.get(logId)
    audit.examined('I13')
    if (head === undefined) audit.violated('I13', `${logId} is missing, says ${where}`)
    else if (size > head)
      audit.violated('I13', `${logId}: the log ends at ${head}, before ${where}`)
  }
}

/** The smallest first. */
async function* treesOf(audit: Audit, logId: string): AsyncGenerator<SignedTree, void> {
  const kept = audit.treesKept
    .filter((tree) => tree.logId === logId)
    .toSorted((a, b) => a.size - b.size)
    .map(({ size, root, where }) => ({ size, root, where, checkpoint: null, isLandmark: true }))
  for await (const checkpoint of checkpointsOf(audit, logId)) {
    while ((kept[0]?.size ?? Infinity) < checkpoint.size) yield* kept.splice(0, 1)
    yield checkpoint
  }
  yield* kept
}

type Row = { size: number; root: Buffer; note: string }

/** Of each page the last one's signature is looked at, and so the newest's. */
async function* checkpointsOf(audit: Audit, logId: string): AsyncGenerator<SignedTree, void> {
  const statement = {
    name: 'verify_checkpoints',
    text: `select size, root, note from checkpoints
            where log_id = $1 and size > $2 order by size limit $3`,
  }
  const next = (row: Row) => [logId, row.size]
  for await (const rows of pages<Row>(audit, statement, [logId, 0], next))
    for (const [place, row] of rows.entries())
      yield { ...readCheckpoint(row), isLandmark: place === rows.length - 1 }
}

function readCheckpoint({ size, root, note: text }: Row): Omit<SignedTree, 'isLandmark'> {
  const note = parseNote(text)
  const body = note === null ? null : parseCheckpointBody(note.body)
  const isWhole = body !== null && body.size === size && root.equals(body.root)
  const where = `the checkpoint of ${size} leaves`
  return { size, root: isWhole ? root : null, checkpoint: { note }, where }
}
