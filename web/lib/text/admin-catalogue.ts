import type { CatalogueTexts } from './admin-catalogue-en.ts'
import { textSection } from './text.tsx'

export const catalogueTexts = textSection<CatalogueTexts>({
  en: async () => (await import('./admin-catalogue-en.ts')).catalogueEn,
  ar: async () => (await import('./admin-catalogue-ar.ts')).catalogueAr,
  fr: async () => (await import('./admin-catalogue-fr.ts')).catalogueFr,
})
export const useCatalogueTexts = catalogueTexts.useTable
