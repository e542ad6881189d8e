// Placing an order, and paying again for one that is still reserved.
import { Router } from 'express'
import type { Request } from 'express'

import { customerIdSchema } from '#events/kernel/ids.ts'

import type { OrderDesk } from '../../commands/order-desk.ts'
import { payAgain } from '../../commands/pay.ts'
import { actorOf, placeOrder } from '../../commands/place-order.ts'
import type { Buyer } from '../../commands/place-order.ts'
import { sameGuest } from '../../commands/same-guest.ts'
import {
  idempotencyKey as idempotencyKeyIn,
  newPaymentRequest,
  purchaseRequest,
} from '../../contract/purchases.ts'
import type { PurchaseResponse } from '../../contract/purchases.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import type { OrderAccess } from '../order-access.ts'
import { countingRefusals } from '../person-refusals.ts'
import type { Sessions, Viewer } from '../session.ts'

export type PurchaseNeeds = {
  desk: OrderDesk
  sessions: Sessions
  limits: Limits
  access: OrderAccess
}

export function purchaseRoutes({ desk, sessions, limits, access }: PurchaseNeeds): Router {
  const router = Router()

  router.post('/api/purchases', async (request, response) => {
    const purchase = purchaseRequest.parse(request.body)
    const address = clientAddress(request)
    limits.take('purchasesPerAddress', address)
    const key = keyOf(request)
    const same = sameGuest(desk, { key, purchase })
    const viewer = await sessions.ensureGuest(request, response, same?.sessionId)
    limits.take('purchasesPerBrowser', viewer.sessionId)

    const buyer = buyerOf(viewer)
    const asker = { buyer, phone: purchase.customerPhone, address }
    const { isNew, ...placed } = await countingRefusals(limits, asker, () =>
      placeOrder(desk, {
        buyer,
        purchase,
        idempotencyKey: same?.keyOf(viewer.sessionId) ?? key,
        correlationId: String(response.locals.requestId),
      }),
    )

    response.status(isNew ? 201 : 200).json(placed satisfies PurchaseResponse)
  })

  router.post('/api/purchases/:id/payment', async (request, response) => {
    const wanted = newPaymentRequest.parse(request.body)
    const { orderId, viewer } = await access.require(request.params.id, response)
    limits.take('purchasesPerBrowser', viewer.sessionId)

    const { redirectUrl } = await payAgain(desk, {
      orderId,
      actor: actorOf(buyerOf(viewer)),
      method: wanted?.paymentMethod,
    })

    response.status(201).json({ id: orderId, redirectUrl })
  })

  return router
}

/** Staff who buy are buyers like any other: they have no customer account in that browser. */
function buyerOf({ sessionId, kind, person }: Viewer): Buyer {
  const isCustomer = kind === 'customer' && person !== null
  if (!isCustomer) return { sessionId, customerId: null }
  const customerId = customerIdSchema.parse(person.personId)
  return { sessionId, customerId, accountPhone: person.phone }
}

function keyOf(request: Request): string | null {
  const header = request.get('Idempotency-Key')
  return header === undefined ? null : idempotencyKeyIn.parse(header)
}
