// Staff take back a duty to give money back that should never have been, or say that the payment
// behind it never came (ADR 36). What was written down of such a payment is kept in the trail and
// forgotten at the order: its reference may belong to another one.
import * as z from 'zod/mini'

import type { CommandId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { WithdrawReason } from '#events/order/withdraw.ts'

import type { Queryable } from '../io/database.ts'
import { forgetManualPayment } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import type { Guard } from './orders.ts'
import { isTillCounted } from './till.ts'

type Withdrawing = {
  orderId: OrderId
  refundId: string
  reason: WithdrawReason
  actor: string
  guard: Guard & { commandId: CommandId }
}

/** What the trail keeps beside the note: a payment that is none any more. */
export type Withdrawal = { before?: object }

/** Throws `not_found`, `refund_paid` or `refund_stays`; the second time it only forgets again. */
export async function withdrawRefund(
  desk: OrderDesk,
  { orderId, refundId, reason, actor, guard }: Withdrawing,
): Promise<Withdrawal> {
  const payment = reason === 'never_paid' ? await paymentOf(desk.database, orderId) : undefined
  await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: (order) => {
      const cancelledRaffles = cancelledRafflesOf(desk, requirePlaced(order))
      return [{ type: 'WithdrawRefund', refundId, reason, cancelledRaffles }]
    },
  })
  // The fact is durable: a crash here is healed by the same act, done again. What has been paid
  // since then is kept.
  if (reason === 'never_paid' && !(await isPaid(desk, orderId)))
    await forgetManualPayment(desk.database, orderId)
  return payment === undefined ? {} : { before: payment }
}

async function isPaid(desk: OrderDesk, orderId: OrderId): Promise<boolean> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  return requirePlaced(order).payments.some(({ isSale }) => isSale)
}

/** As they are listed, a moment behind at most. */
export function cancelledRafflesOf(
  { catalogue }: Pick<OrderDesk, 'catalogue'>,
  { grants }: PlacedOrder,
): RaffleId[] {
  const entered = [...new Set(grants.map(({ raffleId }) => raffleId))]
  return entered.filter((raffleId) => catalogue.raffle(raffleId)?.status === 'cancelled')
}

/** The order was paid in cash to a till that has been counted since. */
export async function isCashCounted(database: Queryable, orderId: OrderId): Promise<boolean> {
  const { rows } = await database.query({
    name: 'cash_counted',
    text: `select from manual_payments as taken
            where taken.order_id = $1 and taken.method = 'cash'
              and ${isTillCounted({ cashier: 'taken.taken_by', moment: 'taken.created_at' })}`,
    values: [orderId],
  })
  return rows.length > 0
}

const paymentRow = z.object({
  method: z.string(),
  reference: z.nullable(z.string()),
  collector: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  taken_by: z.string(),
})

async function paymentOf(database: Queryable, orderId: OrderId): Promise<object | undefined> {
  const { rows } = await database.query({
    name: 'payment_to_forget',
    text: `select method, reference, collector, currency, rate, taken_by
             from manual_payments where order_id = $1`,
    values: [orderId],
  })
  const [row] = rows
  return row === undefined ? undefined : paymentRow.parse(row)
}
