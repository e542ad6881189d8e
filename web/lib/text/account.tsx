import type { AccountTexts } from './account-en.ts'
import { textSection } from './text.tsx'

export const accountTexts = textSection<AccountTexts>({
  en: async () => (await import('./account-en.ts')).accountEn,
  ar: async () => (await import('./account-ar.ts')).accountAr,
  fr: async () => (await import('./account-fr.ts')).accountFr,
})
export const useAccountTexts = accountTexts.useTable
