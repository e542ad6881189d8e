// The fulfilment desk: what to pack, what waits to be fetched, what is on its way.
import { Router } from 'express'

import { handoverCounts, handoversAt, picks } from '#projections/order-work/queries.ts'
import type { HandoverRow, PickRow, StageCount } from '#projections/order-work/queries.ts'
import { readModelMark } from '#projections/read-model-mark.ts'

import { fulfilmentQuery } from '../../contract/fulfilment.ts'
import type { FulfilmentOrder, PickList } from '../../contract/fulfilment.ts'
import { ask, askOne } from '../../io/ask.ts'
import type { Queryable } from '../../io/database.ts'
import { sharedAnswers } from '../../io/shared-answers.ts'
import { contactsOf } from '../order-rows.ts'
import type { ContactShown } from '../order-rows.ts'
import { imagePath } from '../order-view.ts'
import { remembered } from '../remembered.ts'
import { requireStaff } from '../session.ts'
import { orderReaders } from './admin-order-acts.ts'

const PICKED_ORDERS_MAX = 1_000

export function adminFulfilmentRoutes({ database }: { database: Queryable }): Router {
  const router = Router()
  const counts = remembered<StageCount[]>(1)
  const shared = sharedAnswers<PickRow[]>()

  /** Counted once, until an order moves. */
  async function stageCounts(): Promise<StageCount[]> {
    const mark = (await askOne(database, readModelMark(['order-work', 'order-status']))) ?? ''
    return counts('stages', mark, () => ask(database, handoverCounts()))
  }

  router.get('/api/admin/fulfilment', async (request, response) => {
    requireStaff(response, orderReaders)
    const { page, limit, stage } = fulfilmentQuery.parse(request.query)
    const offset = (page - 1) * limit
    const [rows, stages] = await Promise.all([
      ask(database, handoversAt({ stage, limit, offset })),
      stageCounts(),
    ])
    const contacts = await contactsOf(database, rows)
    const total = stages.find((known) => known.stage === stage)?.count ?? 0
    const data = rows.map((row) => onWire(row, contacts.get(row.orderId) ?? null))
    response.json({ data, pagination: { hasMore: offset + rows.length < total, total } })
  })

  router.get('/api/admin/fulfilment/pick-list', async (_request, response) => {
    requireStaff(response, orderReaders)
    // It is the same list for all who may read it.
    const [items, counted] = await Promise.all([
      shared('pick list', () => ask(database, picks(PICKED_ORDERS_MAX))),
      stageCounts(),
    ])
    const stages = { to_prepare: 0, ready: 0, sent_out: 0 }
    for (const { stage, count } of counted) stages[stage] = count
    const list: PickList = {
      stages,
      items: items.map((item) => ({ ...item, productImage: imagePath(item.productImage) })),
    }
    response.json(list)
  })

  return router
}

function onWire(row: HandoverRow, contact: ContactShown | null): FulfilmentOrder {
  return {
    id: row.orderId,
    version: row.version,
    reference: row.reference,
    shippingMethod: row.shippingMethod,
    paidAt: row.paidAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    sentOutAt: row.sentOutAt?.toISOString() ?? null,
    customer: contact?.name ?? null,
    phone: contact?.phone ?? null,
    address: contact?.address ?? null,
    items: row.lines.map((line) => ({
      productId: line.productId,
      productName: line.productName,
      productImage: imagePath(line.productImage),
      variantName: line.variantName,
      quantity: line.quantity,
    })),
  }
}
