// How a refund may be paid: what a cancelled raffle owes as its buyer has chosen, any other as
// staff please. To pay by credit is to accept the request by which he chose it: of credit that is
// refused the request is open again (`complete-refund.ts`).
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderEvent } from '#events/order/events.ts'

import type { Queryable } from '../io/database.ts'
import { choiceOf, creditDuties } from './credit-duties.ts'
import type { CreditDuty } from './credit-duties.ts'
import type { OrderDesk } from './order-desk.ts'
import { closeRequest, lockRequests, requestClosed } from './order-requests.ts'

/** The request that is accepted with this payment. */
export type Answering = {
  requestId: string
  /** Shown to the buyer. */
  words: string | null
}

type Paying = {
  orderId: OrderId
  method: string
  paidBy: string
  /** Left out: whichever stands. */
  answering?: Answering | undefined
}

/** Of these refunds those about which the buyer may choose. */
export async function chosenAbout(
  { store }: Pick<OrderDesk, 'store'>,
  { orderId, refundIds }: { orderId: OrderId; refundIds: readonly string[] },
): Promise<CreditDuty[]> {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  return creditDuties(facts).filter(({ refundId }) => refundIds.includes(refundId))
}

/**
 * In the transaction that writes the proofs: whoever pays otherwise finds either the request or the
 * proof, and a request is accepted only where credit can be paid. From then on the buyer cannot
 * withdraw it.
 */
export async function holdToChoice(
  tx: Queryable,
  duties: readonly CreditDuty[],
  { orderId, method, paidBy, answering }: Paying,
): Promise<void> {
  if (duties.length === 0) return
  const requests = await lockRequests(tx, orderId)
  const asked = requests.find(({ state }) => state === 'open')
  if (answering !== undefined && asked?.request_id !== answering.requestId) throw requestClosed()
  const choices = duties.map((duty) => choiceOf(duty, requests))
  if (method !== 'credit') {
    const choice = choices.find((known) => known !== undefined)
    if (choice !== undefined) throw chosen(choice.state === 'open')
    return
  }
  if (choices.includes(undefined)) throw notChosen()
  const open = choices.find((choice) => choice?.state === 'open')
  if (open === undefined) return
  const closing = { requestId: open.request_id, words: answering?.words ?? null, staffId: paidBy }
  if (!(await closeRequest(tx, { ...closing, answer: 'accepted' }))) throw requestClosed()
}

const notChosen = () =>
  new Rejection('credit_not_chosen', 'The buyer has not chosen store credit. Give the money back.')

const chosen = (isOpen: boolean) =>
  new Rejection(
    'credit_chosen',
    isOpen
      ? 'The buyer has chosen store credit. Answer the request first.'
      : 'The buyer has chosen store credit, and the request was accepted. Pay it as credit.',
  )
