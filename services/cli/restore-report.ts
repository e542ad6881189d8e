// What a restore says in the terminal.
import type { Manifest } from '../backup/manifest.ts'
import type { Pictures } from '../backup/missing-pictures.ts'
import type { Contents, Finished } from '../backup/restore.ts'
import { table } from './verify.ts'

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

type Outcome = Omit<Finished, 'contents'> & {
  /** Left out: nothing was restored here, only settled. */
  manifest?: Pick<Manifest, 'takenAt' | 'heads'>
  /** Of `KeptOutside`. */
  headsHour: string
  /** Left out: nobody will start on it, as in a drill. */
  pictures?: Pictures
}

export function restoreLines(outcome: Outcome): string[] {
  const { manifest, headsHour, differences, erasedAgain, report, isSound } = outcome
  const { verifiersMissing, pictures } = outcome
  const isCompared = headsHour !== '' && report.findings.length > 0
  const done = manifest === undefined ? 'Settled' : 'Restored'
  return [
    ...(manifest === undefined
      ? []
      : [`Taken ${manifest.takenAt}, ${manifest.heads.length} logs.`]),
    table(report),
    ...(isCompared ? [`Compared with the heads of ${headsHour}:00 UTC.`] : []),
    ...differences.map((difference) => `DIFFERS  ${difference}`),
    ...(erasedAgain > 0 ? [`Erased again: ${erasedAgain}.`] : []),
    ...verifiersMissing.map(
      (hash) => `MISSING  verify-${hash}.mjs, which a draw names: put it into DATA_DIR/verifiers.`,
    ),
    ...(pictures === undefined ? [] : picturesLines(pictures)),
    isSound ? `${done}, and everything holds.` : `${done.toUpperCase()}, BUT NOT SOUND: see above.`,
  ]
}

function picturesLines(pictures: Pictures): string[] {
  if (pictures.missing === null)
    return [`NOT COMPARED: pictures could not be asked for (${pictures.why}).`]
  if (pictures.missing === 0) return []
  const what = `${pictures.missing} pictures of the catalogue`
  return [`MISSING  ${what}: bring FILES_DIR (or the bucket) back.`]
}
