// Money that goes back, by the hand of staff: the duty where there is none yet, and the payment of
// it. The proof stands beside the fact, in a row that is written before it. What a cancelled raffle
// owes is paid as its buyer has chosen (`credit-choice.ts`).
import type { AttemptId, CommandId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { PaymentMethod } from '#events/order/evolve.ts'
import { creditUntil } from '#events/order/refund.ts'

import { deriveId } from '../ids.ts'
import { chosenAbout, holdToChoice } from './credit-choice.ts'
import type { Answering } from './credit-choice.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import { standingProof, writeProofs } from './refund-proofs.ts'
import type { RefundProof, Unwritten } from './refund-proofs.ts'

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
  { refundId, method, until = lastDayOf(desk, method), ...refunding }: Refunding,
): Promise<PlacedOrder> {
  const commandId = refundCommandId(refunding.orderId, refundId)
  const refundIds = [refundId]
  return recordPaid(desk, { ...refunding, refundIds, method, until, guard: { commandId } })
}

type Paid = Omit<Refunding, 'refundId'> & {
  refundIds: readonly string[]
  guard: PaidUnder
  until: string | null
}
/** The order may have moved on since it was read: what is owed is owed all the same. */
type PaidUnder = Pick<Guard, 'agreed'> & { commandId: CommandId }

/** Under one name; what is paid already is passed over. */
async function recordPaid(
  desk: OrderDesk,
  { orderId, refundIds, method, actor, until, guard }: Paid,
): Promise<PlacedOrder> {
  const { commandId, agreed } = guard
  const ending = until !== null && { creditUntil: until }
  const { order } = await desk.orders.change(orderId, {
    commandId,
    agreed,
    actor,
    commands: () =>
      refundIds.map((refundId) => ({ type: 'PayRefund', refundId, method, ...ending })),
  })
  return requirePlaced(order)
}

const lastDayOf = (desk: OrderDesk, method: RefundMethod): string | null =>
  method === 'credit' ? creditUntil(desk.now().toISOString()) : null

type Proven = Pick<RefundProof, 'reference' | 'paidBy'> &
  Partial<Pick<RefundProof, 'currency' | 'rate'>>

type Paying = Refunding & Proven & Pick<Guard, 'agreed'>

/** One duty, with its proof. */
export async function payRefund(
  desk: OrderDesk,
  { refundId, agreed, ...paying }: Paying,
): Promise<PlacedOrder> {
  const guard = { commandId: refundCommandId(paying.orderId, refundId), agreed }
  return payRefunds(desk, { ...paying, refundIds: [refundId], guard })
}

type PayingSome = Omit<Paid, 'until'> & Proven & { answering?: Answering }

/**
 * With their proofs: all are written, and the buyer's choice is held to, before there is a fact. A
 * duty that is paid already keeps the proof it has.
 */
export async function payRefunds(
  desk: OrderDesk,
  { reference, paidBy, currency = null, rate = null, answering, ...refunding }: PayingSome,
): Promise<PlacedOrder> {
  const { orderId, refundIds, method } = refunding
  // Once, so that the facts say the day that stands beside them.
  const until = lastDayOf(desk, method)
  const proofs: Unwritten[] = []
  for (const refundId of refundIds) {
    const proof = { orderId, refundId, method, reference, currency, rate, paidBy, until }
    proofs.push({ proof, standing: await standingProof(desk, proof) })
  }
  const { refunds } = requirePlaced((await desk.orders.load(orderId, { fresh: true })).order)
  const isPaid = new Map(refunds.map((duty) => [duty.refundId, duty.isPaid]))
  if (refundIds.some((refundId) => !isPaid.has(refundId)))
    throw new Rejection('not_found', 'There is no such refund')
  const unpaid = proofs.filter(({ proof }) => isPaid.get(proof.refundId) === false)
  if (unpaid.length > 0) {
    const duties = await chosenAbout(desk, { orderId, refundIds })
    const paying = { orderId, method, paidBy, answering }
    await writeProofs(desk, unpaid, (tx) => holdToChoice(tx, duties, paying))
  }
  return recordPaid(desk, { ...refunding, until })
}

type Owing = {
  orderId: OrderId
  amountCents: number
  actor: string
  /** Of a payment that did not fit the order; null: part of the sale, by decision of staff. */
  attemptId: AttemptId | null
  guard: Guard & { commandId: CommandId }
}

/** One at a time: after one that was withdrawn the next has a number. */
function mismatchId({ withdrawnRefunds = [] }: PlacedOrder, attemptId: AttemptId): string {
  const earlier = withdrawnRefunds.filter((duty) => duty.attemptId === attemptId).length
  return `mismatch:${attemptId}${earlier === 0 ? '' : `:${earlier + 1}`}`
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
      const order = requirePlaced(known)
      const refundId = isMismatch ? mismatchId(order, attemptId) : `staff:${guard.commandId}`
      const cause = isMismatch ? 'mismatch' : 'staff'
      return [{ type: 'OweRefund', refundId, lineId: null, attemptId, amountCents, cause }]
    },
  })
  return requirePlaced(order)
}
