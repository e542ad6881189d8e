// Orders for staff: the list, orders taken by hand, and moving an order on.
import { Router } from 'express'
import type { Request } from 'express'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import { publicStatus } from '#events/order/public-status.ts'
import { countOrders, listOrders } from '#projections/order-status/queries.ts'

import { cancelOrder } from '../../commands/cancel-order.ts'
import { completeOrder } from '../../commands/complete-order.ts'
import { placeManualOrder } from '../../commands/manual-order.ts'
import { takeManualPayment } from '../../commands/manual-payment.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { moneyOf } from '../../commands/price-purchase.ts'
import {
  adminOrdersQuery,
  changeOrderRequest,
  manualOrderRequest,
} from '../../contract/admin-orders.ts'
import type { ChangeOrderRequest, ManualOrderResponse } from '../../contract/admin-orders.ts'
import type { Order } from '../../contract/orders.ts'
import { idempotencyKey } from '../../contract/purchases.ts'
import { ask, askOne } from '../../io/ask.ts'
import { ordersOnWire } from '../order-rows.ts'
import { orderEntries, orderItem } from '../order-view.ts'
import { notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'

const readers = ['owner', 'manager', 'cashier', 'fulfilment', 'auditor'] as const
const sellers = ['owner', 'manager', 'cashier'] as const

export function adminOrderRoutes({ desk }: { desk: OrderDesk }): Router {
  const router = Router()

  router.get('/api/admin/orders', async (request, response) => {
    requireStaff(response, readers)
    const { page, limit, ...filter } = adminOrdersQuery.parse(request.query)
    const offset = (page - 1) * limit

    const [rows, total = 0] = await Promise.all([
      ask(desk.database, listOrders({ ...filter, limit, offset })),
      askOne(desk.database, countOrders(filter)),
    ])

    const data = await ordersOnWire(desk.database, rows)
    response.json({ data, pagination: { hasMore: offset + rows.length < total, total } })
  })

  router.post('/api/admin/orders/manual', async (request, response) => {
    const { person, sessionId } = requireStaff(response, sellers)
    const wanted = manualOrderRequest.parse(request.body)

    const { orderId, order, isNew } = await placeManualOrder(desk, {
      staff: { personId: person.personId, sessionId },
      request: wanted,
      idempotencyKey: keyOf(request),
    })

    const shown = await orderNow(desk, orderId, order)
    const answer: ManualOrderResponse = {
      order: { ...shown, customerName: shown.userName },
      raffleTickets: shown.raffleEntries.map(({ raffleId, raffleName, ticketNumbers }) => ({
        raffleId,
        raffleName,
        ticketNumbers,
      })),
    }
    response.status(isNew ? 201 : 200).json(answer)
  })

  router.patch('/api/admin/orders/:id', async (request, response) => {
    requireStaff(response)
    const change = changeOrderRequest.parse(request.body)
    const roles = change.status === 'completed' ? ([...sellers, 'fulfilment'] as const) : sellers
    const { person } = requireStaff(response, roles)
    const orderId = orderIdSchema.safeParse(request.params.id)
    if (!orderId.success) throw notFound()

    const order = await moveOn(desk, { orderId: orderId.data, staffId: person.personId, change })

    response.json(await orderNow(desk, orderId.data, order))
  })

  return router
}

function moveOn(
  desk: OrderDesk,
  { orderId, staffId, change }: { orderId: OrderId; staffId: string; change: ChangeOrderRequest },
): Promise<PlacedOrder> {
  const { status, paymentMethod: method, reference, collector, currency, rate } = change
  const actor = `staff:${staffId}`
  switch (status) {
    case 'paid': {
      const details = { reference: reference ?? null, collector: collector ?? null }
      const money = { currency: currency ?? null, rate: rate ?? null }
      const proof = { ...details, ...money, ...(method !== undefined && { method }) }
      return takeManualPayment(desk, { orderId, staffId, proof })
    }
    case 'completed':
      return completeOrder(desk, { orderId, actor })
    case 'cancelled':
      return cancelOrder(desk, { orderId, reason: 'staff', actor })
  }
}

/** As the facts have it now: the list may be a moment behind. */
async function orderNow(desk: OrderDesk, orderId: OrderId, order: PlacedOrder): Promise<Order> {
  const { placedAt } = await desk.orders.load(orderId)
  const contact = await desk.rows.contact.add(orderId)
  return {
    id: orderId,
    reference: order.reference,
    ...publicStatus(order),
    orderType: order.orderType,
    createdAt: (placedAt ?? desk.now()).toISOString(),
    total: moneyOf(order.totalCents),
    subtotal: moneyOf(order.subtotalCents),
    shipping: moneyOf(order.shippingCents),
    userName: contact?.name ?? null,
    userPhone: contact?.phone ?? null,
    shippingMethod: order.shippingMethod,
    deliveryAddress: contact?.address ?? null,
    paymentMethod: order.paymentMethod,
    items: order.lines.map(orderItem),
    raffleEntries: orderEntries(order.lines, order.grants),
  }
}

function keyOf(request: Request): string | null {
  const header = request.get('Idempotency-Key')
  return header === undefined ? null : idempotencyKey.parse(header)
}
