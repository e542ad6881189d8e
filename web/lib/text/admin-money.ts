import type { AdminMoneyTexts } from './admin-money-en.ts'
import { textSection } from './text.tsx'

export const adminMoneyTexts = textSection<AdminMoneyTexts>({
  en: async () => (await import('./admin-money-en.ts')).adminMoneyEn,
  ar: async () => (await import('./admin-money-ar.ts')).adminMoneyAr,
  fr: async () => (await import('./admin-money-fr.ts')).adminMoneyFr,
})
export const useAdminMoneyTexts = adminMoneyTexts.useTable
