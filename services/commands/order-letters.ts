// What an e-mail says of an order: the receipt with everything that was paid for and the numbers of
// the tickets, and the line of a notice.
import { lineTotalCents } from '#events/order/evolve.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { Grant, OrderLine } from '#events/order/events.ts'

import type { Letter, LetterRow, LetterTable } from '../providers/messages/port.ts'
import { moneyOf } from './price-purchase.ts'
import { filled, raffleNameOf, rangeOf } from './receipt.ts'

type Language = 'en' | 'ar' | 'fr'

type Words = {
  subject: string
  subjectGoods: string
  title: string
  lead: string
  leadGoods: string
  tickets: string
  order: string
  delivery: string
  total: string
  money: string
  open: string
  foot: string
  footOfStaff: string
}

const words: Record<Language, Words> = {
  en: {
    subject: 'Order {reference} is paid: your tickets',
    subjectGoods: 'Order {reference} is paid',
    title: 'Thank you! Order {reference} is paid.',
    lead: 'This is your receipt. Each of your ticket numbers takes part in its draw.',
    leadGoods: 'This is your receipt.',
    tickets: 'Your tickets',
    order: 'Your order',
    delivery: 'Delivery',
    total: 'Paid',
    money: '${amount}',
    open: 'Open the order',
    foot:
      'This address was given with order {reference}. The link opens the order for whoever has ' +
      'it: keep it to yourself. Answers to this e-mail are not read.',
    footOfStaff:
      'This address was given with order {reference}. To open the order, sign in on our site ' +
      'with its phone number. Answers to this e-mail are not read.',
  },
  fr: {
    subject: 'Commande {reference} payée : vos billets',
    subjectGoods: 'Commande {reference} payée',
    title: 'Merci ! La commande {reference} est payée.',
    lead: 'Ceci est votre reçu. Chacun de vos numéros participe à son tirage.',
    leadGoods: 'Ceci est votre reçu.',
    tickets: 'Vos billets',
    order: 'Votre commande',
    delivery: 'Livraison',
    total: 'Payé',
    money: '{amount} $',
    open: 'Ouvrir la commande',
    foot:
      'Cette adresse a été donnée avec la commande {reference}. Le lien ouvre la commande à ' +
      'quiconque le détient : gardez-le pour vous. Les réponses à cet e-mail ne sont pas lues.',
    footOfStaff:
      'Cette adresse a été donnée avec la commande {reference}. Pour ouvrir la commande, ' +
      'connectez-vous sur notre site avec son numéro de téléphone. Les réponses à cet e-mail ne ' +
      'sont pas lues.',
  },
  ar: {
    subject: 'تم دفع الطلب {reference}: تذاكرك',
    subjectGoods: 'تم دفع الطلب {reference}',
    title: 'شكرًا لك! تم دفع الطلب {reference}.',
    lead: 'هذا إيصالك. كل رقم من أرقام تذاكرك يشارك في سحبه.',
    leadGoods: 'هذا إيصالك.',
    tickets: 'تذاكرك',
    order: 'طلبك',
    delivery: 'التوصيل',
    total: 'المدفوع',
    money: '{amount}$',
    open: 'فتح الطلب',
    foot:
      'أُعطي هذا العنوان مع الطلب {reference}. الرابط يفتح الطلب لكل من يحمله: احتفظ به لنفسك. ' +
      'الردود على هذه الرسالة لا تُقرأ.',
    footOfStaff:
      'أُعطي هذا العنوان مع الطلب {reference}. لفتح الطلب، سجّل الدخول إلى موقعنا برقم هاتفه. ' +
      'الردود على هذه الرسالة لا تُقرأ.',
  },
}

/** `pageUrl` null: staff gave the address, and no link goes there (docs/decisions/0058). */
export type OrderLetter = { language: Language; pageUrl: string | null }

type Paid = Pick<PlacedOrder, 'reference' | 'lines' | 'shippingCents' | 'totalCents'>

/** No grants: of goods alone. */
export function receiptLetter(
  order: Paid,
  grants: readonly Grant[],
  { language, pageUrl }: OrderLetter,
): Letter {
  const say = words[language]
  const { reference } = order
  const isGoods = grants.length === 0
  const rows = grants.map((grant) => ticketRow(order, grant, language))
  return {
    subject: filled(isGoods ? say.subjectGoods : say.subject, { reference }),
    title: filled(say.title, { reference }),
    lines: [isGoods ? say.leadGoods : say.lead],
    tables: [...(isGoods ? [] : [{ title: say.tickets, rows }]), orderTable(order, say)],
    ...wayToOrder(say, { reference, pageUrl }),
  }
}

type Way = { reference: string; pageUrl: string | null }

const wayToOrder = (say: Words, { reference, pageUrl }: Way): Pick<Letter, 'link' | 'foot'> => ({
  link: pageUrl === null ? null : { label: say.open, url: pageUrl },
  foot: filled(pageUrl === null ? say.footOfStaff : say.foot, { reference }),
})

const ticketRow = ({ lines }: Paid, grant: Grant, language: Language): LetterRow => ({
  name: raffleNameOf(lines, grant),
  value: rangeOf(grant, language),
})

function orderTable({ lines, shippingCents, totalCents }: Paid, say: Words): LetterTable {
  const money = (cents: number) => filled(say.money, { amount: moneyOf(cents) })
  const rows: LetterRow[] = [
    ...lines.map((line) => ({ name: goodsName(line), value: money(lineTotalCents(line)) })),
    ...(shippingCents === 0 ? [] : [{ name: say.delivery, value: money(shippingCents) }]),
    { name: say.total, value: money(totalCents), isTotal: true },
  ]
  return { title: say.order, rows }
}

function goodsName({ productName, variantName, quantity }: OrderLine): string {
  const name = variantName === null ? productName : `${productName}, ${variantName}`
  return quantity === 1 ? name : `${quantity} × ${name}`
}

export function noticeLetter(
  { reference }: Pick<PlacedOrder, 'reference'>,
  line: string,
  { language, pageUrl }: OrderLetter,
): Letter {
  const say = words[language]
  return {
    subject: line,
    title: line,
    lines: [],
    tables: [],
    ...wayToOrder(say, { reference, pageUrl }),
  }
}
