// What a mutation run tells, by file: how many changes of the code some test noticed, and which
// ones none did. The shape is that of the mutation testing report schema, version 2.
import { createHash } from 'node:crypto'

export type MutationReport = {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

type Place = { line: number; column: number }

type Mutant = {
  mutatorName: string
  replacement?: string
  status: string
  /** Lines and columns from 1; the end is not included. */
  location: { start: Place; end: Place }
}

export type Score = { place: string; mutants: number; killed: number }

/** With the hash of the source that was measured, which may be another by now. */
export type FileScore = Score & { sha256: string }

export type Survivor = {
  /** Where it is today. */
  at: string
  /**
   * File, kind of change, what became of what, and the line it stands in: the same wherever the
   * line moves to.
   */
  name: string
}

/** A change that leads into an endless loop is noticed as well. */
const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout'])
/** No test could run with them, or they are in code that runs once, when a file is loaded. */
const NOT_COUNTED: ReadonlySet<string> = new Set(['Ignored', 'CompileError', 'RuntimeError'])

const counted = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.filter(({ status }) => !NOT_COUNTED.has(status))

export function scores({ files }: MutationReport): FileScore[] {
  return Object.entries(files)
    .map(([place, { source, mutants }]) => ({
      place,
      mutants: counted(mutants).length,
      killed: mutants.filter(({ status }) => NOTICED.has(status)).length,
      sha256: sha256Of(source),
    }))
    .toSorted((a, b) => a.place.localeCompare(b.place))
}

export const sha256Of = (source: string): string =>
  createHash('sha256').update(source).digest('hex')

export function total(of: readonly Score[]): Score {
  const sum = (key: 'mutants' | 'killed'): number => of.reduce((all, one) => all + one[key], 0)
  return { place: 'all', mutants: sum('mutants'), killed: sum('killed') }
}

export function survivors({ files }: MutationReport): Survivor[] {
  return Object.entries(files).flatMap(([place, { source, mutants }]) => {
    const lines = source.split('\n')
    return counted(mutants)
      .filter(({ status }) => !NOTICED.has(status))
      .map((mutant) => ({
        at: `${place}:${mutant.location.start.line}:${mutant.location.start.column}`,
        name: nameOf(place, lines, mutant),
      }))
  })
}

function nameOf(place: string, lines: readonly string[], mutant: Mutant): string {
  const { mutatorName, replacement = '', status, location } = mutant
  const line = short(lines[location.start.line - 1] ?? '', 120)
  const change = `«${short(textAt(lines, location), 60)}» → «${short(replacement, 60)}»`
  const unseen = status === 'NoCoverage' ? ' (no test comes here)' : ''
  return `${place} ${mutatorName}: ${change} in: ${line}${unseen}`
}

function textAt(lines: readonly string[], { start, end }: Mutant['location']): string {
  const whole = lines.slice(start.line - 1, end.line)
  if (start.line === end.line) return (whole[0] ?? '').slice(start.column - 1, end.column - 1)
  const [first = '', ...rest] = whole
  const last = rest.pop() ?? ''
  return [first.slice(start.column - 1), ...rest, last.slice(0, end.column - 1)].join('\n')
}

const short = (text: string, charactersMax: number): string =>
  text.trim().replaceAll(/\s+/g, ' ').slice(0, charactersMax)

export const percent = ({ mutants, killed }: Score): number =>
  mutants === 0 ? 100 : (killed / mutants) * 100
