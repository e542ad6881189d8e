// The rows beside an order (migration 0005), written in groups: opening a purchase, answering it,
// forgetting it, and what a provider said about an attempt. None of them is a fact.
import * as z from 'zod/mini'

import { attemptIdSchema, customerIdSchema, orderIdSchema } from '#events/kernel/ids.ts'
import type { AttemptId, CustomerId, OrderId } from '#events/kernel/ids.ts'
import type { PaymentProvider } from '../providers/payments/port.ts'
import type { Queryable } from '../io/database.ts'
import { readPurchasesOfKeys } from './purchase-keys.ts'
import type { KeptPurchase, PurchaseKey } from './purchase-keys.ts'
import { openRowBatcher } from './row-batcher.ts'
import type { RowBatcher } from './row-batcher.ts'

/** How long one request may work on a purchase before another with its key may take over. */
export const CLAIM_SECONDS = 10

export type OnlineMethod = PaymentProvider['code']

export type Contact = {
  customerId: CustomerId | null
  sessionId: string | null
  name: string
  email: string | null
  phone: string
  address: string | null
  language: 'en' | 'ar' | 'fr'
}

export type NewAttempt = {
  attemptId: AttemptId
  ref: string
  method: OnlineMethod
  amountCents: number
  expiresAt: Date
  nextCheckAt: Date
}

export type Opening = {
  sessionId: string
  key: string
  requestHash: string
  orderId: OrderId
  holdUntil: Date
  contact: Contact
  /** Null: nothing to pay. */
  attempt: NewAttempt | null
}

export type Opened = {
  outcome: 'opened' | 'resumed' | 'answered' | 'in_flight' | 'reused'
  orderId: OrderId | null
  /** Of the attempt that was opened first. */
  ref: string | null
  answer: string | null
}

export type Answered = {
  orderId: OrderId
  answer: string
  /** Nothing is left to pay: a body without a key starts a new order from now on. */
  isSettled: boolean
}

export const attemptStates = [
  'opened',
  'started',
  'declined',
  'expired',
  'settled',
  'attention',
] as const
export type AttemptState = (typeof attemptStates)[number]

export type AttemptChecked = {
  attemptId: AttemptId
  state: AttemptState
  /** Null: the provider said nothing; its last word stands. */
  providerStatus: string | null
  providerRef: string | null
  checkedAt: Date
  nextCheckAt: Date | null
}

export type PurchaseRows = {
  open: RowBatcher<Opening, Opened>
  ofKey: RowBatcher<PurchaseKey, KeptPurchase | null>
  answer: RowBatcher<Answered, void>
  /** The rules refused it: no row of it is left. */
  forget: RowBatcher<OrderId, void>
  checked: RowBatcher<AttemptChecked, void>
  attempt: RowBatcher<AttemptId, AttemptRow | null>
  attemptOfRef: RowBatcher<string, AttemptRow | null>
  contact: RowBatcher<OrderId, ContactRow | null>
  close: () => Promise<void>
}

export function openPurchaseRows(database: Queryable): PurchaseRows {
  const rows = {
    open: openRowBatcher({
      name: 'open purchases',
      run: (openings: readonly Opening[]) => openPurchases(database, openings),
    }),
    ofKey: openRowBatcher({
      name: 'read purchases by their keys',
      run: (keys: readonly PurchaseKey[]) => readPurchasesOfKeys(database, keys),
    }),
    answer: openRowBatcher({
      name: 'answer purchases',
      run: (answers: readonly Answered[]) => answerPurchases(database, answers),
    }),
    forget: openRowBatcher({
      name: 'forget purchases',
      run: (orderIds: readonly OrderId[]) => forgetPurchases(database, orderIds),
    }),
    checked: openRowBatcher({
      name: 'payment attempts checked',
      run: (checks: readonly AttemptChecked[]) => attemptsChecked(database, checks),
    }),
    attempt: openRowBatcher({
      name: 'read payment attempts',
      run: (ids: readonly AttemptId[]) => readAttempts(database, ids),
    }),
    attemptOfRef: openRowBatcher({
      name: 'read payment attempts by their refs',
      run: (refs: readonly string[]) => readAttemptsOfRefs(database, refs),
    }),
    contact: openRowBatcher({
      name: 'read order contacts',
      run: (ids: readonly OrderId[]) => readContacts(database, ids),
    }),
  }
  return {
    ...rows,
    async close() {
      await Promise.all(Object.values(rows).map((batcher) => batcher.close()))
    },
  }
}

const openedRow = z.object({
  ordinal: z.int(),
  outcome: z.enum(['opened', 'resumed', 'answered', 'in_flight', 'reused']),
  order_id: z.nullable(orderIdSchema),
  payment_ref: z.nullable(z.string()),
  answer: z.nullable(z.string()),
})

async function openPurchases(database: Queryable, openings: readonly Opening[]): Promise<Opened[]> {
  const items = openings.map((opening, ordinal) => openingItem(opening, ordinal))
  const { rows } = await database.query({
    name: 'open_purchases',
    text: 'select * from open_purchases($1, $2)',
    values: [JSON.stringify(items), `${CLAIM_SECONDS} seconds`],
  })
  const answers: Opened[] = []
  for (const row of rows) {
    const { ordinal, outcome, order_id, payment_ref, answer } = openedRow.parse(row)
    answers[ordinal] = { outcome, orderId: order_id, ref: payment_ref, answer }
  }
  return answers
}

function openingItem(opening: Opening, ordinal: number) {
  const { contact, attempt } = opening
  return {
    ordinal,
    session_id: opening.sessionId,
    key: opening.key,
    request_hash: opening.requestHash,
    order_id: opening.orderId,
    hold_until: opening.holdUntil,
    customer_id: contact.customerId,
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    address: contact.address,
    language: contact.language,
    finish_due: attempt === null,
    ...(attempt && {
      attempt_id: attempt.attemptId,
      ref: attempt.ref,
      method: attempt.method,
      amount_cents: attempt.amountCents,
      currency: 'USD',
      expires_at: attempt.expiresAt,
      next_check_at: attempt.nextCheckAt,
    }),
  }
}

async function answerPurchases(
  database: Queryable,
  answers: readonly Answered[],
): Promise<undefined[]> {
  await database.query({
    name: 'answer_purchases',
    text: 'select answer_purchases($1)',
    values: [
      JSON.stringify(
        answers.map(({ orderId, answer, isSettled }) => ({
          order_id: orderId,
          answer,
          is_settled: isSettled,
        })),
      ),
    ],
  })
  return answers.map(() => undefined)
}

async function forgetPurchases(
  database: Queryable,
  orderIds: readonly OrderId[],
): Promise<undefined[]> {
  await database.query({
    name: 'forget_purchases',
    text: `
      with gone as (delete from purchases where order_id = any($1)),
           opening as (delete from order_openings where order_id = any($1)),
           contact as (delete from order_contacts where order_id = any($1))
      delete from payment_attempts where order_id = any($1)`,
    values: [orderIds],
  })
  return orderIds.map(() => undefined)
}

async function attemptsChecked(
  database: Queryable,
  checks: readonly AttemptChecked[],
): Promise<undefined[]> {
  await database.query({
    name: 'payment_attempts_checked',
    text: 'select check_attempts($1)',
    values: [
      JSON.stringify(
        checks.map((check) => ({
          attempt_id: check.attemptId,
          state: check.state,
          provider_status: check.providerStatus,
          provider_ref: check.providerRef,
          checked_at: check.checkedAt,
          next_check_at: check.nextCheckAt,
        })),
      ),
    ],
  })
  return checks.map(() => undefined)
}

const attemptRow = z.object({
  attempt_id: attemptIdSchema,
  ref: z.string(),
  order_id: orderIdSchema,
  method: z.enum(['whishpay', 'montypay']),
  amount_cents: z.int(),
  state: z.enum(attemptStates),
  provider_status: z.nullable(z.string()),
  provider_ref: z.nullable(z.string()),
  redirect_url: z.nullable(z.string()),
  created_at: z.date(),
  expires_at: z.date(),
  checked_at: z.nullable(z.date()),
})
export type AttemptRow = z.infer<typeof attemptRow>

export const ATTEMPT_COLUMNS = `attempt_id, ref, order_id, method, amount_cents, state,
  provider_status, provider_ref, redirect_url, created_at, expires_at, checked_at`

export const parseAttempt = (row: unknown): AttemptRow => attemptRow.parse(row)

async function readAttempts(database: Queryable, ids: readonly AttemptId[]) {
  const { rows } = await database.query({
    name: 'payment_attempts_by_id',
    text: `select ${ATTEMPT_COLUMNS} from payment_attempts where attempt_id = any($1)`,
    values: [ids],
  })
  const known = new Map(rows.map(parseAttempt).map((row) => [row.attempt_id, row]))
  return ids.map((id) => known.get(id) ?? null)
}

async function readAttemptsOfRefs(database: Queryable, refs: readonly string[]) {
  const { rows } = await database.query({
    name: 'payment_attempts_by_ref',
    text: `select ${ATTEMPT_COLUMNS} from payment_attempts where ref = any($1)`,
    values: [refs],
  })
  const known = new Map(rows.map(parseAttempt).map((row) => [row.ref, row]))
  return refs.map((ref) => known.get(ref) ?? null)
}

const contactRow = z.object({
  order_id: orderIdSchema,
  customer_id: z.nullable(customerIdSchema),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  address: z.nullable(z.string()),
  language: z.enum(['en', 'ar', 'fr']),
  /** Of the links that may go to this phone (`link-generation.ts`); null: that of the facts. */
  link_generation: z.nullable(z.int()),
})
export type ContactRow = z.infer<typeof contactRow>

async function readContacts(database: Queryable, ids: readonly OrderId[]) {
  const { rows } = await database.query({
    name: 'order_contacts_by_id',
    text: `
      select order_id, customer_id, name, email, phone, address, language, link_generation
        from order_contacts
       where order_id = any($1)`,
    values: [ids],
  })
  const known = new Map(rows.map((row) => contactRow.parse(row)).map((row) => [row.order_id, row]))
  return ids.map((id) => known.get(id) ?? null)
}
