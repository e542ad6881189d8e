// Checkpoints: how far each build has read each log. The row is the lock of its build in its log.
import { isPlanted } from '#events/kernel/planted.ts'
import { logKind, type LogKind, type Projection } from '#projections/projection.ts'

import type { Queryable } from '../io/database.ts'

export type Checkpoint = { projection: Projection; generation: number; position: number }

/** (name, version, kind of log) of everything this program reads: what it may look for. */
export function readings(projections: readonly Projection[]) {
  const pairs = projections.flatMap((projection) =>
    (Object.keys(projection.reads) as LogKind[]).map((kind) => ({ projection, kind })),
  )
  return {
    names: pairs.map(({ projection }) => projection.name),
    versions: pairs.map(({ projection }) => projection.version),
    kinds: pairs.map(({ kind }) => kind),
  }
}

export type Readings = ReturnType<typeof readings>

/** Logs that are new get their checkpoints. Builds of other versions belong to other programs. */
export async function discoverLogs(database: Queryable, read: Readings): Promise<void> {
  await database.query({
    name: 'discover logs',
    text: `
    insert into projections (log_id, name, version, generation)
    select logs.log_id, builds.name, builds.version, builds.generation
      from unnest($1::text[], $2::integer[], $3::text[]) as reads (name, version, kind)
      join projection_builds as builds
        on builds.name = reads.name and builds.version = reads.version and builds.status = 'live'
      join logs on split_part(logs.log_id, '/', 1) = reads.kind and logs.head > 0
     where not exists (
       select from projections as known
        where known.log_id = logs.log_id
          and known.name = builds.name
          and known.version = builds.version
          and known.generation = builds.generation)
        on conflict do nothing`,
    values: [read.names, read.versions, read.kinds],
  })
}

/** Logs with facts that a running live build has not read. */
export async function logsBehind(database: Queryable, read: Readings): Promise<string[]> {
  const { rows } = await database.query<{ log_id: string }>({
    name: 'logs behind',
    text: `
    select distinct logs.log_id
      from projections as checkpoint
      join projection_builds as builds using (name, version, generation)
      join logs using (log_id)
     where builds.status = 'live'
       and checkpoint.status = 'running'
       and logs.head > checkpoint.position
       and (checkpoint.name, checkpoint.version) in
           (select * from unnest($1::text[], $2::integer[]))`,
    values: [read.names, read.versions],
  })
  return rows.map((row) => row.log_id)
}

/**
 * Locks what nobody else is working on; who comes second gets fewer rows, or none, and loses
 * nothing. Commits without waiting for the disk: rows and checkpoint are lost together, and made
 * again.
 */
export async function lockCheckpoints(
  tx: Queryable,
  logId: string,
  projections: readonly Projection[],
): Promise<Checkpoint[]> {
  const { rows } = await tx.query<{ name: string; generation: number; position: number }>({
    name: 'lock checkpoints',
    text: `
    select checkpoint.name, checkpoint.generation, checkpoint.position,
           set_config('synchronous_commit', 'off', true)
      from projections as checkpoint
      join projection_builds as builds using (name, version, generation)
     where checkpoint.log_id = $1
       and checkpoint.status = 'running'
       and builds.status = 'live'
       and (checkpoint.name, checkpoint.version) in
           (select * from unnest($2::text[], $3::integer[]))
     order by checkpoint.name
       for update of checkpoint skip locked`,
    values: [logId, projections.map(({ name }) => name), projections.map((one) => one.version)],
  })
  const byName = new Map(rows.map((row) => [row.name, row]))
  // In the order of `all.ts`: every writer takes the tables in one order.
  return projections.flatMap((projection) => {
    const row = byName.get(projection.name)
    if (row === undefined || projection.reads[logKind(logId)] === undefined) return []
    return [{ projection, generation: row.generation, position: row.position }]
  })
}

const newPosition = isPlanted('checkpoint_of_whole_log')
  ? 'greatest($2, (select head from logs where logs.log_id = $1))'
  : '$2'

/** Last in the transaction; `from` guards against a position that moved although it was locked. */
export async function moveCheckpoints(
  tx: Queryable,
  { logId, checkpoints, to }: { logId: string; checkpoints: readonly Checkpoint[]; to: number },
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'move checkpoints',
    text: `
    update projections as checkpoint
       set position = ${newPosition}, updated_at = clock_timestamp()
      from unnest($3::text[], $4::integer[], $5::integer[], $6::bigint[])
        as moved (name, version, generation, position)
     where checkpoint.log_id = $1
       and checkpoint.name = moved.name
       and checkpoint.version = moved.version
       and checkpoint.generation = moved.generation
       and checkpoint.position = moved.position`,
    values: [
      logId,
      to,
      checkpoints.map(({ projection }) => projection.name),
      checkpoints.map(({ projection }) => projection.version),
      checkpoints.map(({ generation }) => generation),
      checkpoints.map(({ position }) => position),
    ],
  })
  if (rowCount !== checkpoints.length)
    throw new Error(`${logId}: moved ${rowCount} of ${checkpoints.length} checkpoints to ${to}`)
}

/** Stops one build in one log, with the reason, until somebody looks (`resumeProjection`). */
export async function stopCheckpoint(
  database: Queryable,
  stopped: { logId: string; checkpoint: Checkpoint; position: number; error: string },
): Promise<void> {
  const { projection, generation } = stopped.checkpoint
  await database.query(
    `update projections
        set status = 'stopped', last_error = $5, last_error_position = $6,
            updated_at = clock_timestamp()
      where log_id = $1 and name = $2 and version = $3 and generation = $4`,
    [
      stopped.logId,
      projection.name,
      projection.version,
      generation,
      stopped.error.slice(0, 2_000),
      stopped.position,
    ],
  )
}

/** After the cause is mended: goes on at the fact that stopped it. */
export async function resumeProjection(database: Queryable, name: string): Promise<void> {
  await database.query(
    `update projections
        set status = 'running', last_error = null, last_error_position = null
      where name = $1 and status = 'stopped'`,
    [name],
  )
}

export type ProjectionStatus = {
  name: string
  logs: number
  /** Facts not read yet, over all logs. */
  lagEvents: number
  /** Age of the oldest fact not read yet. */
  lagSeconds: number
  stopped: { logId: string; position: number; error: string }[]
}

/** Every checkpoint of a build that is live, its log, and the oldest fact it has not read. */
const LIVE = `
     from projections as checkpoint
     join projection_builds as builds using (name, version, generation)
     join logs using (log_id)
     left join events as oldest
       on oldest.log_id = checkpoint.log_id
      and oldest.position = checkpoint.position + 1
    where builds.status = 'live'`

export async function projectionStatus(database: Queryable): Promise<ProjectionStatus[]> {
  const { rows } = await database.query<ProjectionStatus>({
    name: 'projection status',
    text: `
    select builds.name,
           count(*)::integer as logs,
           coalesce(sum(greatest(logs.head - checkpoint.position, 0)), 0)::bigint as "lagEvents",
           coalesce(max(extract(epoch from clock_now() - oldest.recorded_at)), 0)::float8
             as "lagSeconds",
           coalesce(json_agg(json_build_object(
               'logId', checkpoint.log_id,
               'position', checkpoint.last_error_position,
               'error', checkpoint.last_error) order by checkpoint.log_id)
             filter (where checkpoint.status = 'stopped'), '[]') as stopped
     ${LIVE}
     group by builds.name
     order by builds.name`,
  })
  return rows
}

export type KindLag = { kind: LogKind; lagEvents: number; lagSeconds: number }

/** The same by kind of log, over all projections. */
export async function lagsOfKinds(database: Queryable): Promise<KindLag[]> {
  const { rows } = await database.query<KindLag>({
    name: 'lags of kinds',
    text: `
    select split_part(checkpoint.log_id, '/', 1) as kind,
           coalesce(sum(greatest(logs.head - checkpoint.position, 0)), 0)::bigint as "lagEvents",
           greatest(0, coalesce(max(extract(epoch from clock_now() - oldest.recorded_at)), 0))
             ::float8 as "lagSeconds"
     ${LIVE}
     group by kind`,
  })
  return rows
}
