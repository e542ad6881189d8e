// What a restore has left behind for good, kept outside of the database: logs that end before what
// the signer has signed of them, as they were when the restore was finished. A start lets these
// pass, and no others; in the database the note would come back with the next snapshot. But which
// note is whose stands in the database: what was restored beside the shop says nothing about it.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import type { Queryable } from '../io/database.ts'
import { makeFolder, readText, writeWhole } from '../io/files.ts'
import type { LogHead } from '../ledger/heads.ts'
import { signedHeads } from '../ledger/signed-heads.ts'
import type { LogBehind } from '../ledger/signed-heads.ts'

const folderIn = (signerFolder: string) => join(signerFolder, 'settled')

/**
 * One line a log that is behind: its id, leaves signed, where it ends (0: there is none). Lines of
 * an earlier settling stay for logs that have grown beyond what was signed: it is no tree of theirs
 * (`kept-trees.ts`). No line: no file. `heads`: of all logs of the database that was settled, which
 * takes a new id as its owner, before the lines: cut short in between, all that is behind counts as
 * lost. Answers what is behind.
 */
export async function noteSettled(
  owner: Queryable,
  { signerFolder, heads }: { signerFolder: string; heads: readonly LogHead[] },
): Promise<LogBehind[]> {
  const before = await settledLogs(owner, signerFolder)
  const settledId = randomUUID()
  await owner.query('update installation set settled_id = $1', [settledId])
  const ends = new Map(heads.map(({ logId, head }) => [logId, head]))
  const behind = (await signedHeads(signerFolder))
    .map(({ logId, size }) => ({ logId, size, head: ends.get(logId) ?? 0 }))
    .filter(({ size, head }) => head < size)
  const outgrown = before.filter(({ logId }) => !behind.some((one) => one.logId === logId))
  const noted = [...behind, ...outgrown]
  if (noted.length === 0) return []
  const lines = noted.map(({ logId, size, head }) => `${logId} ${size} ${head}\n`)
  await makeFolder(folderIn(signerFolder), { mode: 0o700 })
  await writeWhole(join(folderIn(signerFolder), settledId), lines.join(''), { mode: 0o600 })
  return behind
}

/** Of this database; empty before the first restore that has lost something. Of any login. */
export async function settledLogs(database: Queryable, signerFolder: string): Promise<LogBehind[]> {
  const { rows } = await database.query<{ settledId: string | null }>(
    'select settled_id as "settledId" from installation',
  )
  const settledId = rows[0]?.settledId ?? null
  if (settledId === null) return []
  const text = (await readText(join(folderIn(signerFolder), settledId))) ?? ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [logId = '', size = '', head = ''] = line.split(' ')
      return { logId, size: Number(size), head: Number(head) }
    })
}

/** Since then nothing was signed of it, and it has lost nothing more. */
export const isSettled = (
  { logId, size, head }: LogBehind,
  settled: readonly LogBehind[],
): boolean =>
  settled.some(
    (known) =>
      known.logId === logId &&
      known.size === size &&
      (known.head === 0) === (head === 0) &&
      known.head <= head,
  )
