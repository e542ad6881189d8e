import type { AdminOrdersTexts } from './admin-orders-en.ts'
import { textSection } from './text.tsx'

export const adminOrdersTexts = textSection<AdminOrdersTexts>({
  en: async () => (await import('./admin-orders-en.ts')).adminOrdersEn,
  ar: async () => (await import('./admin-orders-ar.ts')).adminOrdersAr,
  fr: async () => (await import('./admin-orders-fr.ts')).adminOrdersFr,
})
export const useAdminOrdersTexts = adminOrdersTexts.useTable
