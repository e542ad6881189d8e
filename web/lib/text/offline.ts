import type { OfflineTexts } from './offline-en.ts'
import { textSection } from './text.tsx'

export const offlineTexts = textSection<OfflineTexts>({
  en: async () => (await import('./offline-en.ts')).offlineEn,
  ar: async () => (await import('./offline-ar.ts')).offlineAr,
  fr: async () => (await import('./offline-fr.ts')).offlineFr,
})
export const useOfflineTexts = offlineTexts.useTable
