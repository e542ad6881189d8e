// What a buyer is told about an order after its receipt: ready, on its way, handed over, ended,
// money owed or paid back, a request answered. Short, in the language the order was placed in, with
// the link. What concerns the money goes by e-mail as well; where the goods are is for the phone
// alone.
import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { linkedOf } from './link-generation.ts'
import type { OrderDesk } from './order-desk.ts'
import { writeOrderEmail } from './order-emails.ts'
import { noticeLetter } from './order-letters.ts'
import { pickupCode } from './pickup-code.ts'
import type { Delivered } from './send-message.ts'
import { sendMessage } from './send-message.ts'

type Language = 'en' | 'ar' | 'fr'

type RefundKind =
  | 'refund_due'
  | 'raffle_cancelled'
  | 'refund_paid'
  | 'refund_unpaid'
  | 'credit_given'
  | 'refund_withdrawn'

export type Notice =
  | { kind: 'ready' | 'sent_out' | 'handed_over' | 'cancelled' | 'cancelled_paid' }
  | { kind: 'request_accepted' | 'request_declined' | 'credit_declined' }
  | { kind: RefundKind; amount: string }

type Kind = Notice['kind']

const words: Record<Language, Record<Kind, string>> = {
  en: {
    ready: 'Order {reference} is ready for pickup. Your pickup code: {code}',
    sent_out: 'Order {reference} is on its way to you.',
    handed_over: 'Order {reference} was handed over. Thank you!',
    cancelled: 'Order {reference} was cancelled.',
    cancelled_paid: 'Order {reference} was cancelled. What you paid goes back to you.',
    request_accepted: 'Order {reference}: your request was accepted.',
    request_declined: 'Order {reference}: your request was declined.',
    credit_declined: 'Order {reference}: no store credit. Your money goes back to you.',
    refund_due: 'Order {reference}: ${amount} goes back to you. The page says why.',
    raffle_cancelled: 'Order {reference}: a raffle was cancelled. ${amount} goes back to you.',
    refund_paid: 'Order {reference}: ${amount} was paid back to you.',
    refund_unpaid: 'Order {reference}: we told you too early. ${amount} is still due to you.',
    credit_given: 'Order {reference}: ${amount} is now store credit of yours.',
    refund_withdrawn: 'Order {reference}: ${amount} was promised back by mistake. Nothing is due.',
  },
  fr: {
    ready: 'Commande {reference} prête au retrait. Votre code : {code}',
    sent_out: 'Commande {reference} en route vers vous.',
    handed_over: 'Commande {reference} remise. Merci !',
    cancelled: 'Commande {reference} annulée.',
    cancelled_paid: 'Commande {reference} annulée. Votre paiement vous sera remboursé.',
    request_accepted: 'Commande {reference} : votre demande est acceptée.',
    request_declined: 'Commande {reference} : votre demande est refusée.',
    credit_declined: 'Commande {reference} : avoir refusé. Votre argent vous sera rendu.',
    refund_due: 'Commande {reference} : {amount} $ vous seront remboursés. La page dit pourquoi.',
    raffle_cancelled:
      'Commande {reference} : une tombola est annulée. {amount} $ vous seront remboursés.',
    refund_paid: 'Commande {reference} : {amount} $ vous ont été remboursés.',
    refund_unpaid: 'Commande {reference} : annonce prématurée. {amount} $ vous sont encore dus.',
    credit_given: 'Commande {reference} : vous avez maintenant un avoir de {amount} $.',
    refund_withdrawn:
      'Commande {reference} : {amount} $ annoncés par erreur ne vous sont pas remboursés.',
  },
  ar: {
    ready: 'طلبك {reference} جاهز للاستلام. رمز الاستلام: {code}',
    sent_out: 'طلبك {reference} في الطريق إليك.',
    handed_over: 'تمّ تسليم طلبك {reference}. شكرًا لك!',
    cancelled: 'أُلغي طلبك {reference}.',
    cancelled_paid: 'أُلغي طلبك {reference}. سيُعاد إليك ما دفعته.',
    request_accepted: 'طلبك {reference}: قُبل ما طلبته.',
    request_declined: 'طلبك {reference}: لم يُقبل ما طلبته.',
    credit_declined: 'طلبك {reference}: لم يُقبل الرصيد. ستُعاد إليك أموالك.',
    refund_due: 'طلبك {reference}: سيُعاد إليك {amount}$. السبب في الصفحة.',
    raffle_cancelled: 'طلبك {reference}: أُلغي السحب. سيُعاد إليك {amount}$.',
    refund_paid: 'طلبك {reference}: أُعيد إليك {amount}$.',
    refund_unpaid: 'طلبك {reference}: استعجلنا في إبلاغك. ما زال لك {amount}$.',
    credit_given: 'طلبك {reference}: لك الآن رصيد في المتجر قدره {amount}$.',
    refund_withdrawn: 'طلبك {reference}: وُعدت خطأً بردّ {amount}$. لا شيء مستحقّ.',
  },
}

function noticeLine(
  { reference }: Pick<PlacedOrder, 'reference'>,
  notice: Notice,
  { language, code }: { language: Language; code: string },
): string {
  const amount = 'amount' in notice ? notice.amount : ''
  return words[language][notice.kind]
    .replace('{reference}', reference)
    .replace('{code}', code)
    .replace('{amount}', amount)
}

const goesByEmail: ReadonlySet<Kind> = new Set([
  'cancelled',
  'cancelled_paid',
  'request_accepted',
  'request_declined',
  'credit_declined',
  'refund_due',
  'raffle_cancelled',
  'refund_paid',
  'refund_unpaid',
  'credit_given',
  'refund_withdrawn',
])

/** Null: nobody is left to tell. The same `ref` is sent once. */
export async function noticeTo(
  desk: OrderDesk,
  orderId: OrderId,
  { ref, notice }: { ref: string; notice: Notice },
): Promise<Delivered | null> {
  const { order, generation } = await desk.orders.load(orderId, { fresh: true })
  const contact = await desk.rows.contact.add(orderId)
  if (contact === null || order.status === 'none') return null
  const { language, phone } = contact
  const linked = linkedOf(contact, generation)
  const line = noticeLine(order, notice, { language, code: pickupCode(desk.links, linked) })
  const pageUrl = desk.links.pageUrl(linked)
  const about = { ref, purpose: 'notice' } as const
  if (goesByEmail.has(notice.kind))
    await writeOrderEmail(desk, {
      ...about,
      contact,
      linked,
      letterOf: (url) => noticeLetter(order, line, { language, pageUrl: url }),
    })
  return sendMessage(desk, { ...about, language, to: phone, text: `${line}\n${pageUrl}` })
}
