import type { SelfTexts } from './account-self-en.ts'
import { textSection } from './text.tsx'

export const selfTexts = textSection<SelfTexts>({
  en: async () => (await import('./account-self-en.ts')).selfEn,
  ar: async () => (await import('./account-self-ar.ts')).selfAr,
  fr: async () => (await import('./account-self-fr.ts')).selfFr,
})
export const useSelfTexts = selfTexts.useTable
