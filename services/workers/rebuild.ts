// Builds read models anew beside the live ones and swaps them in. Readers see the old rows until
// the moment of the swap and the new ones after it; the running projectors, here or in another
// process, find the new build by themselves, because each of their transactions asks which build
// is live.
//
//   prepare  new tables of the next generation, without their secondary indexes
//   copy     every log from 0, in big pages: rows that are new are copied in, the others upserted
//   index    keys and secondary indexes, ANALYZE
//   tail     what was appended meanwhile, until almost nothing is left
//   swap     one transaction: hold the live checkpoints, read up to where they are, point the views
//            at the new tables. The old build stays as `previous` until the next rebuild.
// A rebuild that dies leaves a `building` build, which the next one clears away.
import type { Projection } from '#projections/projection.ts'
import {
  createTables,
  createViews,
  finishTable,
  grants,
  physicalName,
  viewGrants,
} from '#projections/sql.ts'

import { SERVICE_ROLE } from '../database/migration-ledger.ts'
import type { Database, Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'
import type { Target } from './apply-page.ts'
import { copyLogs, copyRest } from './copy-logs.ts'
import { keyFilter } from './key-filter.ts'

export type RebuildProgress = {
  phase: 'prepare' | 'copy' | 'index' | 'tail' | 'swap' | 'done'
  /** Positions passed and known, over all logs. */
  done: number
  total: number
}

export type Rebuilt = {
  projections: { name: string; version: number; generation: number }[]
  logs: number
  events: number
  seconds: number
  eventsPerSecond: number
}

export type RebuildNeeds = {
  /** The owner's connections, without a statement timeout. */
  owner: Database
  projections: readonly Projection[]
  /** So many connections write; one more reads. */
  lanes?: number
  eventsPerPageMax?: number
  onProgress?: (progress: RebuildProgress) => void
  /** Monotonic milliseconds; for the figures only. */
  elapsedMs?: () => number
}

const EVENTS_PER_PAGE = 10_000
const LANES = 3
/** Indexes made at the same time. */
const BUILDERS = 2
const BUILDER_MEMORY = '128MB'
const TAIL_ROUNDS_MAX = 20
/** So little may be left to be read inside the swap. */
const EVENTS_LEFT_MAX = 1_000
const REBUILD_LOCK = 7_173_403
const LOCK_PAUSE_MS = 250

/** Waits while another rebuild of this database runs. */
export const rebuild = (needs: RebuildNeeds): Promise<Rebuilt> =>
  alone(needs, () => rebuildLocked(needs))

/** Asked for again and again: a connection may wait for a lock for less than a rebuild takes. */
async function alone<Result>({ owner }: RebuildNeeds, act: () => Promise<Result>): Promise<Result> {
  return owner.withConnection(async (connection) => {
    const isOurs = async () => {
      const { rows } = await connection.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1) as locked',
        [REBUILD_LOCK],
      )
      return rows[0]?.locked === true
    }
    while (!(await isOurs())) await sleep(LOCK_PAUSE_MS)
    try {
      return await act()
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [REBUILD_LOCK])
    }
  })
}

async function rebuildLocked(needs: RebuildNeeds): Promise<Rebuilt> {
  const elapsedMs = needs.elapsedMs ?? (() => performance.now())
  const startedMs = elapsedMs()
  const progress = { done: 0, total: 0 }
  const tell = (phase: RebuildProgress['phase']) => needs.onProgress?.({ phase, ...progress })

  tell('prepare')
  const targets = await prepare(needs)
  const copy = async (phase: 'copy' | 'tail', into: readonly Target[]) => {
    const before = progress.done
    progress.total = await totalOfHeads(needs.owner)
    const moved = (events: number) => {
      progress.done += events
      tell(phase)
    }
    const { lanes = LANES, eventsPerPageMax = EVENTS_PER_PAGE } = needs
    const logIds = await allLogs(needs.owner)
    await copyLogs(needs.owner, { logIds, targets: into, lanes, eventsPerPageMax, moved })
    return progress.done - before
  }

  tell('copy')
  const keysMax = await totalOfHeads(needs.owner)
  await copy(
    'copy',
    targets.map((target) => ({ ...target, written: filters(target, keysMax) })),
  )
  tell('index')
  await finishTables(needs.owner, targets)
  for (let round = 0; round < TAIL_ROUNDS_MAX; round++)
    if ((await copy('tail', targets)) < EVENTS_LEFT_MAX) break
  tell('swap')
  await swap(needs, targets)

  const seconds = (elapsedMs() - startedMs) / 1_000
  progress.total = progress.done
  tell('done')
  return {
    projections: targets.map(({ projection, build }) => ({ name: projection.name, ...build })),
    logs: (await allLogs(needs.owner)).length,
    events: progress.done,
    seconds,
    eventsPerSecond: Math.round(progress.done / seconds),
  }
}

/**
 * Projections whose live build is missing or older, as after an upgrade. One that is newer belongs
 * to a later program, which may be running beside this one.
 */
export async function rebuildOutdated(needs: RebuildNeeds): Promise<Rebuilt | undefined> {
  if ((await compareLive(needs)).outdated.length === 0) return undefined
  return alone(needs, async () => {
    // Another start may have done it while this one waited.
    const { outdated } = await compareLive(needs)
    return outdated.length === 0 ? undefined : rebuildLocked({ ...needs, projections: outdated })
  })
}

/** What this program has to build anew, and what a later one has built. */
export async function compareLive({
  owner,
  projections,
}: Pick<RebuildNeeds, 'owner' | 'projections'>) {
  const { rows } = await owner.query<{ name: string; version: number }>(
    `select name, version from projection_builds where status = 'live'`,
  )
  const live = new Map(rows.map(({ name, version }) => [name, version]))
  return {
    outdated: projections.filter(({ name, version }) => (live.get(name) ?? 0) < version),
    ahead: projections.filter(({ name, version }) => (live.get(name) ?? 0) > version),
  }
}

async function prepare({ owner, projections }: RebuildNeeds): Promise<Target[]> {
  const targets: Target[] = []
  for (const projection of projections) {
    await dropBuilds(owner, projection.name)
    const build = await nextBuild(owner, projection)
    await owner.transaction(async (tx) => {
      const tables = projection.tables.map((table) => physicalName(table, build))
      await tx.query(
        `insert into projection_builds (name, version, generation, status, tables)
         values ($1, $2, $3, 'building', $4)`,
        [projection.name, build.version, build.generation, tables],
      )
      for (const statement of createTables(projection, { build, isBulk: true }))
        await tx.query(statement)
      for (const statement of grants(projection, build, SERVICE_ROLE)) await tx.query(statement)
    })
    targets.push({ projection, build })
  }
  return targets
}

/** The build before the live one, and whatever a rebuild that died has left. */
async function dropBuilds(owner: Database, name: string): Promise<void> {
  await owner.transaction(async (tx) => {
    const { rows } = await tx.query<{ tables: string[] }>(
      `delete from projection_builds where name = $1 and status <> 'live' returning tables`,
      [name],
    )
    for (const table of rows.flatMap((row) => row.tables))
      await tx.query(`drop table if exists ${table}`)
  })
}

async function nextBuild(owner: Queryable, { name, version }: Projection) {
  const { rows } = await owner.query<{ generation: number }>(
    `select coalesce(max(generation), 0) + 1 as generation
       from projection_builds where name = $1 and version = $2`,
    [name, version],
  )
  return { version, generation: rows[0]?.generation ?? 1 }
}

async function allLogs(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ log_id: string }>(
    'select log_id from logs where head > 0 order by head desc, log_id',
  )
  return rows.map((row) => row.log_id)
}

async function totalOfHeads(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    'select coalesce(sum(head), 0)::bigint as total from logs',
  )
  return rows[0]?.total ?? 0
}

/** A fact sets hardly more than one row of a table; should one, its filter says yes more often. */
function filters({ projection }: Target, keysMax: number): Target['written'] {
  const tables = projection.tables.filter(({ isWrittenOnce }) => isWrittenOnce !== true)
  return new Map(tables.map((table) => [table, keyFilter(keysMax)]))
}

/** Of several tables at a time. Lost together with the rows, so the disk is not waited for. */
async function finishTables(owner: Database, targets: readonly Target[]): Promise<void> {
  const waiting = targets.flatMap(({ projection, build }) =>
    projection.tables.map((table) => finishTable(table, build)),
  )
  const builder = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const statements = next
      await owner.transaction(async (tx) => {
        await tx.query(`set local synchronous_commit = off`)
        await tx.query(`set local maintenance_work_mem = '${BUILDER_MEMORY}'`)
        for (const statement of statements) await tx.query(statement)
      })
    }
  }
  await Promise.all(Array.from({ length: BUILDERS }, builder))
}

/**
 * The live checkpoints are held while the new build reads up to them, so nobody who has seen a row
 * sees an older one afterwards. A reader holds a view for the length of his query: the lock on it
 * is waited for briefly and the whole asked again, so that we, not he, give way in a knot.
 */
async function swap({ owner }: RebuildNeeds, targets: readonly Target[]): Promise<void> {
  await owner.transaction(
    async (tx) => {
      await tx.query(`set local lock_timeout = '500ms'`)
      const names = targets.map(({ projection }) => projection.name)
      await tx.query(
        `select from projections as checkpoint
           join projection_builds as builds using (name, version, generation)
          where builds.status = 'live' and builds.name = any($1)
          order by checkpoint.log_id, checkpoint.name
            for update of checkpoint`,
        [names],
      )
      for (const logId of await allLogs(tx))
        await copyRest(tx, { logId, targets, eventsPerPageMax: EVENTS_PER_PAGE })
      for (const target of targets) await pointViews(tx, target)
    },
    { retries: 8 },
  )
}

async function pointViews(tx: Queryable, { projection, build }: Target): Promise<void> {
  for (const statement of createViews(projection, build)) await tx.query(statement)
  for (const statement of viewGrants(projection, SERVICE_ROLE)) await tx.query(statement)
  await makeLive(tx, { name: projection.name, ...build })
}

export type NamedBuild = { name: string; version: number; generation: number }

async function makeLive(tx: Queryable, { name, version, generation }: NamedBuild): Promise<void> {
  await tx.query(
    `update projection_builds set status = 'previous' where name = $1 and status = 'live'`,
    [name],
  )
  await tx.query(
    `update projection_builds set status = 'live', live_at = clock_timestamp()
      where name = $1 and version = $2 and generation = $3`,
    [name, version, generation],
  )
}

/** Back to the build before, which then reads on from where it stopped. */
export async function rollBack(
  owner: Database,
  projections: readonly Projection[],
): Promise<NamedBuild[]> {
  return owner.transaction(
    async (tx) => {
      await tx.query(`set local lock_timeout = '500ms'`)
      const back: NamedBuild[] = []
      for (const projection of projections) {
        const { rows } = await tx.query<{ generation: number }>(
          `select generation from projection_builds
            where name = $1 and version = $2 and status = 'previous'
            order by generation desc limit 1 for update`,
          [projection.name, projection.version],
        )
        const generation = rows[0]?.generation
        if (generation === undefined)
          throw new Error(
            `${projection.name} has no earlier build of version ${projection.version}: rebuild it`,
          )
        const build = { version: projection.version, generation }
        await pointViews(tx, { projection, build })
        back.push({ name: projection.name, ...build })
      }
      return back
    },
    { retries: 8 },
  )
}
