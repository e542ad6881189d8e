// Writes the large shop's year into a database: facts by COPY, past the append functions, by the
// owner, as the benchmarks do; then what stands beside them, and the read models. Real leaves and a
// real tree, so the raffles' logs verify; the openings of their tickets were never made, so nobody
// can be shown to hold one. For looking at and measuring, never for a shop.
import { randomUUID } from 'node:crypto'

import { schemaVersionOf } from '#events/catalogue.ts'
import { utf8 } from '#events/kernel/bytes.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'
import { leafText } from '#events/ledger/leaf.ts'
import {
  appendLeaf,
  emptyFrontier,
  frontierBytes,
  leafHash,
  type Frontier,
} from '#events/ledger/merkle.ts'
import { allProjections } from '#projections/all.ts'

import { sha256 } from '../event-store/codec.ts'
import { openDatabase } from '../io/database.ts'
import type { Database, Queryable, Transaction } from '../io/database.ts'
import { rebuild } from '../workers/rebuild.ts'
import { writeDesks } from './scale-desks.ts'
import { emailColumns, handledColumns, messageColumns, messagesOf } from './scale-messages.ts'
import { scalePast } from './scale-past.ts'
import type { ScaleChunk, ScaleFact, ScaleSize } from './scale-types.ts'

const SHOP = 'shop/0'

export type Seeded = { orders: number; customers: number; tickets: number; facts: number }

type Progress = (step: string, done: number, total: number) => void

/** Into a database that nobody else writes meanwhile, with one shop log. */
export async function seedScale(
  ownerUrl: string,
  { size, until, progress }: { size: ScaleSize; until: Date; progress: Progress },
): Promise<Seeded> {
  const owner = openDatabase({
    url: ownerUrl,
    applicationName: 'qura seed scale',
    poolMax: 8,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    lockTimeoutMs: 60_000,
  })
  try {
    await requireRoom(owner)
    const seeded = await writeYear(owner, { size, until, progress })
    await finish(owner)
    await writeDesks(owner, until)
    await rebuild({
      owner,
      projections: allProjections,
      onProgress: ({ phase, done, total }) => progress(`read models: ${phase}`, done, total),
    })
    await owner.query('vacuum analyze')
    return seeded
  } finally {
    await owner.end()
  }
}

async function requireRoom(owner: Database): Promise<void> {
  const { rows } = await owner.query<{ shop_logs: number; environment: string; seeded: boolean }>(
    `select shop_logs, environment,
            exists (select from people where phone like '+96178%') as seeded
       from installation`,
  )
  const [installed] = rows
  if (installed === undefined || installed.environment === 'production')
    throw new Error('a made-up year is for a demo, never for production')
  if (installed.shop_logs !== 1) throw new Error('a made-up year is written to one shop log')
  if (installed.seeded) throw new Error('this database has its made-up year already')
}

type Writing = { size: ScaleSize; until: Date; progress: Progress }

async function writeYear(owner: Database, { size, until, progress }: Writing): Promise<Seeded> {
  const logs = new Map<string, Log>([[SHOP, { head: await headOf(owner), frontier: null }]])
  const seeded = { orders: 0, customers: 0, tickets: 0, facts: 0 }
  for (const chunk of scalePast(size, until)) {
    await owner.transaction(async (tx) => {
      await writeChunk(tx, logs, chunk)
      await writeMessages(tx, chunk, until)
    })
    seeded.orders += chunk.orders
    seeded.customers += chunk.people.length
    seeded.tickets += chunk.tickets
    seeded.facts += chunk.facts.length
    progress('facts of a year', seeded.orders, size.orders)
  }
  await owner.transaction((tx) => writeHeads(tx, logs))
  return seeded
}

/** A raffle's log has its tree, the shop's has none. */
type Log = { head: number; frontier: Frontier | null }

async function headOf(owner: Queryable): Promise<number> {
  const { rows } = await owner.query<{ head: number }>('select head from logs where log_id = $1', [
    SHOP,
  ])
  return rows[0]?.head ?? 0
}

async function writeChunk(
  tx: Transaction,
  logs: Map<string, Log>,
  { facts, people, contacts }: ScaleChunk,
): Promise<void> {
  await tx.query('set local synchronous_commit = off')
  const versions = new Map<string, number>()
  const rows = facts.map((fact) => factRow(logs, versions, fact))
  await copy(
    tx,
    'events',
    factColumns,
    rows.map(({ event }) => event),
  )
  await copy(
    tx,
    'issues',
    issueColumns,
    rows.flatMap(({ issue }) => issue),
  )
  await copy(
    tx,
    'people',
    ['person_id', 'full_name', 'phone', 'phone_verified_at', 'created_at'],
    people.map(({ personId, name, phone, at }) => [personId, name, phone, iso(at), iso(at)]),
  )
  await copy(
    tx,
    'order_contacts',
    ['order_id', 'customer_id', 'name', 'email', 'phone', 'language', 'created_at'],
    contacts.map(({ orderId, person, isGuest, at }) => [
      orderId,
      isGuest ? null : person.personId,
      person.name,
      `${orderId.slice(0, 8)}@example.com`,
      person.phone,
      'en',
      iso(at),
    ]),
  )
}

async function writeMessages(tx: Transaction, chunk: ScaleChunk, until: Date): Promise<void> {
  const { messages, emails, handled } = messagesOf(chunk.contacts, until)
  await copy(tx, 'messages', messageColumns, messages)
  await copy(tx, 'emails', emailColumns, emails)
  await copy(tx, 'attention_handled', handledColumns, handled)
}

const factColumns = [
  'log_id',
  'position',
  'stream_id',
  'stream_version',
  'event_id',
  'type',
  'schema_version',
  'payload',
  'meta',
  'leaf',
  'recorded_at',
]
const issueColumns = [
  'log_id',
  'order_line_id',
  'order_id',
  'product_id',
  'position',
  'first',
  'last',
]

type Cell = string | number | null
type FactRow = { event: Cell[]; issue: Cell[][] }

function factRow(logs: Map<string, Log>, versions: Map<string, number>, fact: ScaleFact): FactRow {
  const { stream, event, at, issued, actor = 'system:seed' } = fact
  const isRaffle = stream.startsWith('raffle/')
  const logId = isRaffle ? stream : SHOP
  const log = logs.get(logId) ?? { head: 0, frontier: emptyFrontier }
  logs.set(logId, log)
  log.head += 1
  const version = isRaffle ? log.head : (versions.get(stream) ?? 0) + 1
  versions.set(stream, version)

  const raffle = stream.slice('raffle/'.length)
  const payload = isRaffle
    ? leafText({ at: iso(at), data: event.data, index: log.head - 1, raffle, type: event.type })
    : canonicalJson(event.data)
  const leaf = log.frontier === null ? null : leafHash(utf8(payload), sha256)
  if (log.frontier !== null && leaf !== null) log.frontier = appendLeaf(log.frontier, leaf, sha256)
  const meta = canonicalJson({ actor, ...(issued && { orderId: issued.orderId }) })
  const type = event.type
  const place = [logId, log.head, stream, version, randomUUID(), type, schemaVersionOf(type)]
  const hash = leaf === null ? null : `\\x${Buffer.from(leaf).toString('hex')}`
  const issue =
    issued !== undefined && event.type === 'TicketsIssued'
      ? [[logId, issued.lineId, issued.orderId, issued.productId, log.head, ...ends(event.data)]]
      : []
  return { event: [...place, payload, meta, hash, iso(at)], issue }
}

const ends = ({ first, last }: { first: number; last: number }) => [first, last]
const iso = (at: Date) => at.toISOString()

/** COPY's text format: tabs between columns, a line a row. */
async function copy(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return
  const lines = rows.map((row) => `${row.map(textOf).join('\t')}\n`)
  const chunks: string[] = []
  for (let from = 0; from < lines.length; from += 500)
    chunks.push(lines.slice(from, from + 500).join(''))
  await tx.copyIn({ text: `copy ${table} (${columns.join(', ')}) from stdin`, chunks })
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' }
const textOf = (cell: Cell) =>
  cell === null ? '\\N' : String(cell).replace(/[\\\t\n]/g, (sign) => escapes[sign] ?? sign)

async function writeHeads(tx: Transaction, logs: ReadonlyMap<string, Log>): Promise<void> {
  for (const [logId, { head, frontier }] of logs)
    await tx.query(
      `insert into logs (log_id, head, tree_frontier) values ($1, $2, $3)
           on conflict (log_id) do update set head = excluded.head`,
      [logId, head, frontier === null ? Buffer.alloc(0) : Buffer.from(frontierBytes(frontier))],
    )
}

/** What the append functions would have written beside the facts. */
async function finish(owner: Database): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query(
      `insert into streams (log_id, stream_id, version)
       select log_id, stream_id, max(stream_version) from events
        where log_id = $1 and leaf is null group by log_id, stream_id
           on conflict (log_id, stream_id) do nothing`,
      [SHOP],
    )
    await tx.query(
      `insert into raffle_state (log_id, cap, issued, voided, held)
       select opened.log_id, (opened.payload::json -> 'data' ->> 'ticketsMax')::integer,
              coalesce((select max(last) from issues where issues.log_id = opened.log_id), 0), 0, 0
         from events as opened
        where opened.position = 1 and opened.type = 'RafflePublished'
           on conflict (log_id) do nothing`,
    )
    await tx.query(
      `insert into raffle_products (log_id, product_id, tickets_max, issued, held)
       select issues.log_id, issues.product_id, state.cap, sum(last - first + 1), 0
         from issues join raffle_state as state using (log_id)
        group by issues.log_id, issues.product_id, state.cap
           on conflict (log_id, product_id) do nothing`,
    )
    // Nobody is sent a receipt for an order of the made-up year.
    await tx.query(
      `insert into reactors (log_id, name, position)
       select logs.log_id, known.name, logs.head
         from logs, (select distinct name from reactors) as known
           on conflict (log_id, name) do update set position = excluded.position`,
    )
    await tx.query(
      `insert into tracked_counts (on_day, name, times)
       select (created_at at time zone 'Asia/Beirut')::date, step.name, count(*) * step.times
         from order_contacts,
              (values ('add_to_cart', 3), ('begin_checkout', 2)) as step (name, times)
        group by 1, 2, step.times
           on conflict (on_day, name) do update set times = excluded.times`,
    )
  })
}
