// Turns facts into rows. The job that wakes it carries no fact: what to do is read from the
// checkpoint, so a job that comes twice, late or never costs time, not correctness. All projections
// of a log share one page and one transaction; when one of them cannot take a fact, they go one by
// one, and only that one stops.
import { isPlanted } from '#events/kernel/planted.ts'
import { logKind, type Projection, type Recorded } from '#projections/projection.ts'

import type { Database, Queryable, Transaction } from '../io/database.ts'
import { inSpanAfter } from '../io/tracing.ts'
import { applyPage } from './apply-page.ts'
import {
  discoverLogs,
  lockCheckpoints,
  logsBehind,
  moveCheckpoints,
  readings,
  stopCheckpoint,
  type Checkpoint,
} from './checkpoints.ts'
import { PoisonFact, readPage, type Page } from './read-page.ts'

/** What one page's statements cost is the same for few facts: who is behind takes many at once. */
export const EVENTS_PER_PAGE_MAX = 2_000
/** Where the database dies again and again, a page must fit between two of its deaths. */
const EVENTS_AFTER_OUTAGE = 100

export type Projector = {
  /** Reads all logs to their heads. Calls that meet share one run, and one more after it. */
  catchUp: () => Promise<void>
  /** The run that goes on ends after its page; then nothing is read any more. */
  stop: () => Promise<void>
}

type Needs = {
  database: Database
  projections: readonly Projection[]
  /** A projection has stopped at a fact it cannot take: somebody must look. */
  stopped?: (stop: { projection: string; logId: string; position: number; error: Error }) => void
  /** After its commit. Must not fail: the page is in the tables, whatever becomes of this. */
  applied?: (applied: Applied) => Promise<void>
  eventsPerPageMax?: number
}

/** A page that stands in the tables of these projections. */
export type Applied = { projections: readonly string[]; facts: readonly Recorded[] }

export function openProjector(given: Needs): Projector {
  const needs = { ...given, page: openPageSize(given) }
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isStopped = false

  function catchUp(): Promise<void> {
    if (running === undefined) {
      running = catchUpOnce(needs, () => isStopped).finally(() => (running = undefined))
      return running
    }
    // What was appended after the running one looked is seen by the next one.
    next ??= running
      .catch(() => {}) // its own callers hear of it
      .then(() => {
        next = undefined
        return isStopped ? undefined : catchUp()
      })
    return next
  }

  return {
    catchUp: () => (isStopped ? Promise.resolve() : catchUp()),
    async stop() {
      isStopped = true
      await Promise.allSettled([running, next])
    },
  }
}

type PageSize = {
  /** In facts. */
  now: () => number
  /** A page ended well, or not. */
  ended: (isWell: boolean) => void
}

/** Small after a page that was cut short, then twice as much with each that was not. */
function openPageSize({ eventsPerPageMax = EVENTS_PER_PAGE_MAX }: Needs): PageSize {
  let size = eventsPerPageMax
  return {
    now: () => size,
    ended: (isWell) =>
      void (size = Math.min(isWell ? size * 2 : EVENTS_AFTER_OUTAGE, eventsPerPageMax)),
  }
}

type Paging = Needs & { page: PageSize }

async function catchUpOnce(needs: Paging, isStopped: () => boolean): Promise<void> {
  const read = readings(needs.projections)
  await discoverLogs(needs.database, read)
  for (;;) {
    const logIds = await logsBehind(needs.database, read)
    let moved = 0
    for (const logId of logIds) {
      if (isStopped()) return
      moved += await projectPage(needs, logId, needs.projections)
    }
    // Nothing moved: another projector holds the rest, or it has stopped for a reason.
    if (moved === 0) return
  }
}

/** One page of one log for all its projections; answers how many facts a checkpoint moved over. */
async function projectPage(
  needs: Paging,
  logId: string,
  projections: readonly Projection[],
): Promise<number> {
  try {
    const moved = await inOneTransaction(needs, { logId, projections, limit: needs.page.now() })
    needs.page.ended(true)
    return moved
  } catch (error) {
    needs.page.ended(error instanceof PoisonFact)
    if (!(error instanceof PoisonFact)) throw error
    let moved = 0
    for (const projection of projections) moved += await projectAlone(needs, logId, projection)
    return moved
  }
}

/** Fact by fact if need be, so that everything before the poison is in the tables when it stops. */
async function projectAlone(needs: Paging, logId: string, projection: Projection): Promise<number> {
  const projections = [projection]
  try {
    return await inOneTransaction(needs, { logId, projections, limit: needs.page.now() })
  } catch (error) {
    if (!(error instanceof PoisonFact)) throw error
  }
  let moved = 0
  for (;;) {
    try {
      const step = await inOneTransaction(needs, { logId, projections, limit: 1 })
      if (step === 0) return moved
      moved += step
    } catch (error) {
      if (!(error instanceof PoisonFact)) throw error
      await recordStop(needs, { logId, projection, error })
      return moved
    }
  }
}

async function inOneTransaction(
  { database, applied }: Needs,
  {
    logId,
    projections,
    limit,
  }: { logId: string; projections: readonly Projection[]; limit: number },
): Promise<number> {
  const done = await database.transaction(async (tx) => {
    const checkpoints = await lockCheckpoints(tx, logId, projections)
    return advance(tx, { logId, checkpoints, limit })
  })
  if (done === null) return 0
  const { level, page } = done
  const names = level.map(({ projection }) => projection.name)
  await applied?.({ projections: names, facts: page.facts })
  return page.last - page.after
}

/**
 * Reads on from the checkpoint furthest back; who is ahead is passed over until the others are
 * level. Rows and checkpoints become durable in the same commit.
 */
async function advance(
  tx: Transaction,
  {
    logId,
    checkpoints,
    limit,
  }: { logId: string; checkpoints: readonly Checkpoint[]; limit: number },
): Promise<Level | null> {
  if (checkpoints.length === 0) return null
  const after = Math.min(...checkpoints.map(({ position }) => position))
  const level = checkpoints.filter(({ position }) => position === after)
  const ahead = checkpoints.filter(({ position }) => position > after)
  const nextStop = Math.min(...ahead.map(({ position }) => position - after), limit)
  const types = typesRead(level, logId)
  const limitHere = isPlanted('projector_reads_replica')
    ? Math.min(nextStop, (await replicaHead(tx, logId)) - after)
    : nextStop
  if (limitHere <= 0) return null
  const page = await readPage(tx, { logId, after, limit: limitHere, types })
  if (page.last === after) return null
  await inSpanAfter(
    PROJECT[logKind(logId)],
    () => page.facts.map(({ meta }) => meta.traceparent),
    ({ say }) => {
      say({ 'qura.facts': page.facts.length })
      return takeOver(tx, { logId, level, page })
    },
  )
  return { logId, level, page }
}

/** What a planted bug does: it reads where the newest fact of each log has not arrived yet. */
async function replicaHead(tx: Queryable, logId: string): Promise<number> {
  const { rows } = await tx.query<{ head: number }>({
    name: 'read head',
    text: 'select head from logs where log_id = $1',
    values: [logId],
  })
  return (rows[0]?.head ?? 0) - 1
}

const PROJECT = {
  shop: { name: 'project shop', kind: 'consumer', words: { 'qura.log': 'shop' } },
  raffle: { name: 'project raffle', kind: 'consumer', words: { 'qura.log': 'raffle' } },
} as const

type Level = { logId: string; level: readonly Checkpoint[]; page: Page }

async function takeOver(tx: Transaction, { logId, level, page }: Level): Promise<void> {
  const move = () => moveCheckpoints(tx, { logId, checkpoints: level, to: page.last })
  const isTooEarly = isPlanted('checkpoint_before_rows')
  if (isTooEarly) await move().then(() => commitEarly(tx))
  for (const { projection, generation } of level)
    await applyPage(
      tx,
      { projection, build: { version: projection.version, generation } },
      page.facts,
    )
  if (!isTooEarly) await move()
}

/** What a planted bug does: the checkpoint is durable while its rows are not yet. */
async function commitEarly(tx: Queryable): Promise<void> {
  await tx.query('commit')
  await tx.query('begin')
}

export function typesRead(some: readonly { projection: Projection }[], logId: string): string[] {
  const kind = logKind(logId)
  return [...new Set(some.flatMap(({ projection }) => projection.reads[kind] ?? []))]
}

async function recordStop(
  needs: Needs,
  { logId, projection, error }: { logId: string; projection: Projection; error: PoisonFact },
): Promise<void> {
  await needs.database.transaction(async (tx) => {
    const [checkpoint] = await lockCheckpoints(tx, logId, [projection])
    if (checkpoint === undefined) return // another projector got there first
    const { position, message } = error
    await stopCheckpoint(tx, { logId, checkpoint, position, error: message })
  })
  needs.stopped?.({ projection: projection.name, logId, position: error.position, error })
}
