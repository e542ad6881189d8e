// Shop logs and the reading of all logs: `event-store/{append,read}.ts`, `functions/append_shop`.
import { listed, refusal, rows, split } from './statement.ts'
import type { Answer, Session, Statements } from './statement.ts'
import type { EventRow } from './tables.ts'

export const logStatements: Statements = {
  'select open_log($1)': ({ tables, write }, [logId]) => {
    if (tables.logs.get(logId) === undefined) write(() => tables.logs.set(logId, emptyLog))
    return rows([{}])
  },

  append_shop: (session, values) => appendShop(session, values),

  read_streams: ({ tables }, [logId, streamIds]) =>
    rows(
      (streamIds as string[]).flatMap(
        (streamId) => tables.streams.get(`${logId} ${streamId}`) ?? [],
      ),
    ),

  read_log: ({ tables }, [logId, after, limit]) =>
    rows((tables.events.get(logId) ?? []).slice(after, after + limit)),

  read_head: ({ tables }, [logId]) => headOf(tables.logs.get(logId)),
  'read head': ({ tables }, [logId]) => headOf(tables.logs.get(logId)),

  read_logs: ({ tables }) =>
    rows([...tables.logs.entries()].map(([log_id]) => ({ log_id })).toSorted(byLog)),

  'read page': ({ tables }, [logId, after, limit, types]) =>
    rows([pageOf((tables.events.get(logId) ?? []).slice(after, after + limit), types)]),
}

export const emptyLog = { head: 0, revision: 0, frontier: Buffer.alloc(0), batchId: null }

const byLog = (a: { log_id: string }, b: { log_id: string }) => (a.log_id < b.log_id ? -1 : 1)

const headOf = (log: { head: number } | undefined): Answer =>
  rows(log === undefined ? [] : [{ head: log.head }])

function pageOf(page: readonly EventRow[], types: readonly string[]): object {
  const wanted = page.filter(({ type }) => types.includes(type))
  const each = (
    text: (row: EventRow) => string | number,
    between = ',',
    some: readonly EventRow[] = wanted,
  ) => (some.length === 0 ? null : some.map(text).join(between))
  return {
    n: page.length,
    last: page.at(-1)?.position ?? null,
    types: each((row) => row.type, ',', page),
    positions: each((row) => row.position),
    streams: each((row) => row.stream_id),
    versions: each((row) => row.stream_version),
    schemas: each((row) => row.schema_version),
    recorded: each((row) => row.recorded_at.getTime() / 1_000),
    payloads: each((row) => row.payload, '\n'),
    metas: each((row) => row.meta, '\n'),
  }
}

type Item = {
  streamId: string
  expectedVersion: number
  commandId: string
  requestHash: string
  facts: number
}

function appendShop(session: Session, values: readonly unknown[]): Answer {
  const [logId, streams, versions, commandIds, hashes, counts, ...facts] = values as [
    ...[string, string, string, string, Buffer, string],
    ...unknown[],
  ]
  const factCounts = listed(counts)
  const expected = listed(versions)
  const ids = listed(commandIds)
  const items = split(streams).map((streamId, index) => ({
    streamId,
    expectedVersion: Number(expected[index]),
    commandId: ids[index]!,
    requestHash: hashes.toString('hex', 32 * index, 32 * index + 32),
    facts: Number(factCounts[index]),
  }))
  const log = session.tables.logs.get(logId)
  if (log === undefined) throw refusal('EV404', `no such log: ${logId}`)
  return appendItems(session, { logId, items, head: log.head, facts: factsOf(facts) })
}

type GivenFact = { type: string; schemaVersion: number; payload: string; meta: string }

function factsOf([types, schemas, payloads, metas]: readonly unknown[]): GivenFact[] {
  // The last four parameters of `append_shop`, in the order in which `appendStatement` sends them.
  const [schemaList, payloadList] = [listed(schemas as string), split(payloads as string)]
  const metaList = split(metas as string)
  return split(types as string).map((type, index) => ({
    type,
    schemaVersion: Number(schemaList[index]),
    payload: payloadList[index]!,
    meta: metaList[index]!,
  }))
}

type Append = { logId: string; items: Item[]; head: number; facts: GivenFact[] }

function appendItems(session: Session, { logId, items, head, facts }: Append): Answer {
  const { tables } = session
  const outcomes: string[] = []
  const positions: number[] = []
  const versions: number[] = []
  const written: EventRow[] = []
  const misused: number[] = []
  let at = 0
  for (const [index, item] of items.entries()) {
    const known = tables.commands.get(`${logId} ${item.commandId}`)
    const version = tables.streams.get(`${logId} ${item.streamId}`)?.length ?? 0
    const own = facts.slice(at, at + item.facts)
    at += item.facts
    if (known !== undefined) {
      const isSame = known.stream_id === item.streamId && known.request_hash === item.requestHash
      if (!isSame) misused.push(index + 1)
      outcomes.push('duplicate')
      positions.push(known.position)
      versions.push(known.version)
    } else if (version === item.expectedVersion) {
      for (const fact of own) {
        const nth = head + written.length + 1
        const streamVersion = version + own.indexOf(fact) + 1
        written.push(eventRow(session, { logId, item, fact, position: nth, streamVersion }))
      }
      outcomes.push('ok')
      positions.push(head + written.length)
      versions.push(version + own.length)
    } else {
      outcomes.push('conflict')
      positions.push(head + written.length)
      versions.push(version)
    }
  }
  if (misused.length > 0)
    throw refusal('EV422', 'a command id was used again for another command', misused.join(','))
  requireDistinct(items)
  session.write(() => writeItems(session, { logId, items, written, outcomes, positions, versions }))
  return rows([{ outcomes, positions, versions }])
}

/** The unique keys of `commands` and `events` would refuse the whole batch. */
function requireDistinct(items: readonly Item[]): void {
  const streams = new Set(items.map(({ streamId }) => streamId))
  const ids = new Set(items.map(({ commandId }) => commandId))
  if (streams.size < items.length || ids.size < items.length)
    throw refusal('23505', 'a batch names a stream or a command twice')
}

function eventRow(
  { newId, now }: Session,
  given: {
    logId: string
    item: Item
    fact: GivenFact
    position: number
    streamVersion: number
  },
): EventRow {
  const { type, schemaVersion, payload, meta } = given.fact
  return {
    log_id: given.logId,
    position: given.position,
    stream_id: given.item.streamId,
    stream_version: given.streamVersion,
    event_id: newId(),
    type,
    schema_version: schemaVersion,
    payload,
    meta,
    leaf: null,
    recorded_at: now,
  }
}

type Written = {
  logId: string
  items: readonly Item[]
  written: readonly EventRow[]
  outcomes: readonly string[]
  positions: readonly number[]
  versions: readonly number[]
}

function writeItems({ tables }: Session, append: Written): void {
  const { logId, items, written, outcomes, positions, versions } = append
  if (written.length === 0) return
  const log = tables.logs.get(logId)!
  tables.logs.set(logId, { ...log, head: log.head + written.length })
  tables.events.set(logId, [...(tables.events.get(logId) ?? []), ...written])
  for (const [index, { streamId, commandId, requestHash, facts }] of items.entries()) {
    if (outcomes[index] !== 'ok') continue
    const key = `${logId} ${streamId}`
    const own = written.filter(({ stream_id }) => stream_id === streamId)
    tables.streams.set(key, [...(tables.streams.get(key) ?? []), ...own])
    tables.commands.set(`${logId} ${commandId}`, {
      stream_id: streamId,
      version: versions[index]!,
      position: positions[index]!,
      facts,
      request_hash: requestHash,
    })
  }
}
