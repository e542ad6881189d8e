// What a restore is held against and what it does again, from outside of the database: the heads
// of all raffles, what was signed of them, and who was erased. A folder that is missing looks like
// one without anything in it, and then a restore would find everything in order; so it is asked for
// by the signer's key.
import type { Queryable } from '../io/database.ts'
import { hourAt, lastHeads } from '../ledger/heads.ts'
import type { KeptHeads, LogHead } from '../ledger/heads.ts'
import { hasLogKey } from '../ledger/keys.ts'
import type { LogBehind } from '../ledger/signed-heads.ts'
import type { KeptTrees } from '../verify/run.ts'
import { erasedList } from './erased-list.ts'
import { keptTrees } from './kept-trees.ts'
import { BackupRefused } from './restore.ts'
import { noteSettled } from './settled-list.ts'

export type NoteSettled = (owner: Queryable, heads: readonly LogHead[]) => Promise<LogBehind[]>

export type KeptOutside = {
  /** Of the newest list of heads; empty before the first. */
  headsKept: LogHead[]
  /** Of that list, `2026-11-21T08`, UTC; empty as well. */
  headsHour: string
  /** What was signed of the logs. */
  treesKept: KeptTrees
  /** Ids of people who were erased. */
  erased: string[]
  /** What could not be asked, in words; null: nothing. */
  gap: string | null
  /**
   * To be told where all logs end once everything was done: the next start on this database lets
   * pass what it answers, the logs that end before what was signed of them.
   */
  noteSettled: NoteSettled
}

export type Outside = {
  signerFolder: string
  headsFolder: string
  /** Does what is restored have raffles? Then somebody has signed for them. */
  hasRaffles: boolean
  /** Of the backup; null: nobody knows up to when the database goes. */
  takenAt: string | null
  /** SIGNER_DIR is lost: go on without it, and say so. */
  isWithoutSigner: boolean
}

/** Refuses where raffles have facts and SIGNER_DIR holds no key that signs them. */
export async function keptOutside(outside: Outside): Promise<KeptOutside> {
  const { signerFolder, headsFolder, hasRaffles, takenAt, isWithoutSigner } = outside
  const isThere = await hasLogKey(signerFolder)
  if (hasRaffles && !isThere && !isWithoutSigner)
    throw new BackupRefused(
      `SIGNER_DIR (${signerFolder}) holds no log key: without it nobody who was erased is erased ` +
        'again, and no heads are compared. Bring it back first; if it is lost, --without-signer',
    )
  const kept = await lastHeads(headsFolder)
  const erased = await erasedList(signerFolder).all()
  return {
    headsKept: kept.heads,
    headsHour: kept.hour,
    treesKept: await keptTrees({ signerFolder, headsFolder }),
    erased,
    gap: hasRaffles ? gapOf({ isThere, ...kept, headsFolder, takenAt }) : null,
    noteSettled: (owner, heads) => noteSettled(owner, { signerFolder, heads }),
  }
}

type Found = KeptHeads & Pick<Outside, 'headsFolder' | 'takenAt'> & { isThere: boolean }

/** What could not be asked, in words; null: nothing. */
export function gapOf({ isThere, ...kept }: Found): string | null {
  const people = isThere ? null : 'whoever was erased since the backup is back (no SIGNER_DIR)'
  const gaps = [headsGap(kept), people].filter((gap) => gap !== null)
  return gaps.length === 0 ? null : `NOT COMPARED: ${gaps.join('; ')}.`
}

/** A list is made each hour: an older one says nothing of what was sold since. */
const LIST_OLDER_MS_MAX = 2 * 3_600_000

function headsGap({ hour, heads, headsFolder, takenAt }: Omit<Found, 'isThere'>): string | null {
  if (heads.length === 0) return `no heads could be compared (none in ${headsFolder})`
  if (takenAt === null) return null
  const olderMs = new Date(takenAt).getTime() - hourAt(hour).getTime()
  if (olderMs <= LIST_OLDER_MS_MAX) return null
  return `the heads after ${hour}:00 UTC (no younger list in ${headsFolder}; backup of ${takenAt})`
}

export const hasRaffleFacts = (heads: readonly LogHead[]) =>
  heads.some(({ logId, head }) => logId.startsWith('raffle/') && head > 0)
