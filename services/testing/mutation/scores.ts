// What the runs so far have found in each file (`scores.json`), and what docs/mutants.md has of it:
// the table, and which files are no longer what was measured.
import { basename, dirname } from 'node:path'

import { percent, sha256Of, total } from './report.ts'
import type { FileScore, Score } from './report.ts'

/** By file: how many changes some test noticed, of how many, and in which source. */
export type KnownScores = Readonly<Record<string, Omit<FileScore, 'place'>>>

/** After a run: files that have nothing to change are not listed. */
export function scoresAfter(known: KnownScores, run: readonly FileScore[]): KnownScores {
  const next = new Map(Object.entries(known))
  for (const { place, killed, mutants, sha256 } of run)
    if (mutants > 0) next.set(place, { killed, mutants, sha256 })
    else next.delete(place)
  return Object.fromEntries([...next].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The files whose source is another than was measured; `read` has null for one that is gone. */
export async function changedSince(
  known: KnownScores,
  read: (place: string) => Promise<string | null>,
): Promise<string[]> {
  const found = Object.entries(known).map(async ([place, { sha256 }]) => {
    const source = await read(place)
    return source !== null && sha256Of(source) === sha256 ? [] : [place]
  })
  return (await Promise.all(found)).flat()
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

const CHANGED = 'Changed since they were measured'

/** Markdown: a line for each folder. */
export function listOf(changed: readonly string[]): string {
  if (changed.length === 0) return `${CHANGED}: none.`
  const folders = Map.groupBy(changed, (place) => dirname(place))
  const lines = [...folders].map(([folder, places]) => {
    const names = places.map((place) => `\`${basename(place)}\``)
    return `- \`${folder}/\`: ${names.join(', ')}`
  })
  return [`${CHANGED}, so that their figures are of older code:`, ...lines].join('\n')
}

/** What stands in docs/mutants.md: nobody shall take figures of older code for those of today. */
export const figuresOf = (known: KnownScores, changed: readonly string[]): string =>
  `${tableOf(known)}\n\n${listOf(changed)}`

const written = new RegExp(`^\\|.*(?:\\n\\|.*)*(?:\\n\\n${CHANGED}.*(?:\\n- .*)*)?`, 'm')

/** The text with its one table, and the list under it, written anew. */
export const withFigures = (text: string, figures: string): string =>
  text.replace(written, () => figures)
