import type { ConsentTexts } from './consent-en.ts'
import { textSection } from './text.tsx'

export const consentTexts = textSection<ConsentTexts>({
  en: async () => (await import('./consent-en.ts')).consentEn,
  ar: async () => (await import('./consent-ar.ts')).consentAr,
  fr: async () => (await import('./consent-fr.ts')).consentFr,
})
export const useConsentTexts = consentTexts.useTable
