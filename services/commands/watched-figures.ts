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
