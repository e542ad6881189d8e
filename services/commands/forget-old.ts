// Rows that have done their work go: keys after a week, raw callbacks after 90 days, texts after
// 30.
import type { Queryable } from '../io/database.ts'
import { forgetOldAlerts } from './raffle-alerts.ts'

export async function forgetOld(database: Queryable): Promise<void> {
  await database.query(`
    delete from purchases
     where state = 'settled'
       and created_at < clock_now() - interval '7 days'`)
  await database.query(
    `delete from provider_callbacks where last_received_at < clock_now() - interval '90 days'`,
  )
  await database.query(`
    delete from messages
     where state <> 'waiting'
       and created_at < clock_now() - interval '30 days'`)
  await database.query(
    `delete from message_reports where reported_at < clock_now() - interval '30 days'`,
  )
  await forgetOldAlerts(database)
}
