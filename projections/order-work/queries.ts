// Read by the fulfilment desk: paid orders that are not handed over, at their stage, oldest first.
import type { OrderLine } from '#events/order/events.ts'

import type { Query } from '../sql.ts'

export type HandoverStage = 'to_prepare' | 'ready' | 'sent_out'

export type HandoverRow = {
  orderId: string
  reference: string
  shippingMethod: 'pickup' | 'delivery'
  paidAt: Date
  readyAt: Date | null
  sentOutAt: Date | null
  /** Of the order as it is shown here: what staff do is tied to it. */
  version: number
  /** Those that are handed over: whose money goes back stays here, unless it had left before. */
  lines: readonly OrderLine[]
}

const stageOf = `case when handover.sent_out_at is not null then 'sent_out'
                      when handover.ready_at is not null then 'ready'
                      else 'to_prepare' end`

/**
 * Read from one index alone, in its order and no further than the page, since `not in` asks a hash
 * of the few that are elsewhere. Not among them: what still waits for its tickets, and an order
 * whose money goes back whole, which is cancelled for the public unless its tickets stay.
 */
const withElsewhere = `
  with elsewhere as materialized (
    select order_id
      from order_status
     where status = 'pending'
     union all
    select duty.order_id
      from refund_duties as duty
      join order_status as refunded using (order_id)
     where refunded.status = 'cancelled'
        or (refunded.status = 'paid' and refunded.total_cents > 0 and refunded.total_cents <= (
             select sum(part.amount_cents)
               from refund_duties as part
              where part.order_id = duty.order_id and part.due_at is not null
                and part.cause not in ('paid_late', 'paid_twice', 'mismatch')))
  )`

const open = `
  from order_handovers as handover
 where handover.paid_at is not null
   and handover.completed_at is null
   and handover.paid_version > coalesce(handover.cancelled_version, 0)
   and handover.order_id not in (select order_id from elsewhere)`

/** Plain conditions: a planner can guess how many orders fulfil them. */
const isAt: Record<HandoverStage, string> = {
  to_prepare: 'handover.ready_at is null and handover.sent_out_at is null',
  ready: 'handover.ready_at is not null and handover.sent_out_at is null',
  sent_out: 'handover.sent_out_at is not null',
}

export const handoversAt = (page: {
  stage: HandoverStage
  limit: number
  offset: number
}): Query<HandoverRow> => ({
  name: `handovers ${page.stage}`,
  text: `${withElsewhere}
  select handover.order_id, handover.reference, handover.shipping_method, handover.paid_at,
         handover.ready_at, handover.sent_out_at, orders.version,
         orders.state -> 'lines' as lines,
         array(select duty.line_id::text
                 from refund_duties as duty
                where duty.order_id = handover.order_id
                  and duty.line_id is not null
                  and duty.due_at <= coalesce(handover.sent_out_at, 'infinity')) as refunded
    from (select handover.order_id ${open}
             and ${isAt[page.stage]}
           order by handover.paid_at, handover.order_id
           limit $1 offset $2) as chosen
    join order_handovers as handover using (order_id)
    join order_status as orders using (order_id)
   order by handover.paid_at, handover.order_id`,
  values: [page.limit, page.offset],
  parse: (row) => ({
    orderId: row.order_id as string,
    reference: row.reference as string,
    shippingMethod: row.shipping_method as HandoverRow['shippingMethod'],
    paidAt: row.paid_at as Date,
    readyAt: row.ready_at as Date | null,
    sentOutAt: row.sent_out_at as Date | null,
    version: row.version as number,
    lines: packed(row),
  }),
})

function packed({ lines, refunded }: Record<string, unknown>): OrderLine[] {
  const all = lines as readonly OrderLine[] // written by `order-status` from its own lines
  return all.filter(({ lineId }) => !(refunded as readonly string[]).includes(lineId))
}

export type StageCount = { stage: HandoverStage; count: number }

export const handoverCounts = (): Query<StageCount> => ({
  name: 'handovers by stage',
  text: `${withElsewhere} select ${stageOf} as stage, count(*) as count ${open} group by 1`,
  parse: (row) => ({ stage: row.stage as HandoverStage, count: row.count as number }),
})

export type PickRow = {
  productId: string
  productName: string
  productImage: string | null
  variantName: string | null
  quantity: number
  orders: number
}

/**
 * Of so many orders that wait longest: more than anybody takes from the shelves in one round. A
 * line whose money goes back is not taken.
 */
export const picks = (ordersMax: number): Query<PickRow> => ({
  name: 'pick list',
  text: `
  ${withElsewhere}, waiting as (
    select order_id, orders.state -> 'lines' as lines
      from (select handover.order_id ${open}
               and ${isAt.to_prepare}
             order by handover.paid_at, handover.order_id
             limit $1) as chosen
      join order_status as orders using (order_id)
  )
  select line."productId" as product_id, line."variantName" as variant_name,
         max(line."productName") as product_name, max(line."productImage") as image,
         sum(line.quantity)::bigint as quantity,
         count(distinct order_id) as orders
    from waiting
   cross join json_to_recordset(waiting.lines) as line ("lineId" uuid, "productId" text,
         "variantName" text, "productName" text, "productImage" text, quantity bigint)
   where not exists (
           select
             from refund_duties as duty
            where duty.order_id = waiting.order_id
              and duty.line_id = line."lineId"
         )
   group by 1, 2
   order by 3, 2 nulls first`,
  values: [ordersMax],
  parse: (row) => ({
    productId: row.product_id as string,
    productName: row.product_name as string,
    productImage: row.image as string | null,
    variantName: row.variant_name as string | null,
    quantity: row.quantity as number,
    orders: row.orders as number,
  }),
})
