// Held pieces whose time is over. The order says what becomes of them, never the clock alone: an
// order that was paid in its last second keeps its piece, because only the fact that ended an order
// gives its pieces back.
import * as z from 'zod/mini'

import { lineIdSchema, orderIdSchema, variantIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import { holdGoods, releaseGoods } from './hold-goods.ts'
import { finishOrder } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'

const PAGE = 200

/** One page; how many orders were helped. */
export async function dropDueGoods(desk: OrderDesk): Promise<number> {
  const { rows } = await desk.database.query<{ order_id: string }>({
    name: 'goods_due',
    text: `
      select order_id
        from stock_holds
       where state = 'held'
         and expires_at <= (select clock_now())
       group by order_id
       order by min(expires_at)
       limit ${PAGE}`,
  })
  let helped = 0
  for (const { order_id } of rows) if (await dropDue(desk, orderIdSchema.parse(order_id))) helped++
  return helped
}

async function dropDue(desk: OrderDesk, orderId: OrderId): Promise<boolean> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  switch (order.status) {
    case 'none':
      await releaseGoodsOf(desk, orderId)
      return true
    case 'cancelled':
      await releaseGoods(desk.stock, order.lines, { isDue: true })
      return true
    case 'pending': {
      const expiresAt = new Date(order.holdUntil)
      // Over: it is about to be cancelled, which gives them back.
      if (expiresAt <= desk.now()) return false
      await holdGoods(desk.stock, { orderId, lines: order.lines, expiresAt })
      return true
    }
    default:
      return (await finishOrder(desk, orderId)) !== null
  }
}

const goodsRow = z.object({
  order_line_id: lineIdSchema,
  variant_id: variantIdSchema,
  n: z.int(),
})

/** Of an order that was never placed: only the rows know what it holds. */
export async function releaseGoodsOf(desk: OrderDesk, orderId: OrderId): Promise<void> {
  const { rows } = await desk.database.query({
    name: 'goods_of_order',
    text: 'select order_line_id, variant_id, n from stock_holds where order_id = $1',
    values: [orderId],
  })
  const lines = rows
    .map((row) => goodsRow.parse(row))
    .map(({ order_line_id: lineId, variant_id: variantId, n }) => ({ lineId, variantId, n }))
  if (lines.length > 0) await desk.stock.add({ act: 'release', lines, isDue: false })
}
