// What a process that died in the middle of an answer left undone: a request that is accepted by
// the facts of its order is closed, and whose answer was not told is told now. The text has the
// request's name, so that it goes out once whoever comes first.
import * as z from 'zod/mini'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'

import { requestKinds } from '../contract/order-page.ts'
import type { Queryable } from '../io/database.ts'
import type { OrderDesk } from './order-desk.ts'
import { noticeTo } from './order-notices.ts'
import type { Notice } from './order-notices.ts'
import { closeRequest } from './order-requests.ts'
import type { RequestKind } from './order-requests.ts'

/** Whoever answers at this moment is not overtaken. */
const UNDER_WAY_SECONDS = 30
/** Far shorter than texts are kept: one that was sent is still there to be seen. */
const TOLD_WITHIN_DAYS = 7
const PAGE = 50
/** Of orders that staff ended otherwise a request stays open, and is looked at again each time. */
const CLOSED_WITHIN_DAYS = 7
const CANCELLED_MAX = 200

/** Answers how many were told, or closed. */
export async function finishAnswers(desk: OrderDesk): Promise<number> {
  return (await closeAccepted(desk)) + (await tellAnswers(desk))
}

const openRow = z.object({ request_id: z.string(), order_id: orderIdSchema, created_at: z.date() })

async function closeAccepted(desk: OrderDesk): Promise<number> {
  const { rows } = await desk.database.query({
    name: 'requests_of_cancelled_orders',
    text: `select asked.request_id, asked.order_id, asked.created_at
             from order_requests as asked
             join order_status as orders using (order_id)
            where asked.state = 'open' and asked.kind <> 'credit' and orders.status = 'cancelled'
              and asked.created_at > (select clock_now()) - make_interval(days => $1)
            order by asked.created_at desc, asked.request_id
            limit $2`,
    values: [CLOSED_WITHIN_DAYS, CANCELLED_MAX],
  })
  let closed = 0
  for (const row of rows.map((one) => openRow.parse(one))) {
    const staffId = await acceptedBy(desk, row)
    const answered = { requestId: row.request_id, answer: 'accepted', words: null } as const
    if (staffId !== null && (await closeRequest(desk.database, { ...answered, staffId })))
      closed += 1
  }
  return closed
}

/** Who accepted it, by the fact that ended the order; null: it ended otherwise, or just now. */
async function acceptedBy(
  { store, now }: OrderDesk,
  { order_id: orderId, created_at: askedAt }: z.infer<typeof openRow>,
): Promise<string | null> {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  const ended = facts.findLast(({ event }) => event.type === 'OrderCancelled')
  if (ended === undefined || ended.event.type !== 'OrderCancelled') return null
  const { reason, staffReason } = ended.event.data
  if (staffReason !== 'request_accepted' && reason !== 'returned') return null
  const dueMs = ended.recordedAt.getTime() + UNDER_WAY_SECONDS * 1_000
  if (ended.recordedAt < askedAt || dueMs > now().getTime()) return null
  return /^staff:([0-9a-f-]{36})$/.exec(ended.meta.actor)?.[1] ?? null
}

const answeredRow = z.object({
  request_id: z.string(),
  order_id: orderIdSchema,
  kind: z.enum(requestKinds),
  state: z.enum(['accepted', 'declined']),
})

async function tellAnswers(desk: OrderDesk): Promise<number> {
  const untold = await untoldAnswers(desk.database)
  for (const { request_id, order_id, kind, state } of untold)
    await tellAnswer(desk, order_id, { requestId: request_id, kind, answer: state })
  return untold.length
}

/** Credit that was given is told by its own facts, with the sum; nobody is told who was erased. */
async function untoldAnswers(database: Queryable): Promise<z.infer<typeof answeredRow>[]> {
  const { rows } = await database.query({
    name: 'requests_untold',
    text: `
      select asked.request_id, asked.order_id, asked.kind, asked.state
        from order_requests as asked
        join order_contacts using (order_id)
       where asked.state in ('accepted', 'declined')
         and not (asked.kind = 'credit' and asked.state = 'accepted')
         and asked.answered_at > (select clock_now()) - make_interval(days => $1)
         and asked.answered_at < (select clock_now()) - make_interval(secs => $2)
         and asked.told_at is null
         and not exists (
               select from messages as text where text.ref = 'request:' || asked.request_id)
       order by asked.answered_at, asked.request_id
       limit $3`,
    values: [TOLD_WITHIN_DAYS, UNDER_WAY_SECONDS, PAGE],
  })
  return rows.map((row) => answeredRow.parse(row))
}

export async function tellAnswer(
  desk: OrderDesk,
  orderId: OrderId,
  {
    requestId,
    kind,
    answer,
  }: { requestId: string; kind: RequestKind; answer: 'accepted' | 'declined' },
): Promise<void> {
  await noticeTo(desk, orderId, {
    ref: `request:${requestId}`,
    notice: { kind: noticeKind(kind, answer) },
  })
  // The text goes with who is erased; that it was told stays with the request.
  await desk.database.query({
    name: 'request_told',
    text: 'update order_requests set told_at = clock_now() where request_id = $1',
    values: [requestId],
  })
}

function noticeKind(
  kind: RequestKind,
  answer: 'accepted' | 'declined',
): Extract<Notice['kind'], `request_${string}` | 'credit_declined'> {
  if (answer === 'accepted') return 'request_accepted'
  return kind === 'credit' ? 'credit_declined' : 'request_declined'
}
