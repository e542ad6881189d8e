// The words of a receipt, and sending it once more to the number the order was placed with.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { Grant, OrderLine } from '#events/order/events.ts'

import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { sendMessage } from './send-message.ts'

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

/** Of one order in a day: whoever holds its link may ask, and each of them costs us a text. */
const RESENT_PER_DAY_MAX = 3
const RESEND_SECONDS = 60

/** Rejects when nothing was paid, when the buyer was erased, and when it was asked too often. */
export async function resendReceipt(desk: OrderDesk, orderId: OrderId): Promise<void> {
  const { order: loaded } = await desk.orders.load(orderId, { fresh: true })
  const order = requirePlaced(loaded)
  if (order.grants.length === 0 && order.status !== 'paid' && order.status !== 'completed')
    throw new Rejection('order_not_paid', 'There is no receipt yet: this order is not paid.')
  const contact = await desk.rows.contact.add(orderId)
  if (contact === null) throw new Rejection('not_found', 'There is no number to send it to.')

  const delivered = await sendMessage(desk, {
    to: contact.phone,
    text: receiptText(order, order.grants, {
      language: contact.language,
      pageUrl: desk.links.shortUrl(orderId, order.reference),
    }),
    ref: await nextRef(desk, orderId),
    purpose: 'receipt',
    language: contact.language,
  })
  // Two asked at the same moment: the other one's text is on its way.
  if (delivered === 'sent_before') throw tooSoon(RESEND_SECONDS)
}

/** The name of the next text of today; taken by writing it, so no two requests send the same. */
async function nextRef({ database, now }: OrderDesk, orderId: OrderId): Promise<string> {
  const day = now().toISOString().slice(0, 10)
  const refs = Array.from(
    { length: RESENT_PER_DAY_MAX },
    (_, index) => `receipt-again:${orderId}:${day}:${index + 1}`,
  )
  const { rows } = await database.query<{ sent: number; since_last: number | null }>({
    name: 'receipts_resent',
    text: `select count(*) as sent,
                  extract(epoch from clock_now() - max(created_at))::float8 as since_last
             from messages where ref = any($1)`,
    values: [refs],
  })
  const { sent, since_last: sinceLast } = rows[0] ?? { sent: 0, since_last: null }
  const ref = refs[sent]
  if (ref === undefined) throw tooSoon(24 * 3_600)
  if (sinceLast !== null && sinceLast < RESEND_SECONDS) throw tooSoon(RESEND_SECONDS - sinceLast)
  return ref
}

function tooSoon(seconds: number): Rejection {
  const message =
    seconds > RESEND_SECONDS
      ? 'The receipt was sent several times today. Please try again tomorrow.'
      : 'The receipt has just been sent. Please wait a minute before asking again.'
  return new Rejection('too_many_requests', message, { retryAfterSeconds: Math.ceil(seconds) })
}
