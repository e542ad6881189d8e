// Orders and sales page by page, for files. Oldest first, each page after the last row before.
import * as z from 'zod/mini'

import type { Queryable } from '../io/database.ts'
import { VAT_BASIS_POINTS_DEFAULT } from './money-rates.ts'
import type { Days } from './refund-duties.ts'

const PAGE = 2_000

const inDays = (column: string) => `
      ($1::date is null or ${column} >= ($1::date)::timestamp at time zone 'Asia/Beirut')
  and ($2::date is null or ${column} < ($2::date + 1)::timestamp at time zone 'Asia/Beirut')`

const orderRow = z.object({
  order_id: z.string(),
  reference: z.string(),
  status: z.string(),
  order_type: z.string(),
  placed_at: z.date(),
  paid_at: z.nullable(z.date()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  method: z.string(),
  shipping_method: z.string(),
  subtotal: z.int(),
  shipping: z.int(),
  total: z.int(),
  refund_due: z.int(),
  refund_paid: z.int(),
  items: z.string(),
})
export type ExportedOrder = z.infer<typeof orderRow>

export async function ordersAfter(
  database: Queryable,
  { startDate, endDate }: Days,
  last: ExportedOrder | null,
): Promise<ExportedOrder[]> {
  const { rows } = await database.query({
    name: 'orders export',
    text: `
      select orders.order_id, orders.reference, orders.status, orders.order_type,
             orders.placed_at, orders.paid_at, contact.name, contact.phone,
             coalesce(
               (select money ->> 'method'
                  from json_array_elements(orders.state -> 'payments') as money
                 where (money ->> 'isSale')::boolean limit 1),
               orders.state ->> 'paymentMethod') as method,
             orders.state ->> 'shippingMethod' as shipping_method,
             (orders.state ->> 'subtotalCents')::bigint as subtotal,
             (orders.state ->> 'shippingCents')::bigint as shipping,
             orders.total_cents as total,
             coalesce(back.due, 0)::bigint as refund_due,
             coalesce(back.paid, 0)::bigint as refund_paid,
             (select string_agg((line ->> 'quantity') || ' x ' || (line ->> 'productName'), '; ')
                from json_array_elements(orders.state -> 'lines') as line) as items
        from (select * from order_status
               where ${inDays('placed_at')}
                 and ($3::timestamptz is null or (placed_at, order_id) > ($3, $4))
               order by placed_at, order_id limit ${PAGE}) as orders
        left join order_contacts as contact using (order_id)
        left join lateral (
          select sum(amount_cents) filter (where paid_at is null and due_at is not null) as due,
                 sum(amount_cents) filter (where paid_at is not null) as paid
            from refund_duties where order_id = orders.order_id
        ) as back on true
       order by orders.placed_at, orders.order_id`,
    values: [startDate, endDate, last?.placed_at ?? null, last?.order_id ?? null],
  })
  return rows.map((row) => orderRow.parse(row))
}

const saleRow = z.object({
  order_id: z.string(),
  at: z.date(),
  kind: z.enum(['sale', 'refund', 'refund_payment_withdrawn']),
  item: z.string(),
  reference: z.nullable(z.string()),
  method: z.nullable(z.string()),
  gross: z.int(),
  shipping: z.int(),
  invoice: z.nullable(z.int()),
  /** Of a payment back after the issue, as `givenBackIn` numbers them. */
  note: z.nullable(z.int()),
  basis_points: z.int(),
  rate: z.nullable(z.int()),
})
export type ExportedSale = z.infer<typeof saleRow>

/**
 * Payments back that were not made after all: `unpaid` has when each was said to be made, and when
 * that was withdrawn. The read model of refunds knows the newest payment of each alone.
 */
const WITHDRAWN_PAYMENTS = `
      withdrawn as materialized (
        select trail.subject, trail.position, trail.recorded_at as withdrawn_at,
               substr(trail.subject, length('order/') + 1)::uuid as order_id,
               fact.payload::json ->> 'refundId' as refund_id,
               fact.payload::json ->> 'method' as method,
               (fact.payload::json ->> 'amountCents')::bigint as cents
          from audit_trail as trail
          join events as fact using (log_id, position)
         where trail.type = 'RefundPaymentWithdrawn'
      ),
      unpaid as materialized (
        select withdrawn.*, paid.paid_at, refund_id || ' ' || withdrawn.position as item,
               refund_id || ' ' || withdrawn.position || ' back' as back_item
          from withdrawn
         cross join lateral (
           select trail.recorded_at as paid_at
             from audit_trail as trail
             join events as fact using (log_id, position)
            where trail.subject = withdrawn.subject
              and trail.type = 'RefundPaid'
              and trail.position < withdrawn.position
              and fact.payload::json ->> 'refundId' = withdrawn.refund_id
            order by trail.position desc limit 1) as paid
          join sales_refunds as duty using (order_id, refund_id)
         where not coalesce(duty.is_surplus, false)
      )`

/** Of one order, as its sheet has them (`givenBackIn`): each payment back since its issue. */
const CREDIT_NOTES = `
          select fact.payload::json ->> 'refundId' as refund_id, trail.recorded_at as paid_at,
                 row_number() over (order by trail.position) as suffix
            from audit_trail as trail
            join events as fact using (log_id, position)
            join sales_refunds as duty
              on duty.order_id = moved.order_id
             and duty.refund_id = fact.payload::json ->> 'refundId'
             and not coalesce(duty.is_surplus, false)
           where moved.kind <> 'sale'
             and trail.subject = 'order/' || moved.order_id
             and trail.type = 'RefundPaid'
             and trail.recorded_at > invoice.issued_at`

/**
 * What was sold, and what was given back of it (money that never was a sale has no tax), each on
 * its own day. A sale of which staff say later that nobody had paid it is taken back on that day,
 * and so is a payment back that was not made: the file of a day that is over stays as it was.
 * Where an invoice was issued its VAT and its rate of the pound hold for the sale and for all that
 * went back of it, whatever was corrected since: without a rate on it there is none here. Without
 * an invoice all of it has the rates of the day of the sale, with which one is issued later: what
 * goes back takes back what was charged.
 */
export async function salesAfter(
  database: Queryable,
  { startDate, endDate }: Days,
  last: ExportedSale | null,
): Promise<ExportedSale[]> {
  const { rows } = await database.query({
    name: 'sales export',
    text: `
      with ${WITHDRAWN_PAYMENTS},
      moved as (
        (select order_id, paid_at as at, 'sale' as kind, '' as item, method,
                subtotal_cents + shipping_cents as gross, shipping_cents as shipping,
                null::text as refund_id, null::timestamptz as paid_back_at
           from sales_orders
          where ${inDays('paid_at')}
            and ($3::timestamptz is null or (paid_at, order_id, '') > ($3, $4, $5))
          order by 2, 1, 4 limit ${PAGE})
        union all
        (select order_id, paid_at, 'refund', refund_id, method, -paid_cents, 0, refund_id,
                paid_at
           from sales_refunds
          where paid_at is not null and not coalesce(is_surplus, false)
            and ${inDays('paid_at')}
            and ($3::timestamptz is null or (paid_at, order_id, refund_id) > ($3, $4, $5))
          order by 2, 1, 4 limit ${PAGE})
        union all
        (select order_id, paid_at, 'refund', item, method, -cents, 0, refund_id, paid_at
           from unpaid
          where ${inDays('paid_at')}
            and ($3::timestamptz is null or (paid_at, order_id, item) > ($3, $4, $5))
          order by 2, 1, 4 limit ${PAGE})
        union all
        (select order_id, withdrawn_at, 'refund_payment_withdrawn', back_item, method, cents, 0,
                refund_id, paid_at
           from unpaid
          where ${inDays('withdrawn_at')}
            and ($3::timestamptz is null or (withdrawn_at, order_id, back_item) > ($3, $4, $5))
          order by 2, 1, 4 limit ${PAGE})
        order by 2, 1, 4 limit ${PAGE}
      )
      select moved.*, orders.reference, invoice.number as invoice, note.suffix as note,
             coalesce(invoice.vat_basis_points, tax.vat_basis_points,
                      ${VAT_BASIS_POINTS_DEFAULT}) as basis_points,
             case when invoice.number is null then rate.lbp_per_usd
                  else invoice.lbp_per_usd end as rate
        from moved
        left join sales_orders as sale using (order_id)
        left join order_status as orders using (order_id)
        left join invoices as invoice using (order_id)
        left join lateral (
          select max(given.suffix) as suffix
            from (${CREDIT_NOTES}) as given
           where given.refund_id = moved.refund_id
             and given.paid_at = moved.paid_back_at) as note on true
        left join lateral (
          select vat_basis_points from tax_rates
           where from_day <= (sale.paid_at at time zone 'Asia/Beirut')::date
           order by from_day desc limit 1) as tax on true
        left join lateral (
          select lbp_per_usd from exchange_rates
           where from_day <= (sale.paid_at at time zone 'Asia/Beirut')::date
           order by from_day desc limit 1) as rate on true
       order by moved.at, moved.order_id, moved.item`,
    values: [startDate, endDate, last?.at ?? null, last?.order_id ?? null, last?.item ?? null],
  })
  return rows.map((row) => saleRow.parse(row))
}
