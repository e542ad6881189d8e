import type { AdminImportTexts } from './admin-import-en.ts'
import { textSection } from './text.tsx'

export const adminImportTexts = textSection<AdminImportTexts>({
  en: async () => (await import('./admin-import-en.ts')).adminImportEn,
  ar: async () => (await import('./admin-import-ar.ts')).adminImportAr,
  fr: async () => (await import('./admin-import-fr.ts')).adminImportFr,
})
export const useAdminImportTexts = adminImportTexts.useTable
