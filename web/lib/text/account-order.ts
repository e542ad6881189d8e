import type { OrderTexts } from './account-order-en.ts'
import { textSection } from './text.tsx'

export const orderTexts = textSection<OrderTexts>({
  en: async () => (await import('./account-order-en.ts')).orderEn,
  ar: async () => (await import('./account-order-ar.ts')).orderAr,
  fr: async () => (await import('./account-order-fr.ts')).orderFr,
})
export const useOrderTexts = orderTexts.useTable
