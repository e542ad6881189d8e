// How a payment stands, for the pages that wait for it, and the wish to have the provider asked
// now.
import { Router } from 'express'

import type { OrderDesk } from '../../commands/order-desk.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import { linesOwed } from '../../commands/issue-tickets.ts'
import { reconcileResponse } from '../../contract/payment-status.ts'
import type { ReconcileResponse } from '../../contract/payment-status.ts'
import { noBody } from '../../contract/shared.ts'
import type { OrderAccess } from '../order-access.ts'
import type { PaymentStatusCache } from '../payment-status-cache.ts'

export type PaymentNeeds = {
  desk: OrderDesk
  access: OrderAccess
  statuses: PaymentStatusCache
  watch: PaymentWatch
}

export function paymentRoutes({ desk, access, statuses, watch }: PaymentNeeds): Router {
  const router = Router()

  // The name is fixed by the contract; it answers for every method.
  router.get('/api/whishpay/status/:orderId', async (request, response) => {
    const { orderId } = await access.require(request.params.orderId, response)
    const known = await statuses.read(orderId)
    // The page ends with a failure. Its provider may have been paid on the same link since then,
    // and its callback be slower than the buyer.
    if (known.isDeclined) await watch.askNow(orderId)
    const { body, isPending } = known.isDeclined ? await statuses.read(orderId) : known
    if (isPending) watch.ringForPoll(orderId)
    response.type('json').send(body)
  })

  router.post('/api/montypay/reconcile/:orderId', async (request, response) => {
    noBody.parse(request.body)
    const { orderId } = await access.require(request.params.orderId, response)
    const before = await desk.orders.load(orderId)
    const isOver = before.order.status !== 'none' && before.order.status !== 'pending'
    if (isOver && linesOwed(before.order).length === 0)
      return void response.json({ reconciled: false, alreadyProcessed: true })

    await watch.askNow(orderId)
    const after = await desk.orders.load(orderId)
    const answer: ReconcileResponse = {
      reconciled: after.version > before.version,
      alreadyProcessed: false,
    }
    response.json(reconcileResponse.parse(answer))
  })

  return router
}
