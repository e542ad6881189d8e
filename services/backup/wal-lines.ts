// The lines along which the log goes on from a base backup. Each restore that goes on leaves the
// timeline it came along for one of its own; what the left one had archived beyond that place stays
// in the archive, where only a restore along it finds it.
import { join } from 'node:path'

import { archivedName } from '../database/wal-archive.ts'
import { listFolder } from '../io/files.ts'
import { readGzip } from '../io/trees.ts'
import { BackupRefused } from './restore.ts'
import { bytesUpTo, historyName, placeFrom, readHistory, readSegment } from './wal-names.ts'
import type { Fork, Segment } from './wal-names.ts'

/** A timeline, and where it left each of those that led to it, oldest first. */
export type Line = { timeline: number; forks: readonly Fork[] }

/** Names of what is in the archive, as PostgreSQL names it. */
export async function archivedNames(folder: string): Promise<ReadonlySet<string>> {
  const suffix = archivedName('')
  const names = (await listFolder(folder)).filter((name) => name.endsWith(suffix))
  return new Set(names.map((name) => name.slice(0, -suffix.length)))
}

/** Without its history a timeline is taken for one that nothing led to, as PostgreSQL does. */
export async function readLine(folder: string, timeline: number): Promise<Line> {
  const name = archivedName(historyName(timeline))
  if (!(await listFolder(folder)).includes(name)) return { timeline, forks: [] }
  const text = await readGzip(join(folder, name)).catch((cause: unknown) => {
    throw new BackupRefused(`the archive is not whole: ${name} cannot be read (${String(cause)})`)
  })
  return { timeline, forks: readHistory(text) }
}

/** Its first file of the log and its last. */
export type Span = { first: Segment; last: Segment }

/** Is the backup of the line's own past, the whole of it? */
export function holds({ timeline, forks }: Line, { first, last }: Span): boolean {
  if (first.timeline === timeline) return true
  const left = forks.find((fork) => fork.timeline === first.timeline)
  return left !== undefined && last.number < placeFrom(left.lsn)
}

export type Choosing = {
  span: Span
  names: ReadonlySet<string>
  /** The last instant that counts; null: all that was archived. */
  until: Date | null
  /** Named by a person; null: there should be only one that can be meant. */
  timeline: number | null
}

/** All lines that lead on from a backup: its own, and those that left it later. Newest last. */
export async function linesFrom(folder: string, { span, names }: Choosing): Promise<Line[]> {
  const histories = [...names].flatMap((name) => /^([0-9A-F]{8})\.history$/.exec(name)?.[1] ?? [])
  const timelines = new Set([span.first.timeline, ...histories.map((hex) => parseInt(hex, 16))])
  const lines: Line[] = []
  for (const timeline of [...timelines].toSorted((a, b) => a - b))
    lines.push(await readLine(folder, timeline))
  return lines.filter((line) => holds(line, span))
}

/** Refuses where another line has something that the newest lacks, and nobody said which. */
export function chooseLine(lines: readonly Line[], choosing: Choosing): Line {
  const { names, until, timeline } = choosing
  const newest = lines.at(-1)
  if (newest === undefined) throw new Error('a backup lies on its own timeline at least')
  if (timeline !== null) {
    const named = lines.find((line) => line.timeline === timeline)
    if (named !== undefined) return named
    const known = lines.map((line) => line.timeline).join(', ')
    throw new BackupRefused(`--timeline=${timeline}: from this backup lead on only: ${known}`)
  }
  const others = lines.filter((line) => {
    const fork = partingOf(line, newest)
    if (fork === null || beyond(line, fork, names).length === 0) return false
    return until === null || fork.before === null || until >= fork.before
  })
  if (others.length === 0) return newest
  const ways = [...others, newest]
  throw new BackupRefused(
    'from this backup the log goes on along more than one timeline, and what is in one is not in ' +
      `another: ${ways.map((line) => describe(line, names)).join('; ')}. ` +
      `Say which one: ${ways.map((line) => `--timeline=${line.timeline}`).join(' or ')}`,
  )
}

/** Where two lines part; null: they are one. */
export function partingOf(one: Line, other: Line): Fork | null {
  let parted: Fork | null = null
  for (let nth = 0; timelineOf(one, nth) === timelineOf(other, nth); nth++) {
    const [mine, his] = [one.forks[nth], other.forks[nth]]
    if (mine === undefined || his === undefined) return mine ?? his ?? null
    if (mine.lsn !== his.lsn) return bytesUpTo(mine.lsn) < bytesUpTo(his.lsn) ? mine : his
    parted = mine
  }
  return parted
}

const timelineOf = ({ timeline, forks }: Line, nth: number) => forks[nth]?.timeline ?? timeline

/** The archived files of a line that hold something of after it parted from another one. */
function beyond(line: Line, fork: Fork, names: ReadonlySet<string>): string[] {
  // A file that was left at its end may end in a torn record: that is nothing.
  const from = fork.before === null ? fork.number + 1 : placeFrom(fork.lsn)
  const steps = [...line.forks, { timeline: line.timeline, lsn: null, number: Infinity }]
  const at = steps.findIndex(({ timeline }) => timeline === fork.timeline)
  const later = steps.slice(at).flatMap(({ timeline, lsn, number }) => {
    if (timeline !== fork.timeline) return [{ timeline, first: 0, last: number }]
    return lsn === fork.lsn ? [] : [{ timeline, first: from, last: number }]
  })
  return [...names].filter((name) => {
    const segment = readSegment(name)
    if (segment === null) return false
    const { timeline, number } = segment
    return later.some((l) => l.timeline === timeline && l.first <= number && number <= l.last)
  })
}

/** As in `timeline 2, which left 1 before 2026-11-22T17:30:00.000Z, up to 00000002…`. */
function describe({ timeline, forks }: Line, names: ReadonlySet<string>): string {
  const fork = forks.at(-1)
  const where = fork?.before === null ? `at ${fork.lsn}` : `before ${fork?.before.toISOString()}`
  const left = fork === undefined ? '' : `, which left ${fork.timeline} ${where}`
  const last = [...names].filter((name) => readSegment(name)?.timeline === timeline)
  const upTo = last.toSorted().at(-1)
  return `timeline ${timeline}${left}${upTo === undefined ? '' : `, up to ${upTo}`}`
}
