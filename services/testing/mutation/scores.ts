// What the runs so far have found in each file (`scores.json`), and the table of docs/mutants.md
// that is made of it.
import { percent, total } from './report.ts'
import type { Score } from './report.ts'

/** By file: how many changes some test noticed, of how many. */
export type KnownScores = Readonly<Record<string, { killed: number; mutants: number }>>

/** After a run: files that have nothing to change are not listed. */
export function scoresAfter(known: KnownScores, run: readonly Score[]): KnownScores {
  const next = new Map(Object.entries(known))
  for (const { place, killed, mutants } of run)
    if (mutants > 0) next.set(place, { killed, mutants })
    else next.delete(place)
  return Object.fromEntries([...next].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A folder of `events/` or a file beside them, and the writers of the event store as one. */
export function scoresByPart(known: KnownScores): Score[] {
  const parts = Map.groupBy(
    Object.entries(known).map(([place, score]) => ({ ...score, place })),
    ({ place }) => partOf(place),
  )
  return [...parts].map(([place, files]) => ({ ...total(files), place }))
}

const writers = 'the writers'

function partOf(place: string): string {
  if (!place.startsWith('events/')) return writers
  const [, folder, file] = place.split('/')
  return file === undefined ? place : `events/${folder}/`
}

/** Markdown: a line for each part, then `events/` as a whole, and all there is. */
export function tableOf(known: KnownScores): string {
  const parts = scoresByPart(known)
  const events = parts.filter(({ place }) => place !== writers)
  const rows = [
    ...events.map((part) => rowOf({ ...part, place: `\`${part.place}\`` })),
    rowOf({ ...total(events), place: 'all of `events/`' }),
    ...parts.filter(({ place }) => place === writers).map(rowOf),
    rowOf({ ...total(parts), place: '**together**' }),
  ]
  return ['| place | changes | noticed | |', '|---|---|---|---|', ...rows].join('\n')
}

function rowOf(score: Score): string {
  const figures = [grouped(score.mutants), grouped(score.killed), `${percent(score).toFixed(1)} %`]
  return `| ${[score.place, ...figures].join(' | ')} |`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** The text with its one table written anew. */
export const withTable = (text: string, table: string): string =>
  text.replace(/^\|.*(?:\n\|.*)*/m, () => table)
