import type { AdminTexts } from './admin-en.ts'
import { textSection } from './text.tsx'

export const adminTexts = textSection<AdminTexts>({
  en: async () => (await import('./admin-en.ts')).adminEn,
  ar: async () => (await import('./admin-ar.ts')).adminAr,
  fr: async () => (await import('./admin-fr.ts')).adminFr,
})
export const useAdminTexts = adminTexts.useTable
