// The changes that no test notices, each with the reason why it is left: `survivors.json`. A change
// is known by its file and its words, not by its line, so that the list outlives other people's
// work in the same file.
import type { Survivor } from './report.ts'

/** Names of survivors under their reason. A name stands as often as there are such changes. */
export type KnownSurvivors = Readonly<Record<string, readonly string[]>>

/** Under which the command lists what nobody has looked at. */
export const unexplained = 'not looked at yet'

/** Those of a run that stand in the list less often than in the code. */
export function newSurvivors(known: KnownSurvivors, found: readonly Survivor[]): Survivor[] {
  const left = countOf(explained(known))
  return found.filter(({ name }) => {
    const times = left.get(name) ?? 0
    left.set(name, times - 1)
    return times <= 0
  })
}

/** Listed, in a file that the run has looked at, and noticed by now. */
export function noticedSince(
  known: KnownSurvivors,
  { found, files }: { found: readonly Survivor[]; files: readonly string[] },
): string[] {
  const left = countOf(found.map(({ name }) => name))
  return Object.values(known)
    .flat()
    .filter((name) => {
      const times = left.get(name) ?? 0
      left.set(name, times - 1)
      return times <= 0 && files.includes(fileOf(name))
    })
}

/** The list after this run: what is noticed by now is gone, what is new waits for its reason. */
export function updated(
  known: KnownSurvivors,
  run: { found: readonly Survivor[]; files: readonly string[] },
): KnownSurvivors {
  const gone = countOf(noticedSince(known, run))
  const kept = Object.entries(known).map(([reason, names]) => [
    reason,
    names.filter((name) => {
      const times = gone.get(name) ?? 0
      gone.set(name, times - 1)
      return times <= 0
    }),
  ])
  const next: Record<string, readonly string[]> = Object.fromEntries(kept)
  const listed = next[unexplained] ?? []
  const fresh = newSurvivors({ ...next, [unexplained]: [] }, run.found).map(({ name }) => name)
  const others = listed.filter((name) => !run.files.includes(fileOf(name)))
  next[unexplained] = [...others, ...fresh].toSorted()
  return Object.fromEntries(Object.entries(next).filter(([, names]) => names.length > 0))
}

const explained = (known: KnownSurvivors): string[] =>
  Object.entries(known).flatMap(([reason, names]) => (reason === unexplained ? [] : names))

const fileOf = (name: string): string => name.slice(0, name.indexOf(' '))

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
