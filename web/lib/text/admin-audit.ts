import type { AdminAuditTexts } from './admin-audit-en.ts'
import { textSection } from './text.tsx'

export const adminAuditTexts = textSection<AdminAuditTexts>({
  en: async () => (await import('./admin-audit-en.ts')).adminAuditEn,
  ar: async () => (await import('./admin-audit-ar.ts')).adminAuditAr,
  fr: async () => (await import('./admin-audit-fr.ts')).adminAuditFr,
})
export const useAdminAuditTexts = adminAuditTexts.useTable
