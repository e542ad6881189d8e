import type { FactorTexts } from './factors-en.ts'
import { textSection } from './text.tsx'

export const factorTexts = textSection<FactorTexts>({
  en: async () => (await import('./factors-en.ts')).factorsEn,
  ar: async () => (await import('./factors-ar.ts')).factorsAr,
  fr: async () => (await import('./factors-fr.ts')).factorsFr,
})
export const useFactorTexts = factorTexts.useTable
