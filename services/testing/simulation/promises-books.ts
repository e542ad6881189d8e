// I7, and the sentence behind it: nobody is charged without tickets or a refund duty, and nothing
// is a sale that nobody has paid. The providers of the world know what was paid.
import { postingsOf } from '#events/order/postings.ts'
import { saleLeftCents } from '#events/order/evolve.ts'

import type { Outside, Payment } from './outside.ts'
import type { WalkedOrder } from './promises.ts'

export function booksBroken(orders: readonly WalkedOrder[], { payments }: Outside): string[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]))
  return [
    ...orders.flatMap(postingsBroken),
    ...orders.flatMap(moneyBroken),
    ...[...payments.values()].flatMap((payment) => paidBroken(payment, byId)),
    ...orders.flatMap((order) => unpaidBroken(order, payments)),
  ]
}

function postingsBroken({ orderId, facts }: WalkedOrder): string[] {
  return facts.flatMap((fact) => {
    const sum = postingsOf(fact).reduce((cents, { amountCents }) => cents + amountCents, 0)
    return sum === 0 ? [] : [`I7 order ${orderId}: ${fact.type} posts ${sum} on one side`]
  })
}

function moneyBroken({ orderId, order }: WalkedOrder): string[] {
  const broken: string[] = []
  const isPaid = order.status === 'paid' || order.status === 'completed'
  const sales = order.payments.filter(({ isSale }) => isSale)
  if (sales.length > 1) broken.push(`I7 order ${orderId}: was sold twice`)
  if (isPaid && sales.length === 0) broken.push(`I7 order ${orderId}: paid without money`)
  if (order.status === 'cancelled' && saleLeftCents(order) !== 0)
    broken.push(`I7 order ${orderId}: cancelled, and keeps money`)
  for (const { isSale, attemptId } of order.payments)
    if (!isSale && !order.refunds.some((due) => due.attemptId === attemptId))
      broken.push(`I7 order ${orderId}: money on top that nobody owes back`)
  if (!Number.isSafeInteger(order.totalCents))
    broken.push(`I7 order ${orderId}: ${order.totalCents} cents`)
  return broken
}

/** What a provider took is known to the shop, to the cent. */
function paidBroken(payment: Payment, orders: ReadonlyMap<string, WalkedOrder>): string[] {
  const { orderId, attemptId, paidCents, askedCents } = payment
  if (paidCents === null) return []
  const order = orders.get(orderId)?.order
  const taken = order?.payments.find((known) => known.attemptId === attemptId)
  const attempt = order?.attempts.find((known) => known.attemptId === attemptId)
  if (paidCents !== askedCents)
    return attempt?.state === 'mismatched' && attempt.receivedCents === paidCents
      ? []
      : [`I7 order ${orderId}: ${paidCents} of ${askedCents} cents were taken for the whole`]
  return taken?.amountCents === paidCents
    ? []
    : [`I7 order ${orderId}: ${paidCents} cents were paid and are not known`]
}

function unpaidBroken({ orderId, order }: WalkedOrder, payments: Outside['payments']): string[] {
  const paid = new Map([...payments.values()].map((one) => [one.attemptId, one.paidCents]))
  return order.payments.flatMap(({ attemptId, amountCents }) =>
    attemptId === null || paid.get(attemptId) === amountCents
      ? []
      : [`I7 order ${orderId}: a payment is recorded that nobody has made`],
  )
}
