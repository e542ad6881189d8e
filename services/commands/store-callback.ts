// The inbox of provider callbacks: one row for each different one, copies counted. An authentic one
// also makes its attempt due, so that the schedule asks even if this process dies on the next line.
// Those that come while others are being stored share one statement and one wait for the disk: in a
// rush everybody pays at once, and each is answered only when his payment's callback is kept.
import type { Queryable } from '../io/database.ts'
import type { CallbackHint, RawRequest } from '../providers/payments/port.ts'
import type { OnlineMethod } from './purchase-rows.ts'
import { openRowBatcher } from './row-batcher.ts'
import type { RowBatcher } from './row-batcher.ts'

const KEY_MAX = 300
const QUERY_MAX = 4_000
const HEADERS_MAX = 8_000
const BODY_BYTES_MAX = 64 * 1024
/** Anybody may send one that is not authentic: enough is kept to see what it was. */
const DOUBTFUL_BYTES_MAX = 2_000
/** Of 64 KB each: what one statement carries at most is a few megabytes. */
const CALLBACKS_PER_STATEMENT_MAX = 100

export type Callback = { method: OnlineMethod; raw: RawRequest; hint: CallbackHint }

export type CallbackInbox = {
  /** How often it has come by now. */
  store: (callback: Callback) => Promise<{ copies: number }>
  close: () => Promise<void>
}

export function openCallbackInbox(database: Queryable): CallbackInbox {
  const batcher: RowBatcher<CallbackRow, number> = openRowBatcher({
    name: 'store callbacks',
    run: (rows: readonly CallbackRow[]) => storeCallbacks(database, rows),
    itemsMax: CALLBACKS_PER_STATEMENT_MAX,
  })
  return {
    store: async (callback) => ({ copies: await batcher.add(callbackRow(callback)) }),
    close: batcher.close,
  }
}

type CallbackRow = {
  provider: OnlineMethod
  dedupe_key: string
  attempt_ref: string | null
  is_authentic: boolean
  is_paid_word: boolean
  method: string
  query: string
  headers: string
  body: string
}

function callbackRow({ method, raw, hint }: Callback): CallbackRow {
  const bytesMax = hint.isAuthentic ? BODY_BYTES_MAX : DOUBTFUL_BYTES_MAX
  return {
    provider: method,
    // A forged copy must not stand in the place of the real one.
    dedupe_key: text(`${hint.isAuthentic ? 'authentic' : 'doubtful'}:${hint.dedupeKey}`, KEY_MAX),
    attempt_ref: hint.attemptRef === null ? null : text(hint.attemptRef, KEY_MAX),
    is_authentic: hint.isAuthentic,
    is_paid_word: hint.isPaidWord,
    method: raw.method,
    query: text(JSON.stringify(raw.query), QUERY_MAX),
    headers: text(JSON.stringify(raw.headers), HEADERS_MAX),
    body: raw.body.subarray(0, bytesMax).toString('base64'),
  }
}

/** As PostgreSQL takes it: without NUL, and not cut through the middle of a character. */
const text = (given: string, max: number) => given.replaceAll('\0', '').slice(0, max).toWellFormed()

/** The same callback twice in one batch is one row of two copies. */
async function storeCallbacks(
  database: Queryable,
  given: readonly CallbackRow[],
): Promise<number[]> {
  const items = new Map<string, CallbackRow & { copies: number }>()
  const earlier = given.map((row) => {
    const key = `${row.provider} ${row.dedupe_key}`
    const item = items.get(key) ?? { ...row, copies: 0 }
    items.set(key, item)
    return { key, nth: ++item.copies }
  })
  const { rows } = await database.query<{ copies: number }>({
    name: 'store_callbacks',
    text: 'select copies from store_callbacks($1)',
    values: [JSON.stringify([...items.values()])],
  })
  const stored = new Map([...items].map(([key, { copies }], index) => [key, { copies, index }]))
  return earlier.map(({ key, nth }) => {
    const { copies, index } = stored.get(key)!
    return (rows[index]?.copies ?? copies) - copies + nth
  })
}
