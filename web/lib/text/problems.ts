// What the shop refused, in the reader's language. English says what the server said; the others
// know its codes, and fall back to the server's sentence for one they do not know.
import type { Problem } from '#services/contract/problems.ts'

import { languageOfPage, textSection } from './text.tsx'

export type ProblemTexts = Partial<Record<string, (problem: Problem) => string>>

const inFrench = async () => (await import('./problems-fr.ts')).problemsFr

export const problemTexts = textSection<ProblemTexts>({
  // A hunt for untranslated words is about the codes: one that has no French has no translation.
  en: import.meta.env.MODE === 'pseudo' ? inFrench : async () => ({}),
  ar: async () => (await import('./problems-ar.ts')).problemsAr,
  fr: inFrench,
})

export async function sentenceFor(problem: Problem): Promise<string> {
  const language = languageOfPage()
  try {
    await problemTexts.load(language)
  } catch {
    return problem.error // the network is cut: the server's own words are here already
  }
  return problemTexts.of(language)[problem.code]?.(problem) ?? problem.error
}
