// How a refund may be paid: what a cancelled raffle owes as its buyer has chosen, any other as
// staff please. To pay by credit is to accept the request by which he chose it.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderEvent } from '#events/order/events.ts'

import { choiceOf, creditDuties } from './credit-duties.ts'
import type { OrderDesk } from './order-desk.ts'
import { closeRequest, requestClosed, requestsOf } from './order-requests.ts'

type Paying = { orderId: OrderId; refundId: string; method: string; paidBy: string }

/** The request is closed before anything is paid: from then on the buyer cannot withdraw it. */
export async function holdToChoice(
  { store, database }: Pick<OrderDesk, 'store' | 'database'>,
  { orderId, refundId, method, paidBy }: Paying,
): Promise<void> {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  const duty = creditDuties(facts).find((known) => known.refundId === refundId)
  if (duty === undefined) return
  const choice = choiceOf(duty, await requestsOf(database, orderId))
  if (method !== 'credit') {
    if (choice !== undefined) throw chosen(choice.state === 'open')
    return
  }
  if (choice === undefined) throw notChosen()
  if (choice.state !== 'open') return
  const closing = { requestId: choice.request_id, words: null, staffId: paidBy }
  if (!(await closeRequest(database, { ...closing, answer: 'accepted' }))) throw requestClosed()
}

const notChosen = () =>
  new Rejection('credit_not_chosen', 'The buyer has not chosen store credit. Give the money back.')

const chosen = (isOpen: boolean) =>
  new Rejection(
    'credit_chosen',
    isOpen
      ? 'The buyer has chosen store credit. Answer the request first.'
      : 'The buyer has chosen store credit, and the request was accepted.',
  )
