// A page of one log, read inside the transaction that will move the checkpoint past it.
import { eventTypes, schemaVersionOf, upcastEvent, type QuraEvent } from '#events/catalogue.ts'
import { assert } from '#events/kernel/assert.ts'
import { logKind, type Recorded } from '#projections/projection.ts'

import type { Queryable } from '../io/database.ts'
import { isTracing } from '../io/tracing.ts'

export type Page = {
  logId: string
  after: number
  /** The last position it covers; equal to `after` when the log has not grown. */
  last: number
  /** The facts of the types that were asked for; the others are counted, not parsed. */
  facts: Recorded[]
}

/** Something in the log that cannot be read or folded. Everything before `position` can. */
export class PoisonFact extends Error {
  readonly position: number
  constructor(position: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PoisonFact'
    this.position = position
  }
}

/**
 * A page as one row of texts, which cost a third of ten thousand rows to send and to take apart.
 * Items have no comma; payloads are JSON, whose line breaks are escaped. Of the facts that nobody
 * asked for only the types come along; all lists are in the same order.
 */
type PageRow = {
  n: number
  /** The last position there is; `after + n` where nothing is missing. */
  last: number
  types: string
  positions: string | null
  streams: string | null
  versions: string | null
  schemas: string | null
  /** Seconds: parsing a date costs more than parsing the fact. Milliseconds are exact. */
  recorded: string | null
  payloads: string | null
  metas: string | null
}

/** A hole is an alarm, never a wait: positions become visible in order and without gaps. */
export async function readPage(tx: Queryable, request: PageRequest): Promise<Page> {
  const { logId, after } = request
  let row = await readRow(tx, request)
  if (row === undefined) {
    // The end of the log, or a hole. The head is asked first: what it counts must then be there.
    const head = await readHead(tx, logId)
    if (head > after) row = await readRow(tx, request)
    if (head > after && row === undefined) throw hole(logId, after + 1)
    if (row === undefined) return { logId, after, last: after, facts: [] }
  }
  return unpack(request, row) ?? readOneByOne(tx, request, row.last)
}

/** Something is missing, unknown or broken into lines: fact by fact, up to the one that is. */
async function readOneByOne(tx: Queryable, request: PageRequest, last: number): Promise<Page> {
  const facts: Recorded[] = []
  for (let after = request.after; after < last; after++)
    facts.push(...(await readPage(tx, { ...request, after, limit: 1 })).facts)
  return { logId: request.logId, after: request.after, last, facts }
}

/** Undefined where it has to be read fact by fact: to find what is wrong, and where. */
function unpack(request: PageRequest, row: PageRow): Page | undefined {
  const { logId, after } = request
  const { n, last } = row
  const types = row.types.split(',')
  const isWhole = last === after + n && types.every((type) => kinds.has(type))
  if (!isWhole && n > 1) return undefined
  if (last !== after + n) throw hole(logId, after + 1)
  for (const type of types)
    if (!kinds.has(type)) throw new PoisonFact(last, `unknown event type ${type}`)
  const asked = new Set(request.types)
  const wanted = types.filter((type) => asked.has(type))
  const lines = (text: string | null) => linesOf(text, wanted.length)
  const [payloads, metas] = [lines(row.payloads), lines(row.metas)]
  if (payloads.length !== wanted.length || metas.length !== wanted.length) return undefined

  const positions = itemsOf(row.positions).map(Number)
  const streams = itemsOf(row.streams)
  const versions = itemsOf(row.versions)
  const schemas = itemsOf(row.schemas)
  const recorded = itemsOf(row.recorded)
  const order = inOrder(positions)
  const facts = wanted.map((_, place) => {
    const index = order?.[place] ?? place
    return decode(logId, {
      position: positions[index]!,
      streamId: streams[index]!,
      version: Number(versions[index]),
      kind: kinds.get(wanted[index]!)!,
      schemaVersion: Number(schemas[index]),
      payload: payloads[index]!,
      meta: metas[index]!,
      recordedMs: Math.round(Number(recorded[index]) * 1_000),
    })
  })
  return { logId, after, last, facts }
}

/** Of nothing PostgreSQL makes null. */
const itemsOf = (text: string | null): string[] => text?.split(',') ?? []

/** The only one may have line breaks. */
const linesOf = (text: string | null, count: number): string[] =>
  text === null ? [] : count === 1 ? [text] : text.split('\n')

/** The places of ascending positions; undefined when they ascend already, as nearly always. */
function inOrder(positions: readonly number[]): number[] | undefined {
  const isAscending = positions.every((position, index) => position > (positions[index - 1] ?? 0))
  if (isAscending) return undefined
  return [...positions.keys()].toSorted((a, b) => positions[a]! - positions[b]!)
}

const hole = (logId: string, position: number) =>
  new PoisonFact(position, `${logId} has a hole: nothing is at ${position}`)

async function readRow(
  tx: Queryable,
  { logId, after, limit, types }: PageRequest,
): Promise<PageRow | undefined> {
  // Without an order: sorting whole rows costs the server more than looking at their numbers here.
  // Most readers want few types: what they pass over is not made a text of. `offset` is a fence,
  // without which the types would be compared once for each list.
  const { rows } = await tx.query<PageRow>({
    name: 'read page',
    text: `
    select count(*)::integer as n,
           max(position) as last,
           string_agg(type, ',') as types,
           string_agg(position::text, ',') filter (where is_wanted) as positions,
           string_agg(stream_id, ',') filter (where is_wanted) as streams,
           string_agg(stream_version::text, ',') filter (where is_wanted) as versions,
           string_agg(schema_version::text, ',') filter (where is_wanted) as schemas,
           string_agg(date_part('epoch', recorded_at)::text, ',')
             filter (where is_wanted) as recorded,
           string_agg(payload, E'\\n') filter (where is_wanted) as payloads,
           string_agg(meta, E'\\n') filter (where is_wanted) as metas
      from (select position, stream_id, stream_version, type, schema_version, recorded_at,
                   payload, meta, type = any($4) as is_wanted
              from events
             where log_id = $1 and position > $2 and position <= $2::bigint + $3
            offset 0) as page`,
    values: [logId, after, limit, types],
  })
  return rows[0]?.n === 0 ? undefined : rows[0]
}

async function readHead(tx: Queryable, logId: string): Promise<number> {
  const { rows } = await tx.query<{ head: number }>({
    name: 'read head',
    text: 'select head from logs where log_id = $1',
    values: [logId],
  })
  return rows[0]?.head ?? 0
}

export type PageRequest = { logId: string; after: number; limit: number; types: readonly string[] }

type Stored = {
  position: number
  streamId: string
  version: number
  kind: Kind
  schemaVersion: number
  payload: string
  meta: string
  recordedMs: number
}

/** A raffle's payload is the whole leaf, whose `data` is the fact's; a shop fact's is the data. */
function decode(logId: string, stored: Stored): Recorded {
  const { position, streamId, version, kind, schemaVersion, payload, meta, recordedMs } = stored
  const { type, newest } = kind
  try {
    const parsed: unknown = JSON.parse(payload)
    const isRaffle = logKind(logId) === 'raffle'
    const given = isRaffle ? dataOf(parsed) : parsed
    const data = schemaVersion === newest ? given : upcastEvent(type, schemaVersion, given)
    return {
      logId,
      position,
      streamId,
      version,
      // Checked against its schema when it was appended; the bytes have not changed since.
      event: { type, data } as QuraEvent,
      meta: isRaffle ? (JSON.parse(meta) as Recorded['meta']) : shopMeta(meta),
      recordedAt: new Date(recordedMs),
    }
  } catch (error) {
    throw new PoisonFact(position, error)
  }
}

/**
 * Taken out by hand, since a rebuild does it for each fact: `encodeMeta` wrote the text, and
 * neither an actor nor a trace has a character that JSON escapes.
 */
function shopMeta(meta: string): Recorded['meta'] {
  const actor = textAfter(ACTOR, meta) ?? ''
  const traceparent = isTracing() ? textAfter(TRACEPARENT, meta) : undefined
  return traceparent === undefined ? { actor } : { actor, traceparent }
}

function textAfter(name: string, meta: string): string | undefined {
  const at = meta.indexOf(name)
  return at === -1 ? undefined : meta.slice(at + name.length, meta.indexOf('"', at + name.length))
}

const ACTOR = '"actor":"'
const TRACEPARENT = '"traceparent":"'

/** By their names: what is looked up here need not be looked up for each fact. */
const kinds = new Map<string, Kind>(
  eventTypes.map((type) => [type, { type, newest: schemaVersionOf(type) }]),
)
type Kind = { type: QuraEvent['type']; newest: number }

function dataOf(leaf: unknown): unknown {
  assert(typeof leaf === 'object' && leaf !== null && 'data' in leaf, 'a leaf has data')
  return leaf.data
}
