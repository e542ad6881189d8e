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
 * Items have no comma; payloads are JSON, whose line breaks are escaped.
 */
type PageRow = {
  n: number
  positions: string
  streams: string
  versions: string
  types: string
  schemas: string
  /** Seconds: parsing a date costs more than parsing the fact. Milliseconds are exact. */
  recorded: string
  payloads: string
  metas: string
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
  return unpack(request, row) ?? readOneByOne(tx, request, after + row.n)
}

/** Somebody has broken lines inside a payload: fact by fact, up to the one he spoiled. */
async function readOneByOne(tx: Queryable, request: PageRequest, last: number): Promise<Page> {
  const facts: Recorded[] = []
  for (let after = request.after; after < last; after++)
    facts.push(...(await readPage(tx, { ...request, after, limit: 1 })).facts)
  return { logId: request.logId, after: request.after, last, facts }
}

function unpack({ logId, after }: PageRequest, row: PageRow): Page | undefined {
  const { n } = row
  const [payloads, metas] = [row.payloads, row.metas].map((text) =>
    n === 1 ? [text] : text.split('\n'),
  ) as [string[], string[]]
  if (payloads.length !== n || metas.length !== n) return undefined
  const positions = row.positions.split(',').map(Number)
  const streams = row.streams.split(',')
  const versions = row.versions.split(',')
  const types = row.types.split(',')
  const schemas = row.schemas.split(',')
  const recorded = row.recorded.split(',')

  const facts: Recorded[] = []
  const order = inOrder(positions)
  for (let place = 0; place < n; place++) {
    const index = order?.[place] ?? place
    const position = positions[index]!
    if (position !== after + place + 1) throw hole(logId, after + place + 1)
    const kind = kinds.get(types[index]!)
    if (kind === undefined) throw new PoisonFact(position, `unknown event type ${types[index]}`)
    if (payloads[index] === '') continue // not asked for
    facts.push(
      decode(logId, {
        position,
        streamId: streams[index]!,
        version: Number(versions[index]),
        kind,
        schemaVersion: Number(schemas[index]),
        payload: payloads[index]!,
        meta: metas[index]!,
        recordedMs: Math.round(Number(recorded[index]) * 1_000),
      }),
    )
  }
  return { logId, after, last: after + n, facts }
}

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
  const { rows } = await tx.query<PageRow>({
    name: 'read page',
    text: `
    select count(*)::integer as n,
           string_agg(position::text, ',') as positions,
           string_agg(stream_id, ',') as streams,
           string_agg(stream_version::text, ',') as versions,
           string_agg(type, ',') as types,
           string_agg(schema_version::text, ',') as schemas,
           string_agg(date_part('epoch', recorded_at)::text, ',') as recorded,
           string_agg(case when type = any($4) then payload else '' end, E'\\n') as payloads,
           string_agg(meta, E'\\n') as metas
      from events
     where log_id = $1 and position > $2 and position <= $2::bigint + $3`,
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
