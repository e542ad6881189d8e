// The facts of a raffle that are not sales: its terms, its voids and its draws. They are few
// whatever was sold, and an index of their own finds them.
import type { RaffleEvent } from '#events/raffle/events.ts'

import type { Queryable } from '../io/database.ts'
import { recordedOf, type EventRow } from './codec.ts'
import type { LogId, Recorded } from './types.ts'

export async function readTerms(
  database: Queryable,
  logId: LogId,
): Promise<Recorded<RaffleEvent>[]> {
  const { rows } = await database.query<EventRow>({
    name: 'read_terms',
    text: `
      select log_id, position, stream_id, stream_version, event_id, type, schema_version, payload,
             meta, recorded_at
        from events
       where log_id = $1
         and leaf is not null
         and type <> 'TicketsIssued'
       order by position`,
    values: [logId],
  })
  return rows.map(recordedOf) as Recorded<RaffleEvent>[] // a raffle's log holds nothing else
}
