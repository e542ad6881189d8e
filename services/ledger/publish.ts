// From facts to a published checkpoint, in steps that can each be taken again: the tiles grow, the
// signer records and signs, the note is stored. Whoever dies between two of them leaves something
// true behind: tiles nobody has asked for, a record of a tree that the next try signs again, or a
// checkpoint. Nothing here touches the path of a purchase; it reads what was committed.
import type { Database } from '../io/database.ts'
import { latestCheckpoint, saveCheckpoint } from './checkpoints.ts'
import type { StoredCheckpoint } from './checkpoints.ts'
import type { PublicLog } from './public-logs.ts'
import { SignerRefused } from './signer.ts'
import type { Signer } from './signer.ts'
import { consistencyFromTiles, growTree } from './tree.ts'

export type PublishNeeds = { database: Database; signer: Signer }

const TRIES_MAX = 5

/** Of the log as it stands; rejects with SignerRefused or TreeRefused where that is not signed. */
export async function publishCheckpoint(
  needs: PublishNeeds,
  log: PublicLog,
): Promise<StoredCheckpoint> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await publishOnce(needs, log)
    } catch (error) {
      // Another process was quicker; its checkpoint may be ours already.
      const isBusy = error instanceof SignerRefused && error.code === 'busy'
      if (!isBusy || turn === TRIES_MAX) throw error
    }
  }
}

async function publishOnce(
  { database, signer }: PublishNeeds,
  { logId, origin }: PublicLog,
): Promise<StoredCheckpoint> {
  // Read before the tree, which then holds whatever another process has signed by now.
  const signed = await signer.head(origin)
  const tree = await growTree(database, logId)
  const published = await latestCheckpoint(database, logId)
  if (published?.size === tree.size && published.root.equals(tree.root)) return published

  // A record of more than there is, or of another tree, is the signer's to refuse.
  const isLonger = signed !== null && signed.size < tree.size
  const proof = isLonger
    ? await consistencyFromTiles(database, logId, { from: signed.size, to: tree.size })
    : []
  const request = { checkpoint: { origin, ...tree }, proof, isPublished: published !== null }
  const note = await signer.sign(request).catch(async (refusal: unknown) => {
    const now = await signer.head(origin)
    // The proof begins where the record was. Another process has moved it: no fork, only late.
    throw now?.size === signed?.size ? refusal : new SignerRefused('busy', origin)
  })
  await saveCheckpoint(database, logId, { ...tree, note })
  const stored = await latestCheckpoint(database, logId)
  if (stored === null) throw new Error(`${logId}: the checkpoint that was stored is not there`)
  return stored
}
