// Orders for staff: the list, orders taken by hand, and moving an order on.
import { Router } from 'express'
import type { Request } from 'express'

import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { noteAct, staffActor } from '../../commands/audit.ts'
import type { Actor } from '../../commands/audit.ts'
import { correctHolder, phonesToCorrect } from '../../commands/correct-holder.ts'
import type { HolderChange } from '../../commands/correct-holder.ts'
import { cancelOrder } from '../../commands/cancel-order.ts'
import type { DelicateActs } from '../../commands/delicate-acts.ts'
import { completeOrder } from '../../commands/complete-order.ts'
import { placeManualOrder } from '../../commands/manual-order.ts'
import { partsOf, takeManualPayment } from '../../commands/manual-payment.ts'
import { actOnOrder } from '../../commands/order-acts.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import type { Guard } from '../../commands/orders.ts'
import { placeCommandId } from '../../commands/place-order.ts'
import { correctHolderRequest } from '../../contract/admin-order-acts.ts'
import {
  adminOrdersQuery,
  changeOrderRequest,
  manualOrderRequest,
} from '../../contract/admin-orders.ts'
import type {
  AdminOrder,
  ChangeOrderRequest,
  ManualOrderRequest,
  ManualOrderResponse,
} from '../../contract/admin-orders.ts'
import { idempotencyKey } from '../../contract/purchases.ts'
import { orderFields } from '../admin-order-view.ts'
import { openOrderList } from '../order-list.ts'
import { ordersOnWire } from '../order-rows.ts'
import { requireStaff } from '../session.ts'
import { untilListed } from '../until-listed.ts'
import { withVoids } from '../void-tickets.ts'
import {
  answer,
  begun,
  orderIdOf,
  orderReaders,
  packers,
  sellers,
  versionRead,
} from './admin-order-acts.ts'
import { actorOf } from './admin-shared.ts'

export type AdminOrderNeeds = { desk: OrderDesk; delicate?: DelicateActs }

export function adminOrderRoutes({ desk, delicate }: AdminOrderNeeds): Router {
  const router = Router()
  const listed = openOrderList(desk.database)

  router.get('/api/admin/orders', async (request, response) => {
    requireStaff(response, orderReaders)
    const { page, limit, ...filter } = adminOrdersQuery.parse(request.query)
    const offset = (page - 1) * limit

    const { rows, total, isCapped } = await listed({ ...filter, limit, offset })

    const data = await withVoids(desk.database, await ordersOnWire(desk.database, rows))
    const pagination = { hasMore: offset + rows.length < total, total }
    response.json({ data, pagination, isCapped })
  })

  router.post('/api/admin/orders/manual', async (request, response) => {
    const { person, sessionId } = requireStaff(response, sellers)
    const wanted = manualOrderRequest.parse(request.body)
    const actor = actorOf(request, response, sellers)
    const taken = { request: wanted, key: keyOf(request), sessionId, actor }
    const agreed = await delicate?.manualOrder(desk, taken)

    const { orderId, order, isNew } = await placeManualOrder(desk, {
      staff: { personId: person.personId, sessionId },
      request: wanted,
      idempotencyKey: keyOf(request),
      agreed,
    })
    if (isNew) await notePlaced(desk, { orderId, actor, wanted })

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
    const roles = change.status === 'completed' ? packers : sellers
    const actor = actorOf(request, response, roles)
    const orderId = orderIdOf(request)

    const act = {
      act: actNames[change.status],
      orderId,
      actor,
      ifVersion: versionRead(request),
      note: change.note ?? null,
      ...(change.status === 'paid' && { details: { after: partsOf(change) } }),
    }
    const order = await actOnOrder(desk, act, async (guard) => {
      const agreed = await delicate?.markPaid(desk, { orderId, change, actor })
      return moveOn(desk, { orderId, actor, change, guard: { ...guard, agreed } })
    })

    response.json(await orderNow(desk, orderId, order))
  })

  router.post('/api/admin/orders/:id/holder', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { note = null, ...asked } = correctHolderRequest.parse(request.body)
    const correction = { ...asked, orderId: orderIdOf(request) }
    const phones = await phonesToCorrect(desk, correction)

    const act = begun(request, { act: 'correct_holder', actor, note })
    const details = (change: HolderChange) => change
    await actOnOrder(desk, { ...act, details }, async (guard) => {
      const agreed = await delicate?.holder(desk, { ...correction, phones, actor })
      const by = { staffId: actor.personId, guard: { ...guard, agreed } }
      return correctHolder(desk, { ...correction, from: phones.from, ...by })
    })
    await answer(desk, correction.orderId, response)
  })

  return router
}

type Placed = { orderId: OrderId; actor: Actor; wanted: ManualOrderRequest }

function notePlaced(desk: OrderDesk, { orderId, actor, wanted }: Placed): Promise<void> {
  return noteAct(desk.database, {
    subject: `order/${orderId}`,
    commandId: placeCommandId(orderId),
    actor,
    act: 'place_order',
    details: wanted.status === 'paid' ? { after: partsOf(wanted) } : {},
  })
}

const actNames = { paid: 'mark_paid', completed: 'hand_over', cancelled: 'cancel' } as const

type Move = { orderId: OrderId; actor: Actor; change: ChangeOrderRequest; guard: Guard }

function moveOn(
  desk: OrderDesk,
  { orderId, actor: by, change, guard }: Move,
): Promise<PlacedOrder> {
  const { status, paymentMethod: method } = change
  const actor = staffActor(by)
  switch (status) {
    case 'paid': {
      const proof = { ...partsOf(change), ...(method !== undefined && { method }) }
      return takeManualPayment(desk, { orderId, staffId: by.personId, proof, guard })
    }
    case 'completed':
      return completeOrder(desk, { orderId, actor, guard })
    case 'cancelled': {
      const { reason: staffReason, restock } = change
      return cancelOrder(desk, { orderId, reason: 'staff', staffReason, restock, actor, guard })
    }
  }
}

async function orderNow(
  desk: OrderDesk,
  orderId: OrderId,
  order: PlacedOrder,
): Promise<AdminOrder> {
  await untilListed(desk, orderId)
  const { placedAt } = await desk.orders.load(orderId)
  const contact = await desk.rows.contact.add(orderId)
  const fields = orderFields(order, { orderId, placedAt: placedAt ?? desk.now(), contact })
  const [shown] = await withVoids(desk.database, [fields])
  return shown!
}

function keyOf(request: Request): string | null {
  const header = request.get('Idempotency-Key')
  return header === undefined ? null : idempotencyKey.parse(header)
}
