// What a mutation run tells, by folder: how many changes of the code some test noticed, and which
// ones none did. The shape is that of the mutation testing report schema, version 2.
export type MutationReport = {
  files: Record<string, { mutants: Mutant[] }>
}

type Mutant = {
  mutatorName: string
  replacement?: string
  status: string
  location: { start: { line: number; column: number } }
}

export type Score = { place: string; mutants: number; killed: number }

/** A change that leads into an endless loop is noticed as well. */
const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout'])
/** No test could run with them, or they are in code that runs once, when a file is loaded. */
const NOT_COUNTED: ReadonlySet<string> = new Set(['Ignored', 'CompileError', 'RuntimeError'])

const counted = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.filter(({ status }) => !NOT_COUNTED.has(status))

export function scores({ files }: MutationReport): Score[] {
  return Object.entries(files)
    .map(([place, { mutants }]) => ({
      place,
      mutants: counted(mutants).length,
      killed: mutants.filter(({ status }) => NOTICED.has(status)).length,
    }))
    .toSorted((a, b) => a.place.localeCompare(b.place))
}

export function total(of: readonly Score[]): Score {
  const sum = (key: 'mutants' | 'killed'): number => of.reduce((all, one) => all + one[key], 0)
  return { place: 'all', mutants: sum('mutants'), killed: sum('killed') }
}

/** One line each: where, which kind of change, and what stood there instead. */
export function survivors({ files }: MutationReport): string[] {
  return Object.entries(files).flatMap(([place, { mutants }]) =>
    counted(mutants)
      .filter(({ status }) => !NOTICED.has(status))
      .map(({ mutatorName, replacement = '', status, location: { start } }) => {
        const shown = replacement.replaceAll(/\s+/g, ' ').slice(0, 60)
        const unseen = status === 'NoCoverage' ? ' (no test comes here)' : ''
        return `${place}:${start.line}:${start.column} ${mutatorName} → ${shown}${unseen}`
      }),
  )
}

export const percent = ({ mutants, killed }: Score): number =>
  mutants === 0 ? 100 : (killed / mutants) * 100
