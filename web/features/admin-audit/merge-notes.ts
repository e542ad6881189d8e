// Two auditors on one working paper: what each wrote, put together.
import type { Paper } from '#services/contract/admin-audit.ts'

export type PaperWords = { notes: Record<string, string>; conclusion: string }

type Noted = Pick<Paper, 'notInRegister' | 'conclusion'> & {
  walks: readonly { walk: { number: string }; note: string }[]
}

/** Of every ticket of the sample: what is left out of the next save is gone. */
export const wordsOf = ({ walks, notInRegister, conclusion }: Noted): PaperWords => ({
  notes: Object.fromEntries([
    ...walks.map(({ walk, note }) => [walk.number, note] as const),
    ...notInRegister.map(({ number, note }) => [number, note] as const),
  ]),
  conclusion,
})

/** Of one paper, as the shop keeps it: without the spaces around each. */
export function isSame(one: PaperWords, other: PaperWords): boolean {
  const isKept = (said: string, kept = '') => said.trim() === kept.trim()
  const notes = Object.entries(one.notes)
  return (
    isKept(one.conclusion, other.conclusion) &&
    notes.every(([number, note]) => isKept(note, other.notes[number]))
  )
}

type Hands = { read: PaperWords; mine: PaperWords; theirs: PaperWords }

/** Theirs where they have changed it since it was read, and mine everywhere else. */
export function mergeWords({ read, mine, theirs }: Hands): PaperWords {
  const newer = (was: string, own: string, other: string) => (other === was ? own : other)
  const notes = Object.entries(theirs.notes).map(([number, other]) => [
    number,
    newer(read.notes[number] ?? '', mine.notes[number] ?? '', other),
  ])
  return {
    notes: Object.fromEntries(notes),
    conclusion: newer(read.conclusion, mine.conclusion, theirs.conclusion),
  }
}
