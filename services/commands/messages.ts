// Texts and e-mails that went out, for staff: the list, and one of them once more.
import * as z from 'zod/mini'

import { orderIdSchema } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { publicStatus } from '#events/order/public-status.ts'
import { voidsAmong } from '#projections/ticket-register/queries.ts'

import { messageStates } from '../contract/admin-messages.ts'
import type { AdminMessage } from '../contract/admin-messages.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import type { SharedAnswers } from '../io/shared-answers.ts'
import { handleAttention } from './attention.ts'
import type { Actor } from './audit.ts'
import { findMessages } from './find-messages.ts'
import type { MessageSearch, Page } from './find-messages.ts'
import { withoutKeys, withoutLinks } from './masked-keys.ts'
import type { OrderDesk } from './order-desk.ts'
import { noReceipt } from './resend-receipt.ts'
import { letterSchema, sendEmail } from './send-email.ts'
import { sendMessage } from './send-message.ts'
import type { Delivered } from './send-message.ts'
import { recordAct } from './staff-acts.ts'

const messageRow = z.object({
  ref: z.string(),
  to_phone: z.string(),
  body: z.nullable(z.string()),
  purpose: z.enum(['receipt', 'notice']),
  state: z.enum(messageStates),
  language: z.nullable(z.enum(['en', 'ar', 'fr'])),
  tries: z.int(),
  failure: z.nullable(z.string()),
  created_at: z.date(),
  sent_at: z.nullable(z.date()),
  delivered_at: z.nullable(z.date()),
  next_try_at: z.nullable(z.date()),
  address: z.nullable(z.string()),
})

/** Of one message, with what an e-mail has besides. */
const columns = `text.ref, to_phone, body, purpose, state, language, tries, failure, created_at,
       sent_at, delivered_at, email.address,
       case when state = 'waiting' then coalesce(next_try_at, email.try_at) end as next_try_at`
const withEmail = 'left join emails as email on email.ref = text.ref'

export async function listMessages(
  database: Queryable,
  asked: MessageSearch & Page,
  counts?: SharedAnswers<number>,
): Promise<{ data: AdminMessage[]; total: number; isCapped: boolean }> {
  const { refs, total, isCapped } = await findMessages(database, asked, counts)
  if (refs.length === 0) return { data: [], total, isCapped }
  const { rows } = await database.query({
    name: 'messages of a page',
    text: `select ${columns} from messages as text ${withEmail}
            where text.ref = any($1)
            order by created_at desc, text.ref`,
    values: [refs],
  })
  return { data: rows.map((row) => onWire(messageRow.parse(row))), total, isCapped }
}

/** Receipts and notices name their order; an answered request and an alert name themselves. */
const orderRef =
  /^(?:email-)?(?:receipt(?:-again)?|notice):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

/** A receipt tells numbers of tickets, and so does news of a draw, whose name is no order's. */
const tellsTickets = (ref: string) => !/^(?:email-)?(?:notice|request):/.test(ref)

/** As it was sent, without what opens the order: whoever reads it is not the buyer. */
const wordsOf = ({ ref, body }: z.infer<typeof messageRow>): string | null =>
  body === null ? null : tellsTickets(ref) ? withoutLinks(body) : withoutKeys(body)

function onWire(row: z.infer<typeof messageRow>): AdminMessage {
  return {
    ref: row.ref,
    channel: row.address === null ? 'text' : 'email',
    to: row.address ?? row.to_phone,
    text: wordsOf(row),
    purpose: row.purpose,
    state: row.state,
    tries: row.tries,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    orderId: orderRef.exec(row.ref)?.[1] ?? null,
  }
}

const AGAIN_MAX = 9

/**
 * The same words to the same number or address, under a name of its own; one that still waits goes
 * now instead. Rejects when the order it tells of has another number or address by now: its words
 * and its link were for somebody else; and a receipt when its order is cancelled, or tickets of it
 * are void.
 */
export async function resendMessage(
  desk: OrderDesk,
  { ref, actor }: { ref: string; actor: Actor },
): Promise<Delivered> {
  const { rows } = await desk.database.query({
    name: 'message to resend',
    text: `select ${columns}, email.letter from messages as text ${withEmail}
            where text.ref = $1 and purpose <> 'sign_in_code'`,
    values: [ref],
  })
  const row = rows[0] === undefined ? null : storedRow.parse(rows[0])
  if (row === null || row.body === null)
    throw new Rejection('not_found', 'There is no such message any more.')
  await requireStillIts(desk.database, row)
  if (row.purpose === 'receipt') await requireReceipt(desk, ref)
  const isWaiting = row.state === 'waiting'
  const name = isWaiting ? null : await nextName(desk.database, ref)
  // As of a file: before it leaves the house. A text that went out stands in the trail.
  await recordAct(desk, { kind: 'message_resent', actor, details: { ref, purpose: row.purpose } })
  if (name === null) return hurry(desk.database, ref)
  const delivered = await sendStored(desk, { ...row, ref: name })
  const { personId } = actor
  await handleAttention(desk.database, { kind: 'message_failed', item: ref, note: null, personId })
  return delivered
}

/** Due now: the next sweep sends it, as it would have later. It may have gone meanwhile. */
async function hurry(database: Queryable, ref: string): Promise<Delivered> {
  const { rows } = await database.query<{ is_waiting: boolean }>({
    name: 'message due now',
    // Of an e-mail the one row says when it goes, of a text the other.
    text: `
      with due as (
             update messages
                set next_try_at = case when next_try_at is not null then clock_now() end
              where ref = $1 and state = 'waiting'
             returning ref
           ), email as (
             update emails
                set try_at = clock_now()
               from due
              where emails.ref = due.ref and emails.try_at is not null
           )
      select exists (select from due) as is_waiting`,
    values: [ref],
  })
  return rows[0]?.is_waiting === true ? 'waiting' : 'sent_before'
}

const requestRef = /^(?:email-)?request:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

/** What tells of no order, or of one whose person was erased, has nothing to be compared with. */
async function requireStillIts(
  database: Queryable,
  { ref, to_phone: phone, address }: Pick<z.infer<typeof messageRow>, Recipient | 'ref'>,
): Promise<void> {
  const { rows } = await database.query<{ phone: string; email: string | null }>({
    name: 'order of a message',
    text: `select phone, email from order_contacts
            where order_id = coalesce(
                    $1::uuid,
                    (select order_id from order_requests where request_id = $2::uuid))`,
    values: [orderRef.exec(ref)?.[1] ?? null, requestRef.exec(ref)?.[1] ?? null],
  })
  const [contact] = rows
  if (contact === undefined) return
  if (contact.phone === phone && (address === null || address === contact.email)) return
  throw new Rejection(
    'contact_corrected',
    'Its number or address was corrected since. Send the receipt again from the order.',
  )
}

/** Its tickets were his when it was written; of what came back or is cancelled they are void. */
async function requireReceipt({ orders, database }: OrderDesk, ref: string): Promise<void> {
  const known = orderIdSchema.safeParse(orderRef.exec(ref)?.[1])
  if (!known.success) return
  const { order } = await orders.load(known.data, { fresh: true })
  if (order.status === 'none') return
  if (publicStatus(order).status === 'cancelled') throw noReceipt(order)
  const voids = order.grants.length === 0 ? [] : await ask(database, voidsAmong(order.grants))
  if (voids.length > 0)
    throw new Rejection(
      'receipt_outdated',
      'Some of its tickets are void since. Send the receipt again from the order.',
    )
}

type Recipient = 'to_phone' | 'address'

const storedRow = z.extend(messageRow, { letter: z.nullable(letterSchema) })

function sendStored(desk: OrderDesk, stored: z.infer<typeof storedRow>): Promise<Delivered> {
  const { ref, to_phone: phone, body, purpose, language, address, letter } = stored
  if (letter !== null)
    return sendEmail(desk, { ref, phone, address, letter, purpose, language: language ?? 'en' })
  const words = language !== null && { language }
  return sendMessage(desk, { to: phone, text: body ?? '', ref, purpose, ...words })
}

/**
 * Behind the last that is there: the ones before it may have been forgotten already. Taken by
 * writing it: two clicks at once are one more text.
 */
async function nextName(database: Queryable, ref: string): Promise<string> {
  const first = ref.replace(/#\d$/, '')
  const names = Array.from({ length: AGAIN_MAX }, (_, index) => `${first}#${index + 1}`)
  const { rows } = await database.query<{ last: string | null }>({
    name: 'message sent again',
    text: 'select max(ref) as last from messages where ref = any($1)',
    values: [names],
  })
  const name = names[names.indexOf(rows[0]?.last ?? '') + 1]
  if (name === undefined)
    throw new Rejection('too_many_requests', 'This message was sent too often.', {
      retryAfterSeconds: 86_400,
    })
  return name
}
