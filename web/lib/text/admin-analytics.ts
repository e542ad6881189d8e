import type { AnalyticsTexts } from './admin-analytics-en.ts'
import { textSection } from './text.tsx'

export const analyticsTexts = textSection<AnalyticsTexts>({
  en: async () => (await import('./admin-analytics-en.ts')).analyticsEn,
  ar: async () => (await import('./admin-analytics-ar.ts')).analyticsAr,
  fr: async () => (await import('./admin-analytics-fr.ts')).analyticsFr,
})
export const useAnalyticsTexts = analyticsTexts.useTable
