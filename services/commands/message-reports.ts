// What gateways report of texts, brought to the rows that staff see. Reports come twice, late and
// in any order, and one may come before our own row knows its id: the furthest word about each id
// is kept, and whoever writes second, the report or the row, brings the two together.
import type { Queryable } from '../io/database.ts'
import type { DeliveryReport } from '../providers/messages/port.ts'

/** Gateways that report put their name before the id (`port.ts`). */
export const isReported = (gatewayId: string | null): gatewayId is string =>
  gatewayId !== null && /^(twilio|infobip|whatsapp):/.test(gatewayId)

/** A phone that has the text has it, whatever else is said. */
const ranks = { sent: 1, failed: 2, delivered: 3 } as const

const FAILURE_CHARACTERS_MAX = 40
const ID_CHARACTERS_MAX = 300

export async function recordReports(
  database: Queryable,
  reports: readonly DeliveryReport[],
): Promise<void> {
  const furthest = furthestOf(reports)
  if (furthest.length === 0) return
  await database.query({
    name: 'record_message_reports',
    text: `
      insert into message_reports as known (gateway_id, state, failure, reported_at)
      select given.*, clock_now()
        from unnest($1::text[], $2::text[], $3::text[]) as given (gateway_id, state, failure)
       order by given.gateway_id
      on conflict (gateway_id) do update
         set state = excluded.state, failure = excluded.failure, reported_at = excluded.reported_at
       where array_position(array['sent', 'failed', 'delivered'], excluded.state)
           > array_position(array['sent', 'failed', 'delivered'], known.state)`,
    values: [
      furthest.map(({ gatewayId }) => gatewayId),
      furthest.map(({ state }) => state),
      furthest.map(({ failure }) => failure?.slice(0, FAILURE_CHARACTERS_MAX) ?? null),
    ],
  })
  await applyReports(
    database,
    furthest.map(({ gatewayId }) => gatewayId),
  )
}

function furthestOf(reports: readonly DeliveryReport[]): DeliveryReport[] {
  const byId = new Map<string, DeliveryReport>()
  for (const report of reports) {
    const known = byId.get(report.gatewayId)
    const isKept = known !== undefined && ranks[known.state] >= ranks[report.state]
    if (!isKept && isStorable(report)) byId.set(report.gatewayId, report)
  }
  return [...byId.values()]
}

/** PostgreSQL stores no NUL in text. */
const isStorable = ({ gatewayId, failure }: DeliveryReport) =>
  gatewayId.length <= ID_CHARACTERS_MAX && !`${gatewayId}${failure ?? ''}`.includes('\0')

/**
 * Of a text that WhatsApp could not deliver the words are sent by SMS, for as long as they are kept
 * and a day has not passed, unless they were given up (`give-up-messages.ts`); a code has no words
 * here and is asked for anew by its owner.
 */
export async function applyReports(database: Queryable, gatewayIds: readonly string[]) {
  await database.query({
    name: 'apply_message_reports',
    text: `
      update messages as text
         set state = case when goes_on then 'waiting' else report.state end,
             next_try_at = case when goes_on then clock_now() end,
             channel = case when goes_on then 'sms' else text.channel end,
             failure = case when report.state = 'failed'
                            then concat_ws(':', 'undelivered', report.failure) end,
             delivered_at = case when report.state = 'delivered' then report.reported_at end
        from message_reports as report
       cross join lateral (
         select exists (
           select from messages as own
            where own.gateway_id = report.gateway_id
              and report.state = 'failed'
              and own.gateway_id like 'whatsapp:%'
              and own.body is not null
              and own.channel is null
              and own.created_at > clock_now() - interval '1 day') as goes_on
       ) as next
       where report.gateway_id = any($1::text[])
         and text.gateway_id = report.gateway_id
         and ((report.state = 'delivered' and text.state <> 'delivered')
              or (report.state = 'failed' and text.state = 'sent'))`,
    values: [gatewayIds],
  })
}
