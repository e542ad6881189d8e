// Tells the buyer what became of an order, once for each fact: its text has the fact's name. Duties
// to give money back that arose together are one text, and so are those that were paid together.
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'
import type { RefundCause } from '#events/order/evolve.ts'
import type { Recorded } from '#projections/projection.ts'

import type { Notice } from '../../commands/order-notices.ts'
import { noticeTo } from '../../commands/order-notices.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { orderIdOf } from '../../commands/orders.ts'
import { moneyOf } from '../../commands/price-purchase.ts'
import type { Reactor } from '../reactor.ts'
import { reactorReads } from './reads.ts'

export function orderNotices(desk: OrderDesk): Reactor {
  return {
    name: 'order-notices',
    reads: reactorReads['order-notices'],
    isTransactional: false,
    // A gateway takes its time to answer, and in a rush thousands wait.
    atOnce: 16,
    async react(fact) {
      const orderId = orderIdOf(fact.streamId)
      const notice = await noticeOf(desk, orderId, fact)
      if (notice === null) return
      await noticeTo(desk, orderId, { ref: `notice:${orderId}:${fact.version}`, notice })
    },
  }
}

async function noticeOf(
  desk: OrderDesk,
  orderId: OrderId,
  { event, version }: Pick<Recorded, 'event' | 'version'>,
): Promise<Notice | null> {
  switch (event.type) {
    case 'OrderMadeReady':
      return { kind: 'ready' }
    case 'OrderSentOut':
      return { kind: 'sent_out' }
    case 'OrderCompleted':
      return { kind: 'handed_over' }
    case 'OrderCancelled': {
      const { reason, staffReason } = event.data
      const isByUs = reason === 'staff' || reason === 'raffle_cancelled'
      // What a buyer asked for is answered by name; what expired is no news.
      if (!isByUs || staffReason === 'request_accepted') return null
      return { kind: (await isPaid(desk, orderId)) ? 'cancelled_paid' : 'cancelled' }
    }
    case 'RefundDue':
      return toldCauses.has(event.data.cause) ? dueNotice(desk, orderId, version) : null
    case 'RefundPaid':
      return paidNotice(desk, orderId, version)
    case 'RefundPaymentWithdrawn': {
      const { amountCents } = event.data
      return amountCents === 0 ? null : { kind: 'refund_unpaid', amount: moneyOf(amountCents) }
    }
    case 'RefundWithdrawn':
      return isTakenBack(event.data) ? withdrawnNotice(desk, orderId, version) : null
    default:
      return null
  }
}

/** Another process may have taken the money. */
async function isPaid(desk: OrderDesk, orderId: OrderId): Promise<boolean> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  return order.status !== 'none' && order.payments.length > 0
}

/** Of the others a buyer hears otherwise: the order is cancelled, or staff spoke with him. */
const toldCauses: ReadonlySet<RefundCause> = new Set([
  'paid_late',
  'paid_twice',
  'mismatch',
  'not_issuable',
  'raffle_cancelled',
])

/** Null for the second line of ten, and for what delivery cost: the first one tells the sum. */
async function dueNotice(
  desk: OrderDesk,
  orderId: OrderId,
  version: number,
): Promise<Notice | null> {
  const together = await recordedTogether(desk, orderId, version)
  const duties = together.flatMap(({ event, ...fact }) =>
    event.type === 'RefundDue' ? [{ version: fact.version, ...event.data }] : [],
  )
  const cents = sumOf(duties)
  if (duties[0]?.version !== version || cents === 0) return null
  const kind = duties[0].cause === 'raffle_cancelled' ? 'raffle_cancelled' : 'refund_due'
  return { kind, amount: moneyOf(cents) }
}

/**
 * What staff had promised by word they take back by word. A payment that did not fit is owed all
 * the same: the duty that follows tells the sum.
 */
const isTakenBack = ({ cause }: { cause: RefundCause }): boolean =>
  cause !== 'staff' && cause !== 'mismatch'

/** As below: one sum. */
async function withdrawnNotice(
  desk: OrderDesk,
  orderId: OrderId,
  version: number,
): Promise<Notice | null> {
  const together = await recordedTogether(desk, orderId, version)
  const told = together.flatMap(({ event, ...fact }) =>
    event.type === 'RefundWithdrawn' && isTakenBack(event.data)
      ? [{ version: fact.version, ...event.data }]
      : [],
  )
  if (told[0]?.version !== version) return null
  return { kind: 'refund_withdrawn', amount: moneyOf(sumOf(told)) }
}

/**
 * As above: what was paid by one act is told by its first fact. Of a line whose money was promised
 * back before, nothing is owed, and nobody is told that nothing was paid.
 */
async function paidNotice(
  desk: OrderDesk,
  orderId: OrderId,
  version: number,
): Promise<Notice | null> {
  const together = await recordedTogether(desk, orderId, version)
  const paid = together.flatMap(({ event, ...fact }) =>
    event.type === 'RefundPaid' ? [{ version: fact.version, ...event.data }] : [],
  )
  const cents = sumOf(paid)
  if (paid[0]?.version !== version || cents === 0) return null
  const kind = paid[0].method === 'credit' ? 'credit_given' : 'refund_paid'
  return { kind, amount: moneyOf(cents) }
}

/** The facts of one command. */
async function recordedTogether({ store }: OrderDesk, orderId: OrderId, version: number) {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  const commandId = facts[version - 1]?.meta.commandId
  return facts.filter(({ meta }) => meta.commandId === commandId)
}

const sumOf = (all: readonly { amountCents: number }[]) =>
  all.reduce((sum, { amountCents }) => sum + amountCents, 0)
