// The words of a receipt.
import type { PlacedOrder } from '#events/order/decide.ts'
import type { Grant, OrderLine } from '#events/order/events.ts'

type Language = 'en' | 'ar' | 'fr'

type Words = Record<'paid' | 'paidGoods' | 'tickets' | 'range' | 'more', string>

const words: Record<Language, Words> = {
  en: {
    paid: 'Order {reference} is paid. Your tickets:',
    paidGoods: 'Order {reference} is paid. Thank you!',
    tickets: '{raffle}: {numbers}',
    range: '{first}-{last}',
    more: 'and {count} more, on the page:',
  },
  fr: {
    paid: 'Commande {reference} payée. Vos billets :',
    paidGoods: 'Commande {reference} payée. Merci !',
    tickets: '{raffle} : {numbers}',
    range: '{first}-{last}',
    more: 'et {count} de plus, sur la page :',
  },
  // A bare range would be read from right to left, its end first.
  ar: {
    paid: 'تم دفع الطلب {reference}. تذاكرك:',
    paidGoods: 'تم دفع الطلب {reference}. شكرًا لك!',
    tickets: '{raffle}: {numbers}',
    range: 'من {first} إلى {last}',
    more: 'و{count} غيرها، على الصفحة:',
  },
}

/** Fewer than the 1,024 of a WhatsApp template and the 1,600 of Twilio: the link stands last. */
const CHARACTERS_MAX = 900

/** No grants: of goods alone. Not all of many grants are in it; the link always is. */
export function receiptText(
  { reference, lines }: Pick<PlacedOrder, 'reference' | 'lines'>,
  grants: readonly Grant[],
  { language, pageUrl }: { language: Language; pageUrl: string },
): string {
  const { paid, paidGoods, tickets, more } = words[language]
  if (grants.length === 0) return `${filled(paidGoods, { reference })}\n${pageUrl}`
  const head = filled(paid, { reference })
  const listed = grants.map((grant) =>
    filled(tickets, { raffle: raffleNameOf(lines, grant), numbers: rangeOf(grant, language) }),
  )
  const whole = [head, ...listed, pageUrl].join('\n')
  if (whole.length <= CHARACTERS_MAX) return whole
  const moreLine = (count: number) => filled(more, { count: String(count) })
  const around = [head, moreLine(listed.length), pageUrl].join('\n')
  const kept = firstWithin(listed, CHARACTERS_MAX - around.length)
  return [head, ...kept, moreLine(listed.length - kept.length), pageUrl].join('\n')
}

/** As many of the first lines as fit, each with its line break. */
function firstWithin(lines: readonly string[], charactersMax: number): readonly string[] {
  let left = charactersMax
  const kept: string[] = []
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0) break
    kept.push(line)
  }
  return kept
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
