// The words of a receipt.
import type { PlacedOrder } from '#events/order/decide.ts'
import type { Grant, OrderLine } from '#events/order/events.ts'

type Language = 'en' | 'ar' | 'fr'

type Words = { paid: string; paidGoods: string; tickets: string; range: string }

const words: Record<Language, Words> = {
  en: {
    paid: 'Order {reference} is paid. Your tickets:',
    paidGoods: 'Order {reference} is paid. Thank you!',
    tickets: '{raffle}: {numbers}',
    range: '{first}-{last}',
  },
  fr: {
    paid: 'Commande {reference} payée. Vos billets :',
    paidGoods: 'Commande {reference} payée. Merci !',
    tickets: '{raffle} : {numbers}',
    range: '{first}-{last}',
  },
  // A bare range would be read from right to left, its end first.
  ar: {
    paid: 'تم دفع الطلب {reference}. تذاكرك:',
    paidGoods: 'تم دفع الطلب {reference}. شكرًا لك!',
    tickets: '{raffle}: {numbers}',
    range: 'من {first} إلى {last}',
  },
}

/** No grants: of goods alone. */
export function receiptText(
  { reference, lines }: Pick<PlacedOrder, 'reference' | 'lines'>,
  grants: readonly Grant[],
  { language, pageUrl }: { language: Language; pageUrl: string },
): string {
  const { paid, paidGoods, tickets } = words[language]
  if (grants.length === 0) return `${filled(paidGoods, { reference })}\n${pageUrl}`
  const listed = grants.map((grant) =>
    filled(tickets, { raffle: raffleNameOf(lines, grant), numbers: rangeOf(grant, language) }),
  )
  return [filled(paid, { reference }), ...listed, pageUrl].join('\n')
}

/** In one pass, value by value as it is: a raffle may be called `$& {numbers}`. */
export const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '')

export const raffleNameOf = (lines: readonly OrderLine[], { lineId }: Grant) =>
  lines.find((line) => line.lineId === lineId)?.raffleName ?? ''

/** `000001-000006`, or one number alone. */
export const rangeOf = ({ first, last }: Grant, language: Language) =>
  first === last
    ? padded(first)
    : filled(words[language].range, { first: padded(first), last: padded(last) })

const padded = (number: number) => String(number).padStart(6, '0')
