// The words on the picture that messengers show, in the language of the page that was shared.
import type { PageLanguage } from '../contract/pages.ts'

type ShareWords = {
  shop: { name: string; lines: readonly string[] }
  prize: (amount: string) => string
  product: (name: string, price: string) => string
  drawn: (day: string) => string
}

export const shareWords: Readonly<Record<PageLanguage, ShareWords>> = {
  en: {
    shop: {
      name: 'Shop something good. Win something great.',
      lines: ['Every order earns entries', 'Drawn in public, numbers you can check'],
    },
    prize: (amount) => `Prize ${amount}`,
    product: (name, price) => `${name}, ${price}`,
    drawn: (day) => `Drawn ${day}`,
  },
  ar: {
    shop: {
      name: 'تسوّق شيئًا جميلًا، واربح شيئًا رائعًا.',
      lines: ['كل طلب يُشركك في السحب', 'قرعة علنية، وأرقام يمكنك التحقّق منها'],
    },
    prize: (amount) => `الجائزة ${apart(amount)}`,
    product: (name, price) => `${apart(name)}، ${apart(price)}`,
    drawn: (day) => `القرعة في ${day}`,
  },
  fr: {
    shop: {
      name: 'Offrez-vous du beau. Gagnez du grandiose.',
      lines: ['Chaque commande vous fait participer', 'Tirage public, numéros vérifiables'],
    },
    prize: (amount) => `Lot ${amount}`,
    product: (name, price) => `${name}, ${price}`,
    drawn: (day) => `Tirage le ${day}`,
  },
}

/** In Beirut; digits stay Latin in Arabic too. */
export function shareDay(at: string, language: PageLanguage): string {
  const locale = { en: 'en-GB', ar: 'ar-LB-u-nu-latn', fr: 'fr-FR' }[language]
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Date(at).toLocaleDateString(locale, { timeZone: 'Asia/Beirut', ...parts })
}

/** First strong isolate: an amount or a name keeps its own direction among Arabic words. */
const apart = (words: string) => `\u2068${words}\u2069`
