// Reads logs into builds that nobody else writes. Logs are read in parallel; each page is read and
// parsed once for all builds and written in lanes: each lane has some of the projections, a
// connection and commits of its own, and goes at its own pace, at most a page behind the others.
// While PostgreSQL writes for one lane, this process folds for another and reads ahead.
import { assert } from '#events/kernel/assert.ts'
import { logKind } from '#projections/projection.ts'

import type { Database, Queryable, Transaction } from '../io/database.ts'
import { applyPage, type Target } from './apply-page.ts'
import { typesRead } from './projector.ts'
import { readPage, type Page } from './read-page.ts'

export type Copy = {
  logIds: readonly string[]
  targets: readonly Target[]
  eventsPerPageMax: number
  lanes: number
  /** So many facts are in the tables of all that read them. */
  moved: (events: number) => void
}

/** Pages that may be read but not yet written by every lane. */
const PAGES_WAITING_MAX = 2
const LOGS_AT_ONCE = 2

export async function copyLogs(database: Database, copy: Copy): Promise<void> {
  const lanes = dealt(copy.targets, copy.lanes)
  let tails = lanes.map(() => Promise.resolve())
  const waiting: Promise<void>[] = []
  try {
    for await (const page of pagesOf(database, copy)) {
      tails = lanes.map((lane, index) => tails[index]!.then(() => writePage(database, lane, page)))
      const written = Promise.all(tails).then(() => copy.moved(page.last - page.after))
      written.catch(() => {}) // heard below, when its turn comes
      waiting.push(written)
      if (waiting.length === PAGES_WAITING_MAX) await waiting.shift()
    }
    await Promise.all(waiting)
  } finally {
    await Promise.allSettled(tails) // who fails leaves nothing running behind
  }
}

/** What is left of a log, all of it inside the caller's transaction. */
export async function copyRest(
  tx: Transaction,
  copy: { logId: string; targets: readonly Target[]; eventsPerPageMax: number },
): Promise<void> {
  for await (const page of pagesOfLog(tx, copy)) await applyToAll(tx, copy.targets, page)
}

const writePage = (database: Database, lane: readonly Target[], page: Page) =>
  readersOf(lane, page.logId).length === 0
    ? Promise.resolve()
    : database.transaction((tx) => applyToAll(tx, lane, page))

async function applyToAll(tx: Transaction, targets: readonly Target[], page: Page): Promise<void> {
  const readers = readersOf(targets, page.logId)
  for (const target of readers) await applyPage(tx, target, page.facts)
  await moveOwnCheckpoints(tx, page, readers)
}

/** Of several logs at a time, each in its order; the next page of a log is always on its way. */
async function* pagesOf(database: Database, copy: Copy): AsyncGenerator<Page, undefined> {
  const logIds = [...copy.logIds]
  const reading = new Map<AsyncGenerator<Page, undefined>, Promise<Read>>()
  const readOn = (pages: AsyncGenerator<Page, undefined>) => {
    const next = pages.next().then(({ value }) => ({ pages, page: value }))
    next.catch(() => {}) // heard in the race, unless somebody else has failed before
    reading.set(pages, next)
  }
  const open = () => {
    const logId = logIds.shift()
    if (logId !== undefined) readOn(pagesOfLog(database, { ...copy, logId }))
  }
  for (let n = 0; n < LOGS_AT_ONCE; n++) open()
  try {
    while (reading.size > 0) {
      const { pages, page } = await Promise.race(reading.values())
      reading.delete(pages) // and to the end of the row: no log waits for another to be finished
      if (page === undefined) open()
      else {
        readOn(pages)
        yield page
      }
    }
  } finally {
    await Promise.allSettled(reading.values())
  }
}

type Read = { pages: AsyncGenerator<Page, undefined>; page: Page | undefined }

type CopyOfLog = Pick<Copy, 'targets' | 'eventsPerPageMax'> & { logId: string }

/** Ends with the page that is not full: what is appended meanwhile is for the next round. */
async function* pagesOfLog(on: Queryable, copy: CopyOfLog): AsyncGenerator<Page, undefined> {
  const { logId, eventsPerPageMax: limit } = copy
  const targets = readersOf(copy.targets, logId)
  if (targets.length === 0) return
  const types = typesRead(targets, logId)
  let after = await positionOf(on, logId, targets)
  for (;;) {
    const page = await readPage(on, { logId, after, limit, types })
    if (page.last > after) yield page
    if (page.last - after < limit) return
    after = page.last
  }
}

/** Evenly, by how much they write: the columns of their tables. */
function dealt(targets: readonly Target[], count: number): Target[][] {
  const lanes = Array.from({ length: count }, () => ({ width: 0, targets: [] as Target[] }))
  for (const target of targets.toSorted((a, b) => widthOf(b) - widthOf(a))) {
    const lane = lanes.reduce((least, one) => (one.width < least.width ? one : least))
    lane.width += widthOf(target)
    lane.targets.push(target)
  }
  return lanes.map((lane) => lane.targets).filter((lane) => lane.length > 0)
}

const widthOf = ({ projection }: Target) =>
  projection.tables.reduce((sum, { columns }) => sum + Object.keys(columns).length, 0)

const readersOf = (targets: readonly Target[], logId: string) =>
  targets.filter(({ projection }) => projection.reads[logKind(logId)] !== undefined)

/** Those that have read nothing stand at 0; a round ends with all of them at the same place. */
async function positionOf(
  on: Queryable,
  logId: string,
  targets: readonly Target[],
): Promise<number> {
  const { rows } = await on.query<{ position: number; n: number }>(
    `select coalesce(min(position), 0)::bigint as position, count(*) as n
       from projections
      where log_id = $1
        and (name, version, generation) in
            (select * from unnest($2::text[], $3::integer[], $4::integer[]))`,
    [logId, ...keysOf(targets)],
  )
  const [row] = rows
  return row !== undefined && row.n === targets.length ? row.position : 0
}

const keysOf = (targets: readonly Target[]) => [
  targets.map(({ projection }) => projection.name),
  targets.map(({ build }) => build.version),
  targets.map(({ build }) => build.generation),
]

/**
 * Last in the transaction, which does not wait for the disk: rows and checkpoint are lost together,
 * and with them the rebuild.
 */
async function moveOwnCheckpoints(
  tx: Queryable,
  { logId, after, last }: Page,
  targets: readonly Target[],
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'move own checkpoints',
    text: `
    insert into projections as checkpoint (log_id, position, name, version, generation)
    select $1, $3, * from unnest($4::text[], $5::integer[], $6::integer[])
        on conflict (log_id, name, version, generation) do update
       set position = excluded.position, updated_at = clock_timestamp()
     where checkpoint.position = $2
    returning set_config('synchronous_commit', 'off', true)`,
    values: [logId, after, last, ...keysOf(targets)],
  })
  assert(
    rowCount === targets.length,
    `a build under construction has one writer, and it stands at ${after}`,
  )
}
