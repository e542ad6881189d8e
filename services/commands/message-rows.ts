// The row of a text: written before the gateway is asked, and what became of it after. In a rush
// hundreds a second are sent, so those of one moment share a statement (`row-batcher.ts`).
import type { Queryable } from '../io/database.ts'
import type { Message } from '../providers/messages/port.ts'
import { openRowBatcher } from './row-batcher.ts'
import type { RowBatcher } from './row-batcher.ts'

/** While one process asks the gateway no other takes the same row: longer than any answer takes. */
export const ASKING = '60 seconds'

export type MessageToAsk = {
  message: Message
  /** Made once for each call that would send it: by it the call knows a row as its own. */
  mark: string
  /** What it is if whoever asks dies over it. */
  state: 'waiting' | 'unknown'
}

export type MessageTried = {
  ref: string
  state: 'sent' | 'waiting' | 'failed' | 'unknown'
  nextTryAt: Date | null
  gatewayId: string | null
  failure: string | null
}

export type MessageRows = {
  /** False: a text of this `ref` is written already, by another call. */
  write: RowBatcher<MessageToAsk, boolean>
  tried: RowBatcher<MessageTried, void>
  close: () => Promise<void>
}

export function openMessageRows(database: Queryable): MessageRows {
  const rows = {
    write: openRowBatcher({
      name: 'write messages',
      run: (texts: readonly MessageToAsk[]) => writeMessages(database, texts),
    }),
    tried: openRowBatcher({
      name: 'messages tried',
      run: (tried: readonly MessageTried[]) => messagesTried(database, tried),
    }),
  }
  return {
    ...rows,
    close: async () => {
      await Promise.all(Object.values(rows).map((batcher) => batcher.close()))
    },
  }
}

/**
 * A sign-in code's words are not kept, and nobody tries it again.
 *
 * Until the gateway has named the text, `gateway_id` holds the mark of the call that asks it. So a
 * statement that is sent again, because its answer was lost, finds the rows of its own first try,
 * as long as nothing became of them; two calls with one `ref` are never both told that it is new.
 */
export async function writeMessages(
  database: Queryable,
  texts: readonly MessageToAsk[],
): Promise<boolean[]> {
  const isCode = ({ message }: MessageToAsk) => message.purpose === 'sign_in_code'
  const { rows } = await database.query<{ ref: string }>({
    name: 'write_messages',
    text: `
      insert into messages as known
        (ref, to_phone, body, purpose, language, state, tries, next_try_at, created_at, gateway_id)
      select distinct on (ref)
             ref, to_phone, body, purpose, language, state, 1,
             case when is_retried then clock_now() + $8::interval end, clock_now(), mark
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                    $7::boolean[], $9::text[]) with ordinality
             as text (ref, to_phone, body, purpose, language, state, is_retried, mark, ordinal)
       order by ref, ordinal
      on conflict (ref) do update
         set next_try_at = excluded.next_try_at
       where known.gateway_id = excluded.gateway_id
         and known.state = excluded.state
         and known.tries = 1
      returning ref`,
    values: [
      texts.map(({ message }) => message.ref),
      texts.map(({ message }) => message.to),
      texts.map((text) => (isCode(text) ? null : text.message.text)),
      texts.map(({ message }) => message.purpose),
      texts.map(({ message }) => message.language ?? null),
      texts.map((text) => (isCode(text) ? 'unknown' : text.state)),
      texts.map((text) => !isCode(text)),
      ASKING,
      texts.map(({ mark }) => `asking:${mark}`),
    ],
  })
  const written = new Set(rows.map(({ ref }) => ref))
  // Of two with one ref the first is the one that was written.
  return texts.map(({ message }) => written.delete(message.ref))
}

/** What was given up while it was asked for (`give-up-messages.ts`) waits for no further try. */
export async function messagesTried(
  database: Queryable,
  tried: readonly MessageTried[],
): Promise<undefined[]> {
  await database.query({
    name: 'messages_tried',
    text: `
      update messages as message
         set state = tried.state, next_try_at = tried.next_try_at,
             gateway_id = tried.gateway_id, failure = tried.failure,
             sent_at = case when tried.state = 'sent' then clock_now() end
        from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
             as tried (ref, state, next_try_at, gateway_id, failure)
       where message.ref = any($1)
         and message.ref = tried.ref
         and (tried.state <> 'waiting' or message.state <> 'failed')`,
    values: [
      tried.map(({ ref }) => ref),
      tried.map(({ state }) => state),
      tried.map(({ nextTryAt }) => nextTryAt),
      tried.map(({ gatewayId }) => gatewayId),
      tried.map(({ failure }) => failure),
    ],
  })
  return tried.map(() => undefined)
}
