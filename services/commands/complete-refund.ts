// Money that goes back, by the hand of staff: the duty where there is none yet, and the payment of
// it. The proof stands beside the fact, in a row that is written before it. What a cancelled raffle
// owes is paid as its buyer has chosen (`credit-choice.ts`).
import type { AttemptId, CommandId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { Order, OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import type { PaymentMethod } from '#events/order/evolve.ts'
import { creditUntil } from '#events/order/refund.ts'

import { deriveId } from '../ids.ts'
import type { Agreement } from './approvals.ts'
import { sealedRafflesOf } from './cancel-order.ts'
import { chosenAbout, holdToChoice } from './credit-choice.ts'
import type { Answering } from './credit-choice.ts'
import { requireHandInTime } from './hand-proofs.ts'
import type { OrderDesk } from './order-desk.ts'
import { lockRequests, reopenChoice } from './order-requests.ts'
import type { Guard } from './orders.ts'
import { requirePlaced, requireVersion } from './orders.ts'
import { forgetProofs, requireSame, standingProof, writeProofs } from './refund-proofs.ts'
import type { RefundProof, Unwritten, Written } from './refund-proofs.ts'

export type RefundMethod = PaymentMethod | 'credit'

type Refunding = {
  orderId: OrderId
  refundId: string
  method: RefundMethod
  actor: string
  /** Of credit: its last day; left out: a year from now. */
  until?: string | null
}

/**
 * The name under which a duty is paid: the second time nothing is recorded. `order`: as it stands;
 * after a payment that was withdrawn the next one has a name of its own.
 */
export function refundCommandId(orderId: OrderId, refundId: string, order?: Order): CommandId {
  const refunds = order === undefined || order.status === 'none' ? [] : order.refunds
  const { withdrawnPayments = 0 } = refunds.find((one) => one.refundId === refundId) ?? {}
  const again = withdrawnPayments === 0 ? [] : [String(withdrawnPayments)]
  return deriveId<CommandId>('complete-refund', orderId, refundId, ...again)
}

/** Staff have given the money back: the duty is done. */
export async function completeRefund(
  desk: OrderDesk,
  { refundId, method, until = lastDayOf(desk, method), ...refunding }: Refunding,
): Promise<PlacedOrder> {
  const { order } = await desk.orders.load(refunding.orderId, { fresh: true })
  const commandId = refundCommandId(refunding.orderId, refundId, order)
  const refundIds = [refundId]
  return recordPaid(desk, { ...refunding, refundIds, method, until, guard: { commandId } })
}

type Paid = Omit<Refunding, 'refundId'> & {
  refundIds: readonly string[]
  guard: PaidUnder
  until: string | null
  /** Of a payment with proofs: before they were written. */
  startedAt?: Date
}
type PaidUnder = Guard & Judged & { commandId: CommandId }

type Judged = {
  /** Where one person was enough: whether that is still so, on the facts that are decided on. */
  agree?: () => Promise<Agreement | undefined>
}

/** Under one name; what is paid already is passed over. */
async function recordPaid(
  desk: OrderDesk,
  { orderId, refundIds, method, actor, until, guard, startedAt }: Paid,
): Promise<PlacedOrder> {
  const ending = until !== null && { creditUntil: until }
  const pay = (refundId: string): OrderCommand => ({
    type: 'PayRefund',
    refundId,
    method,
    ...ending,
  })
  const { agree, ...named } = guard
  let { agreed } = guard
  const { order } = await desk.orders.change(orderId, {
    ...named,
    actor,
    agreed: async () => agreed?.(),
    commands: async () => {
      // Of two payments at once neither had seen the other when it was judged.
      agreed ??= await agree?.()
      // Somebody else may write over the proofs soon.
      if (startedAt !== undefined) requireHandInTime(desk, startedAt)
      return refundIds.map(pay)
    },
  })
  return requirePlaced(order)
}

const lastDayOf = (desk: OrderDesk, method: RefundMethod): string | null =>
  method === 'credit' ? creditUntil(desk.now().toISOString()) : null

type Proven = Pick<RefundProof, 'reference' | 'paidBy'> &
  Partial<Pick<RefundProof, 'currency' | 'rate'>>

type Paying = Refunding & Proven & { guard?: Guard & Judged }

/** One duty, with its proof. */
export async function payRefund(
  desk: OrderDesk,
  { refundId, guard = {}, ...paying }: Paying,
): Promise<PlacedOrder> {
  const { orderId } = paying
  const { order } = await desk.orders.load(orderId, { fresh: true })
  const commandId = guard.commandId ?? refundCommandId(orderId, refundId, order)
  return payRefunds(desk, { ...paying, refundIds: [refundId], guard: { ...guard, commandId } })
}

type PayingSome = Omit<Paid, 'until' | 'startedAt'> & Proven & { answering?: Answering }

/**
 * With their proofs: all are written, and the buyer's choice is held to, before there is a fact. A
 * duty that is paid already keeps the proof it has; where nothing is left to pay, who says the same
 * again is answered with it, and anybody else is told who paid it, and how: `refund_paid`. A
 * payment that is refused, as one that takes too long is, leaves no proof and accepts no request;
 * of one whose outcome nobody knows both stay.
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
  const loaded = await desk.orders.load(orderId, { fresh: true })
  const known = requirePlaced(loaded.order)
  const { refunds } = known
  const isPaid = new Map(refunds.map((duty) => [duty.refundId, duty.isPaid]))
  if (refundIds.some((refundId) => !isPaid.has(refundId)))
    throw new Rejection('not_found', 'There is no such refund')
  const unpaid = proofs.filter(({ proof }) => isPaid.get(proof.refundId) === false)
  if (unpaid.length === 0) {
    await requireSame(
      desk.database,
      proofs.map(({ proof }) => proof),
    )
    return known
  }
  // Before there is a proof: afterwards it would stand in the way of the next one for a minute.
  requireVersion(refunding.guard, loaded)
  const duties = await chosenAbout(desk, { orderId, refundIds })
  const paying = { orderId, method, paidBy, answering }
  const startedAt = desk.now()
  const written = await writeProofs(desk, unpaid, (tx) => holdToChoice(tx, duties, paying))
  try {
    return await recordPaid(desk, { ...refunding, until, startedAt })
  } catch (error) {
    if (error instanceof Rejection) await forgetUnlessPaid(desk, { orderId, method, written })
    throw error
  }
}

type Refused = Pick<Paid, 'orderId' | 'method'> & { written: readonly Written[] }

/** One that stands beside a fact stays, whoever wrote it. */
async function forgetUnlessPaid(
  desk: OrderDesk,
  { orderId, method, written }: Refused,
): Promise<void> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  const { refunds } = requirePlaced(order)
  const paid = refunds.filter(({ isPaid }) => isPaid).map(({ refundId }) => refundId)
  const unpaid = written.filter(({ refundId }) => !paid.includes(refundId))
  const chosen = refunds
    .filter(({ cause }) => cause === 'raffle_cancelled')
    .map(({ refundId }) => refundId)
  await desk.database.transaction(async (tx) => {
    // First, as whoever pays does: he finds the request open, or has written his proof by now.
    await lockRequests(tx, orderId)
    await forgetProofs(tx, orderId, unpaid)
    if (method === 'credit') await reopenChoice(tx, { orderId, refundIds: chosen })
  })
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
    commands: async (known) => {
      const order = requirePlaced(known)
      const sealedRaffles = isMismatch ? [] : await sealedRafflesOf(desk, order)
      const refundId = isMismatch ? mismatchId(order, attemptId) : `staff:${guard.commandId}`
      const cause = isMismatch ? 'mismatch' : 'staff'
      const about = { lineId: null, attemptId, amountCents, cause, sealedRaffles } as const
      return [{ type: 'OweRefund', refundId, ...about }]
    },
  })
  return requirePlaced(order)
}
