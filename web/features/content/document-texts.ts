import { textSection } from '../../lib/text/text.tsx'
import type { Documents } from './document.ts'

export const documentTexts = textSection<Documents>({
  en: async () => (await import('./en/documents.ts')).documentsEn,
  ar: async () => (await import('./ar/documents.ts')).documentsAr,
  fr: async () => (await import('./fr/documents.ts')).documentsFr,
})
export const useDocuments = documentTexts.useTable
