// Of which kind the list of what waits for a person is shown. Pure.
import type { AttentionCounts, AttentionKind } from '#services/contract/attention.ts'

type Chosen = AttentionKind | ''

/** All of them once the last of the chosen kind was dealt with: the others are still waiting. */
export const shownKind = (chosen: Chosen, counts: AttentionCounts | undefined): Chosen =>
  counts && !counts.kinds.some(({ kind }) => kind === chosen) ? '' : chosen
