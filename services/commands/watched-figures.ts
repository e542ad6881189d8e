// Figures for whoever watches the shop at night: is money asked about in time, do texts go out.
// Each walks an index that holds only what is open, so it costs what is open.
import type { Queryable } from '../io/database.ts'

/** How long ago the most overdue payment should have been asked about; 0: none is overdue. */
export async function paymentCheckLagSeconds(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>({
    name: 'payment_check_lag',
    text: `
      select extract(epoch from clock_now() - min(next_check_at))::float8 as seconds
        from payment_attempts
       where next_check_at is not null`,
  })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/**
 * How long the oldest text has been waiting for a gateway that takes it; 0: none waits. An e-mail
 * says nothing that a text does not, and wakes nobody.
 */
export async function messageLagSeconds(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>({
    name: 'message_lag',
    text: `
      select extract(epoch from clock_now() - min(created_at))::float8 as seconds
        from messages
       where state = 'waiting'
         and not exists (select from emails where emails.ref = messages.ref)`,
  })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Texts and e-mails of the last hour that are given up or refused, sign-in codes among them. */
export async function messagesFailedHour(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ failed: number }>({
    name: 'messages_failed_hour',
    text: `
      select count(*)::bigint as failed
        from messages
       where state = 'failed'
         and created_at > (select clock_now()) - interval '1 hour'`,
  })
  return rows[0]?.failed ?? 0
}

/** How long the oldest paid order has waited for its tickets or its duties; 0: none waits. */
export async function ordersUnfinishedSeconds(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>({
    name: 'orders_unfinished_seconds',
    // Those of the counter are noted beside their contact, those of a provider by their attempt,
    // which is asked about until the order is settled, hourly in the end.
    text: `
      with waiting as (
        select order_id from order_contacts where finish_due_at is not null
        union all
        select order_id from payment_attempts where next_check_at is not null
      )
      select extract(epoch from clock_now() - min(paid.paid_at))::float8 as seconds
        from waiting
        join order_status as paid using (order_id)
       where paid.paid_at is not null
         and paid.status = 'pending'`,
  })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Orders of the last day, by what they are now. */
export async function ordersOfDay(database: Queryable): Promise<Record<string, number>> {
  const { rows } = await database.query<{ status: string; orders: number }>({
    name: 'orders_of_day',
    text: `
      select known.status, count(placed.order_id)::bigint as orders
        from unnest(array['pending', 'paid', 'completed', 'cancelled']) as known (status)
        left join order_status as placed
               on placed.status = known.status
              and placed.placed_at > (select clock_now()) - interval '1 day'
       group by known.status`,
  })
  return Object.fromEntries(rows.map(({ status, orders }) => [status, orders]))
}
