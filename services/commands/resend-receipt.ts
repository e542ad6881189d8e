// A receipt once more: to the number and to the address that the order has now, whatever stood
// there when it went out first.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { Grant } from '#events/order/events.ts'
import { publicStatus } from '#events/order/public-status.ts'
import { voidsAmong } from '#projections/ticket-register/queries.ts'

import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { linkedOf } from './link-generation.ts'
import type { OrderDesk } from './order-desk.ts'
import { writeOrderEmail } from './order-emails.ts'
import { receiptLetter } from './order-letters.ts'
import { requirePlaced } from './orders.ts'
import { receiptText } from './receipt.ts'
import { sendMessage } from './send-message.ts'

/** Of one order in a day: whoever holds its link may ask, and each of them costs us a text. */
const RESENT_PER_DAY_MAX = 3
const RESEND_SECONDS = 60

/** Is there a receipt to send? There is none of an order that was given up, by whomever. */
export const hasReceipt = (order: PlacedOrder): boolean =>
  ['paid', 'completed'].includes(publicStatus(order).status)

/**
 * Rejects when nothing was paid or everything goes back, when the buyer was erased, and when it was
 * asked too often. `sending` is called before anything leaves the house, `notSent` when nothing did
 * after all, because somebody else's receipt left at the same moment.
 */
export async function resendReceipt(
  desk: OrderDesk,
  orderId: OrderId,
  { sending, notSent }: { sending?: () => Promise<void>; notSent?: () => Promise<void> } = {},
): Promise<void> {
  const { order: loaded, generation } = await desk.orders.load(orderId, { fresh: true })
  const order = requirePlaced(loaded)
  if (!hasReceipt(order)) throw noReceipt(order)
  const contact = await desk.rows.contact.add(orderId)
  if (contact === null) throw new Rejection('not_found', 'There is no number to send it to.')

  const { phone, language } = contact
  const linked = linkedOf(contact, generation)
  const about = { ref: await nextRef(desk, orderId), purpose: 'receipt' } as const
  const pageUrl = desk.links.shortUrl(linked, order.reference)
  const grants = await grantsInPlay(desk.database, order.grants)
  const text = receiptText(order, grants, { language, pageUrl })
  await sending?.()
  await writeOrderEmail(desk, {
    ...about,
    contact,
    linked,
    letterOf: (url) => receiptLetter(order, grants, { language, pageUrl: url }),
  })
  const delivered = await sendMessage(desk, { ...about, language, to: phone, text })
  // Two asked at the same moment: the other one's text is on its way, and one e-mail of them both.
  if (delivered === 'sent_before') {
    await notSent?.()
    throw tooSoon(RESEND_SECONDS)
  }
}

export const noReceipt = (order: PlacedOrder): Rejection =>
  publicStatus(order).status === 'cancelled'
    ? new Rejection('order_cancelled', 'There is no receipt any more: this order is cancelled.')
    : new Rejection('order_not_paid', 'There is no receipt yet: this order is not paid.')

/** What is void takes part in no draw, and no receipt names it. */
export async function grantsInPlay(
  database: Queryable,
  grants: readonly Grant[],
): Promise<readonly Grant[]> {
  if (grants.length === 0) return grants
  const voids = await ask(database, voidsAmong(grants))
  return grants.flatMap((grant, nth) => {
    let next = grant.first
    const left: Grant[] = []
    for (const { first, last } of voids.filter(({ of }) => of === nth)) {
      if (first > next) left.push({ ...grant, first: next, last: first - 1 })
      next = last + 1
    }
    return next > grant.last ? left : [...left, { ...grant, first: next }]
  })
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
