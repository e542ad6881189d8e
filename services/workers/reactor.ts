// Turns facts into acts: asks a provider, sends a message, issues tickets. Unlike a projection it
// is never replayed: below its mark it has acted and never acts again, and a reactor that is new
// in an old database begins at the heads of the logs it finds (`beginsWithOldest`: at their first
// fact).
//
// A transactional reactor writes in this database: its acts and its mark are one commit, each fact
// once. Any other acts outside: the mark moves after the act, so after a crash a fact comes again,
// and the act must be the same act for the same fact (ids derived from it).
import { logKind, type LogKind, type Recorded } from '#projections/projection.ts'
import type { QuraEventType } from '#events/catalogue.ts'

import type { Database, Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'
import { inSpanAfter } from '../io/tracing.ts'
import { readPage, type Page } from './read-page.ts'

export type Reactor = {
  name: string
  reads: Readonly<Partial<Record<LogKind, readonly QuraEventType[]>>>
  /** What it does is due for facts as well that were there before it. */
  beginsWithOldest?: true
} & (
  | { isTransactional: true; react: (fact: Recorded, tx: Queryable) => Promise<void> }
  | {
      isTransactional: false
      /** A long act may throw once `stopping` is aborted: it comes again. */
      react: (fact: Recorded, stopping: AbortSignal) => Promise<void>
      /** So many facts are acted on at once, where waiting for others is most of it. */
      atOnce?: number
      /** Those of one stream as well: each is an act of its own. Left out: of different streams. */
      inAnyOrder?: true
    }
)

export type ReactorRunner = {
  /** Acts on everything above the marks. A fact that fails is tried again by the next run. */
  run: () => Promise<void>
  stop: () => Promise<void>
}

type Needs = {
  database: Database
  reactor: Reactor
  failed: (failure: { reactor: string; logId: string; error: unknown }) => void
}

const FACTS_PER_PAGE_MAX = 500
/** A log that grows all the while is looked at this often, not as often as PostgreSQL answers. */
const REST_MS = 500
/** A row of its own says that the reactor was registered, even when there was no log yet. */
const REGISTERED = ''

export async function openReactor(needs: Needs): Promise<ReactorRunner> {
  await register(needs)
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  return {
    run() {
      if (stopping.signal.aborted) return Promise.resolve()
      running ??= runOnce(needs, stopping.signal).finally(() => (running = undefined))
      return running
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled([running])
    },
  }
}

async function register({ database, reactor }: Needs): Promise<void> {
  await database.query(
    `with first as (
       insert into reactors (log_id, name) values ($2, $1) on conflict do nothing returning name
     )
     insert into reactors (log_id, name, position)
     select logs.log_id, first.name, logs.head
       from first, logs
      where split_part(logs.log_id, '/', 1) = any($3)
         on conflict do nothing`,
    [reactor.name, REGISTERED, reactor.beginsWithOldest ? [] : Object.keys(reactor.reads)],
  )
}

async function runOnce(needs: Needs, stopping: AbortSignal): Promise<void> {
  const stuck = new Set<string>()
  for (;;) {
    const logIds = (await logsAbove(needs)).filter((logId) => !stuck.has(logId))
    if (logIds.length === 0) return
    let isMoreLikely = false
    for (const logId of logIds) {
      if (stopping.aborted) return
      try {
        const covered = await actOnPage(needs, logId, stopping)
        if (covered === undefined) stuck.add(logId)
        isMoreLikely ||= covered === FACTS_PER_PAGE_MAX
      } catch (error) {
        if (stopping.aborted) return
        stuck.add(logId)
        needs.failed({ reactor: needs.reactor.name, logId, error })
        await noteFailure(needs, logId, error)
      }
    }
    if (!isMoreLikely && !(await rested(stopping))) return
  }
}

/** False when it is to stop instead. */
const rested = (stopping: AbortSignal): Promise<boolean> =>
  sleep(REST_MS, stopping).then(
    () => true,
    () => false,
  )

async function logsAbove({ database, reactor }: Needs): Promise<string[]> {
  const { rows } = await database.query<{ log_id: string }>({
    name: 'logs above mark',
    text: `
    select logs.log_id
      from logs
      left join reactors as mark on mark.log_id = logs.log_id and mark.name = $1
     where split_part(logs.log_id, '/', 1) = any($2)
       and logs.head > coalesce(mark.position, 0)`,
    values: [reactor.name, Object.keys(reactor.reads)],
  })
  return rows.map((row) => row.log_id)
}

/** How many positions it has covered; undefined when another process is at it. */
async function actOnPage(
  { database, reactor }: Needs,
  logId: string,
  stopping: AbortSignal,
): Promise<number | undefined> {
  const inItsTrace = reacting(reactor)
  if (reactor.isTransactional)
    return database.transaction(async (tx) => {
      const page = await nextPage(tx, reactor, logId)
      if (page === undefined) return undefined
      for (const fact of page.facts) await inItsTrace(fact, () => reactor.react(fact, tx))
      await moveMark(tx, reactor, page)
      return page.last - page.after
    })

  const page = await database.transaction((tx) => nextPage(tx, reactor, logId))
  if (page === undefined) return undefined
  for (const facts of chunksOf(page.facts, reactor)) {
    if (stopping.aborted) return undefined
    await allSettled(facts.map((fact) => inItsTrace(fact, () => reactor.react(fact, stopping))))
    await moveMark(database, reactor, { ...page, last: facts.at(-1)!.position })
  }
  await moveMark(database, reactor, page)
  return page.last - page.after
}

/** In their order; the facts of one stream never in one chunk, unless their order is nothing. */
export function chunksOf(
  facts: readonly Recorded[],
  { atOnce = 1, inAnyOrder = false }: { atOnce?: number; inAnyOrder?: boolean },
): Recorded[][] {
  const chunks: Recorded[][] = []
  let streams = new Set<string>()
  for (const fact of facts) {
    const isFull = chunks.at(-1)?.length === atOnce
    const mustWait = !inAnyOrder && streams.has(fact.streamId)
    if (chunks.length === 0 || isFull || mustWait) {
      chunks.push([])
      streams = new Set()
    }
    chunks.at(-1)!.push(fact)
    streams.add(fact.streamId)
  }
  return chunks
}

/** Nothing is left running behind a failure: what was done is done again under the same name. */
async function allSettled(acts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(acts)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** What a fact brings about goes on with the trace it was recorded in. */
function reacting({ name }: Reactor) {
  const start = {
    name: `react ${name}`,
    kind: 'consumer',
    words: { 'qura.reactor': name },
  } as const
  return ({ meta }: Recorded, react: () => Promise<void>) =>
    inSpanAfter(start, () => [meta.traceparent], react)
}

async function nextPage(tx: Queryable, reactor: Reactor, logId: string): Promise<Page | undefined> {
  // Taking the mark's lock changes nothing that the disk should wait for.
  if (!reactor.isTransactional) await tx.query(`set local synchronous_commit = off`)
  await tx.query(`insert into reactors (log_id, name) values ($1, $2) on conflict do nothing`, [
    logId,
    reactor.name,
  ])
  const { rows } = await tx.query<{ position: number }>(
    `select position from reactors where log_id = $1 and name = $2 for update skip locked`,
    [logId, reactor.name],
  )
  const after = rows[0]?.position
  if (after === undefined) return undefined
  const types = reactor.reads[logKind(logId)] ?? []
  const page = await readPage(tx, { logId, after, limit: FACTS_PER_PAGE_MAX, types })
  return page.last === after ? undefined : page
}

const MOVE_MARK = `
    update reactors
       set position = greatest(position, $3), last_error = null, updated_at = clock_timestamp()
     where log_id = $1 and name = $2`

/**
 * Only ever forwards: two processes that acted on the same fact agree on the further one. A mark
 * that stands for acts outside need not wait for the disk: lost, it costs the same act once more.
 */
async function moveMark(on: Queryable, reactor: Reactor, page: Page): Promise<void> {
  const values = [page.logId, reactor.name, page.last]
  if (reactor.isTransactional) await on.query({ name: 'move mark', text: MOVE_MARK, values })
  else
    await on.query({
      name: 'move mark without waiting',
      text: `${MOVE_MARK} returning set_config('synchronous_commit', 'off', true)`,
      values,
    })
}

async function noteFailure({ database, reactor }: Needs, logId: string, error: unknown) {
  const text = error instanceof Error ? error.message : String(error)
  await database.query(
    `update reactors set last_error = $3, updated_at = clock_timestamp()
      where log_id = $1 and name = $2`,
    [logId, reactor.name, text.slice(0, 2_000)],
  )
}
