import type { AdminSettingsTexts } from './admin-settings-en.ts'
import { textSection } from './text.tsx'

export const adminSettingsTexts = textSection<AdminSettingsTexts>({
  en: async () => (await import('./admin-settings-en.ts')).adminSettingsEn,
  ar: async () => (await import('./admin-settings-ar.ts')).adminSettingsAr,
  fr: async () => (await import('./admin-settings-fr.ts')).adminSettingsFr,
})
export const useAdminSettingsTexts = adminSettingsTexts.useTable
