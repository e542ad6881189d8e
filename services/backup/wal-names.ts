// Names of PostgreSQL's log, and which of its files a base backup needs. A file is named by its
// timeline and its place in the log, in 24 hexadecimal digits. A cluster that was restored goes on
// in a timeline of its own, and `<timeline>.history` says where each earlier one was left.
// https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-TIMELINES

/** `initdb` makes no others, unless it is asked to. */
export const SEGMENT_BYTES = 16 * 1_024 * 1_024
const SEGMENTS_PER_PART = 2 ** 32 / SEGMENT_BYTES

/** `number` counts from the beginning of the log, over all timelines. */
export type Segment = { timeline: number; number: number }

export function readSegment(name: string): Segment | null {
  const parts = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name)
  if (parts === null) return null
  const [timeline = 0, part = 0, inside = 0] = parts.slice(1).map((hex) => parseInt(hex, 16))
  return { timeline, number: part * SEGMENTS_PER_PART + inside }
}

/** For names that a manifest or the archive vouches for. */
export function requireSegment(name: string): Segment {
  const segment = readSegment(name)
  if (segment === null) throw new Error(`${name} is no file of the log`)
  return segment
}

const hex8 = (n: number) => n.toString(16).toUpperCase().padStart(8, '0')

export const nameOfSegment = ({ timeline, number }: Segment): string =>
  hex8(timeline) + hex8(Math.floor(number / SEGMENTS_PER_PART)) + hex8(number % SEGMENTS_PER_PART)

/** Bytes from the beginning of the log to `lsn`, such as `0/4000158`. */
export function bytesUpTo(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The place that holds the last byte before `lsn`. */
export const placeBefore = (lsn: string): number =>
  Number((bytesUpTo(lsn) - 1n) / BigInt(SEGMENT_BYTES))

/** The place that holds the first byte from `lsn` on: of those below, nothing lies beyond it. */
export const placeFrom = (lsn: string): number => Number(bytesUpTo(lsn) / BigInt(SEGMENT_BYTES))

/** A timeline that was left, and the place that both it and the next one have a file of. */
export type Fork = {
  timeline: number
  number: number
  lsn: string
  /**
   * When the first commit was made that was left out, rounded up to the millisecond; null: it was
   * not left for the sake of an instant, so at what was its end then.
   */
  before: Date | null
}

export const historyName = (timeline: number) => `${hex8(timeline)}.history`

/** Oldest first, as the file has them. */
export const readHistory = (text: string): Fork[] =>
  text.split('\n').flatMap((line) => {
    const [, timeline, lsn, why = ''] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)\b(.*)/i.exec(line) ?? []
    if (timeline === undefined || lsn === undefined) return []
    const number = placeBefore(lsn)
    return [{ timeline: Number(timeline), number, lsn, before: readInstant(why) }]
  })

/** As PostgreSQL writes it: `before 2026-11-22 17:30:00.123456+00`. */
function readInstant(why: string): Date | null {
  const parts = /\bbefore (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(:\d\d)?/.exec(why)
  if (parts === null) return null
  const [, day, time, fraction = '.', hours, minutes = ':00'] = parts
  const micros = Number(fraction.slice(1).padEnd(6, '0'))
  return new Date(Date.parse(`${day}T${time}${hours}${minutes}`) + Math.ceil(micros / 1_000))
}

export type Plan = {
  /** In the order in which PostgreSQL asks for them, those that are there. */
  names: string[]
  /** Between the first and the last; without them the rest cannot be reached. */
  missing: string[]
}

export type Archive = {
  /** Of files of the log and histories, as PostgreSQL names them. */
  names: ReadonlySet<string>
  /** Of the timeline that is followed; empty while there is only one. */
  forks: readonly Fork[]
  timeline: number
}

/** From a place on, along one timeline and those that led to it. */
export function planLog(first: Segment, archive: Archive): Plan {
  const { names, forks } = archive
  const line = [...forks, { timeline: archive.timeline, number: Infinity }]
  /** Both sides of a fork have a file of that place: the newer one holds all of it. */
  const holders = (number: number) =>
    line
      .filter(({ timeline, number: leftAt }, nth) => {
        const enteredAt = line[nth - 1]?.number ?? 0
        return timeline >= first.timeline && enteredAt <= number && number <= leftAt
      })
      .map(({ timeline }) => nameOfSegment({ timeline, number }))
      .toReversed()
  const last = Math.max(
    ...[...names].flatMap((name) => {
      const segment = readSegment(name)
      return segment !== null && holders(segment.number).includes(name) ? [segment.number] : []
    }),
    first.number,
  )
  const plan: Plan = { names: [], missing: [] }
  for (let number = first.number; number <= last; number++) {
    const candidates = holders(number)
    const found = candidates.find((name) => names.has(name))
    if (found !== undefined) plan.names.push(found)
    else plan.missing.push(candidates[0] ?? nameOfSegment({ ...first, number }))
  }
  return plan
}
