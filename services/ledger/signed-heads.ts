// What the record of the signer has seen of each log: its size, a floor that no database of this
// shop may be below, and the root of its tree then. A tree is signed after its facts were
// committed, and what is visible is on the disk: a log that ends before its record has lost facts,
// whatever has crashed.
import { join } from 'node:path'

import { parseCheckpointBody } from '#events/ledger/checkpoint.ts'

import type { Queryable } from '../io/database.ts'
import { listFolder } from '../io/files.ts'
import { fileGuard } from './guard.ts'
import { logIdOf } from './public-logs.ts'

/** `size`: leaves of the last tree that was signed. */
export type SignedHead = { logId: string; size: number }

/** `root`: of that tree, 32 bytes. */
export type SignedRoot = SignedHead & { root: Uint8Array }

/**
 * In the order of the record's folders; none where there is no record. A step that is damaged is
 * left out: the signer itself stops at it.
 */
export async function signedHeads(signerFolder: string): Promise<SignedRoot[]> {
  const folder = join(signerFolder, 'guard')
  const { readByHash } = fileGuard(folder)
  const found: SignedRoot[] = []
  for (const hash of await listFolder(folder)) {
    const { text } = await readByHash(hash)
    const signed = text === null ? null : parseCheckpointBody(text)
    if (signed === null) continue
    const { origin, size, root } = signed
    found.push({ logId: logIdOf(origin.slice(origin.lastIndexOf('/') + 1)), size, root })
  }
  return found
}

export type LogBehind = SignedHead & {
  /** Where the log ends; 0: there is no such log. */
  head: number
}

/** Those of `signed` that the database does not reach. */
export async function logsBehind(
  database: Queryable,
  signed: readonly SignedHead[],
): Promise<LogBehind[]> {
  const { rows } = await database.query<{ head: number }>({
    name: 'heads_signed',
    text: `
      select coalesce(logs.head, 0) as head
        from unnest($1::text[]) with ordinality as signed (log_id, place)
        left join logs on logs.log_id = signed.log_id
       order by signed.place`,
    values: [signed.map(({ logId }) => logId)],
  })
  return signed
    .map(({ logId, size }, place) => ({ logId, size, head: rows[place]?.head ?? 0 }))
    .filter(({ head, size }) => head < size)
}
