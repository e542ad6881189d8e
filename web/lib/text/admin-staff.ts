import type { AdminStaffTexts } from './admin-staff-en.ts'
import { textSection } from './text.tsx'

export const adminStaffTexts = textSection<AdminStaffTexts>({
  en: async () => (await import('./admin-staff-en.ts')).adminStaffEn,
  ar: async () => (await import('./admin-staff-ar.ts')).adminStaffAr,
  fr: async () => (await import('./admin-staff-fr.ts')).adminStaffFr,
})
export const useAdminStaffTexts = adminStaffTexts.useTable
