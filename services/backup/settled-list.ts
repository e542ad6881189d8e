// What a restore has left behind for good, kept outside of the database: logs that end before what
// the signer has signed of them, as they were when the restore was finished. A start lets these
// pass, and no others; in the database the note would come back with the next snapshot.
import { join } from 'node:path'

import { readText, writeWhole } from '../io/files.ts'
import type { LogHead } from '../ledger/heads.ts'
import { signedHeads } from '../ledger/signed-heads.ts'
import type { LogBehind } from '../ledger/signed-heads.ts'

const pathIn = (signerFolder: string) => join(signerFolder, 'settled.txt')

/**
 * One line a log that is behind: its id, leaves signed, where it ends (0: there is none). `heads`:
 * of all logs of the database that was settled. Replaces what an earlier restore has left.
 */
export async function noteSettled(signerFolder: string, heads: readonly LogHead[]): Promise<void> {
  const ends = new Map(heads.map(({ logId, head }) => [logId, head]))
  const lines = (await signedHeads(signerFolder))
    .map(({ logId, size }) => ({ logId, size, head: ends.get(logId) ?? 0 }))
    .filter(({ size, head }) => head < size)
    .map(({ logId, size, head }) => `${logId} ${size} ${head}\n`)
  const isNothingNew = lines.length === 0 && (await readText(pathIn(signerFolder))) === null
  if (!isNothingNew) await writeWhole(pathIn(signerFolder), lines.join(''), { mode: 0o600 })
}

/** Empty before the first restore that has lost something. */
export async function settledLogs(signerFolder: string): Promise<LogBehind[]> {
  const text = (await readText(pathIn(signerFolder))) ?? ''
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
