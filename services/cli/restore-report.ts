// What a restore says in the terminal, and the heads that were kept outside of the database.
import type { Manifest } from '../backup/manifest.ts'
import type { Contents, Restored } from '../backup/restore.ts'
import { lastHeads } from '../ledger/heads.ts'
import type { LogHead } from '../ledger/heads.ts'
import { table } from './verify.ts'

/** Of the newest list; empty before the first. */
export async function headsKept(headsFolder: string): Promise<LogHead[]> {
  return (await lastHeads(headsFolder)).heads
}

const HEADS_SHOWN = 20

/** A line for each read model and each log; all of the logs are in `--json`. */
export function contentsLines({ heads, digests }: Contents): string[] {
  const more = heads.length - HEADS_SHOWN
  return [
    ...Object.entries(digests).map(([name, digest]) => `READ MODEL  ${digest}  ${name}`),
    ...heads
      .slice(0, HEADS_SHOWN)
      .map(({ logId, head, leaf }) => `HEAD  ${leaf ?? 'no leaf'}  ${logId} at ${head}`),
    ...(more > 0 ? [`and the heads of ${more} more logs`] : []),
  ]
}

type Outcome = Pick<Restored, 'differences' | 'erasedAgain' | 'report' | 'isSound'> & {
  /** Left out: nothing was restored here, only settled. */
  manifest?: Pick<Manifest, 'takenAt' | 'heads'>
}

export function restoreLines(outcome: Outcome): string[] {
  const { manifest, differences, erasedAgain, report, isSound } = outcome
  const done = manifest === undefined ? 'Settled' : 'Restored'
  return [
    ...(manifest === undefined
      ? []
      : [`Taken ${manifest.takenAt}, ${manifest.heads.length} logs.`]),
    table(report),
    ...differences.map((difference) => `DIFFERS  ${difference}`),
    ...(erasedAgain > 0 ? [`Erased again: ${erasedAgain}.`] : []),
    isSound ? `${done}, and everything holds.` : `${done.toUpperCase()}, BUT NOT SOUND: see above.`,
  ]
}
