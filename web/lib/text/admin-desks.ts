import type { AdminDesksTexts } from './admin-desks-en.ts'
import { textSection } from './text.tsx'

export const adminDesksTexts = textSection<AdminDesksTexts>({
  en: async () => (await import('./admin-desks-en.ts')).adminDesksEn,
  ar: async () => (await import('./admin-desks-ar.ts')).adminDesksAr,
  fr: async () => (await import('./admin-desks-fr.ts')).adminDesksFr,
})
export const useAdminDesksTexts = adminDesksTexts.useTable
