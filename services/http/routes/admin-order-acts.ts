// What staff do to one order. The answer is the order as it now stands, with everything that has
// happened to it; its version is the ETag that the next act may name.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { attemptIdSchema, lineIdSchema, orderIdSchema } from '#events/kernel/ids.ts'
import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { answerRequest } from '../../commands/answer-request.ts'
import { forgetAct, staffActor } from '../../commands/audit.ts'
import { handOn } from '../../commands/complete-order.ts'
import { oweRefund, payRefund, refundCommandId } from '../../commands/complete-refund.ts'
import { correctContact } from '../../commands/correct-contact.ts'
import type { ContactChange } from '../../commands/correct-contact.ts'
import type { DelicateActs } from '../../commands/delicate-acts.ts'
import { excludeNumber } from '../../commands/exclude-customer.ts'
import { extendHold } from '../../commands/extend-hold.ts'
import { isOtherMethod, provePayment } from '../../commands/manual-payment.ts'
import type { Proven } from '../../commands/manual-payment.ts'
import { actOnOrder } from '../../commands/order-acts.ts'
import type { OrderAct } from '../../commands/order-acts.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import { centsOf } from '../../commands/price-purchase.ts'
import { returnLine } from '../../commands/return-line.ts'
import { withdrawRefund } from '../../commands/withdraw-refund.ts'
import type { Withdrawal } from '../../commands/withdraw-refund.ts'
import { withdrawRefundPayment } from '../../commands/withdraw-refund-payment.ts'
import type { PaymentBefore } from '../../commands/withdraw-refund-payment.ts'
import { resendReceipt } from '../../commands/resend-receipt.ts'
import { excludeCustomerRequest } from '../../contract/admin-customers.ts'
import {
  answerOrderRequest,
  correctContactRequest,
  extendHoldRequest,
  handoverRequest,
  oweRefundRequest,
  payRefundRequest,
  provePaymentRequest,
  returnLineRequest,
  seenOf,
  withdrawRefundPaymentRequest,
  withdrawRefundRequest,
} from '../../contract/admin-order-acts.ts'
import { noBody } from '../../contract/shared.ts'
import { deriveId } from '../../ids.ts'
import { readAdminOrder } from '../admin-order-view.ts'
import { invalid, notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { untilListed } from '../until-listed.ts'
import { actorOf, etagOf, ifMatch } from './admin-shared.ts'

export const orderReaders: readonly StaffRole[] = [
  'owner',
  'manager',
  'cashier',
  'fulfilment',
  'auditor',
]
export const sellers: readonly StaffRole[] = ['owner', 'manager', 'cashier']
export const packers: readonly StaffRole[] = [...sellers, 'fulfilment']

export type OrderActNeeds = { desk: OrderDesk; watch: PaymentWatch; delicate: DelicateActs }

export function adminOrderActRoutes({ desk, watch, delicate }: OrderActNeeds): Router {
  const router = Router()

  router.get('/api/admin/orders/:id', async (request, response) => {
    requireStaff(response, orderReaders)
    await answer(desk, orderIdOf(request), response)
  })

  router.post('/api/admin/orders/:id/handover', async (request, response) => {
    const actor = actorOf(request, response, packers)
    const { step, code = null, note = null } = handoverRequest.parse(request.body)
    const orderId = orderIdOf(request)
    await actOnOrder(desk, begun(request, { act: 'hand_over', actor, note }), (guard) =>
      handOn(desk, { orderId, step, code, actor: staffActor(actor), guard }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/hold', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { hours, note = null } = extendHoldRequest.parse(request.body)
    const orderId = orderIdOf(request)
    await actOnOrder(desk, begun(request, { act: 'extend_hold', actor, note }), (guard) =>
      extendHold(desk, { orderId, hours, actor: staffActor(actor), guard }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/refunds', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { refundId, method, ...proof } = payRefundRequest.parse(request.body)
    const { reference = null, currency = null, rate = null, note = null } = proof
    const orderId = orderIdOf(request)
    const { order } = await desk.orders.load(orderId, { fresh: true })
    const commandId = refundCommandId(orderId, refundId, order)
    const paid = { method, reference, currency, paidBy: actor.personId }
    const refund = { orderId, refundId, reference, rate, actor }
    const act = begun(request, { act: 'pay_refund', actor, note, commandId })
    await actOnOrder(desk, act, async (guard) => {
      const counted = currency === 'LBP' ? await delicate.refundInPounds(desk, refund) : null
      const { rate: known = rate } = counted ?? {}
      const paying = { orderId, refundId, method, reference, actor }
      const agree = () => delicate.refundPayment(desk, paying)
      const agreed = counted?.agreed ?? (await agree())
      const said = { ...refund, ...paid, rate: known, actor: staffActor(actor) }
      return payRefund(desk, { ...said, guard: { ...guard, agreed, agree } })
    })
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/refund-duties', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { amount, attemptId = null, note = null } = oweRefundRequest.parse(request.body)
    const orderId = orderIdOf(request)
    const amountCents = centsOf(amount)
    if (amountCents === 0) throw invalid('Please enter an amount above zero.')
    const owed = attemptId === null ? null : attemptIdSchema.parse(attemptId)
    await actOnOrder(desk, begun(request, { act: 'owe_refund', actor, note }), (guard) =>
      oweRefund(desk, { orderId, amountCents, attemptId: owed, actor: staffActor(actor), guard }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/returns', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { lineId, restock = false, note = null } = returnLineRequest.parse(request.body)
    const orderId = orderIdOf(request)
    const line = lineIdSchema.parse(lineId)
    const commandId = deriveId<CommandId>('return-line', orderId, line)
    const act = begun(request, { act: 'return_line', actor, note, commandId })
    await actOnOrder(desk, { ...act, details: { lineId } }, (guard) =>
      returnLine(desk, { orderId, lineId: line, restock, actor: staffActor(actor), guard }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/refund-withdrawals', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { note, ...withdrawn } = withdrawRefundRequest.parse(request.body)
    const orderId = orderIdOf(request)
    const act = begun(request, { act: 'withdraw_refund', actor, note })
    const details = (withdrawal: Withdrawal) => withdrawal
    await actOnOrder(desk, { ...act, details }, async (guard) => {
      const agreed = await delicate.withdrawal(desk, { ...withdrawn, orderId, actor })
      const undoing = { ...withdrawn, orderId, actor: staffActor(actor) }
      return withdrawRefund(desk, { ...undoing, guard: { ...guard, agreed } })
    })
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/refund-payment-withdrawals', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { refundId, note } = withdrawRefundPaymentRequest.parse(request.body)
    const orderId = orderIdOf(request)
    const act = begun(request, { act: 'withdraw_refund_payment', actor, note })
    const details = (withdrawal: PaymentBefore) => withdrawal
    await actOnOrder(desk, { ...act, details }, async (guard) => {
      const agreed = await delicate.refundPaymentWithdrawal(desk, { orderId, refundId, actor })
      const undoing = { orderId, refundId, actor: staffActor(actor) }
      return withdrawRefundPayment(desk, { ...undoing, guard: { ...guard, agreed } })
    })
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/answers', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const asked = answerOrderRequest.parse(request.body)
    const { requestId, answer: given, words = null, restock = false } = asked
    const orderId = orderIdOf(request)
    const act = given === 'accepted' ? 'accept_request' : 'decline_request'
    const staffId = actor.personId
    const answered = { orderId, requestId, answer: given, words, restock, staffId }
    await actOnOrder(desk, begun(request, { act, actor, note: words }), (guard, noteIn) =>
      answerRequest(desk, { ...answered, guard, noteIn }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/proof', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { note = null, method = null, ...proof } = provePaymentRequest.parse(request.body)
    const orderId = orderIdOf(request)
    const isOther = await isOtherMethod(desk, orderId, method)
    const act = begun(request, { act: isOther ? 'correct_method' : 'prove_payment', actor, note })
    await actOnOrder(desk, { ...act, details: (proven: Proven) => proven }, (guard, noteIn) =>
      provePayment(desk, {
        orderId,
        proof,
        method,
        noteIn,
        seen: proofRead(request),
        async agree(proven, { isCounted }) {
          const agreed = await delicate.rebooking(desk, { orderId, proven, isCounted, actor })
          await agreed?.()
        },
        ...(isOther && { guard: { ...guard, actor: staffActor(actor) } }),
      }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/contact', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { note = null, ...right } = correctContactRequest.parse(request.body)
    const orderId = orderIdOf(request)
    const act = begun(request, { act: 'correct_contact', actor, note })
    await actOnOrder(desk, { ...act, details: (change: ContactChange) => change }, (guard) =>
      correctContact(desk, { orderId, right, staffId: actor.personId, guard }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/exclusion', async (request, response) => {
    const actor = actorOf(request, response)
    const wanted = excludeCustomerRequest.parse(request.body)
    const orderId = orderIdOf(request)
    await excludeNumber(desk, { ...wanted, orderId, actor })
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/receipt', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    noBody.parse(request.body)
    const orderId = orderIdOf(request)
    const act = begun(request, { act: 'resend_receipt', actor, note: null })
    await actOnOrder(desk, act, ({ commandId }, noteIn) =>
      resendReceipt(desk, orderId, {
        sending: () => noteIn(desk.database, undefined),
        notSent: () => forgetAct(desk.database, { subject: `order/${orderId}`, commandId }),
      }),
    )
    await answer(desk, orderId, response)
  })

  router.post('/api/admin/orders/:id/check', async (request, response) => {
    actorOf(request, response, sellers)
    noBody.parse(request.body)
    const orderId = orderIdOf(request)
    await watch.askNow(orderId)
    await answer(desk, orderId, response)
  })

  return router
}

export function orderIdOf(request: Request): OrderId {
  const orderId = orderIdSchema.safeParse(request.params.id)
  if (!orderId.success) throw notFound()
  return orderId.data
}

/** Of the facts, and behind it the proof of a payment by hand where there is one. */
const TAG = /^(\d{1,9})(?:-([0-9a-f]{1,64}))?$/

/** Null: of a version without a proof; undefined: the caller does not mind what it was. */
function proofRead(request: Request): string | null | undefined {
  const tag = ifMatch(request)
  return tag === undefined ? undefined : (TAG.exec(tag)?.[2] ?? null)
}

/** The version the caller had read; a tag that is none of ours is of no version there ever was. */
export function versionRead(request: Request): number | undefined {
  const tag = ifMatch(request)
  if (tag === undefined) return undefined
  const [, version] = TAG.exec(tag) ?? []
  return version === undefined ? -1 : Number(version)
}

type Begun = Pick<OrderAct, 'act' | 'actor' | 'note' | 'commandId'>

export const begun = (request: Request, act: Begun): Omit<OrderAct, 'details'> => ({
  ...act,
  orderId: orderIdOf(request),
  ifVersion: versionRead(request),
})

export async function answer(desk: OrderDesk, orderId: OrderId, response: Response): Promise<void> {
  if (response.req.method !== 'GET') await untilListed(desk, orderId)
  const order = await readAdminOrder(desk, orderId)
  const { role } = requireStaff(response).person
  // Who packs need not know who has paused buying, or is kept from it.
  const told = role === 'fulfilment' ? { ...order, exclusion: null } : order
  response.set('ETag', etagOf(seenOf(order))).json(told)
}
