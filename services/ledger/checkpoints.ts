// Checkpoints that were published, and what witnesses have signed about them.
import type { Queryable } from '../io/database.ts'

export type StoredCheckpoint = {
  size: number
  root: Buffer
  signedAt: Date
  /** The signed note with the cosignatures that have come so far, oldest first. */
  note: string
}

type Row = { size: number; root: Buffer; signed_at: Date; note: string; lines: string[] }

const columns = `
  checkpoint.size, checkpoint.root, checkpoint.signed_at, checkpoint.note,
  array(
    select cosignature.line
      from cosignatures as cosignature
     where cosignature.log_id = checkpoint.log_id and cosignature.size = checkpoint.size
     order by cosignature.at, cosignature.witness
  ) as lines`

/** The newest; null before the first. */
export async function latestCheckpoint(
  database: Queryable,
  logId: string,
): Promise<StoredCheckpoint | null> {
  const { rows } = await database.query<Row>({
    name: 'checkpoint_latest',
    text: `
      select ${columns}
        from checkpoints as checkpoint
       where checkpoint.log_id = $1
       order by checkpoint.size desc
       limit 1`,
    values: [logId],
  })
  return storedOf(rows[0])
}

/** The first that was published with so many leaves or more; null before it. */
export async function firstCheckpointFrom(
  database: Queryable,
  logId: string,
  size: number,
): Promise<StoredCheckpoint | null> {
  const { rows } = await database.query<Row>({
    name: 'checkpoint_first_from',
    text: `
      select ${columns}
        from checkpoints as checkpoint
       where checkpoint.log_id = $1
         and checkpoint.size >= $2
       order by checkpoint.size
       limit 1`,
    values: [logId, size],
  })
  return storedOf(rows[0])
}

export async function checkpointOfSize(
  database: Queryable,
  logId: string,
  size: number,
): Promise<StoredCheckpoint | null> {
  const { rows } = await database.query<Row>({
    name: 'checkpoint_of_size',
    text: `
      select ${columns}
        from checkpoints as checkpoint
       where checkpoint.log_id = $1
         and checkpoint.size = $2`,
    values: [logId, size],
  })
  return storedOf(rows[0])
}

/** The newest that so many witnesses have cosigned, until then, and that holds leaf `index`. */
export async function latestWitnessed(
  database: Queryable,
  logId: string,
  { index, quorum, until = null }: { index: number; quorum: number; until?: string | null },
): Promise<StoredCheckpoint | null> {
  const { rows } = await database.query<Row>({
    name: 'checkpoint_witnessed',
    text: `
      select ${columns}
        from checkpoints as checkpoint
       where checkpoint.log_id = $1
         and checkpoint.size > $2
         and $3 <= (select count(*) from cosignatures as cosignature
                     where cosignature.log_id = checkpoint.log_id
                       and cosignature.size = checkpoint.size
                       and ($4::timestamptz is null or cosignature.at <= $4))
       order by checkpoint.size desc
       limit 1`,
    values: [logId, index, quorum, until],
  })
  return storedOf(rows[0])
}

function storedOf(row: Row | undefined): StoredCheckpoint | null {
  if (row === undefined) return null
  const { size, root, signed_at: signedAt, note, lines } = row
  return { size, root, signedAt, note: note + lines.map((line) => `${line}\n`).join('') }
}

/** How far each log is published. */
export async function publishedSizes(database: Queryable): Promise<Map<string, number>> {
  const { rows } = await database.query<{ log_id: string; size: number }>({
    name: 'checkpoint_sizes',
    text: `
      select logs.log_id, latest.size
        from logs, lateral (
               select checkpoint.size
                 from checkpoints as checkpoint
                where checkpoint.log_id = logs.log_id
                order by checkpoint.size desc
                limit 1) as latest
       where logs.log_id like 'raffle/%'`,
  })
  return new Map(rows.map(({ log_id, size }) => [log_id, size]))
}

/**
 * Saving what is there already does nothing: the same tree has the same signature. Nor does it wait
 * for the disk: the signer's record does, and it signs the same tree again.
 */
export async function saveCheckpoint(
  database: Queryable,
  logId: string,
  { size, root, note }: { size: number; root: Uint8Array; note: string },
): Promise<void> {
  await database.query({
    name: 'checkpoint_save',
    text: `
      insert into checkpoints (log_id, size, root, note)
      values ($1, $2, $3, $4)
          on conflict (log_id, size) do nothing
      returning set_config('synchronous_commit', 'off', true)`,
    values: [logId, size, Buffer.from(root), note],
  })
}

export type StoredCosignature = {
  size: number
  /** Verifier key. */
  witness: string
  at: Date
  line: string
}

/** A witness's first word about a checkpoint stays. */
export async function saveCosignature(
  database: Queryable,
  logId: string,
  { size, witness, at, line }: StoredCosignature,
): Promise<void> {
  await database.query({
    name: 'cosignature_save',
    text: `
      insert into cosignatures (log_id, size, witness, at, line)
      values ($1, $2, $3, $4, $5)
          on conflict (log_id, size, witness) do nothing`,
    values: [logId, size, witness, at, line],
  })
}

/** The size that this witness cosigned last, as far as we know; 0 before the first. */
export async function sizeSeenBy(
  database: Queryable,
  logId: string,
  witness: string,
): Promise<number> {
  const { rows } = await database.query<{ size: number | null }>({
    name: 'cosignature_last',
    text: 'select max(size) as size from cosignatures where log_id = $1 and witness = $2',
    values: [logId, witness],
  })
  return rows[0]?.size ?? 0
}

/** Logs that have grown beyond their last checkpoint. */
export async function logsToPublish(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ log_id: string }>({
    name: 'logs_to_publish',
    text: `
      select logs.log_id
        from logs
       where logs.log_id like 'raffle/%'
         and logs.head > coalesce((
               select checkpoint.size
                 from checkpoints as checkpoint
                where checkpoint.log_id = logs.log_id
                order by checkpoint.size desc
                limit 1), 0)`,
  })
  return rows.map(({ log_id }) => log_id)
}

/** How old the oldest fact is that no checkpoint covers; 0 where there is none. */
export async function checkpointLagSeconds(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>({
    name: 'checkpoint_lag',
    text: `
      select extract(epoch from clock_now() - min(events.recorded_at))::float8 as seconds
        from logs
        left join lateral (
               select checkpoint.size
                 from checkpoints as checkpoint
                where checkpoint.log_id = logs.log_id
                order by checkpoint.size desc
                limit 1) as latest on true
        join events
          on events.log_id = logs.log_id and events.position = coalesce(latest.size, 0) + 1
       where logs.log_id like 'raffle/%'
         and logs.head > coalesce(latest.size, 0)`,
  })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

export type Asked = { logId: string; witness: string }

/**
 * By witness, how long the oldest checkpoint has waited that this witness has neither cosigned nor
 * passed by with a later one. Who has none waiting is not in it.
 */
export async function cosignatureLags(
  database: Queryable,
  asked: readonly Asked[],
): Promise<Map<string, number>> {
  const { rows } = await database.query<{ witness: string; seconds: number }>({
    name: 'cosignature_lags',
    text: `
      select asked.witness,
             extract(epoch from clock_now() - min(waiting.signed_at))::float8 as seconds
        from unnest($1::text[], $2::text[]) as asked (log_id, witness)
        cross join lateral (
               select coalesce(max(cosignature.size), 0) as size
                 from cosignatures as cosignature
                where cosignature.log_id = asked.log_id
                  and cosignature.witness = asked.witness) as seen
        cross join lateral (
               select checkpoint.signed_at
                 from checkpoints as checkpoint
                where checkpoint.log_id = asked.log_id and checkpoint.size > seen.size
                order by checkpoint.size
                limit 1) as waiting
       group by asked.witness`,
    values: [asked.map(({ logId }) => logId), asked.map(({ witness }) => witness)],
  })
  return new Map(rows.map(({ witness, seconds }) => [witness, Math.max(0, seconds)]))
}

export type WitnessedSize = {
  size: number
  signedAt: Date
  witness: string | null
  at: Date | null
}

/** Checkpoints of at least `size` leaves, the smallest first, a row for each cosignature. */
export async function checkpointsFrom(
  database: Queryable,
  logId: string,
  { size, limit }: { size: number; limit: number },
): Promise<WitnessedSize[]> {
  const { rows } = await database.query<WitnessedSize>({
    name: 'checkpoints_from',
    text: `
      select checkpoint.size, checkpoint.signed_at as "signedAt", cosignature.witness,
             cosignature.at
        from (select * from checkpoints
               where log_id = $1 and size >= $2
               order by size
               limit $3) as checkpoint
        left join cosignatures as cosignature using (log_id, size)
       order by checkpoint.size, cosignature.at`,
    values: [logId, size, limit],
  })
  return rows
}

/** The last checkpoint of each log that fewer than `witnesses` have cosigned. */
export async function logsToCosign(database: Queryable, witnesses: number): Promise<string[]> {
  const { rows } = await database.query<{ log_id: string }>({
    name: 'logs_to_cosign',
    text: `
      select logs.log_id
        from logs, lateral (
               select checkpoint.size
                 from checkpoints as checkpoint
                where checkpoint.log_id = logs.log_id
                order by checkpoint.size desc
                limit 1) as latest
       where logs.log_id like 'raffle/%'
         and $1 > (select count(*) from cosignatures as cosignature
                    where cosignature.log_id = logs.log_id and cosignature.size = latest.size)`,
    values: [witnesses],
  })
  return rows.map(({ log_id }) => log_id)
}

/** Which witnesses have cosigned this very checkpoint. */
export async function witnessesOf(
  database: Queryable,
  logId: string,
  size: number,
): Promise<Set<string>> {
  const { rows } = await database.query<{ witness: string }>({
    name: 'cosignatures_of',
    text: 'select witness from cosignatures where log_id = $1 and size = $2',
    values: [logId, size],
  })
  return new Set(rows.map(({ witness }) => witness))
}
