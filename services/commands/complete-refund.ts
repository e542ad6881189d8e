// Money that goes back, by the hand of staff: the duty where there is none yet, and the payment of
// it. The proof stands beside the fact, in a row that is written before it. What a cancelled raffle
// owes is paid as its buyer has chosen (`credit-choice.ts`).
import type { AttemptId, CommandId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { PaymentMethod } from '#events/order/evolve.ts'
import { creditUntil } from '#events/order/refund.ts'

import { deriveId } from '../ids.ts'
import { holdToChoice } from './credit-choice.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import { standingProof, writeProof } from './refund-proofs.ts'
import type { RefundProof } from './refund-proofs.ts'

export type RefundMethod = PaymentMethod | 'credit'

type Refunding = {
  orderId: OrderId
  refundId: string
  method: RefundMethod
  actor: string
  /** Of credit: its last day; left out: a year from now. */
  until?: string | null
}

/** The name under which a duty is paid: the second time nothing is recorded. */
export const refundCommandId = (orderId: OrderId, refundId: string): CommandId =>
  deriveId<CommandId>('complete-refund', orderId, refundId)

/** Staff have given the money back: the duty is done. */
export async function completeRefund(
  desk: OrderDesk,
  { orderId, refundId, method, actor, until = lastDayOf(desk, method) }: Refunding,
): Promise<PlacedOrder> {
  const { order } = await desk.orders.change(orderId, {
    commandId: refundCommandId(orderId, refundId),
    actor,
    commands: () => [
      { type: 'PayRefund', refundId, method, ...(until !== null && { creditUntil: until }) },
    ],
  })
  return requirePlaced(order)
}

const lastDayOf = (desk: OrderDesk, method: RefundMethod): string | null =>
  method === 'credit' ? creditUntil(desk.now().toISOString()) : null

type Paying = Refunding & Pick<RefundProof, 'reference' | 'paidBy'> & Partial<PaidIn>
type PaidIn = Pick<RefundProof, 'currency' | 'rate'>

/** With its proof. A duty that is paid already keeps the proof it has. */
export async function payRefund(
  desk: OrderDesk,
  { reference, paidBy, currency = null, rate = null, ...refunding }: Paying,
): Promise<PlacedOrder> {
  const { orderId, refundId, method } = refunding
  // Once, so that the fact says the day that stands beside it.
  const until = lastDayOf(desk, method)
  const proof = { orderId, refundId, method, reference, currency, rate, paidBy, until }
  const standing = await standingProof(desk, proof)
  const order = requirePlaced((await desk.orders.load(orderId, { fresh: true })).order)
  const duty = order.refunds.find((known) => known.refundId === refundId)
  if (duty === undefined) throw new Rejection('not_found', 'There is no such refund')
  if (!duty.isPaid) {
    await holdToChoice(desk, proof)
    await writeProof(desk, proof, standing)
  }
  return completeRefund(desk, { ...refunding, until })
}

type Owing = {
  orderId: OrderId
  amountCents: number
  actor: string
  /** Of a payment that did not fit the order; null: part of the sale, by decision of staff. */
  attemptId: AttemptId | null
  guard: Guard & { commandId: CommandId }
}

/** A duty that staff take on: a mismatched payment goes back, or part of a sale. */
export async function oweRefund(
  desk: OrderDesk,
  { orderId, amountCents, actor, attemptId, guard }: Owing,
): Promise<PlacedOrder> {
  const isMismatch = attemptId !== null
  const { order } = await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: (known) => {
      requirePlaced(known)
      const refundId = isMismatch ? `mismatch:${attemptId}` : `staff:${guard.commandId}`
      const cause = isMismatch ? 'mismatch' : 'staff'
      return [{ type: 'OweRefund', refundId, lineId: null, attemptId, amountCents, cause }]
    },
  })
  return requirePlaced(order)
}
