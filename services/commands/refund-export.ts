// Every duty to give money back, for a file: those that are due, paid or were withdrawn, and in
// what money one was paid.
import * as z from 'zod/mini'

import { withdrawReasons } from '#events/order/words.ts'

import type { Queryable } from '../io/database.ts'
import { dutyRow } from './refund-duties.ts'
import type { Days } from './refund-duties.ts'

const EXPORT_PAGE = 2_000

const exportedRow = z.object({
  ...dutyRow.shape,
  withdrawn_at: z.nullable(z.date()),
  reason: z.nullable(z.enum(withdrawReasons)),
  /** Null: not paid. */
  currency: z.nullable(z.enum(['USD', 'LBP'])),
  /** Whole pounds; null: paid in dollars, or at a rate that nobody has written down. */
  lbp: z.nullable(z.int()),
  /** Pounds for a dollar, where pounds went back. */
  rate: z.nullable(z.string()),
})
export type ExportedDuty = z.infer<typeof exportedRow>

/**
 * Duties that arose on these days of Beirut, oldest first, after the last one read. A withdrawn one
 * has lost its day in the table (decision 36): there, its own facts say when it arose and why it
 * ended. Few are withdrawn, so each page looks at all of them. Pounds are counted as the till
 * counts them: at the refund's rate, or that of its day. What is written down of a duty that is due
 * is no proof yet.
 */
export async function refundsAfter(
  database: Queryable,
  { startDate, endDate }: Days,
  last: ExportedDuty | null,
): Promise<ExportedDuty[]> {
  const { rows } = await database.query({
    name: 'refund duties export',
    text: `
      with shops as materialized (
        select log_id from logs where log_id like 'shop/%'
      ), withdrawn as materialized (
        select gone.order_id, gone.refund_id, gone.amount_cents, gone.cause, told.due_at,
               told.withdrawn_at, told.reason
          from refund_duties as gone
         cross join lateral (
           select date_trunc('milliseconds',
                    max(fact.recorded_at) filter (where type = 'RefundDue')) as due_at,
                  max(fact.recorded_at) filter (where type = 'RefundWithdrawn') as withdrawn_at,
                  max(fact.payload::json ->> 'reason') as reason
             from shops
             join events as fact
               on fact.log_id = shops.log_id
              and fact.stream_id = 'order/' || gone.order_id
              and fact.leaf is null
            where fact.type in ('RefundDue', 'RefundWithdrawn')
              and fact.payload::json ->> 'refundId' = gone.refund_id) as told
         where gone.due_at is null and gone.paid_at is null and gone.amount_cents is not null
      ), duty as (
        (select order_id, refund_id, amount_cents, cause, due_at, paid_at, method,
                null::timestamptz as withdrawn_at, null as reason
           from refund_duties
          where due_at is not null and ${isWanted}
          order by due_at, order_id, refund_id limit ${EXPORT_PAGE})
        union all
        (select order_id, refund_id, amount_cents, cause, due_at, null, null,
                withdrawn_at, reason
           from withdrawn
          where ${isWanted}
          order by due_at, order_id, refund_id limit ${EXPORT_PAGE})
        order by due_at, order_id, refund_id limit ${EXPORT_PAGE}
      )
      select duty.*, orders.reference, contact.name, contact.phone, proof.reference as proof,
             case when duty.method = 'credit' then proof.credit_until::text end as credit_until,
             case when duty.paid_at is not null then coalesce(proof.currency, 'USD') end
               as currency,
             round(duty.amount_cents * pounds.rate / 100)::bigint as lbp, pounds.rate::text as rate
        from duty
        left join order_status as orders using (order_id)
        left join order_contacts as contact using (order_id)
        left join refund_payments as proof
          on proof.order_id = duty.order_id and proof.refund_id = duty.refund_id
         and duty.paid_at is not null
        left join lateral (
          select coalesce(nullif(proof.rate::numeric, 0), (
                   select lbp_per_usd from exchange_rates
                    where from_day <= (proof.created_at at time zone 'Asia/Beirut')::date
                    order by from_day desc limit 1)) as rate) as pounds
          on duty.paid_at is not null and proof.currency = 'LBP'
       order by duty.due_at, duty.order_id, duty.refund_id`,
    values: [
      startDate,
      endDate,
      last?.due_at ?? null,
      last?.order_id ?? null,
      last?.refund_id ?? null,
    ],
  })
  return rows.map((row) => exportedRow.parse(row))
}

const isWanted = `
      ($1::date is null or due_at >= ($1::date)::timestamp at time zone 'Asia/Beirut')
  and ($2::date is null or due_at < ($2::date + 1)::timestamp at time zone 'Asia/Beirut')
  and ($3::timestamptz is null or (due_at, order_id, refund_id) > ($3, $4, $5))`
