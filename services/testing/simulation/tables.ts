// The tables of a simulated database. A row is never changed, only put in the place of another, so
// a copy of all tables costs next to nothing and every change can be taken back.
import type { OnlineMethod } from '../../commands/purchase-rows.ts'
import type { AttemptState } from '../../commands/purchase-rows.ts'

export type Table<Row> = {
  get: (key: string) => Row | undefined
  set: (key: string, row: Row) => void
  delete: (key: string) => void
  values: () => IterableIterator<Row>
  entries: () => IterableIterator<[string, Row]>
  readonly size: number
}

export type EventRow = {
  log_id: string
  position: number
  stream_id: string
  stream_version: number
  event_id: string
  type: string
  schema_version: number
  payload: string
  meta: string
  leaf: Buffer | null
  recorded_at: Date
}

export type LogRow = { head: number; revision: number; frontier: Buffer; batchId: string | null }
export type CommandRow = {
  stream_id: string
  version: number
  position: number
  facts: number
  request_hash: string
}
export type RaffleRow = { cap: number; issued: number; voided: number; held: number }
export type ProductRow = {
  log_id: string
  product_id: string
  tickets_max: number
  issued: number
  held: number
}
export type HoldRow = {
  log_id: string
  order_line_id: string
  order_id: string
  product_id: string
  n: number
  person_key: string
  expires_at: Date
}
export type IssueRow = {
  log_id: string
  order_line_id: string
  order_id: string
  product_id: string
  position: number
  first: number
  last: number
  person_key: string | null
  salts: Buffer
  order_text: string
  holder_text: string
}
export type PurchaseRow = {
  session_id: string
  key: string
  request_hash: string
  order_id: string
  state: 'running' | 'answered' | 'settled'
  answer: string | null
  claimed_until: Date
  hold_until: Date
}
export type ContactRow = {
  order_id: string
  customer_id: string | null
  name: string
  email: string | null
  phone: string
  address: string | null
  language: string
  finish_due_at: Date | null
}
export type AttemptRow = {
  attempt_id: string
  ref: string
  order_id: string
  method: OnlineMethod
  amount_cents: number
  state: AttemptState
  provider_status: string | null
  provider_ref: string | null
  redirect_url: string | null
  created_at: Date
  expires_at: Date
  checked_at: Date | null
  next_check_at: Date | null
}
export type CallbackRow = { attempt_ref: string | null; is_authentic: boolean; copies: number }
export type MessageRow = {
  ref: string
  to_phone: string
  body: string | null
  purpose: string
  state: string
  tries: number
  next_try_at: Date | null
  created_at: Date
  gateway_id: string | null
  language: string | null
  channel: string | null
}
export type CheckpointRow = {
  log_id: string
  name: string
  version: number
  position: number
  status: 'running' | 'stopped'
  error: string | null
}
export type ReactorRow = { log_id: string; name: string; position: number; error: string | null }
export type ModelRow = Readonly<Record<string, unknown>>

export type Tables = {
  logs: Table<LogRow>
  /** By log, and by log and stream: lists that are only ever replaced by longer ones. */
  events: Table<readonly EventRow[]>
  streams: Table<readonly EventRow[]>
  commands: Table<CommandRow>
  raffles: Table<RaffleRow>
  products: Table<ProductRow>
  holds: Table<HoldRow>
  issues: Table<IssueRow>
  purchases: Table<PurchaseRow>
  contacts: Table<ContactRow>
  attempts: Table<AttemptRow>
  callbacks: Table<CallbackRow>
  messages: Table<MessageRow>
  checkpoints: Table<CheckpointRow>
  reactors: Table<ReactorRow>
  /** All rows of all read models, by physical table and key. */
  models: Table<ReadonlyMap<string, ModelRow>>
  sequences: Table<number>
}

/** Everything that was changed since, the last change last; each entry takes one back. */
export type Journal = { undo: (() => void)[] }

const names = [
  'logs',
  'events',
  'streams',
  'commands',
  'raffles',
  'products',
  'holds',
  'issues',
  'purchases',
  'contacts',
  'attempts',
  'callbacks',
  'messages',
  'checkpoints',
  'reactors',
  'models',
  'sequences',
] as const satisfies readonly (keyof Tables)[]

/** A copy of `from`, or empty. */
export function openTables(journal: Journal, from?: Tables): Tables {
  const tables = names.map((name) => [name, openTable(journal, from?.[name] as Table<unknown>)])
  return Object.fromEntries(tables) as Tables // each under the name of its own type
}

function openTable<Row>(journal: Journal, from?: Table<Row>): Table<Row> {
  const rows = new Map<string, Row>(from?.entries())

  function noteBefore(key: string): void {
    const before = rows.get(key)
    const undo = () => (before === undefined ? rows.delete(key) : rows.set(key, before))
    journal.undo.push(undo)
  }

  return {
    get: (key) => rows.get(key),
    set(key, row) {
      noteBefore(key)
      rows.set(key, row)
    },
    delete(key) {
      if (!rows.has(key)) return
      noteBefore(key)
      rows.delete(key)
    },
    values: () => rows.values(),
    entries: () => rows.entries(),
    get size() {
      return rows.size
    },
  }
}

export function* where<Row>(table: Table<Row>, holds: (row: Row) => boolean): Generator<Row> {
  for (const row of table.values()) if (holds(row)) yield row
}
