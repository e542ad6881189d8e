import type { DrawRoomTexts } from './draw-room-en.ts'
import { textSection } from './text.tsx'

export const drawRoomTexts = textSection<DrawRoomTexts>({
  en: async () => (await import('./draw-room-en.ts')).drawRoomEn,
  ar: async () => (await import('./draw-room-ar.ts')).drawRoomAr,
  fr: async () => (await import('./draw-room-fr.ts')).drawRoomFr,
})
export const useDrawRoomTexts = drawRoomTexts.useTable
