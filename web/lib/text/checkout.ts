import type { CheckoutTexts } from './checkout-en.ts'
import { textSection } from './text.tsx'

export const checkoutTexts = textSection<CheckoutTexts>({
  en: async () => (await import('./checkout-en.ts')).checkoutEn,
  ar: async () => (await import('./checkout-ar.ts')).checkoutAr,
  fr: async () => (await import('./checkout-fr.ts')).checkoutFr,
})
export const useCheckoutTexts = checkoutTexts.useTable
