// What a raffle's writer knows of its raffle at one revision, and how it comes to know it: one
// statement, one snapshot. The load costs the same for 5 tickets sold and for 5 million, because
// the facts that say only how many were issued are counted, not read.
import { assert } from '#events/kernel/assert.ts'
import { fold } from '#events/kernel/decider.ts'
import type { CommandId, LineId, OrderId, ProductId } from '#events/kernel/ids.ts'
import { parseFrontier, type Frontier } from '#events/ledger/merkle.ts'
import { raffleDecider, type Raffle } from '#events/raffle/decide.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'

import type { Queryable } from '../io/database.ts'
import { eventOf } from './codec.ts'
import {
  earliestExpiry,
  heldLine,
  nothingKnown,
  type HeldLine,
  type HoldRow,
  type PartlyKnown,
} from './raffle-holds.ts'
import type { LogId } from './types.ts'

export type ProductCount = { ticketsMax: number; issued: number; held: number }

/** Changed in place as items are decided; thrown away whenever a batch did not go through. */
export type RaffleMemory = {
  revision: number
  /** The batch that led to this revision; null before the first. */
  batchId: string | null
  head: number
  frontier: Frontier
  raffle: Raffle
  /** Sum over `holds`. */
  held: number
  products: Map<ProductId, ProductCount>
  holds: Map<LineId, HeldLine>
  /** No hold of these ends before this. */
  nextExpiryMs: number
  /** Of a raffle that others sell too, `holds` are only those that were asked for. Null: all. */
  partly: PartlyKnown | null
  /**
   * Valid tickets issued to a person; only those who were asked about, only where there is a limit.
   */
  persons: Map<string, number>
  /** Time in the last leaf: leaves never go back in time. */
  lastAtMs: number
  /** What a writer said that met a broken rule here, perhaps in another process. */
  haltedBy: string | null
}

const HOLDS = `
           (select coalesce(json_agg(hold), '[]')
              from holds as hold where hold.log_id = $1) as holds,`

const loadText = (holds: string) => `
    select log.revision, log.batch_id as "batchId", log.head, log.tree_frontier as frontier,
           (select to_json(state) from raffle_state as state where state.log_id = $1) as state,
           (select coalesce(json_agg(product), '[]')
              from raffle_products as product where product.log_id = $1) as products,${holds}
           (select coalesce(json_agg(term order by term.position), '[]')
              from (select position, type, schema_version, payload
                      from events
                     where log_id = $1 and leaf is not null and type <> 'TicketsIssued') as term
           ) as terms,
           (select last from issues
             where log_id = $1 order by first desc limit 1) as "lastIssued",
           (select recorded_at from events
             where log_id = $1 order by position desc limit 1) as "lastAt",
           (select detail from raffle_halts where log_id = $1) as "haltedBy"
      from (select 1) as one
      left join logs as log on log.log_id = $1`

const LOAD = { name: 'load_raffle', text: loadText(HOLDS) }
const LOAD_PARTLY = { name: 'load_raffle_partly', text: loadText('') }

type Loaded = {
  revision: number | null
  batchId: string | null
  head: number | null
  frontier: Buffer | null
  state: { issued: number; voided: number; held: number; cap: number } | null
  products: { product_id: ProductId; tickets_max: number; issued: number; held: number }[]
  holds?: HoldRow[]
  terms: { type: string; schema_version: number; payload: string }[]
  /** The highest ticket number. */
  lastIssued: number | null
  lastAt: Date | null
  haltedBy: string | null
}

/** `isShared`: without its holds, which in a rush are tens of thousands; see `loadHolds`. */
export async function loadRaffle(
  database: Queryable,
  logId: LogId,
  isShared = false,
): Promise<RaffleMemory> {
  const load = isShared ? LOAD_PARTLY : LOAD
  const { rows } = await database.query<Loaded>({ ...load, values: [logId] })
  const [loaded] = rows
  assert(loaded !== undefined, 'the load always answers one row')
  const head = loaded.head ?? 0
  const holds = new Map(loaded.holds?.map((row) => [row.order_line_id, heldLine(row)]))
  const raffle = raffleOf(loaded)
  return {
    revision: loaded.revision ?? 0,
    batchId: loaded.batchId,
    head,
    frontier: parseFrontier(head, loaded.frontier ?? new Uint8Array()),
    raffle,
    held: loaded.state?.held ?? 0,
    products: new Map(loaded.products.map((row) => [row.product_id, productCount(row)])),
    holds,
    nextExpiryMs: earliestExpiry(holds),
    partly: isShared ? nothingKnown(loaded.batchId) : null,
    persons: new Map(),
    lastAtMs: loaded.lastAt?.getTime() ?? 0,
    haltedBy: loaded.haltedBy,
  }
}

/**
 * The count stands beside the log, kept by the same statements; nothing else depends on the sales.
 */
function raffleOf({ terms, state, lastIssued }: Loaded): Raffle {
  // The codec has checked each of them against the schema of a raffle's fact.
  const facts = terms.map(({ type, schema_version, payload }) =>
    eventOf(type, schema_version, JSON.parse(payload).data),
  ) as RaffleEvent[]
  const raffle = fold(raffleDecider, facts)
  if (raffle.status === 'unpublished') return raffle
  assert(state !== null && state.cap === raffle.terms.ticketsMax, 'the cap is the published one')
  assert(state.issued === (lastIssued ?? 0), 'the count is the last number issued')
  assert(state.voided === raffle.voided, 'the voided tickets are those of the log')
  return { ...raffle, issued: state.issued }
}

const productCount = (row: Loaded['products'][number]): ProductCount => ({
  ticketsMax: row.tickets_max,
  issued: row.issued,
  held: row.held,
})

/** What was written before for an order line or a command, for ever. */
export type KnownIssue = {
  orderId: OrderId
  productId: ProductId
  position: number
  first: number
  last: number
  /** Null or absent: nobody counts his tickets here. */
  personKey?: string | null
}
export type KnownCommand = { version: number; facts: number; requestHash: string }

export type Known = {
  issues: ReadonlyMap<LineId, KnownIssue>
  commands: ReadonlyMap<CommandId, KnownCommand>
}

const LOOK_UP = {
  name: 'look_up_raffle',
  text: `
    select (select coalesce(json_agg(json_build_object(
              'lineId', order_line_id, 'orderId', order_id, 'productId', product_id,
              'position', position, 'first', first, 'last', last,
              'personKey', person_key)), '[]')
              from issues where log_id = $1 and order_line_id = any ($2::uuid[])) as issues,
           (select coalesce(json_agg(json_build_object(
              'commandId', command_id, 'version', version, 'facts', facts,
              'requestHash', encode(request_hash, 'hex'))), '[]')
              from commands where log_id = $1 and command_id = any ($3::uuid[])) as commands`,
}

export async function lookUp(
  database: Queryable,
  { logId, lines, commands }: { logId: LogId; lines: LineId[]; commands: CommandId[] },
): Promise<Known> {
  const { rows } = await database.query<{
    issues: (KnownIssue & { lineId: LineId })[]
    commands: (KnownCommand & { commandId: CommandId })[]
  }>({ ...LOOK_UP, values: [logId, lines, commands] })
  const [found] = rows
  assert(found !== undefined, 'the look-up always answers one row')
  return {
    issues: new Map(found.issues.map((issue) => [issue.lineId, issue])),
    commands: new Map(found.commands.map((command) => [command.commandId, command])),
  }
}

const PERSONS = {
  name: 'tickets_of_persons',
  text: `
    select person_key as "personKey", first, last
      from issues
     where log_id = $1
       and person_key is not null
       and person_key = any ($2)`,
}

/** Counts into `memory.persons` whoever of `personKeys` is not there yet. */
export async function loadPersons(
  database: Queryable,
  { logId, memory, personKeys }: { logId: LogId; memory: RaffleMemory; personKeys: string[] },
): Promise<void> {
  const { rows } = await database.query<{ personKey: string; first: number; last: number }>({
    ...PERSONS,
    values: [logId, personKeys],
  })
  const { raffle, persons } = memory
  const voids = raffle.status === 'unpublished' ? [] : raffle.voids
  for (const personKey of personKeys) persons.set(personKey, 0)
  for (const { personKey, first, last } of rows) {
    let valid = last - first + 1
    for (const [from, to] of voids)
      valid -= Math.max(0, Math.min(last, to) - Math.max(first, from) + 1)
    persons.set(personKey, (persons.get(personKey) ?? 0) + valid)
  }
}
