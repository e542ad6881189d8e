import type { AlertTexts } from './alerts-en.ts'
import { textSection } from './text.tsx'

export const alertTexts = textSection<AlertTexts>({
  en: async () => (await import('./alerts-en.ts')).alertsEn,
  ar: async () => (await import('./alerts-ar.ts')).alertsAr,
  fr: async () => (await import('./alerts-fr.ts')).alertsFr,
})
export const useAlertTexts = alertTexts.useTable
