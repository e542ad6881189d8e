import type { DrawTexts } from './draw-en.ts'
import { textSection } from './text.tsx'

export const drawTexts = textSection<DrawTexts>({
  en: async () => (await import('./draw-en.ts')).drawEn,
  ar: async () => (await import('./draw-ar.ts')).drawAr,
  fr: async () => (await import('./draw-fr.ts')).drawFr,
})
export const useDrawTexts = drawTexts.useTable
