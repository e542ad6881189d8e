// E-mails to people who left an address, where the shop has a mail server. An e-mail is an addition
// to a text, never a reason for it to be late: it is only written down where the text is sent, and
// a sweep of its own sends it. The row comes first and its `ref` is sent once, as with texts; what
// may have gone is not asked for again, so `unknown` is what it is while a mail server is asked.
import * as z from 'zod/mini'

import type { Queryable } from '../io/database.ts'
import { wasNotSent } from '../providers/breaker.ts'
import type {
  Letter,
  Message,
  MessageGateway,
  MessageLanguage,
  Sent,
} from '../providers/messages/port.ts'
import { letterText } from './letter-text.ts'
import { ASKING } from './message-rows.ts'
import { outcomeOf } from './send-message.ts'
import type { Delivered, MessageNeeds } from './send-message.ts'

/** `mail` null: the shop has no mail server. */
export type EmailNeeds = Omit<MessageNeeds, 'gateway'> & { mail: MessageGateway | null }

export type Email = {
  /** Of whom it is for: an e-mail is listed, forgotten and erased with his texts. */
  phone: string
  /** Null: he left none, and is written nothing. */
  address: string | null
  letter: Letter
  ref: string
  purpose: 'receipt' | 'notice'
  language: MessageLanguage
}

const PAGE = 20
/** As many connections as a small mail server lets one customer have. */
const AT_ONCE = 4

/** The sweep sends it. A `ref` that is known is not written twice. */
export async function writeEmail(
  { database, mail }: Pick<EmailNeeds, 'database' | 'mail'>,
  email: Email,
): Promise<void> {
  if (mail !== null) await writeDown(database, email, { isAsked: false })
}

/** At once, for somebody who waits to see what becomes of it. */
export async function sendEmail(needs: EmailNeeds, email: Email): Promise<Delivered> {
  const isNew = await writeDown(needs.database, email, { isAsked: true })
  if (!isNew || email.address === null) return 'sent_before'
  const message = messageOf(email.address, email)
  return tryToDeliver(needs, message, { tries: 1, createdAt: needs.now() })
}

async function writeDown(
  database: Queryable,
  { ref, phone, address, letter, purpose, language }: Email,
  { isAsked }: { isAsked: boolean },
): Promise<boolean> {
  if (address === null) return false
  const { rowCount } = await database.query({
    name: 'write_email',
    text: `
      with written as (
             insert into messages
               (ref, to_phone, body, purpose, language, state, tries, next_try_at, created_at)
             values ($1, $2, $3, $4, $5, case when $6 then 'unknown' else 'waiting' end,
                     case when $6 then 1 else 0 end,
                     case when $6 then clock_now() + $9::interval end, clock_now())
             on conflict (ref) do nothing
             returning ref
           )
      insert into emails (ref, address, letter, try_at)
      select ref, $7, $8, case when not $6 then clock_now() end from written`,
    values: [
      ref,
      phone,
      letterText(letter, language),
      purpose,
      language,
      isAsked,
      address,
      JSON.stringify(letter),
      ASKING,
    ],
  })
  return rowCount === 1
}

type Words = Pick<Email, 'letter' | 'ref' | 'purpose' | 'language'>

const messageOf = (address: string, { letter, ref, purpose, language }: Words): Message => ({
  to: address,
  text: letterText(letter, language),
  letter,
  ref,
  purpose,
  language,
  channel: 'email',
})

const row = z.object({ name: z.string(), value: z.string(), isTotal: z.optional(z.boolean()) })
export const letterSchema = z.object({
  subject: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  tables: z.array(z.object({ title: z.string(), rows: z.array(row) })),
  link: z.nullable(z.object({ label: z.string(), url: z.string() })),
  foot: z.nullable(z.string()),
})

const dueRow = z.object({
  ref: z.string(),
  address: z.string(),
  letter: letterSchema,
  purpose: z.enum(['receipt', 'notice']),
  language: z.enum(['en', 'ar', 'fr']),
  tries: z.int(),
  created_at: z.date(),
})

/** One page of what is due; how many there were. */
export async function sendEmails(needs: EmailNeeds): Promise<number> {
  let sent = 0
  for (let more = 1; sent < PAGE && more > 0; sent += more) more = await sendNext(needs)
  return sent
}

/** As many are claimed as are sent at once: behind a slow server nobody's claim runs out. */
async function sendNext(needs: EmailNeeds): Promise<number> {
  const { rows } = await needs.database.query({
    name: 'emails_due',
    text: `
      with due as (
             update emails
                set try_at = null
              where ref in (
                      select ref
                        from emails
                       where try_at <= (select clock_now())
                       order by try_at
                       limit ${AT_ONCE}
                         for update skip locked
                    )
             returning ref, address, letter
           )
      update messages
         set state = 'unknown', tries = messages.tries + 1,
             next_try_at = clock_now() + $1::interval
        from due
       where messages.ref = due.ref
      returning messages.ref, due.address, due.letter, messages.purpose, messages.language,
                messages.tries, messages.created_at`,
    values: [ASKING],
  })
  await Promise.all(
    rows
      .map((found) => dueRow.parse(found))
      .map(({ address, tries, created_at, ...email }) =>
        tryToDeliver(needs, messageOf(address, email), { tries, createdAt: created_at }),
      ),
  )
  return rows.length
}

type Tried = { tries: number; createdAt: Date }

async function tryToDeliver(
  { database, mail, now, log }: EmailNeeds,
  message: Message,
  tried: Tried,
): Promise<Exclude<Delivered, 'sent_before'>> {
  const sent = await ask(mail, message).catch((error: unknown): Sent | null => {
    log.warn({ err: error, ref: message.ref }, 'mail server did not answer')
    return wasNotSent(error) ? { kind: 'rejected', reason: 'temporary' } : null
  })
  const outcome =
    sent === null
      ? ({ state: 'unknown', nextTryAt: null } as const)
      : outcomeOf(message, sent, { ...tried, now: now() })
  // As of a text: what was given up meanwhile waits for no further try.
  await database.query({
    name: 'email_tried',
    text: `
      with tried as (
             update messages
                set state = $2, next_try_at = null, gateway_id = $4, failure = $5,
                    sent_at = case when $2 = 'sent' then clock_now() end
              where ref = $1 and ($2 <> 'waiting' or state <> 'failed')
             returning ref
           )
      update emails set try_at = $3 from tried where emails.ref = tried.ref`,
    values: [
      message.ref,
      outcome.state,
      outcome.nextTryAt,
      sent?.kind === 'queued' ? sent.gatewayId : null,
      sent?.kind === 'rejected' ? `email_${sent.reason}` : null,
    ],
  })
  return outcome.state
}

/** Of a shop that has no mail server any more: what waits is given up after a day. */
async function ask(mail: MessageGateway | null, message: Message): Promise<Sent> {
  return mail === null ? { kind: 'rejected', reason: 'config' } : mail.send(message)
}
