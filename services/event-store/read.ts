// Reading facts. Only the primary is asked: a replica may lag, and two readers of two replicas may
// see two orders.
import { assert } from '#events/kernel/assert.ts'

import type { Queryable } from '../io/database.ts'
import { recordedOf, type EventRow } from './codec.ts'
import type { LogId, Recorded } from './types.ts'

const COLUMNS = `log_id, position, stream_id, stream_version, event_id, type, schema_version,
       payload, meta, recorded_at`

const READ_STREAMS = {
  name: 'read_streams',
  // One probe for each, whatever the planner thinks of the table: `offset` is its fence, and
  // `leaf is null` names the index of the shop logs.
  text: `
select facts.*
  from unnest($2::text[]) as asked (stream)
 cross join lateral (
       select ${COLUMNS}
         from events
        where log_id = $1
          and stream_id = asked.stream collate "C"
          and leaf is null
        order by stream_version
       offset 0) as facts`,
}

const READ_LOG = {
  name: 'read_log',
  // Positions have no gaps: two ends bound the page, and leave no plan but the key's.
  text: `
select ${COLUMNS}
  from events
 where log_id = $1
   and position > $2
   and position <= $2::bigint + $3::bigint
 order by position`,
}

/** An error where the stream has a hole or holds what cannot be read. */
export type StreamAnswer = Recorded[] | Error

/** Whole streams of one shop log; those without facts are missing. */
export async function readStreams(
  database: Queryable,
  { logId, streamIds }: { logId: LogId; streamIds: readonly string[] },
): Promise<ReadonlyMap<string, StreamAnswer>> {
  const { rows } = await database.query<EventRow>({ ...READ_STREAMS, values: [logId, streamIds] })
  return new Map(
    [...Map.groupBy(rows, ({ stream_id }) => stream_id)].map(([streamId, facts]) => [
      streamId,
      wholeOrError(streamId, facts),
    ]),
  )
}

function wholeOrError(streamId: string, rows: readonly EventRow[]): StreamAnswer {
  try {
    return wholeStream(streamId, rows)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Versions are checked: a hole is an alarm, never a wait. */
function wholeStream(streamId: string, rows: readonly EventRow[]): Recorded[] {
  for (const [index, { stream_version }] of rows.entries())
    assert(stream_version === index + 1, `${streamId} has a hole before version ${stream_version}`)
  return rows.map(recordedOf)
}

/** At most `limit` facts after position `after`. */
export async function readLog(
  database: Queryable,
  { logId, after, limit }: { logId: LogId; after: number; limit: number },
): Promise<Recorded[]> {
  const { rows } = await database.query<EventRow>({ ...READ_LOG, values: [logId, after, limit] })
  for (const [index, { position }] of rows.entries())
    assert(position === after + index + 1, `${logId} has a hole before position ${position}`)
  return rows.map(recordedOf)
}

export async function readHead(database: Queryable, logId: LogId): Promise<number> {
  const { rows } = await database.query<{ head: number }>({
    name: 'read_head',
    text: 'select head from logs where log_id = $1',
    values: [logId],
  })
  return rows[0]?.head ?? 0
}

export async function readLogs(database: Queryable): Promise<LogId[]> {
  const { rows } = await database.query<{ log_id: LogId }>({
    name: 'read_logs',
    text: 'select log_id from logs order by log_id',
  })
  return rows.map(({ log_id }) => log_id)
}
