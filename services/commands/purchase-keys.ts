// The rarer questions to the memory of idempotency keys; the usual ones go in groups
// (`purchase-rows.ts`).
import * as z from 'zod/mini'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import type { Opened, PurchaseRows } from './purchase-rows.ts'

/** A purchase by the browser it came from and the key it had. */
export type PurchaseKey = { sessionId: string; key: string }
export type KeptPurchase = {
  requestHash: string
  orderId: OrderId
  state: 'running' | 'answered' | 'settled'
  answer: string | null
  /** Known by its body alone, with nothing left to be done for it: the same body is a new order. */
  isOver: boolean
}

/**
 * What an earlier purchase with the same key was answered, for a request that would be refused now.
 * `in_flight`: nothing yet; somebody works on it, or was cut off. Null: the key is new, or free
 * again.
 */
export async function recallPurchase(
  rows: Pick<PurchaseRows, 'ofKey'>,
  { buyer, key, requestHash }: { buyer: { sessionId: string }; key: string; requestHash: string },
): Promise<Opened | null> {
  const known = await rows.ofKey.add({ sessionId: buyer.sessionId, key })
  if (known === null || known.isOver) return null
  if (known.requestHash !== requestHash)
    return { outcome: 'reused', orderId: null, ref: null, answer: null }
  const outcome = known.state === 'running' ? 'in_flight' : 'answered'
  return { outcome, orderId: known.orderId, ref: null, answer: known.answer }
}

const keptRow = z.object({
  ordinal: z.int(),
  request_hash: z.string(),
  order_id: orderIdSchema,
  state: z.enum(['running', 'answered', 'settled']),
  answer: z.nullable(z.string()),
  is_over: z.boolean(),
})

export async function readPurchasesOfKeys(
  database: Queryable,
  keys: readonly PurchaseKey[],
): Promise<(KeptPurchase | null)[]> {
  const { rows } = await database.query({
    name: 'purchases_of_keys',
    text: `
      select asked.ordinal::int as ordinal, request_hash, order_id, state, answer,
             key like 'body:%'
             and (
               state = 'settled'
               or hold_until <= (select clock_now())
               or exists (
                 select
                   from payment_attempts as paid
                  where paid.order_id = purchases.order_id
                    and paid.state = 'settled'
               )
             ) as is_over
        from unnest($1::uuid[], $2::text[]) with ordinality as asked (session_id, key, ordinal)
        join purchases using (session_id, key)`,
    values: [keys.map(({ sessionId }) => sessionId), keys.map(({ key }) => key)],
  })
  const answers: (KeptPurchase | null)[] = keys.map(() => null)
  for (const row of rows) {
    const { ordinal, request_hash, order_id, is_over, state, answer } = keptRow.parse(row)
    answers[ordinal - 1] = {
      requestHash: request_hash,
      orderId: order_id,
      state,
      answer,
      isOver: is_over,
    }
  }
  return answers
}

/** Nobody works on it any more: the same key may take it up at once. */
export async function letGo(database: Queryable, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'let_go_of_purchase',
    text: `
      update purchases
         set claimed_until = clock_now()
       where order_id = $1
         and state = 'running'`,
    values: [orderId],
  })
}

/** The order has come to its end: the same body without a key is a new order. */
export async function freeKey(database: Queryable, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'free_purchase_key',
    text: `update purchases set state = 'settled' where order_id = $1 and state = 'answered'`,
    values: [orderId],
  })
}
