// Texts to people. The row comes before the gateway is asked, and its `ref` is the text's name for
// ever: the same text is never sent twice because somebody asked twice. A sign-in code is tried
// exactly once, its words are not kept; everything else is tried again for a day, also where our
// settings were refused, unless it may have gone and the gateway could not tell that it is the same
// one.
//
// Whoever asks may die before he can write down the answer. So while it is asked, the row says what
// would hold then: `waiting` where the gateway knows the ref, and the next process asks again under
// it; `unknown` where it would send a second one, and nobody asks again but a person.
import * as z from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { inSpan } from '../io/tracing.ts'
import { wasNotSent } from '../providers/breaker.ts'
import type { Message, MessageGateway, Sent } from '../providers/messages/port.ts'
import { applyReports, isReported } from './message-reports.ts'
import { ASKING, messagesTried, writeMessages } from './message-rows.ts'
import type { MessageRows, MessageToAsk, MessageTried } from './message-rows.ts'

export type MessageNeeds = {
  database: Queryable
  /** Left out: each text has statements of its own. */
  messageRows?: MessageRows
  gateway: MessageGateway
  now: () => Date
  log: { warn: (fields: object, message: string) => void }
}

export type Delivered = 'sent' | 'waiting' | 'failed' | 'unknown' | 'sent_before'

/** 1, 2, 4 … minutes after a failure, at most an hour, until a day has passed. */
const RETRY_FIRST_MS = 60_000
const RETRY_MAX_MS = 3_600_000
const TRIED_FOR_MS = 24 * 3_600_000
const PAGE = 50
/** As of the receipts of a rush: a gateway takes its time over each, and thousands may wait. */
const AT_ONCE = 16

/** Rejects when a sign-in code is known not to go out; anything else is tried again later. */
export async function sendMessage(needs: MessageNeeds, message: Message): Promise<Delivered> {
  const isNew = await writeDown(needs, message)
  if (!isNew) return 'sent_before'
  const delivered = await deliver(needs, message, { tries: 1, createdAt: needs.now() })
  if (message.purpose === 'sign_in_code' && delivered === 'failed')
    throw new Rejection('busy', 'Your code could not be sent. Please try again in a minute.', {
      retryAfterSeconds: 60,
    })
  return delivered
}

async function writeDown(
  { database, gateway, messageRows }: MessageNeeds,
  message: Message,
): Promise<boolean> {
  const text: MessageToAsk = { message, mark: newId(), state: whileAsking(gateway) }
  // A code by itself: whoever waits for one must hear that nobody knows whether it was written.
  if (messageRows === undefined || message.purpose === 'sign_in_code')
    return (await writeMessages(database, [text]))[0] === true
  return messageRows.write.add(text)
}

const whileAsking = ({ sendsAnew = false }: Pick<MessageGateway, 'sendsAnew'>) =>
  sendsAnew ? 'unknown' : 'waiting'

type Tries = { tries: number; createdAt: Date }

const deliver = (needs: MessageNeeds, message: Message, tried: Tries) =>
  inSpan({ name: 'deliver message', kind: 'producer' }, async ({ say }) => {
    const delivered = await tryToDeliver(needs, message, tried)
    const words = { 'qura.purpose': message.purpose, 'qura.tries': tried.tries }
    say({ ...words, 'qura.outcome': delivered })
    return delivered
  })

async function tryToDeliver(
  { database, messageRows, gateway, now, log }: MessageNeeds,
  message: Message,
  { tries, createdAt }: Tries,
): Promise<Outcome['state']> {
  const sent = await gateway.send(message).catch((error: unknown): Sent | null => {
    log.warn({ err: error, ref: message.ref }, 'message gateway did not answer')
    return wasNotSent(error) ? { kind: 'rejected', reason: 'temporary' } : null
  })
  const mayHaveGone = sent === null && gateway.sendsAnew === true
  const outcome: Outcome = mayHaveGone
    ? { state: 'unknown', nextTryAt: null }
    : outcomeOf(message, sent, { tries, createdAt, now: now() })
  const news: MessageTried = {
    ref: message.ref,
    ...outcome,
    gatewayId: sent?.kind === 'queued' ? sent.gatewayId : null,
    failure: sent?.kind === 'rejected' ? sent.reason : null,
  }
  if (messageRows === undefined) await messagesTried(database, [news])
  else await messageRows.tried.add(news)
  // Its report may have come before this row knew the id.
  if (sent?.kind === 'queued' && isReported(sent.gatewayId))
    await applyReports(database, [sent.gatewayId])
  return outcome.state
}

type Outcome = { state: Exclude<Delivered, 'sent_before'>; nextTryAt: Date | null }

/**
 * A gateway that knows the ref sends it once, however often it is asked; so asking again is safe.
 * It is as well where the gateway refused: nothing was taken. A wrong key or spent credit is put
 * right within a day, and then everything that waited leaves.
 */
export function outcomeOf(
  { purpose }: Message,
  sent: Sent | null,
  { tries, createdAt, now }: { tries: number; createdAt: Date; now: Date },
): Outcome {
  if (sent?.kind === 'queued') return { state: 'sent', nextTryAt: null }
  if (purpose === 'sign_in_code')
    return { state: sent === null ? 'unknown' : 'failed', nextTryAt: null }
  const isFinal = sent?.reason === 'bad_number' || sent?.reason === 'blocked'
  const pauseMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (tries - 1))
  const isOver = now.getTime() + pauseMs - createdAt.getTime() > TRIED_FOR_MS
  if (isFinal || isOver) return { state: 'failed', nextTryAt: null }
  return { state: 'waiting', nextTryAt: new Date(now.getTime() + pauseMs) }
}

const waitingRow = z.object({
  ref: z.string(),
  to_phone: z.string(),
  body: z.string(),
  purpose: z.enum(['receipt', 'notice']),
  tries: z.int(),
  language: z.nullable(z.enum(['en', 'ar', 'fr'])),
  channel: z.nullable(z.enum(['sms', 'whatsapp'])),
  created_at: z.date(),
})

/** One page of what must be tried again; how many there were. */
export async function sendWaiting(needs: MessageNeeds): Promise<number> {
  let sent = 0
  for (let more = 1; sent < PAGE && more > 0; sent += more) more = await sendNext(needs)
  return sent
}

/** As many are claimed as are sent at once: behind a slow gateway nobody's claim runs out. */
async function sendNext(needs: MessageNeeds): Promise<number> {
  const { rows } = await needs.database.query({
    name: 'messages_due',
    text: `
      update messages
         set state = $2, tries = tries + 1, next_try_at = clock_now() + $1::interval
       where ref in (
               select ref
                 from messages
                where state = 'waiting'
                  and next_try_at <= (select clock_now())
                order by next_try_at
                limit $3
                  for update skip locked
             )
      returning ref, to_phone, body, purpose, language, channel, tries, created_at`,
    values: [ASKING, whileAsking(needs.gateway), AT_ONCE],
  })
  await Promise.all(
    rows
      .map((found) => waitingRow.parse(found))
      .map(({ ref, to_phone, body, purpose, tries, created_at, ...kept }) => {
        const message = { ref, to: to_phone, text: body, purpose, ...chosen(kept) }
        return deliver(needs, message, { tries, createdAt: created_at })
      }),
  )
  return rows.length
}

type Kept = Pick<z.infer<typeof waitingRow>, 'language' | 'channel'>

const chosen = ({ language, channel }: Kept) => ({
  ...(language !== null && { language }),
  ...(channel !== null && { channel }),
})
