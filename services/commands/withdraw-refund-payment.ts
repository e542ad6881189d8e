// Staff say that a refund was not paid as it was written down: at the wrong order, or by the wrong
// method (ADR 41). It is due again, and what was written down of its payment is kept in the trail
// and forgotten at the order, so that its reference may belong to another one. Of credit the choice
// ends with it: its buyer gets the money, or chooses anew.
import * as z from 'zod/mini'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'

import type { Recorded } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { withdrawnChoice } from './credit-duties.ts'
import type { ChosenWithin } from './credit-duties.ts'
import { reopenRefundsOf } from './open-money.ts'
import type { OrderDesk } from './order-desk.ts'
import { withdrawChoice } from './order-requests.ts'
import { requirePlaced } from './orders.ts'
import type { Guard } from './orders.ts'
import { forgetReferences } from './refund-proofs.ts'
import { lockStatements } from './statement-lines.ts'
import { isTillCounted } from './till.ts'

export type RefundOfOrder = { orderId: OrderId; refundId: string }

type Withdrawing = RefundOfOrder & { actor: string; guard: Guard & { commandId: CommandId } }

/** What the trail keeps beside the note: a payment that is none any more. */
export type PaymentBefore = { before?: object }

/** Throws `not_found`; of a refund that is not paid it only forgets again. */
export async function withdrawRefundPayment(
  desk: OrderDesk,
  { orderId, refundId, actor, guard }: Withdrawing,
): Promise<PaymentBefore> {
  const before = await proofOf(desk.database, { orderId, refundId })
  const factsOf = () => desk.store.readStream<OrderEvent>(`order/${orderId}`)
  await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: async (order) => {
      requirePlaced(order)
      // Facts that came since the order was read are refused by its version.
      const method = methodPaid(await factsOf(), refundId) ?? 'cash'
      return [{ type: 'WithdrawRefundPayment', refundId, method }]
    },
  })
  // The fact is durable: a crash here is healed by the same act, done again.
  const facts = await factsOf()
  await forgetPayment(desk, {
    orderId,
    refundId,
    endedAt: endOf(facts, refundId),
    chosen: withdrawnChoice(facts, refundId),
  })
  return before === undefined ? {} : { before }
}

function methodPaid(facts: readonly Recorded<OrderEvent>[], refundId: string) {
  const newest = facts.findLast(
    ({ event }) => event.type === 'RefundPaid' && event.data.refundId === refundId,
  )
  return newest?.event.type === 'RefundPaid' ? newest.event.data.method : undefined
}

function endOf(facts: readonly Recorded<OrderEvent>[], refundId: string): Date | null {
  const newest = facts.findLast(
    ({ event }) => event.type === 'RefundPaymentWithdrawn' && event.data.refundId === refundId,
  )
  return newest?.recordedAt ?? null
}

type Forgetting = RefundOfOrder & { endedAt: Date | null; chosen: ChosenWithin | null }

/**
 * Only what was written before the payment ended: a later proof is of the next payment. Lines of
 * statements about the order are open until they are looked at again.
 */
async function forgetPayment(
  { database }: OrderDesk,
  { orderId, refundId, endedAt, chosen }: Forgetting,
): Promise<void> {
  if (endedAt === null) return
  await database.transaction(async (tx) => {
    await lockStatements(tx)
    // Before the proof: who pays locks the requests first (`credit-choice.ts`).
    if (chosen !== null) await withdrawChoice(tx, { orderId, ...chosen })
    await reopenRefundsOf(tx, orderId)
    const { rowCount } = await tx.query({
      name: 'forget_refund_payment',
      text: `delete from refund_payments
              where order_id = $1 and refund_id = $2 and created_at <= $3`,
      values: [orderId, refundId, endedAt],
    })
    if (rowCount !== 0) await forgetReferences(tx, orderId)
  })
}

const proofRow = z.object({
  method: z.string(),
  reference: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  paid_by: z.string(),
})

async function proofOf(
  database: Queryable,
  { orderId, refundId }: RefundOfOrder,
): Promise<object | undefined> {
  const { rows } = await database.query({
    name: 'refund_payment_to_forget',
    text: `select method, reference, currency, rate, paid_by
             from refund_payments where order_id = $1 and refund_id = $2`,
    values: [orderId, refundId],
  })
  return rows[0] === undefined ? undefined : proofRow.parse(rows[0])
}

/** It was paid in cash out of a till that has been counted since. */
export async function isCashRefundCounted(
  database: Queryable,
  { orderId, refundId }: RefundOfOrder,
): Promise<boolean> {
  const { rows } = await database.query({
    name: 'cash_refund_counted',
    text: `select from refund_payments as paid
            where paid.order_id = $1 and paid.refund_id = $2 and paid.method = 'cash'
              and ${isTillCounted({ cashier: 'paid.paid_by', moment: 'paid.created_at' })}`,
    values: [orderId, refundId],
  })
  return rows.length > 0
}
