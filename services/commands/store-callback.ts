// The inbox of provider callbacks: one row for each different one, copies counted. An authentic one
// also makes its attempt due, so that the schedule asks even if this process dies on the next line.
import type { Queryable } from '../io/database.ts'
import type { CallbackHint, RawRequest } from '../providers/payments/port.ts'
import type { OnlineMethod } from './purchase-rows.ts'

const QUERY_MAX = 4_000
const HEADERS_MAX = 8_000
const BODY_BYTES_MAX = 64 * 1024
/** Anybody may send one that is not authentic: enough is kept to see what it was. */
const DOUBTFUL_BYTES_MAX = 2_000

export async function storeCallback(
  database: Queryable,
  { method, raw, hint }: { method: OnlineMethod; raw: RawRequest; hint: CallbackHint },
): Promise<{ copies: number }> {
  const { rows } = await database.query<{ copies: number }>({
    name: 'store_callback',
    text: `
      with stored as (
        insert into provider_callbacks as known
          (provider, dedupe_key, attempt_ref, is_authentic, method, query, headers, body,
           received_at, last_received_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, clock_now(), clock_now())
        on conflict (provider, dedupe_key) do update
           set copies = known.copies + 1,
               last_received_at = excluded.last_received_at
        returning known.copies
      ),
      due as (
        update payment_attempts
           set next_check_at = least(next_check_at, clock_now())
         where $4
           and ref = $3
           and next_check_at is not null
      )
      select copies from stored`,
    values: [
      method,
      // A forged copy must not stand in the place of the real one.
      plainText(`${hint.isAuthentic ? 'authentic' : 'doubtful'}:${hint.dedupeKey}`).slice(0, 300),
      hint.attemptRef,
      hint.isAuthentic,
      raw.method,
      JSON.stringify(raw.query).slice(0, QUERY_MAX),
      JSON.stringify(raw.headers).slice(0, HEADERS_MAX),
      raw.body.subarray(0, hint.isAuthentic ? BODY_BYTES_MAX : DOUBTFUL_BYTES_MAX),
    ],
  })
  return { copies: rows[0]?.copies ?? 1 }
}

/** PostgreSQL stores no NUL in text. */
const plainText = (text: string) => text.replaceAll('\0', '')
