// Notes on a working paper that nobody has saved. They may name a person, so no storage has them:
// they are kept in the memory of the page, of each member of staff apart, and whoever comes back to
// the paper finds them, by whatever way it was left. They end with their save, with a reload and
// with the session.
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { Paper } from '#services/contract/admin-audit.ts'

import { isSame, wordsOf } from './merge-notes.ts'
import type { PaperWords } from './merge-notes.ts'

/** `read`: the paper that they were written on. */
type Notes = { read: Paper; words: PaperWords }

type Place = { queryClient: QueryClient; staffId: string; paperId: string }

/** What begins so goes with whoever typed it (`forgetPerson`). */
const UNSAVED = 'typed notes'
const keyOf = ({ staffId, paperId }: Place) => [UNSAVED, staffId, paperId]

export const keptNotes = (place: Place): Notes | undefined =>
  place.queryClient.getQueryData<Notes>(keyOf(place))

/** What says no more than the paper does is not kept. */
export function keepNotes(place: Place, notes: Notes): void {
  const queryKey = keyOf(place)
  if (isSame(notes.words, wordsOf(notes.read))) place.queryClient.removeQueries({ queryKey })
  else place.queryClient.setQueryData(queryKey, notes)
}

/** Saved, perhaps after the paper was left: only what was written since is still kept. */
export function noteSaved(place: Place, read: Paper): void {
  const kept = keptNotes(place)
  if (kept) keepNotes(place, { ...kept, read })
}

/** Of any paper. */
export function useHasUnsavedNotes(): boolean {
  const cache = useQueryClient().getQueryCache()
  const hasAny = () => cache.findAll({ queryKey: [UNSAVED] }).length > 0
  return useSyncExternalStore(cache.subscribe, hasAny, () => false)
}
