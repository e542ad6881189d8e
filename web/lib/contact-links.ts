import type { ShopSettings } from '#services/contract/shop-settings.ts'

/** The chat of the shop; wa.me wants digits only. */
export const chatLink = ({ whatsapp }: ShopSettings): string =>
  `https://wa.me/${whatsapp.replace(/\D/g, '')}`

export function socialLinks(settings: ShopSettings): { name: string; url: string }[] {
  const all = [
    ['Instagram', settings.instagram],
    ['Facebook', settings.facebook],
    ['TikTok', settings.tiktok],
  ] as const
  return all.flatMap(([name, url]) => (url ? [{ name, url }] : []))
}
