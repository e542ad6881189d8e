// What the draw room refuses, in the reader's language. English says what the server said, with its
// numbers; the others know its codes.
import type { drawProblemStatus } from '#services/contract/draw-problems.ts'

import { textSection } from './text.tsx'
import type { Language } from './text.tsx'

/** The draw's own codes, and those of other acts that mean something else in the room. */
export type DrawRefusals = Readonly<
  Record<keyof typeof drawProblemStatus | 'raffle_cancelled' | 'not_drawn', string>
>

const inFrench = async () => (await import('./draw-refusals-fr.ts')).drawRefusalsFr

export const drawRefusalTexts = textSection<Partial<DrawRefusals>>({
  en: import.meta.env.MODE === 'pseudo' ? inFrench : async () => ({}),
  ar: async () => (await import('./draw-refusals-ar.ts')).drawRefusalsAr,
  fr: inFrench,
})

/** For a page outside the room that meets one of the draw's own codes: fetched only then. */
export async function drawRefusalIn(
  language: Language,
  code: keyof typeof drawProblemStatus,
): Promise<string | null> {
  try {
    await drawRefusalTexts.load(language)
  } catch {
    return null // the network is cut: the server's own words are here already
  }
  return drawRefusalTexts.of(language)[code] ?? null
}

/** The sentence for a code; null where the server's own has to do. */
export function useDrawRefusal(): (code: string | null) => string | null {
  const sentences: Readonly<Partial<Record<string, string>>> = drawRefusalTexts.useTable()
  return (code) => (code === null ? null : (sentences[code] ?? null))
}
