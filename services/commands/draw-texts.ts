// What holders are told of a result, in the language they bought in.
export type DrawText = {
  raffle: string
  number: string
  pageUrl: string
}

type Words = { result: string; winner: string; reserve: string }

const words: Record<'en' | 'ar' | 'fr', Words> = {
  en: {
    result: '{raffle}: ticket {number} was drawn. See every step and check it: {pageUrl}',
    winner: 'Your ticket {number} has won: {raffle}! We will call you. You have 30 days: {pageUrl}',
    reserve: 'Your reserve ticket {number} now holds the prize: {raffle}! 30 days: {pageUrl}',
  },
  fr: {
    result: '{raffle} : le billet {number} a été tiré. Voyez et vérifiez chaque étape : {pageUrl}',
    winner:
      'Votre billet {number} a gagné : {raffle} ! Nous vous appellerons. 30 jours : {pageUrl}',
    reserve: 'Votre billet de réserve {number} gagne le lot : {raffle} ! 30 jours : {pageUrl}',
  },
  ar: {
    result: '{raffle}: سُحبت التذكرة {number}. شاهد كل خطوة وتحقّق منها: {pageUrl}',
    winner: 'ربحت تذكرتك {number}: {raffle}! سنتصل بك. لديك 30 يومًا: {pageUrl}',
    reserve: 'تذكرتك الاحتياطية {number} فازت الآن بالجائزة: {raffle}! لديك 30 يومًا: {pageUrl}',
  },
}

export function drawText(kind: keyof Words, language: string, values: DrawText): string {
  const known = spoken(language)
  return words[known][kind].replace(
    /\{(\w+)\}/g,
    (_place, name: string) => values[name as keyof DrawText] ?? '',
  )
}

/** The words exist in three languages; whoever bought in another reads English. */
export const spoken = (language: string): 'en' | 'ar' | 'fr' =>
  language === 'ar' || language === 'fr' ? language : 'en'
